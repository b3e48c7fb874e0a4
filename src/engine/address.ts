/** Whether what answers first is the service at all: an address that is not quite right is the commonest mistake. */
import { type Answered, header } from '../http/exchange.ts';
import { tryParseJson } from '../http/json/json.ts';
import { readRateState } from '../http/rate-state.ts';

/** Why the base address cannot be the service's own; redirects are never followed, as they would carry the key. */
export function wrongAddress({ response }: Answered, baseUrl: string): string | undefined {
  if (response.status >= 300 && response.status < 400) {
    const target = header(response, 'Location') ?? 'nowhere';
    return `${baseUrl} redirects (${response.status}) to ${target}; give the address of the service itself`;
  }
  if (response.status !== 404 || baseUrl.endsWith('/v1')) return undefined;
  return `nothing is at ${baseUrl}/pets (404); addresses of the service end in /v1`;
}

/** Whether an answer has nothing of what the service shows with each: neither JSON nor a number of its limit (sections 4 and 8). */
export function isForeign({ response, finishedAt }: Answered): boolean {
  const shown = Object.keys(readRateState(response, finishedAt));
  return shown.length === 0 && tryParseJson(response.body) === undefined;
}

/** What to say once a list and an animal are both answered by something else. */
export function foreignAt(baseUrl: string, { response }: Answered): string {
  return (
    `something else than the service answers at ${baseUrl}: /pets (${response.status}) and /pets/1 come without ` +
    'JSON and without a rate limit; is the address right?'
  );
}
