import type { Exchange } from '../../http/exchange.ts';
import type { Finding } from '../outcome.ts';
import { idsOf } from './looks.ts';
import type { Seen, SeenRead } from './seen.ts';
import { wasReset } from './store-reset.ts';
import { mostTakenOf } from './taken-away.ts';

/**
 * Judges that created animals exist (section 4.3): several that only their creation ever showed, and that a read does
 * not find once it must have caught up, were never stored.
 */
export function judgeLost(seen: Seen, graceMs: number): Finding[] {
  const lost = lostOf(seen, graceMs);
  const [first, ...others] = lost;
  if (
    first === undefined ||
    lost.length <= mostTakenOf(seen) ||
    wasReset(seen, { shown: false, graceMs })
  )
    return [];
  return [
    {
      id: 'get.found',
      exchange: first.exchange.index,
      also: others.map(({ exchange }) => exchange.index),
      at: 'getPet 404',
      problem: `animals that were created were never shown and are not found: ${lost.map(({ id }) => id).join(', ')}`,
    },
  ];
}

/** The last read of each animal that only its creation ever showed, once reads must have caught up with that. */
function lostOf(seen: Seen, graceMs: number): SeenRead[] {
  return neverShown(seen).flatMap(({ id, exchange }) => {
    // A read before the creation missed another animal, whose id was given again.
    const last = seen.reads.findLast((read) => read.id === id);
    return last && last.exchange.startedAt >= exchange.finishedAt + graceMs ? [last] : [];
  });
}

/**
 * The first animals of this run that were shown, if a reset of the store explains why earlier ones are lost: they are
 * still there, unless the store makes room by forgetting the oldest.
 */
export function stayedBesideLost(seen: Seen, graceMs: number): bigint[] {
  const lost = lostOf(seen, graceMs);
  if (lost.length <= mostTakenOf(seen) || !wasReset(seen, { shown: false, graceMs })) return [];
  const unseen = new Set(neverShown(seen).map(({ id }) => id));
  return ownWithId(seen).flatMap(({ id }) => (unseen.has(id) ? [] : [id]));
}

/**
 * Animals to read because no list with room shows them: they may have been lost, or are listed later. Nothing if one
 * such animal was read: then lists choose what they show.
 */
export function perhapsLost(seen: Seen): bigint[] {
  const unlisted = neverShown(seen).filter(({ exchange }) =>
    seen.lists.some(
      ({ status, limit = 0, pets, exchange: list }) =>
        status === undefined && pets.length < limit && list.startedAt > exchange.finishedAt,
    ),
  );
  const chosen = ownWithId(seen).some(
    ({ id }) => !isListed(seen, id) && seen.reads.some((read) => read.pet && read.id === id),
  );
  return chosen || unlisted.length <= mostTakenOf(seen) ? [] : unlisted.map(({ id }) => id);
}

/** An accepted creation of this run, and the id in its answer. */
interface Own {
  readonly id: bigint;
  readonly exchange: Exchange;
}

function ownWithId({ creations, touched }: Seen): Own[] {
  return creations.flatMap((creation) => {
    const id = creation.pet?.id;
    return id === undefined || touched.has(id) ? [] : [{ id, exchange: creation.exchange }];
  });
}

const isListed = ({ lists }: Seen, id: bigint) => lists.some((list) => idsOf(list).has(id));

function neverShown(seen: Seen): Own[] {
  return ownWithId(seen).filter(
    ({ id }) => !isListed(seen, id) && !seen.reads.some((read) => read.pet && read.id === id),
  );
}
