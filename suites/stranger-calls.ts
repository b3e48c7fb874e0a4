/** Calls of somebody without the key, or with another credential, and what they must be answered. */

import { type Operation, type PetStatus, petStatuses } from '../src/catalogue/operations.ts';
import type { Api, Query } from '../src/engine/asking/api.ts';
import { inconclusive } from '../src/engine/asking/outcomes.ts';
import type { CheckContext } from '../src/engine/checks/context.ts';
import { expect } from '../src/engine/checks/matchers.ts';
import { headForms, inTurn, layouts } from '../src/engine/data/forms.ts';
import { fewOf } from '../src/engine/store/pet.ts';
import { readsByKey } from '../src/engine/store/reads.ts';
import type { Credential } from '../src/http/credential.ts';
import type { Answered, Purpose } from '../src/http/exchange.ts';
import type { Connections } from '../src/http/transport.ts';
import { mayBeGone } from '../src/judge/defined.ts';
import { everyOperation, queriesIn } from './stranger-queries.ts';

/**
 * A few animals that are known, beginning with the first, the latest, and so on: some may be for everybody to see. Those
 * that the key has read come first, one of each status: what answered it may answer others out of what it remembers.
 */
export function petsFrom({ exchanges, inventory }: CheckContext, number = 0) {
  const reads = readsByKey(exchanges);
  const known = inventory.pets();
  // That these are there the key can tell, whoever may have been refused them.
  const listed = known.filter(({ id }) => inventory.wasListed(id));
  const read = known.filter(({ id }) => reads.has(id));
  const ofEach = petStatuses.flatMap((status) => read.find((pet) => pet.status === status) ?? []);
  const pets = [...new Set([...ofEach, ...read, ...listed, ...known.slice(-1)])];
  const at = number % Math.max(1, pets.length);
  // From both ends in turn.
  const place = at % 2 === 0 ? at / 2 : pets.length - (at + 1) / 2;
  return [...new Set([...pets.slice(place).slice(0, 1), ...fewOf(pets)])];
}

interface Calling {
  readonly over?: Connections;
  /** Further members of the body of a creation. */
  readonly members?: Readonly<Record<string, string>>;
  /** Gives each question its turn in forms and queries; default the ordinary ones. */
  readonly place?: number;
  /** Of a list; default by turns. */
  readonly query?: Query;
  /** Of a read: which of the animals; default another one each time. */
  readonly animal?: number;
  readonly purpose?: Purpose;
}

/** What strangers say of the animals that they would create, one after the other. */
const statusesAsked: readonly { readonly status?: PetStatus }[] = [
  {},
  ...(['sold', 'available', 'pending'] as const).map((status) => ({ status })),
];

/** How often callers without the key have asked for an operation. */
function timesAsked(operation: Operation, { exchanges, open }: CheckContext): number {
  return [...exchanges, ...open].filter(
    (one) => one.caller === 'stranger' && one.operation === operation,
  ).length;
}

/** A call that would succeed with the key: on an animal that exists, with a body that is valid. */
export async function callAs(
  operation: Operation,
  as: Credential,
  context: CheckContext,
  { over, place, query, animal, purpose = 'clause', members = {} }: Calling = {},
): Promise<Answered> {
  const { api, inventory, plan, settings } = context;
  const { seed } = settings;
  // From here on nothing is waited for before it is asked, so that each of several that are asked together counts.
  if (operation !== 'listPets') await inventory.stock();
  const isWhole = plan.asks(everyOperation);
  const turn = timesAsked(operation, context) + (isWhole ? 1 : 0);
  const forms = [{}, ...(operation === 'createPet' ? layouts : headForms)];
  const form = place === undefined ? {} : inTurn(forms, seed, place);
  const options = { as, form, purpose, ...(over === undefined ? {} : { over }) };
  if (operation === 'listPets') {
    const due = place === undefined ? {} : inTurn(queriesIn(isWhole), seed, place);
    return api.listPets(query ?? due, options);
  }
  if (operation === 'createPet') {
    const { id: categoryId } = inventory.category();
    const body = { name: inventory.name('stranger'), categoryId, ...members };
    // A draft, which has no status, may pass another door.
    const status = inTurn(statusesAsked, turn, 0);
    return api.createPet({ ...body, ...status }, options);
  }
  const pets = petsFrom(context, animal ?? turn);
  if (pets.length === 0) {
    const answer = await api.getPet(nobodys, options);
    // Looking up before asking for the key is no fault: only an animal that exists decides.
    if (answer.response.status === 404) inconclusive(`no animal is known${inventory.lack()}`);
    return answer;
  }
  for (const { id } of pets) {
    const answer = await api.getPet(id, options);
    if (answer.response.status !== 404 || mayBeGone(answer)) return answer;
    const toHolder = await api.getPet(id);
    if (toHolder.response.status !== 404) return answer;
  }
  return inconclusive('the animals that were asked for have been taken away');
}

/** An id to ask for where no animal is known. */
const nobodys = 2n ** 62n + 4_040_404_041n;

/** The operation refuses the credential with 401. */
export async function expectRefused(
  as: Credential,
  operation: Operation,
  context: CheckContext,
  calling: Calling = {},
) {
  const answer = await callAs(operation, as, context, calling);
  if (mayBeGone(answer)) return;
  await excuseLock(answer, context.api);
  expect(answer).toBeRefused(401);
}

/** Who tried bad keys may be locked out for a while: then the right key is answered the same. */
export async function excuseLock({ response: { status } }: Answered, api: Api) {
  if (status !== 403) return;
  const own = await api.listPets({ limit: 1 });
  if (own.response.status !== status) return;
  inconclusive(
    `the right key is answered ${status}, too: the caller seems to be locked out for the bad log-ins of this run`,
  );
}
