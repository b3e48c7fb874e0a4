import { type Answered, wereTogether } from '../../http/exchange.ts';
import { placeOf } from '../defined.ts';
import type { Finding } from '../outcome.ts';
import { pageOf } from '../pet.ts';
import { type Doubt, type RepeatedQuestion, written } from './doubts.ts';
import { firstSightings } from './first-sightings.ts';
import { groupedBy } from './grouped.ts';
import { idsOf, looksOf } from './looks.ts';
import type { Seen, SeenRead } from './seen.ts';
import { mayHaveBeenReset, wasReset } from './store-reset.ts';
import { mostTakenOf } from './taken-away.ts';

/**
 * Judges that an animal which was read stays readable (section 4.3). Others may take it away; nobody brings
 * it back under its id, or takes away one animal of this run after another.
 */
export function judgeStays(seen: Seen, graceMs: number): Finding[] {
  const since = firstSightings(seen);
  const byId = readsById(seen);
  const flickering = [...byId.values()].flatMap((reads) => {
    const [first] = reads;
    if (first === undefined || seen.touched.has(first.id)) return [];
    const known = since.get(first.id) ?? Number.POSITIVE_INFINITY;
    // An animal that was given the id again may lag like the first.
    const given = seen.creations.flatMap(({ pet, exchange }) =>
      pet?.id === first.id ? [exchange.finishedAt] : [],
    );
    const settled = (at: number) => Math.max(known, ...given.filter((one) => one <= at)) + graceMs;
    const found = flicker(reads, settled, graceMs, (before) => namesOf(first.id, seen, before));
    return found.flatMap(({ missing, again }) =>
      isByOthers(first.id, reads, seen, graceMs, { missing, again })
        ? []
        : [
            findingOn(
              missing,
              `animal ${first.id} had been seen, is not found, and is found again later`,
              [again],
            ),
          ],
    );
  });
  return [...flickering, ...goneOneByOne(seen, byId)];
}

/** The names under which the animal of an id was shown before a time; none if a creation was given the id after it. */
function namesOf(id: bigint, seen: Seen, before: number): ReadonlySet<string | undefined> {
  const given = seen.creations.filter(({ pet }) => pet?.id === id);
  if (given.some(({ exchange }) => exchange.startedAt >= before)) return new Set();
  const shown = [...given, ...(looksOf(seen).get(id) ?? [])];
  return new Set(
    shown.flatMap(({ pet, exchange }) =>
      pet?.name !== undefined && exchange.finishedAt <= before ? [pet.name] : [],
    ),
  );
}

function readsById({ reads }: Seen): Map<bigint, SeenRead[]> {
  return groupedBy(reads, ({ id }) => id);
}

/**
 * Whether it is an animal of others that the store brought back when it was reset, or that they take away and file anew,
 * again and again, so that it is given the same id.
 */
function isByOthers(
  id: bigint,
  reads: readonly SeenRead[],
  seen: Seen,
  graceMs: number,
  { missing, again }: { readonly missing: Answered; readonly again: Answered },
): boolean {
  if (seen.creations.some(({ pet }) => pet?.id === id)) return false;
  if (mayHaveBeenReset(seen, missing.startedAt, again.finishedAt)) return true;
  const [first, ...later] = missedAndFound(reads);
  if (first === undefined) return true;
  // Who counts on from the highest id gives no lower one.
  const isBelowAnother = [...firstSightings(seen).keys()].some((one) => one > id);
  const isAgain = later.some(({ startedAt }) => startedAt >= first.finishedAt + graceMs);
  return !isBelowAnother && !isAgain;
}

/** The reads that missed it while another one found it: it may have been taken away or filed just then, but not twice. */
function missedAndFound(reads: readonly SeenRead[]): Answered[] {
  const found = reads.filter(({ pet }) => pet !== undefined);
  return reads.flatMap(({ pet, exchange }) => {
    const isFound = found.some((one) => wereTogether(one.exchange, exchange));
    return pet === undefined && isFound ? [exchange] : [];
  });
}

