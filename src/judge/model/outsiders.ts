import type { PetStatus } from '../../catalogue/operations.ts';
import type { Finding } from '../outcome.ts';
import { type Look, looksOf } from './looks.ts';
import { requirementOf } from './same-animal.ts';
import type { Seen, SeenList } from './seen.ts';

/** An animal of another status in a filtered list. */
interface Outsider {
  readonly id: bigint;
  readonly status: PetStatus;
  readonly since: number;
  /** When it was last seen there. */
  readonly seen: number;
}

/** This many on a page show well enough whether it heeds its filter. */
const mostOutsiders = 20;

/** Timers may be a little early. */
const mostOfIt = 0.9;

/** If nobody looked for so many graces, it may have been moved away and back. */
const unseenFor = 2;

/**
 * Judges that a filtered list does not go on showing an animal of another status (section 4.1, rule 3): lists may show
 * one that others have just moved until reads have caught up, but not all lists of a query for longer than that.
 */
export function judgeOutsiders(seen: Seen, graceMs: number): Finding[] {
  const { lists, reads, touched } = seen;
  const looks = looksOf(seen);
  const since = new Map<string, readonly Outsider[]>();
  return lists.flatMap((list): Finding[] => {
    const before = since.get(list.query) ?? [];
    const outsiders = outsidersIn(list)
      .filter(({ id }) => !touched.has(id))
      .slice(0, mostOutsiders)
      .map((one) => {
        const known = before.find(
          (earlier) =>
            one.seen - earlier.seen <= graceMs * unseenFor &&
            goesOn(earlier, one, looks.get(one.id) ?? []),
        );
        return known === undefined ? one : { ...one, since: known.since };
      });
    const { startedAt, index } = list.exchange;
    since.set(list.query, outsiders);
    const late = outsiders.find((one) => startedAt - one.since >= graceMs * mostOfIt);
    // If a read shows it in the status, the list filters it correctly and shows it wrongly.
    const has = reads.some(({ pet }) => pet?.id === late?.id && pet?.status === list.status);
    if (late === undefined || has) return [];
    const problem = `the animal ${late.id} goes on standing in the list of ${list.query}, in another status`;
    return [{ id: requirementOf(list), exchange: index, at: 'listPets 200', problem }];
  });
}

/**
 * Whether it is still there, in the same status: one that an answer has shown in another status meanwhile was moved
 * again.
 */
function goesOn(known: Outsider, one: Outsider, looks: readonly Look[]): boolean {
  if (known.id !== one.id || known.status !== one.status) return false;
  return !looks.some(
    ({ pet, exchange }) =>
      pet.status !== undefined &&
      pet.status !== one.status &&
      exchange.startedAt >= known.since &&
      exchange.finishedAt <= one.since,
  );
}

function outsidersIn({ pets, status, exchange }: SeenList): Outsider[] {
  if (status === undefined) return [];
  return pets.flatMap((pet) =>
    pet.id !== undefined && pet.status !== undefined && pet.status !== status
      ? [{ id: pet.id, status: pet.status, since: exchange.finishedAt, seen: exchange.finishedAt }]
      : [],
  );
}
