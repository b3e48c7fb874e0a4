/** Calls without the key, or with another credential, and the answers that are due. */

import type { Credential } from '../src/http/credential.ts';
import type { Answered, Purpose } from '../src/http/exchange.ts';
import type { Connections } from '../src/http/transport.ts';
import { operationMayBeGone } from '../src/judge/answers.ts';
import {
  type Inventory,
  inLargeCategory,
  type KnownPet,
  readsByKey,
} from '../src/run/animals/inventory.ts';
import type { CheckContext } from '../src/run/checks/check-context.ts';
import { expect } from '../src/run/checks/matchers.ts';
import { askedIn } from '../src/run/checks/refusal.ts';
import type { Api, CallOptions, Query } from '../src/run/requests/api.ts';
import { inconclusive } from '../src/run/requests/outcomes.ts';
import { bySeed } from '../src/run/values/by-seed.ts';
import { type Form, headForms, layouts } from '../src/run/values/forms.ts';
import { draftsAndStatuses, petStatuses } from '../src/spec/animal.ts';
import { noCaseFor, type Operation } from '../src/spec/operations.ts';

/**
 * A few known animals, beginning with the first, the latest, and so on: some may be public. Those that the key has read
 * come first, one of each status: what answered the key may be remembered and given to others.
 */
export function petsFrom(
  {
    exchanges,
    inventory,
  }: Pick<CheckContext, 'exchanges'> & {
    readonly inventory: Pick<Inventory, 'pets' | 'wasListed'>;
  },
  number = 0,
) {
  const reads = readsByKey(exchanges);
  const known = inventory.pets();
  // The key can tell that these are there, even if they were refused to others.
  const listed = known.filter(({ id }) => inventory.wasListed(id));
  const read = known.filter(({ id }) => reads.has(id));
  const ofEach = petStatuses.flatMap((status) => read.find((pet) => pet.status === status) ?? []);
  const pets = [...new Set([...ofEach, ...read, ...listed, ...known.slice(-1)])];
  const at = number % Math.max(1, pets.length);
  // From both ends in turn.
  const place = at % 2 === 0 ? at / 2 : pets.length - (at + 1) / 2;
  return [...new Set([...pets.slice(place).slice(0, 1), ...fewOf(pets)])];
}

/** The first, the last and the middle one: others hardly take all three away. */
function fewOf<T>(all: readonly T[]): T[] {
  const places = [0, all.length - 1, Math.floor(all.length / 2)];
  return [...new Set(places)].flatMap((at) => all.slice(at, at + 1));
}

/**
 * Those that may be read together with an unauthenticated request: first the one that is read again at the end, as a
 * cache may serve only what was read twice.
 */
export function petsBeside(context: CheckContext) {
  const [large] = inLargeCategory(readsByKey(context.exchanges));
  const first = context.inventory.pets().filter(({ id }) => id === large);
  return [...new Set([...first, ...petsFrom(context)])];
}

/** How a call without the key is made. */
export interface Calling {
  readonly over?: Connections;
  /** Further members of the body of a creation. */
  readonly members?: Readonly<Record<string, string>>;
  /** The turn of a question in forms and queries; default: the ordinary ones. */
  readonly place?: number;
  /** How it is written; default: by the turn. */
  readonly form?: Form;
  /** For a list; default: by turns. */
  readonly query?: Query;
  /** For a read: which of the animals; default: another one each time. */
  readonly animal?: number;
  /** For a read: the animals, of which one that is there is asked for; default: by `animal`. */
  readonly pets?: readonly KnownPet[];
  readonly purpose?: Purpose;
}

/** How often callers without the key have asked for an operation. */
function timesAsked(operation: Operation, { exchanges, open }: CheckContext): number {
  return [...exchanges, ...open].filter(
    (one) => one.caller === 'anonymous' && one.operation === operation,
  ).length;
}

/** Sends a call that would succeed with the key: on an animal that exists, with a valid body. */
export async function callAs(
  operation: Operation,
  as: Credential,
  context: CheckContext,
  { over, place, query, animal, pets, purpose = 'clause', members = {}, ...given }: Calling = {},
): Promise<Answered> {
  const { api, inventory, settings } = context;
  const { seed } = settings;
  // Nothing is awaited between here and the request, so that each of several calls sent together counts.
  if (operation !== 'listPets') await inventory.stock();
  const turn = timesAsked(operation, context);
  const forms = [{}, ...(operation === 'createPet' ? layouts : headForms)];
  const { form = place === undefined ? {} : bySeed(forms, seed, place) } = given;
  const options = { as, form, purpose, ...(over === undefined ? {} : { over }) };
  switch (operation) {
    case 'listPets': {
      const due = place === undefined ? {} : bySeed(queries, seed, place);
      return api.listPets(query ?? due, options);
    }
    case 'createPet': {
      const { id: categoryId } = inventory.category();
      const body = { name: inventory.name('anonymous'), categoryId, ...members };
      const status = bySeed(draftsAndStatuses, turn, seed);
      return askedIn(form, (written) =>
        api.createPet({ ...body, ...status }, { ...options, form: written }),
      );
    }
    case 'getPet':
      return readAs(pets ?? petsFrom(context, animal ?? turn), context, options);
    default:
      return noCaseFor(operation);
  }
}

/** Reads the first of the animals that is there. */
async function readAs(
  some: readonly KnownPet[],
  { api, inventory }: CheckContext,
  options: CallOptions,
): Promise<Answered> {
  if (some.length === 0) {
    const answer = await api.getPet(nobodys, options);
    // A look-up before the question for the key is allowed: only an animal that exists decides.
    if (answer.response.status === 404) inconclusive(`no animal is known${inventory.lack()}`);
    return answer;
  }
  for (const { id } of some) {
    const answer = await api.getPet(id, options);
    if (answer.response.status !== 404 || operationMayBeGone(answer)) return answer;
    const toHolder = await api.getPet(id);
    if (toHolder.response.status !== 404) return answer;
  }
  return inconclusive('the animals that were asked for have been taken away');
}

/** An id to ask for if no animal is known. */
const nobodys = 2n ** 62n + 4_040_404_041n;

/** Expects the operation to refuse the credential with 401. */
export async function expectRefused(
  as: Credential,
  operation: Operation,
  context: CheckContext,
  calling: Calling = {},
) {
  const answer = await callAs(operation, as, context, calling);
  if (operationMayBeGone(answer)) return;
  await excuseLock(answer, context.api);
  expect(answer).toBeRefused(401);
}

/**
 * A caller that tried bad keys may be locked out for a while: then the right key gets the same answer. And a full store
 * may say so before it looks for a key (RFC 4918, section 11.5).
 */
export async function excuseLock({ response: { status } }: Answered, api: Api) {
  if (status === 507)
    inconclusive('the store is full, which the service may say before it looks for a key');
  if (status !== 403) return;
  const own = await api.listPets({ limit: 1 });
  if (own.response.status !== status) return;
  inconclusive(
    `the right key is answered ${status}, too: it may not list, or the caller is locked out for the bad log-ins of this run`,
  );
}

/** Queries for a list without a valid key; the answer to each is 401. */
const queries: readonly Query[] = [
  {},
  // Like the key's own lists before and after: what a cache keeps for one caller is not for others.
  { limit: 100 },
  { status: 'available' },
  'status=pending&limit=2',
  // Five, as there are three operations: of a number that three divides, some would never be asked.
  { status: 'sold' },
];

/** What a public page would ask for. */
export const asPagesAsk: Query = { limit: 2, status: 'available' };
