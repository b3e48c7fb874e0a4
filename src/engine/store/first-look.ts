import { pageSize } from '../../catalogue/operations.ts';
import { ofTheRequest } from '../../catalogue/statuses.ts';
import { isAwayStatus } from '../../http/away.ts';
import type { Client } from '../../http/client.ts';
import type { Answered } from '../../http/exchange.ts';
import { Inconclusive, isUnanswered, Unrecorded } from '../../http/inconclusive.ts';
import { pageOf } from '../../judge/pet.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Api } from '../asking/api.ts';
import { orNothing } from '../asking/outcomes.ts';
import { type Names, plannedAnimal } from '../data/names.ts';
import {
  type Elsewhere,
  elsewhereWords,
  foreignAt,
  isForeign,
  nothingAt,
  wrongAddress,
} from './address.ts';

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
  const read = await orNothing(api.getPet(1n));
  if (read && isForeign(first) && isForeign(read)) return foreignAt(baseUrl, first);
  if (!isLost(first) || !isLost(read)) return undefined;
  return isLost(await orNothing(api.createPet({}))) ? nothingAt(baseUrl) : undefined;
}
