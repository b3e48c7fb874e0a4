import { type PetStatus, petStatuses } from '../../catalogue/animal.ts';
import { served } from '../../catalogue/statuses.ts';
import { type Exchange, isAnswered } from '../../http/exchange.ts';
import { type Pet, petOf, petsOf } from './pet.ts';

/** An animal known to exist. */
export interface KnownPet extends Pet {
  readonly id: bigint;
}

/** Animals to remember: more than a run can list from a service that heeds `limit`. */
const mostKnown = 20_000;

/** The animals that answers have shown, and which answer showed each first. */
export class KnownAnimals {
  readonly #byId = new Map<bigint, KnownPet>();
  readonly #firstSeen = new Map<bigint, number>();
  /** The exchange that showed an id first, by index. */
  readonly #firstShownBy = new Map<bigint, number>();
  readonly #listed = new Set<bigint>();

  #without = 0;

  /** How many times an answer showed an animal without an id that is an int64. */
  get withoutId(): number {
    return this.#without;
  }

  /** Learns from an answer which animals exist. Answers of listPets and getPet, and creations. */
  see(exchange: Exchange): void {
    if (!isAnswered(exchange) || !served.includes(exchange.response.status)) return;
    if (exchange.operation === undefined) return;
    const pet = exchange.operation === 'listPets' ? undefined : petOf(exchange);
    for (const one of pet ? [pet] : (petsOf(exchange) ?? [])) {
      if (one.id === undefined) this.#without += 1;
      if (one.id === undefined || this.#byId.size >= mostKnown) continue;
      if (pet === undefined) this.#listed.add(one.id);
      this.#byId.set(one.id, withKnownStatus({ ...one, id: one.id }, this.#byId.get(one.id)));
      if (this.#firstSeen.has(one.id)) continue;
      this.#firstSeen.set(one.id, exchange.finishedAt);
      this.#firstShownBy.set(one.id, exchange.index);
    }
  }

  /** Whether an answer that had come before this time (ms since the epoch) showed the id. */
  wasSeenBefore(id: bigint, time: number): boolean {
    return (this.#firstSeen.get(id) ?? Number.POSITIVE_INFINITY) < time;
  }

  /** Whether any list has shown the animal. */
  wasListed(id: bigint): boolean {
    return this.#listed.has(id);
  }

  /** Whether any answer has shown the id. */
  has(id: bigint): boolean {
    return this.#byId.has(id);
  }

  /** The exchange that showed the id first, by index. */
  firstShownBy(id: bigint): number | undefined {
    return this.#firstShownBy.get(id);
  }

  /** Animals known to exist: all, or those of a status. */
  count(status?: PetStatus): number {
    if (status === undefined) return this.#byId.size;
    return this.pets().filter((pet) => pet.status === status).length;
  }

  pets(): KnownPet[] {
    return [...this.#byId.values()];
  }

  /** The status of which most animals are known. */
  commonStatus(): PetStatus {
    return petStatuses.reduce((best, one) => (this.count(one) > this.count(best) ? one : best));
  }
}

/** A list need not show the status: what was known of it before still holds. */
function withKnownStatus(pet: KnownPet, known: KnownPet | undefined): KnownPet {
  if (pet.hasStatus || known?.status === undefined) return pet;
  return { ...pet, status: known.status };
}
