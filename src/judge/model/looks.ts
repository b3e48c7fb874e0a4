/** What answers show of each animal, found by its id: pages are many, and each is looked through again and again. */
import type { Answered } from '../../http/exchange.ts';
import type { Pet } from '../pet.ts';
import type { Seen, SeenList } from './seen.ts';

/** An answer that shows an animal. */
export interface Look {
  readonly pet: Pet;
  readonly exchange: Answered;
}

const ids = new WeakMap<SeenList, ReadonlySet<bigint>>();

/** The ids on a page. */
export function idsOf(list: SeenList): ReadonlySet<bigint> {
  const known = ids.get(list) ?? new Set(list.pets.flatMap(({ id }) => id ?? []));
  ids.set(list, known);
  return known;
}

const contents = new WeakMap<SeenList, string>();

/** Whether two pages show the same animals, in any order. */
export function areEqual(one: SeenList, other: SeenList): boolean {
  return one.pets.length === other.pets.length && contentOf(one) === contentOf(other);
}

/** The animals of a page as one text: the same for pages that show the same ones. */
export function contentOf(list: SeenList): string {
  const known =
    contents.get(list) ??
    list.pets
      .map(({ id }) => `${id}`)
      .sort()
      .join(' ');
  contents.set(list, known);
  return known;
}

const looks = new WeakMap<Seen, ReadonlyMap<bigint, readonly Look[]>>();

/** Every list and read that shows an animal, by its id; lists first, each kind in the order of asking. */
export function looksOf(seen: Seen): ReadonlyMap<bigint, readonly Look[]> {
  const known = looks.get(seen);
  if (known) return known;
  const byId = new Map<bigint, Look[]>();
  const see = (pet: Pet | undefined, exchange: Answered) => {
    if (pet?.id === undefined) return;
    const look = { pet, exchange };
    const before = byId.get(pet.id);
    if (before) before.push(look);
    else byId.set(pet.id, [look]);
  };
  for (const { pets, exchange } of seen.lists) for (const pet of pets) see(pet, exchange);
  for (const { pet, exchange } of seen.reads) see(pet, exchange);
  looks.set(seen, byId);
  return byId;
}
