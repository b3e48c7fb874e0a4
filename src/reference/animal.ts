import type { PetStatus } from '../catalogue/operations.ts';

/** An animal as the store keeps it (section 2). */
export interface Animal {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: PetStatus;
}

/** What a creation may contain (schema NewPet). */
export type NewAnimal = Omit<Animal, 'id'>;
