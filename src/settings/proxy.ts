import type { Environment } from './files.ts';
import { SettingsError } from './settings-error.ts';
import { attempted } from './value-kinds.ts';

/** The variables that name a proxy, for help texts; lower case counts, too. */
export const proxyVariables = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const;

/**
 * The proxy for the base address: `HTTPS_PROXY` or `HTTP_PROXY` by its scheme, unless `NO_PROXY` exempts its host. The
 * lower-case name wins, and an empty one switches the proxy off, as with curl; an address without scheme is http. Throws
 * a `SettingsError` that names the variable and not its value, which may hold a password.
 */
export function chooseProxy(baseUrl: string, environment: Environment): string | undefined {
  const url = new URL(baseUrl);
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const lower = name.toLowerCase();
  const variable = environment[lower] === undefined ? name : lower;
  const given = environment[variable]?.trim();
  const exempt = environment.no_proxy || environment.NO_PROXY || '';
  if (!given || exempt.split(/[\s,]+/).some((entry) => covers(entry, url))) return undefined;
  const address = given.includes('://') ? given : `http://${given}`;
  if (
    !/^https?:\/\/[^/?#]+\/?$/i.test(address) ||
    !URL.canParse(address) ||
    attempted(() => decodeURIComponent(address)) === undefined
  ) {
    throw new SettingsError(
      `${variable} is not a usable proxy: must be an http or https URL without a path, as http://proxy.example.com:3128, with % in a password written as %25`,
      variable,
    );
  }
  return new URL(address).href;
}

/** Whether an entry of `NO_PROXY` is the host of an address, with its port or without, or a domain above it. */
function covers(entry: string, { hostname, host, protocol, port }: URL): boolean {
  if (entry === '*') return true;
  const exempt = entry.toLowerCase().replace(/^\*?\./, '');
  const withPort = `${host}${port === '' ? (protocol === 'https:' ? ':443' : ':80') : ''}`;
  const bare = hostname.replace(/^\[|\]$/g, '');
  const names = [hostname, bare, withPort];
  return exempt !== '' && names.some((name) => name === exempt || name.endsWith(`.${exempt}`));
}