/** Found, then missing though reads must have caught up, then found again later than reads may lag. */
function flicker(
  reads: readonly SeenRead[],
  settled: (at: number) => number,
  graceMs: number,
  named: (before: number) => ReadonlySet<string | undefined>,
): { readonly missing: Answered; readonly again: Answered }[] {
  for (const missing of reads) {
    if (
      missing.pet !== undefined ||
      missing.exchange.startedAt < settled(missing.exchange.startedAt)
    )
      continue;
    const before = named(missing.exchange.startedAt);
    // The id of an animal that was taken away may have been given to another.
    const again = reads.find(
      ({ pet, exchange }) =>
        exchange.startedAt >= missing.exchange.finishedAt + graceMs && before.has(pet?.name),
    );
    if (again === undefined) continue;
    return [{ missing: missing.exchange, again: again.exchange }];
  }
  return [];
}

/**
 * Judges that a read of an animal which is known to exist shows no other one, and that a read of an id below zero does
 * not show the animal of another id: whether and how it is refused is left open.
 */
export function judgeReadIds(seen: Seen): Finding[] {
  const since = firstSightings(seen);
  const ofKnown = seen.reads.filter(
    ({ id, exchange }) => (since.get(id) ?? Number.POSITIVE_INFINITY) <= exchange.startedAt,
  );
  return [
    ...readsOfOthers('get.not-found', seen.probedReads),
    ...readsOfOthers('get.found', ofKnown),
  ];
}

/**
 * Judges that each read of an animal which is known to exist shows an animal, not only the first read: what a cache
 * keeps of it may have another form, or be broken.
 */
export function judgeOddReads(seen: Seen): Finding[] {
  const since = firstSightings(seen);
  return seen.oddReads.flatMap(({ id, exchange }): Finding[] => {
    if (seen.touched.has(id)) return [];
    if ((since.get(id) ?? Number.POSITIVE_INFINITY) > exchange.startedAt) return [];
    const { status } = exchange.response;
    const received = status === 200 ? '200 without an animal' : `${status}`;
    const problem = `asked for the animal ${id}, which had been seen, it answers ${received}; expected 200 with the animal, or 404 if it has gone`;
    return [{ id: 'get.found', exchange: exchange.index, at: placeOf(exchange), problem }];
  });
}

/** Each read that shows another animal than the one that it asks for. */
function readsOfOthers(requirement: Finding['id'], reads: readonly SeenRead[]): Finding[] {
  return reads.flatMap(({ id, pet, exchange }): Finding[] => {
    if (pet?.id === undefined || pet.id === id) return [];
    const problem = `asked for the animal ${id}, it gives the animal ${pet.id}`;
    return [{ id: requirement, exchange: exchange.index, at: 'getPet 200', problem }];
  });
}

/** Animals of this run that were read and are missing since. */
export function goneOfOwn(seen: Seen, byId = readsById(seen)): SeenRead[] {
  return seen.creations.flatMap(({ pet, exchange }) => {
    if (pet?.id === undefined || seen.touched.has(pet.id)) return [];
    // An id that was given again belongs to another animal from then on.
    const next = seen.creations.find(
      (one) => one.pet?.id === pet.id && one.exchange.index > exchange.index,
    );
    const until = next?.exchange.startedAt ?? Number.POSITIVE_INFINITY;
    const reads = (byId.get(pet.id) ?? []).filter(
      (read) => read.exchange.index > exchange.index && read.exchange.startedAt < until,
    );
    const last = reads.at(-1);
    return last && !last.pet && reads.some((read) => read.pet) ? [last] : [];
  });
}

