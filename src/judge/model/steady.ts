/** Animals whose statuses nobody moves, as far as a run has seen. */
import type { PetStatus } from '../../catalogue/operations.ts';
import { isAnswered } from '../../http/exchange.ts';
import { groupedBy } from './grouped.ts';
import { type Look, looksOf } from './looks.ts';
import type { Seen } from './seen.ts';

/** An animal with the one status that each answer shows. */
export interface SteadyPet {
  readonly id: bigint;
  readonly status: PetStatus;
  /** When an answer had first shown it, and when the last one that shows it was asked for. */
  readonly from: number;
  readonly until: number;
}

/** Animals that every answer shows with the same status; none if any animal was seen with two. */
export function steadyPets(seen: Seen): readonly SteadyPet[] {
  const created = seen.creations.flatMap(({ exchange, pet }) =>
    pet && isAnswered(exchange) ? [{ pet, exchange }] : [],
  );
  const looks = [...looksOf(seen).values(), created].flat();
  const byId = groupedBy(
    looks.filter(({ pet }) => pet.id !== undefined && pet.status !== undefined),
    ({ pet }) => pet.id,
  );
  if ([...byId.values()].some(isMoved)) return [];
  return [...byId.values()]
    .flatMap((all) => steadyIn(all))
    .filter(({ id }) => !seen.touched.has(id));
}

function isMoved([first, ...others]: readonly Look[]): boolean {
  return others.some(({ pet }) => pet.status !== first?.pet.status);
}

function steadyIn(looks: readonly Look[]): SteadyPet[] {
  const [{ id, status } = {}] = looks.map(({ pet }) => pet);
  if (id === undefined || status === undefined) return [];
  const from = Math.min(...looks.map(({ exchange }) => exchange.finishedAt));
  const until = Math.max(...looks.map(({ exchange }) => exchange.startedAt));
  return [{ id, status, from, until }];
}
