import type { Animal } from '../spec/animal.ts';

/** The animals, in the order of their creation. */
export class Store {
  readonly #animals = new Map<bigint, Animal>();

  constructor(animals: readonly Animal[]) {
    for (const animal of animals) this.add(animal);
  }

  add(animal: Animal): void {
    this.#animals.set(animal.id, animal);
  }

  get(id: bigint): Animal | undefined {
    return this.#animals.get(id);
  }

  all(): Animal[] {
    return [...this.#animals.values()];
  }

  get size(): number {
    return this.#animals.size;
  }
}
