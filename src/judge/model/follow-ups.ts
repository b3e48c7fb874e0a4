import type { RequiredId } from '../../catalogue/catalogue.ts';
import { type PetStatus, petStatuses } from '../../catalogue/operations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { confrontation, type Doubt, nameOf, type RepeatedQuestion, written } from './doubts.ts';
import type { RunFacts } from './facts.ts';
import { flickering } from './flicker.ts';
import { roomDoubts } from './lacking-animals.ts';
import { perhapsLost, stayedBesideLost } from './lost.ts';
import { animalDoubts } from './same-animal.ts';
import { type Seen, seenIn } from './seen.ts';
import { companionsOfGone, listedDoubts, othersBesideGone, unsteady } from './stays.ts';
import { filterDoubts } from './two-statuses.ts';

/** Questions after a pause, in shares of the grace, so that what lags has caught up. */
export interface Round {
  readonly after: number;
  readonly ask: readonly RepeatedQuestion[];
}

/** Questions that settle what the exchanges leave in doubt. */
export interface FollowUp {
  /** Follow-ups with the same name are the same. */
  readonly name: string;
  /** What it decides. */
  readonly requirement: RequiredId;
  /** What the exchanges leave open, as the beginning of a sentence. */
  readonly doubt: string;
  readonly rounds: readonly Round[];
  /** Whether the questions of one round are asked at once, each over its own connection if there are so many. */
  readonly atOnce: boolean;
  /** Whether it leaves nothing open if it cannot be asked: it only lets more be compared. Default no. */
  readonly optional?: true;
}

/** How many doubts of one requirement are followed up: if one is not confirmed, another may be. */
const mostOfEach = 2;

/** Every doubt; first those that nobody else could have caused. */
export function doubtsOf(seen: Seen, graceMs: number): Doubt[] {
  const all = [
    ...listedDoubts(seen),
    ...roomDoubts(seen, graceMs),
    ...filterDoubts(seen),
    ...animalDoubts(seen),
  ];
  return firstOfEach(all, nameOf);
}

/** What is to be asked again before the exchanges are judged; nothing if no answer contradicts another. */
export function followUps(exchanges: readonly Exchange[], facts: RunFacts): FollowUp[] {
  const { graceMs } = facts;
  const seen = seenIn(exchanges);
  const doubts = doubtsOf(seen, graceMs);
  const kinds = [...new Set(doubts.map(({ requirement }) => requirement))];
  const chosen = kinds.flatMap((kind) =>
    firstOfEach(
      doubts.filter(({ requirement }) => requirement === kind),
      ({ doubtful }) => written(doubtful),
    ).slice(0, mostOfEach),
  );
  return [
    ...unsteady(seen).slice(0, mostOfEach).map(readAgain),
    ...companions(companionsOfGone(seen)),
    ...putBack('of others', 'get.stays', othersBesideGone(seen)),
    ...putBack('that stayed', 'get.found', stayedBesideLost(seen, graceMs)),
    ...readLate(perhapsLost(seen)),
    ...flickering(seen, graceMs).slice(0, 1).map(listAgain),
    ...chosen.map((doubt) => ({
      name: nameOf(doubt),
      requirement: doubt.requirement,
      doubt: `the answers to ${written(doubt.proof)} and ${written(doubt.doubtful)} contradict each other`,
      rounds: confrontation.map(({ after, ask }) => ({
        after,
        ask: ask.flatMap((side) => [
          ...(side === 'doubtful' ? inBetween(doubt, seen) : []),
          doubt[side],
        ]),
      })),
      atOnce: false,
    })),
  ];
}

/**
 * What comes between a filtered proof and a doubtful list without a filter: a list of another status, of which there are
 * few. To a server that keeps the filter of the list before, the doubtful one would be the proof once more, or as long
 * as the list of all.
 */
function inBetween({ proof, doubtful }: Doubt, { lists }: Seen): RepeatedQuestion[] {
  if (doubtful.operation !== 'listPets' || proof.operation !== 'listPets') return [];
  const [filter, none] = [proof, doubtful].map(({ query }) =>
    new URLSearchParams(query).get('status'),
  );
  if (!filter || none) return [];
  const most = (status: PetStatus) =>
    Math.max(0, ...lists.filter((list) => list.status === status).map(({ pets }) => pets.length));
  const [rarest] = petStatuses
    .filter((status) => status !== filter)
    .toSorted((one, other) => most(one) - most(other));
  return rarest === undefined ? [] : [{ operation: 'listPets', query: `status=${rarest}` }];
}

function firstOfEach<T>(values: readonly T[], kind: (value: T) => string): T[] {
  const first = new Map<string, T>();
  for (const value of values) if (!first.has(kind(value))) first.set(kind(value), value);
  return [...first.values()];
}

/** This many reads in a row reach each of five nodes that take turns. */
const ofFiveNodes = 5;

function readAgain(id: bigint): FollowUp {
  const read: RepeatedQuestion = { operation: 'getPet', id };
  return {
    name: `read ${id} again`,
    requirement: 'get.stays',
    doubt: `animal ${id} had been seen, and ${written(read)} did not find it`,
    // Both after a pause: a short run has not outlasted the time for which reads may lag.
    rounds: [
      { after: 1, ask: Array.from({ length: ofFiveNodes }, () => read) },
      { after: 1, ask: [read, read, read] },
    ],
    atOnce: true,
  };
}

/** Pages of several nodes in turn, or by chance: six lists hardly all come from one. */
function listAgain(query: string): FollowUp {
  const list: RepeatedQuestion = { operation: 'listPets', query };
  return {
    name: `list ${query} again`,
    requirement: 'list.shows-animals',
    doubt: `${written(list)} was answered with one page and another in turn`,
    rounds: [
      { after: 1, ask: [list, list, list] },
      { after: 0.3, ask: [list, list, list] },
    ],
    atOnce: false,
  };
}

function readLate(ids: readonly bigint[]): FollowUp[] {
  return readOnce(ids.slice(0, 3), {
    name: `read what no list shows, from ${ids[0]} on`,
    requirement: 'get.found',
    doubt: `no list shows animal ${ids[0]}`,
    after: 1,
  });
}

function companions(ids: readonly bigint[]): FollowUp[] {
  return readOnce(ids.slice(0, 4), {
    name: `read ${ids.join(', ')}`,
    requirement: 'get.stays',
    doubt: `an animal that was made beside ${ids[0]} is gone`,
    after: 0,
  });
}

/** Reads the first two, which show whether the store was reset. */
function putBack(which: string, requirement: RequiredId, ids: readonly bigint[]): FollowUp[] {
  return readOnce(ids.slice(0, 2), {
    name: `read animals ${which} again`,
    requirement,
    doubt: 'animals of this run are gone, as if the store had been put back',
    after: 0,
  });
}

type Reading = Pick<FollowUp, 'name' | 'requirement' | 'doubt'> & Pick<Round, 'after'>;

/** One round of reads, one after another; nothing without an animal to read. */
function readOnce(ids: readonly bigint[], { after, ...told }: Reading): FollowUp[] {
  if (ids.length === 0) return [];
  const ask = ids.map((id): RepeatedQuestion => ({ operation: 'getPet', id }));
  return [{ ...told, rounds: [{ after, ask }], atOnce: false }];
}
