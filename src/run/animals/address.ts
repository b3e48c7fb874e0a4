import { awayRemedy, isAwayStatus } from '../../http/away.ts';
import type { Client } from '../../http/client.ts';
import { type Answered, header } from '../../http/exchange.ts';
import { Inconclusive, isUnanswered, Unrecorded } from '../../http/inconclusive.ts';
import { tryParseJson } from '../../http/json.ts';
import { readRateState } from '../../http/rate-state.ts';
import { isOwnError } from '../../judge/answers.ts';
import { pageOf } from '../../judge/pet.ts';
import type { Settings } from '../../settings/settings.ts';
import { pageSize } from '../../spec/operations.ts';
import { ofTheRequest } from '../../spec/statuses.ts';
import type { Api } from '../requests/api.ts';
import { orUndefined } from '../requests/outcomes.ts';
import { type Names, plannedAnimal } from '../values/names.ts';

/** Whether the service itself is what answers first: a slightly wrong address is the commonest mistake. */

/** The base address cannot be that of the service, and what to do about it. */
export interface Elsewhere {
  /** Absent if the address is wrong. */
  readonly label?: 'no answer';
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

/** The address that was probably meant by one without a version segment, or with something after it. */
function versioned(baseUrl: string): string {
  const upToVersion = /^https?:\/\/[^/]+(?:\/[^/]+)*?\/v1(?=\/)/.exec(baseUrl)?.[0];
  return upToVersion ?? `${baseUrl.replace(/\/(?:pets|v\d+)$/, '')}/v1`;
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
  if (isAwayStatus(status)) {
    const seen = `${status} without JSON at ${baseUrl}/pets, as from a gateway, not from the service`;
    return { label: 'no answer', seen, remedy: awayRemedy };
  }
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

interface Looking {
  readonly api: Api;
  readonly client: Client;
  readonly settings: Settings;
  readonly eventually: <T>(ask: () => Promise<T>, good: (answer: T) => boolean) => Promise<T>;
  readonly names: Names;
}

/**
 * The first list of a run; ends the run if there is none, if the key is refused, or if something else than the service
 * answers. Undefined if a recording lacks it: it may hold the others.
 */
export async function firstLook(options: Looking): Promise<Answered | undefined> {
  const { api, client, settings, eventually } = options;
  const asking = eventually(
    () => api.listPets({ limit: pageSize.max }),
    // The service may be starting when the run begins.
    ({ response }) => !isAwayStatus(response.status),
  );
  const first = await asking.catch((error: unknown) => {
    if (error instanceof Unrecorded) return undefined;
    if (!(error instanceof Inconclusive)) throw error;
    throw client.end(error.message);
  });
  if (first === undefined) return undefined;
  if (await refusesKey(first, api)) {
    throw client.end(
      `the service answered ${first.response.status} to the configured key; is it the right key for ` +
        `${settings.baseUrl}${first.response.status < 500 ? '' : ', and does the service work'}?`,
    );
  }
  const elsewhere = wrongAddress(first, settings.baseUrl);
  if (elsewhere) throw client.end(elsewhereWords(elsewhere));
  const other = await elsewhereAt(settings.baseUrl, first, api);
  if (other) throw client.end(elsewhereWords(other));
  if (settings.challenge !== undefined && isUsedUp(first, options.names)) {
    throw client.end(
      'the store holds animals of an earlier run with this challenge, so that their names would be sent again; each run needs a new challenge',
    );
  }
  return first;
}

/** The animals that every run creates first. */
const firstAnimals = 6;

/** Whether the first list shows what a run with these names has created: hardly anybody else made two of them. */
function isUsedUp(first: Answered, names: Names): boolean {
  const shown = pageOf(first)?.pets.flatMap(({ name }) => name ?? []) ?? [];
  const own = Array.from({ length: firstAnimals }, (_, at) => names(plannedAnimal(at + 1)));
  return own.filter((name) => shown.some((one) => one.startsWith(name))).length > 1;
}

/**
 * Whether the key is served nowhere: each further request with it would be one more refused log-in, or one more failure
 * of a service that does not work. A key that may not list (403) may still read or create.
 */
async function refusesKey({ response: { status } }: Answered, api: Api): Promise<boolean> {
  if (status === 401) return true;
  if (!isOfCaller(status)) return false;
  return (await isRefused(api.getPet(1n))) && isRefused(api.createPet({}));
}

/** Whether an answer is about the caller or the service as a whole, and not about the request, or from a gateway. */
const isOfCaller = (status: number) =>
  status >= 400 && !ofTheRequest.includes(status) && !isAwayStatus(status);

/** A question that may not be asked shows nobody let in; one that a recording lacks might have. */
async function isRefused(asking: Promise<Answered>): Promise<boolean> {
  try {
    return isOfCaller((await asking).response.status);
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    return !(error instanceof Unrecorded);
  }
}

const isLost = (answer: Answered | undefined) => answer?.response.status === 404;

/** What is at the address instead of the service. One that has lost its lists still refuses a creation that lacks all. */
async function elsewhereAt(
  baseUrl: string,
  first: Answered,
  api: Api,
): Promise<Elsewhere | undefined> {
  if (!isForeign(first) && !isLost(first)) return undefined;
  const read = await orUndefined(api.getPet(1n));
  if (read && isForeign(first) && isForeign(read)) return foreignAt(baseUrl, first);
  if (!isLost(first) || !isLost(read)) return undefined;
  return isLost(await orUndefined(api.createPet({}))) ? nothingAt(baseUrl) : undefined;
}
