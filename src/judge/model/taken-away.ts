import { groupedBy } from './grouped.ts';
import { idsOf } from './looks.ts';
import { remembered } from './remembered.ts';
import type { Seen, SeenList } from './seen.ts';

/** How many animals of the run others may take away, one after another; more is a fault of the service. */
export const mostTakenAway = 2;

/** The same; a tenth of what the run made, if others take away animals that are not its own, too. */
export const mostTakenOf = remembered((seen: Seen): number => {
  const made = seen.creations.filter(({ pet }) => pet).length;
  const most = Math.floor(made / 10);
  return most > mostTakenAway && takenOfOthers(seen) >= mostTakenAway ? most : mostTakenAway;
});

/** How many animals that the run did not make were taken out of the middle of a list that is ordered by ids. */
function takenOfOthers({ lists, creations }: Seen): number {
  const own = new Set(creations.flatMap(({ pet }) => pet?.id ?? []));
  const plain = lists.filter(({ status, strange }) => status === undefined && !strange);
  const taken = new Set<bigint>();
  for (const pages of groupedBy(plain, ({ query }) => query).values()) {
    const [first] = pages;
    const last = pages.at(-1);
    if (first === undefined || last === undefined) continue;
    for (const id of idsOf(first)) if (!own.has(id) && isPassedOver(last, id)) taken.add(id);
  }
  return taken.size;
}

/** Whether a page, ordered by ids up or down, shows some on both sides of one that it does not show. */
function isPassedOver({ pets }: SeenList, missing: bigint): boolean {
  const ids = pets.flatMap(({ id }) => id ?? []);
  if (ids.includes(missing) || ![ids, ids.toReversed()].some(isRising)) return false;
  return ids.some((id) => id < missing) && ids.some((id) => id > missing);
}

const isRising = (ids: readonly bigint[]) =>
  ids.every((id, at) => at === 0 || (ids[at - 1] ?? id) < id);
