import { BlockList, isIP } from 'node:net';
import type { Environment } from './files.ts';
import { SettingsError } from './settings-error.ts';

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
  const problem = problemOf(address);
  if (problem === undefined) return new URL(address).href;
  throw new SettingsError(`${variable} is not a usable proxy: ${problem}`, {
    setting: variable,
    problem,
  });
}

/** Why something is no http or https address without a path, perhaps with user and password. */
function problemOf(address: string): string | undefined {
  if (!/^https?:\/\/[^/?#]+\/?$/i.test(address) || !URL.canParse(address)) {
    return 'must be an http or https URL without a path, as http://proxy.example.com:3128';
  }
  const { username, password } = new URL(address);
  try {
    decodeURIComponent(username + password);
    return undefined;
  } catch {
    return 'a percent sign in its user or password must be written as %25';
  }
}

/** Whether an entry of `NO_PROXY` is the host of an address, a domain above it or a network around it. */
function covers(entry: string, url: URL): boolean {
  if (entry === '*') return true;
  const host = bare(url.hostname);
  const [, network = '', prefix = ''] = /^(.+)\/(\d{1,3})$/.exec(entry) ?? [];
  if (prefix !== '') return isIn(host, bare(network), Number(prefix));
  // An IPv6 address contains colons, so its port counts only after brackets.
  const [, before = entry, port] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry.toLowerCase()) ?? [];
  if (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) {
    return false;
  }
  const domain = bare(before.toLowerCase()).replace(/^\*?\./, '');
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

/** Whether a host is an address within a network (CIDR, RFC 4632). */
function isIn(host: string, network: string, prefix: number): boolean {
  const kind = isIP(network);
  if (kind === 0 || kind !== isIP(host) || prefix > (kind === 4 ? 32 : 128)) return false;
  const family = kind === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return list.check(host, family);
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