function goneOneByOne(seen: Seen, byId: Map<bigint, SeenRead[]>): Finding[] {
  const gone = goneOfOwn(seen, byId);
  const [first, ...others] = gone;
  if (first === undefined || gone.length <= mostTakenOf(seen)) return [];
  if (wasReset(seen, { shown: true })) return [];
  const ids = gone.map(({ id }) => id).join(', ');
  const problem = `animals that this run created and read are not found any more: ${ids}`;
  return [
    findingOn(
      first.exchange,
      problem,
      others.map(({ exchange }) => exchange),
    ),
  ];
}

function findingOn(exchange: Answered, problem: string, others: readonly Answered[]): Finding {
  const also = others.map(({ index }) => index);
  return { id: 'get.stays', exchange: exchange.index, also, at: 'getPet 404', problem };
}

/** Doubts about animals that a list shows, though a read does not find them. */
export function listedDoubts(seen: Seen): Doubt[] {
  const since = firstSightings(seen);
  return [...readsById(seen).values()].flatMap((reads) => {
    const last = reads.at(-1);
    if (last === undefined || last.pet || seen.touched.has(last.id)) return [];
    const { id } = last;
    // An animal may be given an id that no animal had when it was read.
    if ((since.get(id) ?? Number.POSITIVE_INFINITY) > last.exchange.startedAt) return [];
    const list = seen.lists.findLast((one) => !one.strange && idsOf(one).has(id));
    if (list === undefined) return [];
    const proof: RepeatedQuestion = { operation: 'listPets', query: list.query };
    const doubtful: RepeatedQuestion = { operation: 'getPet', id };
    const lists = (answer: Answered) =>
      answer.response.status === 200 && pageOf(answer)?.pets.some((pet) => pet.id === id) === true;
    return [
      {
        about: 'presence',
        requirement: reads.some(({ pet }) => pet) ? 'get.stays' : 'get.found',
        proof,
        doubtful,
        contradiction: (proofs, others) =>
          proofs.every(lists) && others.every(({ response }) => response.status === 404)
            ? {
                problem: `animal ${id} is not found, though ${written(proof)} shows it each time, asked in turn`,
              }
            : undefined,
      } satisfies Doubt,
    ];
  });
}

/** Animals that a read did not find though they were known: whether they stay is in doubt. */
export function unsteady(seen: Seen): bigint[] {
  const since = firstSightings(seen);
  return [...readsById(seen).entries()].flatMap(([id, reads]) => {
    const known = since.get(id) ?? Number.POSITIVE_INFINITY;
    const missed = reads.some(({ pet, exchange }) => !pet && exchange.startedAt >= known);
    return missed && !seen.touched.has(id) ? [id] : [];
  });
}

/**
 * Animals of others that were read, or one that a list showed if none was, if so many of this run are gone that only a
 * reset of the store could explain it.
 */
export function othersBesideGone(seen: Seen): bigint[] {
  if (goneOfOwn(seen).length <= mostTakenOf(seen) || wasReset(seen, { shown: true })) return [];
  const own = new Set(seen.creations.map(({ pet }) => pet?.id));
  const isOfOthers = (id: bigint) => !own.has(id) && !seen.touched.has(id);
  const found = seen.reads.flatMap(({ id, pet }) => (pet && isOfOthers(id) ? [id] : []));
  if (found.length > 0) return [...new Set(found)];
  const listed = seen.lists.flatMap((list) => [...idsOf(list)]).find(isOfOthers);
  return listed === undefined ? [] : [listed];
}

/** The other animals of this run that were read, if one of them is gone. */
export function companionsOfGone(seen: Seen): bigint[] {
  const gone = new Set(goneOfOwn(seen).map(({ id }) => id));
  if (gone.size === 0 || gone.size > mostTakenOf(seen)) return [];
  const read = new Set(seen.reads.flatMap(({ id, pet }) => (pet ? [id] : [])));
  return seen.creations.flatMap(({ pet }) =>
    pet?.id !== undefined && read.has(pet.id) && !gone.has(pet.id) && !seen.touched.has(pet.id)
      ? [pet.id]
      : [],
  );
}
