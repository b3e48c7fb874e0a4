import type { Finding } from '../outcome.ts';
import { brief } from './creations.ts';
import { sightingsOf } from './misfit-values.ts';
import type { Seen } from './seen.ts';

/**
 * Judges that no answer shows an animal of this run under the name of another one (sections 2 and 4.3), for instance if
 * the animal that was read before is shown again. Others may rename an animal, but nobody gives it a name that the run
 * has just given to another: one answer is enough, as asking again may heal it.
 */
export function judgeBorrowedNames(seen: Seen): Finding[] {
  const owners = ownersByName(seen);
  return sightingsOf(seen).flatMap(({ created, shown, exchange }): Finding[] => {
    if (shown.name === undefined || shown.name === created.name) return [];
    const owner = owners.get(shown.name);
    if (owner === undefined) return [];
    const { operation, index } = exchange;
    const id = operation === 'getPet' ? 'get.same-animal' : 'list.same-animal';
    const [name, own] = [shown, created].map((pet) => brief(pet.name ?? ''));
    const problem = `the animal ${created.id}, created as ${own}, is shown as ${name}, the name of the animal ${owner}`;
    return [{ id, exchange: index, at: `${operation} 200`, problem }];
  });
}

/** The animal of each name that this run gave to only one, and that its creation answered. */
function ownersByName({ creations }: Seen): ReadonlyMap<string | undefined, bigint> {
  const owners = new Map<string | undefined, bigint>();
  const shared = new Set<string | undefined>();
  for (const { sent, pet } of creations) {
    const name = sent?.name;
    if (owners.has(name) || pet?.id === undefined || pet.name !== name) shared.add(name);
    else owners.set(name, pet.id);
  }
  for (const name of shared) owners.delete(name);
  return owners;
}
