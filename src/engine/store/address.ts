/** Whether the service itself is what answers first: a slightly wrong address is the commonest mistake. */
import { type Answered, header } from '../../http/exchange.ts';
import { tryParseJson } from '../../http/json.ts';
import { readRateState } from '../../http/rate-state.ts';
import { isOwnError } from '../../judge/before-service.ts';
import { versioned } from '../../settings/address.ts';

/** The base address cannot be that of the service, and what to do about it. */
export interface Elsewhere {
  readonly seen: string;
  readonly remedy: string;
}

/** Why the base address cannot be that of the service; redirects are never followed, as they would carry the key. */
export function wrongAddress(first: Answered, baseUrl: string): Elsewhere | undefined {
  const { status } = first.response;
  if (status >= 300 && status < 400) {
    const target = header(first.response, 'Location');
    if (isWithin(target, first.request.url, baseUrl)) return undefined;
    return {
      seen: `${baseUrl} redirects (${status}) to ${target ?? 'nowhere'}`,
      remedy: `give the address of the service itself${perhaps(target, first.request.url)}`,
    };
  }
  if (status !== 404 || baseUrl.endsWith('/v1')) return undefined;
  return {
    seen: `nothing is at ${baseUrl}/pets (404)`,
    remedy: `addresses of the service end in /v1: give ${versioned(baseUrl)}`,
  };
}

/** Whether a redirect leads to another path of the service itself, as from /pets to /pets/: then the service sent it. */
function isWithin(target: string | undefined, from: string, baseUrl: string): boolean {
  if (target === undefined || !URL.canParse(target, from)) return false;
  return new URL(target, from).href.startsWith(`${baseUrl}/pets`);
}

/** The base address that a redirect of the list points to, if it points to a list. */
function perhaps(target: string | undefined, from: string): string {
  if (target === undefined || !URL.canParse(target, from)) return '';
  const { protocol, origin, pathname } = new URL(target, from);
  const base = /^(.*\/v1)\/pets$/.exec(pathname)?.[1];
  return base === undefined || !protocol.startsWith('http') ? '' : `, perhaps ${origin}${base}`;
}

/**
 * Whether an answer has nothing that the service shows with each: neither a number of its limit nor JSON, or, as a 404,
 * an Error (sections 4, 7 and 8).
 */
export function isForeign(answer: Answered): boolean {
  const { response, finishedAt } = answer;
  if (Object.keys(readRateState(response, finishedAt)).length > 0) return false;
  return response.status === 404 ? !isOwnError(answer) : tryParseJson(response.body) === undefined;
}

const checkAddress = 'see that the address is right: /pets must follow it';

/** What to say if a list and an animal are both answered by something else. */
export function foreignAt(baseUrl: string, { response: { status } }: Answered): Elsewhere {
  const lacking = status === 404 ? 'an Error' : 'JSON';
  const seen =
    `something else than the service answers at ${baseUrl}: /pets (${status}) and /pets/1 come without ` +
    `${lacking} and without a rate limit`;
  return { seen, remedy: checkAddress };
}

/** What to say if lists, animals and creations are all answered 404, by whomever. */
export function nothingAt(baseUrl: string): Elsewhere {
  return {
    seen: `nothing is at ${baseUrl}/pets: all is answered 404, lists among it`,
    remedy: checkAddress,
  };
}

/** Why a run ends for this, in one line. */
export function elsewhereWords({ seen, remedy }: Elsewhere): string {
  return `${seen}; ${remedy}`;
}
