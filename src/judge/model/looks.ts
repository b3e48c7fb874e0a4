/** The answers that show each animal, by its id: there are many pages, and each is searched again and again. */
import type { Answered } from '../../http/exchange.ts';
import type { Pet } from '../pet.ts';
import { groupedBy } from './grouped.ts';
import { remembered } from './remembered.ts';
import type { Seen, SeenList } from './seen.ts';

/** An answer that shows an animal. */
export interface Look {
  readonly pet: Pet;
  readonly exchange: Answered;
}

/** The ids on a page. */
export const idsOf = remembered(
  ({ pets }: SeenList): ReadonlySet<bigint> => new Set(pets.flatMap(({ id }) => id ?? [])),
);

/** The animals of a page as one text: the same for pages with the same animals, in any order. */
export const contentOf = remembered(({ pets }: SeenList): string =>
  pets
    .map(({ id }) => `${id}`)
    .sort()
    .join(' '),
);

/** Every list and read that shows an animal, by its id; lists first, each kind in the order of asking. */
export const looksOf = remembered(
  (seen: Seen): ReadonlyMap<bigint | undefined, readonly Look[]> =>
    groupedBy(allLooks(seen), ({ pet }) => pet.id),
);

function* allLooks({ lists, reads }: Seen): Generator<Look> {
  for (const { pets, exchange } of lists) for (const pet of pets) yield { pet, exchange };
  for (const { pet, exchange } of reads) if (pet) yield { pet, exchange };
}
