import type { Finding } from '../outcome.ts';
import type { Pet } from '../pet.ts';
import { groupedBy } from './grouped.ts';
import { requirementOf } from './same-animal.ts';
import type { Seen, SeenList } from './seen.ts';
import { type SteadyPet, steadyPets } from './steady.ts';

/** One animal on a page may have been sold and taken back within a moment; several on several pages were not. */
const enough = 2;

/** As many animals of this run are hardly taken away and brought back, twice. */
const enoughLacking = 3;

/**
 * Judges filtered lists that were right when they were asked for again (section 4.1, rule 3), as one of several nodes
 * does not filter, or knows no animals of a status: several lists show several animals of another status, or are empty.
 * Statuses may change, and an index may lag behind, so this decides only if no animal was ever seen with two statuses,
 * by animals that had theirs long before and long after.
 */
export function judgeMisfiltered(seen: Seen, graceMs: number): Finding[] {
  const steady = steadyPets(seen);
  const filtered = seen.lists.filter(({ status, strange }) => status !== undefined && !strange);
  const around = ({ exchange: { startedAt, finishedAt } }: SeenList) =>
    steady.filter(
      ({ from, until }) => from + graceMs <= startedAt && until >= finishedAt + graceMs,
    );
  return [...misfits(filtered, around), ...emptied(filtered, around)];
}

type Around = (list: SeenList) => readonly SteadyPet[];

function misfits(lists: readonly SeenList[], around: Around): Finding[] {
  const wrong = lists.flatMap((list) => {
    const isOther = ({ status }: Pet) => status !== undefined && status !== list.status;
    const shown = list.pets.filter(isOther);
    if (shown.length < enough) return [];
    const known = new Set(around(list).map(({ id }) => id));
    const others = shown.filter(({ id }) => id !== undefined && known.has(id));
    return others.length < enough ? [] : [{ list, others }];
  });
  if (wrong.length < enough) return [];
  return wrong.map(({ list, others: [first, ...rest] }) =>
    finding(
      list,
      requirementOf(list),
      `shows ${1 + rest.length} animals that are not, as id ${first?.id} that is ${first?.status} in every answer`,
    ),
  );
}

/** Lists that are empty between two of the same query that are not: a cache may keep what was before the animals. */
function emptied(lists: readonly SeenList[], around: Around): Finding[] {
  const wrong = [...groupedBy(lists, ({ query }) => query).values()].flatMap((same) => {
    const isFull = ({ count }: SeenList) => count > 0;
    const [first, last] = [same.findIndex(isFull), same.findLastIndex(isFull)];
    return same.filter(
      (list, at) => !isFull(list) && first < at && at < last && isLacking(list, around),
    );
  });
  if (wrong.length < enough) return [];
  return wrong.map((list) =>
    finding(
      list,
      'list.shows-animals',
      'is empty, though animals have that status before and after',
    ),
  );
}

const isLacking = (list: SeenList, around: Around) =>
  around(list).filter(({ status }) => status === list.status).length >= enoughLacking;

function finding({ query, exchange }: SeenList, id: Finding['id'], what: string): Finding {
  const problem = `the list of ${query} ${what}`;
  return { id, exchange: exchange.index, at: 'listPets 200', problem };
}
