/** A last look at the store, after all that may have changed it: one creation, one read, one filtered list, always. */

import { isCallerRefused } from '../src/http/credential.ts';
import { type Answered, type Exchange, isAnswered } from '../src/http/exchange.ts';
import { Inconclusive, NoResponse } from '../src/http/inconclusive.ts';
import {
  type Creation,
  inLargeCategory,
  isAccepted,
  isOrdinary,
  readsByKey,
} from '../src/run/animals/inventory.ts';
import { ordinary, type Planned } from '../src/run/animals/planned.ts';
import type { CheckContext } from '../src/run/checks/check-context.ts';
import { mismatch, refuseCut } from '../src/run/checks/matchers.ts';
import { idsBetween, nextIds } from '../src/run/checks/next-id.ts';
import { isStopped } from '../src/run/checks/refusal.ts';
import { check, requirement, together } from '../src/run/checks/registration.ts';
import { keepPlan, step } from '../src/run/plan/plan.ts';
import { asDependency, NotApplicable, orUndefined } from '../src/run/requests/outcomes.ts';
import { type Form, joinedBodyForms } from '../src/run/values/forms.ts';
import { pageSize } from '../src/spec/operations.ts';
import { expectFound, retrieve } from './created-animals.ts';
import { expectRare, rareAtEnd, titleOf } from './listing.ts';

const last = 'an animal created at the end';

const lastCreation = step(last, { tier: 1, requests: 2, creates: true });
const oneRead = step('a read at the end', { tier: 1 });
const idsGiven = step('ids that may have been given', { tier: 4 });
const moreReads = step('more reads at the end', { tier: 4, requests: 10 });
const refusedReads = step('animals that were refused to callers without the key', {
  tier: 4,
  requests: 3,
});

const lastLook = together('last look');

/** An animal that was created after all refusals, and the ids that it might have been given. */
interface Last {
  readonly creation: Creation;
  readonly mayBeNext: readonly bigint[];
  /** The same animal written in another form, if that was refused. */
  readonly refused?: Creation;
}

/** Creates an ordinary animal like those accepted before: an error may have left something behind. */
const createdLast = (context: CheckContext): Promise<Last> =>
  context.once(last, async () => {
    keepPlan(context, lastCreation);
    const { inventory } = context;
    await inventory.stock();
    const accepted = inventory.creations.filter(isOrdinary);
    const model = accepted.findLast(({ sent }) => sent.status !== undefined) ?? accepted.at(-1);
    if (model === undefined) throw new NotApplicable('no ordinary animal was accepted before');
    // These ids are not read before they are given: a cache may remember for a while that nobody has them.
    const mayBeNext = nextIds(context);
    const { status } = model.sent;
    const ask = (use: string, form?: Form) => {
      const planned = ordinary(inventory.name(use), status);
      return inventory.create(form ? { ...planned, form } : planned).catch((error: unknown) => {
        if (!(error instanceof Inconclusive) || error instanceof NoResponse) throw error;
        throw new NotApplicable(`it could not be asked for: ${error.message}`);
      });
    };
    // A large store is given so few animals that no ordinary one was written in another form yet.
    const isWritten = inventory.creations.some(({ planned }) => isPlainWritten(planned));
    const [form] = isWritten ? [] : joinedBodyForms;
    const creation = await ask('at the end', form);
    if (form === undefined || isAccepted(creation.exchange)) return { creation, mayBeNext };
    return { creation: await ask('at the end, in one line'), mayBeNext, refused: creation };
  });

const isPlainWritten = ({ kind, form }: Planned) => kind === 'plain' && form?.write !== undefined;

/** Statuses of a store that is full by now, or of one that locks out a caller for wrong keys; 400 is neither (§ 4.2). */
const mayBeOver = [401, 403, 409, 422, 507];

requirement('create.created', () => {
  check(last, async (context) => {
    const { creation, refused } = await createdLast(context);
    const { exchange, pet } = creation;
    const { status } = exchange.response;
    context.cite(exchange);
    if (refused && isAccepted(exchange) && !isStopped(refused.exchange)) {
      mismatch(
        '201, as for the same animal in plain JSON, without escapes and line breaks',
        refused.exchange,
      );
    }
    if (mayBeOver.includes(status)) {
      throw new NotApplicable(`the service answers ${status}, as it may if it is full by now`);
    }
    if (status !== 201) mismatch('201 with the animal, as for those before', exchange);
    refuseCut(exchange);
    if (pet === undefined) mismatch('the animal as a JSON object', exchange);
  });
});

lastLook.requirement('get.found', () => {
  check(last, async (context) => {
    const { creation } = await asDependency(createdLast(context));
    const id = creation.pet?.id;
    if (id === undefined) throw new NotApplicable('it was not created with an id');
    context.cite(creation.exchange);
    const answer = await retrieve(context, id);
    const { status } = answer.response;
    if (isCallerRefused(status)) {
      const { response } = await context.api.listPets({ limit: 1 });
      if (isCallerRefused(response.status)) {
        throw new NotApplicable(`the key is answered ${status} by now: it is locked out`);
      }
    }
    // Whether others may have taken it away follows from all answers of the run.
    if (status !== 404) expectFound(answer, id);
  });
});

