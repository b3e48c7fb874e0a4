import type { Exchange } from '../../http/exchange.ts';
import type { Finding } from '../outcome.ts';
import { idsOf, type Seen, type SeenList } from './seen.ts';

/** Random ids are above this number: no service reaches it by counting. */
export const mostCounted = 2n ** 33n;

/** An id this near to one that was given may be given next. */
const near = 1_000_000n;

/**
 * Judges that looking for an id which no animal has creates no animal (section 4.3): neither a list nor a read may show
 * the very id, chosen at random, for which a read was answered 404 before.
 */
export function judgeMadeByReads(seen: Seen): Finding[] {
  const given = seen.creations.flatMap(({ pet }) => pet?.id ?? []);
  const isOdd = (id: bigint) =>
    id > mostCounted && given.every((one) => id - one > near || one - id > near);
  const refused = seen.reads.filter(({ id, pet }) => pet === undefined && isOdd(id));
  return refused.flatMap(({ id, exchange }): Finding[] => {
    const holds = (list: SeenList) => idsOf(list).has(id);
    const isLater = (one: Exchange) => one.startedAt >= exchange.finishedAt;
    const list = seen.lists.find((one) => isLater(one.exchange) && holds(one));
    const read = seen.reads.find((one) => isLater(one.exchange) && one.pet?.id === id);
    const later = list ?? read;
    const before = seen.lists.some(
      (list) => list.exchange.startedAt < exchange.finishedAt && holds(list),
    );
    const sent = seen.creations.some((one) => one.sent?.id === id);
    if (later === undefined || before || sent) return [];
    const where = later === list ? 'appears in a list' : 'is found';
    const problem = `the id ${id}, chosen at random, was not found, and then ${where}`;
    const also = [later.exchange.index];
    return [{ id: 'get.not-found', exchange: exchange.index, also, at: 'getPet 404', problem }];
  });
}
