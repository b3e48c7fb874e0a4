import { placeOf } from '../defined.ts';
import type { Finding } from '../outcome.ts';
import { firstShown, type Seen, type SeenRead } from './seen.ts';

/**
 * Judges that a read of an animal which is known to exist shows no other one, and that a read of an id below zero does
 * not show the animal of another id: whether and how it is refused is left open.
 */
export function judgeReadIds(seen: Seen): Finding[] {
  const since = firstShown(seen);
  const ofKnown = seen.reads.filter(
    ({ id, exchange }) =>
      (since.get(id)?.finishedAt ?? Number.POSITIVE_INFINITY) <= exchange.startedAt,
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
  const since = firstShown(seen);
  return seen.oddReads.flatMap(({ id, exchange }): Finding[] => {
    if (seen.touched.has(id)) return [];
    if ((since.get(id)?.finishedAt ?? Number.POSITIVE_INFINITY) > exchange.startedAt) return [];
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