lastLook.requirement('get.stays', () => {
  check('an animal that was read at first, at the end of the run', { tier: 1 }, async (context) => {
    const { api, plan, cite } = context;
    const [id] = readsByKey(context.exchanges).keys();
    if (id === undefined) throw new NotApplicable('no animal was read');
    const isLast = plan.has(lastCreation);
    const { mayBeNext } = (isLast && (await orElse(createdLast(context)))) || { mayBeNext: [] };
    const list = api.listPets({ limit: pageSize.max });
    const own = [
      ...(plan.has(oneRead) ? readAgain(context, id) : []),
      ...(isLast ? unseenNext(context, mayBeNext) : []),
    ].map((one) => api.getPet(one));
    const others = (isLast ? othersOf(context) : []).map((one) => orUndefined(api.getPet(one)));
    await Promise.allSettled([list, ...own, ...others]);
    cite(await list);
    for (const read of own) cite(await read);
    await Promise.all(others);
  });
});

/**
 * What was read before and is read again: an animal whose category a cache may round, or else the first; in full several,
 * each twice in a row, as one of two nodes may show it otherwise.
 */
function readAgain({ exchanges, plan }: CheckContext, first: bigint): readonly bigint[] {
  const reads = readsByKey(exchanges);
  const [large = first] = inLargeCategory(reads);
  if (!plan.has(moreReads)) return [large];
  return [...new Set([large, ...reads.keys()])].slice(0, mostAgain).flatMap((id) => [id, id]);
}

const mostAgain = 5;

/** Ids that may have been given without the run seeing it. */
function unseenNext(context: CheckContext, mayBeNext: readonly bigint[]): readonly bigint[] {
  if (!context.plan.has(idsGiven)) return [];
  const next = [...new Set([...mayBeNext, ...nextIds(context), ...idsBetween(context)])];
  return next.filter((id) => !context.inventory.has(id));
}

/**
 * Animals that this run did not create, from all over a store that holds many; in full those that were requested without
 * a key, too.
 */
function othersOf({ exchanges, inventory, plan }: CheckContext): readonly bigint[] {
  const own = new Set(inventory.creations.map(({ pet }) => pet?.id));
  const ids = inventory.pets().flatMap(({ id }) => (own.has(id) ? [] : [id]));
  // A step that does not miss what a service does to each second or third animal.
  let step = Math.floor(ids.length / mostOthers);
  while (step > 1 && (step % 2 === 0 || step % 3 === 0)) step -= 1;
  const spread =
    step < 2 || inventory.isFrugal ? [] : ids.filter((_, at) => at % step === step - 1);
  const refused = exchanges.filter(
    ({ caller, operation, response }) =>
      caller === 'anonymous' && operation === 'getPet' && response?.status === 401,
  );
  // A cache may keep the 401 for all.
  const asked = plan.has(refusedReads)
    ? inventory
        .pets()
        .filter(({ id }) => refused.some(({ request }) => request.url.endsWith(`/${id}`)))
    : [];
  return [...spread.slice(0, mostOthers), ...asked.slice(0, mostRefused).map(({ id }) => id)];
}

const mostOthers = 4;
const mostRefused = 3;

/** The result, or nothing if it could not be made. */
async function orElse<T>(making: Promise<T>): Promise<T | undefined> {
  try {
    return await orUndefined(making);
  } catch (error) {
    if (error instanceof NotApplicable) return undefined;
    throw error;
  }
}

/** Several nodes that take turns are asked one after the other: as many lists as reach each of four. */
const inRow = 4;

requirement('list.shows-animals', () => {
  check(
    'the list of all, several times in a row',
    { tier: 4, requests: inRow },
    async ({ api, cite }) => {
      for (let at = 0; at < inRow; at += 1) cite(await api.listPets({ limit: pageSize.max }));
    },
  );
});

requirement('list.filter-with-limit', () => {
  check(titleOf(rareAtEnd), { tier: rareAtEnd.tier }, async (context) => {
    const before = context.exchanges.filter(isAnswered).findLast(isOwnList);
    if (before !== undefined) refuseLocked(before);
    await expectRare(context, rareAtEnd, refuseLocked);
  });
});

const lockedOut = () => new NotApplicable('who sent wrong keys may be locked out for a time');

/** The next requirement tells a caller who is locked out for a time from a key that is refused. */
function refuseLocked(list: Answered): void {
  if (refusedIn(list)) throw lockedOut();
}

const refusedIn = ({ response }: Answered) => isCallerRefused(response.status);

requirement('list.returns-pets', () => {
  check('a list with the key, after callers without it', async (context) => {
    const { api, exchanges, cite, onOneConnection } = context;
    const wrong = exchanges.findLast(
      ({ caller, response }) => caller === 'anonymous' && response?.status === 401,
    );
    const last = exchanges.filter(isAnswered).findLast(isOwnList);
    if (wrong === undefined || last === undefined || last.index < wrong.index) {
      throw new NotApplicable('no list was asked for after a caller without a key');
    }
    cite(last);
    if (!refusedIn(last)) return;
    // A caller that is locked out for a time is refused on every connection and for every list.
    const another = () =>
      onOneConnection((over) => api.listPets({ limit: pageSize.max - 1 }, { over }));
    for (let round = 0; round < 2; round += 1) {
      const same = await api.listPets({ limit: pageSize.max });
      if (!refusedIn(same) || (await another()).response.status !== 200) {
        throw lockedOut();
      }
    }
    mismatch('200, as the key opens another list over another connection', last);
  });
});

function isOwnList({ operation, caller }: Exchange): boolean {
  return operation === 'listPets' && caller === 'authenticated';
}
