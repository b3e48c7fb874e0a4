import type { Finding } from '../outcome.ts';
import { requirementOf } from './same-animal.ts';
import type { Seen, SeenList } from './seen.ts';

/** Timers may be a little early. */
const mostOfIt = 0.9;

/**
 * Judges that a filtered list does not go on showing an animal of another status (section 4.1, rule 3): one that
 * others have just moved may stand in it until reads have caught up, and so in some lists of a query, but not in
 * all of them for longer than that.
 */
export function judgeOutsiders({ lists, reads, touched }: Seen, graceMs: number): Finding[] {
  const since = new Map<string, Map<bigint, number>>();
  return lists.flatMap((list): Finding[] => {
    const before = since.get(list.query) ?? new Map<bigint, number>();
    const outsiders = outsidersIn(list).filter((id) => !touched.has(id));
    const { startedAt, finishedAt, index } = list.exchange;
    since.set(list.query, new Map(outsiders.map((id) => [id, before.get(id) ?? finishedAt])));
    const late = outsiders.find((id) => {
      const first = before.get(id);
      return first !== undefined && startedAt - first >= graceMs * mostOfIt;
    });
    // By its id it has the status: then the list shows it wrongly, and filters it rightly.
    const has = reads.some(({ pet }) => pet?.id === late && pet?.status === list.status);
    if (late === undefined || has) return [];
    const problem = `the animal ${late} goes on standing in the list of ${list.query}, in another status`;
    return [{ id: requirementOf(list), exchange: index, at: 'listPets 200', problem }];
  });
}

function outsidersIn({ pets, status }: SeenList): bigint[] {
  if (status === undefined) return [];
  return pets.flatMap((pet) =>
    pet.id !== undefined && pet.status !== undefined && pet.status !== status ? [pet.id] : [],
  );
}
