import type { Environment } from './files.ts';
import { SettingsError } from './settings-error.ts';

/** The variables that name a proxy, for help texts; lower case counts, too. */
export const proxyVariables = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const;

/**
 * The proxy for the base address: `HTTPS_PROXY` or `HTTP_PROXY` by its scheme, unless `NO_PROXY` exempts
 * its host. The lower-case name wins, as with curl; an address without scheme is http. Throws a
 * `SettingsError` that names the variable and not its value, which may hold a password.
 */
export function chooseProxy(baseUrl: string, environment: Environment): string | undefined {
  const url = new URL(baseUrl);
  const given = firstSet(environment, url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (given === undefined || isExempt(url, firstSet(environment, 'NO_PROXY')?.value ?? '')) {
    return undefined;
  }
  const address = given.value.includes('://') ? given.value : `http://${given.value}`;
  if (!isOrigin(address)) {
    throw new SettingsError(
      `${given.variable} is not a usable proxy: must be an http or https URL without a path, as http://proxy.example.com:3128`,
    );
  }
  return new URL(address).href;
}

/** Whether it is an http or https address without a path, perhaps with user and password. */
function isOrigin(address: string): boolean {
  if (!/^https?:\/\/[^/?#]+\/?$/i.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

function firstSet(environment: Environment, name: string) {
  for (const variable of [name.toLowerCase(), name]) {
    const value = environment[variable]?.trim();
    // An empty one switches the proxy off, as with curl.
    if (value !== undefined) return value === '' ? undefined : { variable, value };
  }
  return undefined;
}

function isExempt(url: URL, list: string): boolean {
  const host = bareHost(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const wanted = splitPort(entry.toLowerCase());
      const suffix = bareHost(wanted.host).replace(/^\*?\./, '');
      const samePort = wanted.port === undefined || wanted.port === port;
      return samePort && suffix !== '' && (host === suffix || host.endsWith(`.${suffix}`));
    });
}

/** An IPv6 address contains colons, so its port counts only after brackets. */
function splitPort(entry: string): { host: string; port?: string } {
  const found = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry);
  const [, host, port] = found ?? [];
  return host === undefined || port === undefined ? { host: entry } : { host, port };
}

function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
