import type { PetStatus } from '../../catalogue/animal.ts';
import type { Answered } from '../../http/exchange.ts';
import { petsOf } from '../../judge/pet.ts';

/** A valid creation; integers are BigInt so that they are written with all their digits. */
export type { NewAnimal as NewPet } from '../../catalogue/animal.ts';
export { type Pet, petOf, petsOf, readPet } from '../../judge/pet.ts';

/** The first, the last and the middle one: others hardly take all three away. */
export function fewOf<T>(all: readonly T[]): T[] {
  const places = [0, all.length - 1, Math.floor(all.length / 2)];
  return [...new Set(places)].flatMap((at) => all.slice(at, at + 1));
}

/** Whether a filtered list itself shows an animal with another status. */
export function hasOutsiders(list: Answered, status: PetStatus): boolean {
  return (petsOf(list) ?? []).some((pet) => pet.status !== undefined && pet.status !== status);
}
