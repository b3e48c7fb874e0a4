import type { PetStatus } from '../../catalogue/operations.ts';
import type { Answered } from '../../http/exchange.ts';
import { petsOf } from '../../judge/pet.ts';

export { type Pet, petOf, petsOf, readPet } from '../../judge/pet.ts';

/** A valid creation; `categoryId` is a BigInt so that it is written with all its digits. */
export interface NewPet {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: PetStatus;
}

/** The first, the last and the middle one: others hardly take all three away. */
export function fewOf<T>(all: readonly T[]): T[] {
  const places = [0, all.length - 1, Math.floor(all.length / 2)];
  return [...new Set(places)].flatMap((at) => all.slice(at, at + 1));
}

/** Whether a filtered list itself shows an animal with another status. */
export function hasOutsiders(list: Answered, status: PetStatus): boolean {
  return (petsOf(list) ?? []).some((pet) => pet.status !== undefined && pet.status !== status);
}
