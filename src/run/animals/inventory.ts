/** The animals of a run: those that it plans and creates, and those that answers show. */

import type { Client } from '../../http/client.ts';
import { type Answered, type Exchange, isAnswered } from '../../http/exchange.ts';
import { NoResponse } from '../../http/inconclusive.ts';
import { writeJson } from '../../http/json.ts';
import { type Pet, petOf, petsOf } from '../../judge/pet.ts';
import type { Settings } from '../../settings/settings.ts';
import { type NewAnimal, type PetStatus, petStatuses } from '../../spec/animal.ts';
import { pageSize } from '../../spec/operations.ts';
import { full, noCategory, served } from '../../spec/statuses.ts';
import { type RunPlan, step } from '../plan/plan.ts';
import type { Api } from '../requests/api.ts';
import { orUndefined } from '../requests/outcomes.ts';
import { dataSeed } from '../values/arbitraries.ts';
import type { Names } from '../values/names.ts';
import { firstLook } from './address.ts';
import {
  bodyOf,
  ordinary,
  type Planned,
  planCreations,
  renamed,
  substituteFor,
  withoutRefused,
} from './planned.ts';

/** An animal known to exist. */
export interface KnownPet extends Pet {
  readonly id: bigint;
}

/** What answers have shown of an animal, and the first of them, by index. */
interface Known {
  readonly pet: KnownPet;
  readonly shownBy: number;
  readonly isListed: boolean;
}

/** Animals to remember: more than a run can list from a service that heeds `limit`. */
const mostKnown = 20_000;

/** A creation that was asked for, and its answer. */
export interface Creation {
  readonly planned: Planned;
  readonly sent: NewAnimal;
  readonly exchange: Answered;
  /** The animal as the answer shows it; absent unless it was accepted with one. */
  readonly pet?: Pet;
}

/** What a store may answer if it has no room or no category for an animal, or if the key may not create. */
const refusals = [...noCategory, ...full];

/** No store answers this to a name: it has no room (RFC 4918, section 11.5). */
const noRoom = 507;

/** Listed categories that are tried before creation is given up. */
const mostCategories = 3;

/** How many animals are created at once. */
const together = 4;

/** An animal of this run: its id, and what was sent to create it. */
export interface OwnAnimal {
  readonly id: bigint;
  readonly sent: NewAnimal;
}

interface InventoryOptions {
  readonly api: Api;
  readonly client: Client;
  readonly settings: Settings;
  readonly plan: RunPlan;
  readonly eventually: <T>(ask: () => Promise<T>, good: (answer: T) => boolean) => Promise<T>;
  readonly names: Names;
}

// The first list, and the one that shows what was created.
step('the store at first, and once it is stocked', { tier: 0, requests: 2 });
/** Two of each status, and one without. */
const creationsOfEachKind = step('creations of each kind', {
  tier: 0,
  requests: 1 + 2 * petStatuses.length,
  creates: true,
});
/** A store that holds many animals needs most of them not, and is examined more closely instead. */
const creationsForAPage = step('creations that fill a page', {
  tier: 3,
  requests: 14,
  creates: true,
});
const rareCreations = step('creations of rare names and categories', {
  tier: 4,
  requests: 6,
  creates: true,
});
const listOfNone = step('a list that nothing matches', { tier: 3 });

/**
 * What the run knows of the implementation's store. It looks once, and in the profiles that may write it creates once
 * what the checks need, so that an animal that fills a page also judges creation. If an ordinary animal is refused, it
 * finds out what was objected to: its name, its category, or any further animal. Then that refusal judges nothing, as
 * none of these limits is described.
 */
export class Inventory {
  readonly #options: InventoryOptions;

  readonly #known = new Map<bigint, Known>();
  /** How many times an answer showed an animal without an id that is an int64. */
  withoutId = 0;

  #looked: Promise<Answered | undefined> | undefined;
  #surveyed: Promise<void> | undefined;
  #stocked: Promise<void> | undefined;
  #settled: Promise<Answered> | undefined;
  readonly #preparing = new Set<Promise<unknown>>();

  /** Every valid creation that was answered, in the order of asking. */
  readonly #answered: Creation[] = [];
  readonly #excused = new Set<Creation>();
  readonly #silences: { readonly planned: Planned; readonly silence: NoResponse }[] = [];
  #listedCategories: readonly bigint[] = [];
  /** Which of the categories is in use. */
  #at = 0;
  #isFull = false;
  /** Whether an ordinary animal was refused where there was room. One such refusal judges the service. */
  #isJudged = false;

  constructor(options: InventoryOptions) {
    this.#options = options;
  }

  /** Learns from an answer which animals exist. Answers of listPets and getPet, and creations. */
  see(exchange: Exchange): void {
    if (!isAnswered(exchange) || !served.includes(exchange.response.status)) return;
    if (exchange.operation === undefined) return;
    const isListed = exchange.operation === 'listPets';
    const pet = isListed ? undefined : petOf(exchange);
    for (const { id, ...rest } of pet ? [pet] : (petsOf(exchange) ?? [])) {
      if (id === undefined) this.withoutId += 1;
      if (id === undefined || this.#known.size >= mostKnown) continue;
      const known = this.#known.get(id);
      this.#known.set(id, {
        pet: withKnownStatus({ ...rest, id }, known?.pet),
        shownBy: known?.shownBy ?? exchange.index,
        isListed: isListed || known?.isListed === true,
      });
    }
  }

  /** Whether any list has shown the animal. */
  wasListed(id: bigint): boolean {
    return this.#known.get(id)?.isListed === true;
  }

  /** Whether any answer has shown the id. */
  has(id: bigint): boolean {
    return this.#known.has(id);
  }

  /** Animals known to exist: all, or those of a status. */
  count(status?: PetStatus): number {
    if (status === undefined) return this.#known.size;
    return this.pets().filter((pet) => pet.status === status).length;
  }

  pets(): KnownPet[] {
    return [...this.#known.values()].map(({ pet }) => pet);
  }

  /** The status of which most animals are known. */
  commonStatus(): PetStatus {
    return petStatuses.reduce((best, one) => (this.count(one) > this.count(best) ? one : best));
  }

  /** An ordinary name that this run gives to nothing else; the same for the same use. */
  name(use: string): string {
    return this.#options.names(use);
  }

  /** Every valid creation so far that judges the service, in the order of asking. */
  get creations(): readonly Creation[] {
    return this.#answered.filter((one) => !this.#excused.has(one));
  }

  /** Valid creations that were refused as a store may. */
  get excused(): readonly Creation[] {
    return [...this.#excused];
  }

  /** The silence to a creation of this kind, if it is certain. */
  silence(of: (planned: Planned) => boolean): NoResponse | undefined {
    return this.#silences.find(({ planned }) => of(planned))?.silence;
  }

  /**
   * Animals that this run certainly made: the id was first seen in the answer to the creation, under a name that this
   * run gave to no other.
   */
  ownAnimals(): OwnAnimal[] {
    const { creations } = this;
    const isOnly = (is: (one: Creation) => boolean) => creations.filter(is).length === 1;
    return creations.flatMap(({ exchange, sent, pet }) => {
      const id = pet?.id;
      if (id === undefined || pet?.name !== sent.name) return [];
      const isOwn =
        isOnly((one) => one.sent.name === sent.name) &&
        // An id that was given twice belongs to the later one, or to both.
        isOnly((one) => one.pet?.id === id) &&
        this.#known.get(id)?.shownBy === exchange.index;
      return isOwn ? [{ id, sent }] : [];
    });
  }

  /** The category for creations; certain if a setting names it or an animal has it. */
  category(): { readonly id: bigint; readonly certain: boolean } {
    const { categoryId } = this.#options.settings;
    const certain = categoryId !== undefined || this.#listedCategories.length > 0;
    return { id: this.#categories[this.#at] ?? 1n, certain };
  }

  /** The categories to try: the one that a setting names, else those of listed animals, else 1. */
  get #categories(): readonly bigint[] {
    const { categoryId } = this.#options.settings;
    if (categoryId !== undefined) return [BigInt(categoryId)];
    const listed = this.#listedCategories.slice(0, mostCategories);
    return listed.length > 0 ? listed : [1n];
  }

  /** Whether the plan creates fewer animals than pages need, though the profile may create them. */
  get isFrugal(): boolean {
    const { plan, settings } = this.#options;
    return settings.profile !== 'read-only' && !plan.has(creationsForAPage);
  }

  /** Why the store does not hold more, as the end of a sentence on what is missing. */
  lack(): string {
    const { profile } = this.#options.settings;
    if (profile === 'read-only') return ', and the read-only profile may not create any';
    if (this.isFrugal) return `, and the ${profile} profile creates few`;
    if (this.#isFull) return ', and the service takes no more of them';
    return this.#options.client.creationsLeft > 0 ? '' : ', and --max-creations allows no more';
  }

  /** The survey of the store, or its stocking, that is under way. */
  get preparing(): Promise<unknown> | undefined {
    return this.#preparing.size === 0 ? undefined : Promise.allSettled(this.#preparing);
  }

  async #prepare<T>(preparing: Promise<T>): Promise<T> {
    this.#preparing.add(preparing);
    return preparing.finally(() => this.#preparing.delete(preparing));
  }

  /** Looks at the store, once: whether it is there and accepts the key. */
  look(): Promise<Answered | undefined> {
    this.#looked ??= firstLook(this.#options);
    return this.#looked;
  }

  /** Looks at the store, and then closer at what it holds; once. */
  survey(): Promise<void> {
    this.#surveyed ??= this.#prepare(this.#survey());
    return this.#surveyed;
  }

  async #survey(): Promise<void> {
    const first = await this.look();
    // A page that is not full shows the whole store.
    const isWhole = first !== undefined && (petsOf(first) ?? []).length < pageSize.max;
    if (isWhole && this.count() > 0) await this.#listOfNone();
    if (!isWhole && !this.isFrugal) await Promise.all(petStatuses.map((one) => this.#listOf(one)));
    this.#listedCategories = [
      ...new Set(this.pets().flatMap(({ categoryId }) => categoryId ?? [])),
    ];
  }

  /** Lists the animals of a status, within the grace until the list itself shows no others. */
  #listOf(status: PetStatus): Promise<Answered | undefined> {
    const { api, eventually } = this.#options;
    const isOther = (pet: Pet) => pet.status !== undefined && pet.status !== status;
    return orUndefined(
      eventually(
        () => api.listPets({ status, limit: pageSize.max }),
        (list) => !petsOf(list)?.some(isOther),
      ),
    );
  }

  /** Asks for a list that nothing matches, though there are other animals; the same is asked again once there are such ones. */
  async #listOfNone(): Promise<void> {
    const { api, plan } = this.#options;
    const status = petStatuses.findLast((one) => this.count(one) === 0);
    if (status === undefined || !plan.has(listOfNone)) return;
    await orUndefined(api.listPets({ status, limit: pageSize.max }));
  }

  /** Surveys and, if the profile may write, creates what the checks need; once. */
  stock(): Promise<void> {
    this.#stocked ??= this.#prepare(this.#stock());
    return this.#stocked;
  }

  async #stock(): Promise<void> {
    await this.survey();
    const { settings, plan, names } = this.#options;
    if (!plan.has(creationsOfEachKind)) return;
    const { varied, filling } = planCreations({
      seed: dataSeed(settings),
      names,
      counts: Object.fromEntries(petStatuses.map((one) => [one, this.count(one)])),
      most: this.commonStatus(),
      everyKind: plan.has(rareCreations),
      isFrugal: this.isFrugal,
    });
    // One by one: the first tells which category takes animals, and each whether it is given the id of the one before.
    for (const planned of varied) {
      await this.place(planned);
      if (this.count() === 1) await this.#listOfNone();
    }
    // If not even an ordinary animal is accepted, asking for more of them decides nothing.
    if (!this.creations.some(({ pet }) => pet)) return;
    for (let at = 0; at < filling.length; at += together) {
      const taken = new Set(
        this.creations.flatMap(({ planned, pet }) => (pet ? planned.kind : [])),
      );
      const [, second] = this.ownAnimals();
      const due = filling.slice(at, at + together).map((one) => ({
        ...withoutRefused(one, taken, names),
        ...(one.kind === 'namesake' && second && { id: second.id }),
      }));
      await this.place(...due);
    }
  }

  /** Stocks and waits, within the grace, until lists show what was created; returns the last list. */
  settle(): Promise<Answered> {
    this.#settled ??= this.#prepare(this.#settle());
    this.#settled.catch(() => {
      this.#settled = undefined;
    });
    return this.#settled;
  }

  async #settle(): Promise<Answered> {
    await this.stock();
    const { api, eventually } = this.#options;
    const due = Math.min(this.count(), pageSize.max);
    return eventually(
      () => api.listPets({ limit: pageSize.max }),
      (list) => (petsOf(list)?.length ?? due) >= due,
    );
  }

  /** Creates one animal; if the answer is lost, another of its kind. */
  async create(planned: Planned, category = this.category().id): Promise<Creation> {
    const { api, names } = this.#options;
    let asked = planned;
    const exchange = await api.createPet(bodyOf(planned, category), {
      mayCreate: true,
      ...(planned.form && { form: planned.form }),
      anew: (attempt) => {
        asked = renamed(planned, attempt, names);
        return writeJson(bodyOf(asked, category));
      },
    });
    const pet = isAccepted(exchange) ? petOf(exchange) : undefined;
    const creation = {
      planned: asked,
      sent: bodyOf(asked, category),
      exchange,
      ...(pet && { pet }),
    };
    this.#answered.push(creation);
    // In the order of asking: answers to requests sent together come in any order.
    this.#answered.sort((a, b) => a.exchange.index - b.exchange.index);
    return creation;
  }

  /**
   * Creates animals together, and then plainer ones in place of those that are refused as a store may: one after the
   * other, so that only the answers decide the order.
   */
  async place(...all: readonly Planned[]): Promise<void> {
    if (this.#isFull) return;
    const creating = all.map((planned) => ({ planned, creation: this.#createIfAnswered(planned) }));
    await Promise.allSettled(creating.map(({ creation }) => creation));
    for (const { planned, creation } of creating) await this.#follow(planned, await creation);
  }

  /** Creates an animal; undefined without an answer. A silence that is certain is kept. */
  async #createIfAnswered(planned: Planned): Promise<Creation | undefined> {
    const creation = this.create(planned);
    creation.catch((error: unknown) => {
      if (error instanceof NoResponse) this.#silences.push({ planned, silence: error });
    });
    return orUndefined(creation);
  }

  /** What follows from the answer to a creation, or from none: a plainer animal, another category, or nothing. */
  async #follow(planned: Planned, creation: Creation | undefined): Promise<void> {
    const status = creation?.exchange.response.status;
    const refused = status !== undefined && refusals.includes(status) ? creation : undefined;
    if (planned.kind === 'plain' && planned.form === undefined) {
      if (refused) await this.#explain(refused);
      return;
    }
    // An unusual name that is answered 500 must not leave its status, or its page, without a verdict.
    const isDone = creation?.pet !== undefined || status === 201;
    if (isDone || (planned.kind === 'namesake' && status === undefined)) return;
    await this.place(substituteFor(planned, this.#options.names));
    // A name that is taken is one thing, a store or a category without room another.
    if (!refused || (planned.kind === 'namesake' && status !== noRoom)) return;
    const isClosed =
      planned.categoryId === undefined && refused.sent.categoryId !== this.category().id;
    // Its plain substitute was refused, too: neither its name nor its form was the reason.
    if (this.#isFull || isClosed) this.#excuse(refused);
  }

  /**
   * Finds out why an ordinary animal was refused. If its category still takes others, the refusal judges the service.
   * Else the next category that takes the animal is used from now on; if there is none, the store is full.
   */
  async #explain(refused: Creation): Promise<void> {
    if (this.#isJudged) return;
    this.#isJudged = await this.#hasRoom(refused);
    if (this.#isJudged) return;
    const tried = [refused];
    const next = Math.max(this.#at, this.#categories.indexOf(refused.sent.categoryId) + 1);
    for (const category of this.#categories.slice(next)) {
      const creation = await orUndefined(this.create(refused.planned, category));
      if (creation && isAccepted(creation.exchange)) {
        this.#at = this.#categories.indexOf(category);
        return this.#excuse(...tried);
      }
      if (creation) tried.push(creation);
    }
    this.#isFull = this.#answered.some(isOrdinary);
    // If nothing was accepted yet, the next one may be, and then this refusal judges the service.
    this.#excuse(...(this.#isFull ? tried : tried.slice(1)));
  }

  /** Whether the category of a refused animal took another one before, and would now. */
  async #hasRoom({ planned, sent, exchange }: Creation): Promise<boolean> {
    const model = this.#answered.findLast(
      (one) => isOrdinary(one) && one.sent.categoryId === sent.categoryId,
    );
    if (model === undefined) return false;
    // A 400 is about the animal, not about room for it.
    if (exchange.response.status === 400) return true;
    const own = this.name(`like ${model.planned.name}, after ${planned.name}`);
    const like = ordinary(own, model.sent.status);
    const again = await orUndefined(this.create(like, sent.categoryId));
    if (again === undefined || isAccepted(again.exchange)) return true;
    this.#excuse(again);
    return false;
  }

  #excuse(...creations: readonly Creation[]): void {
    for (const creation of creations) this.#excused.add(creation);
  }
}

/** A list need not show the status: what was known of it before still holds. */
function withKnownStatus(pet: KnownPet, known: KnownPet | undefined): KnownPet {
  if (pet.hasStatus || known?.status === undefined) return pet;
  return { ...pet, status: known.status };
}

/** Whether a creation was answered with success. */
export function isAccepted({ response }: Answered): boolean {
  return response.status >= 200 && response.status < 300;
}

/** Whether an ordinary animal was accepted. */
export function isOrdinary({ planned, exchange }: Creation): boolean {
  return planned.kind === 'plain' && isAccepted(exchange);
}

/** The animals that the key has read, by the ids that its answers showed, in the order of asking. */
export function readsByKey(
  exchanges: readonly Exchange[],
): ReadonlyMap<bigint, readonly Answered[]> {
  const reads = new Map<bigint, Answered[]>();
  for (const answer of exchanges.filter(isAnswered)) {
    if (answer.operation !== 'getPet' || answer.caller !== 'authenticated') continue;
    if (answer.response.status !== 200) continue;
    const id = petOf(answer)?.id;
    if (id !== undefined) reads.set(id, [...(reads.get(id) ?? []), answer]);
  }
  return reads;
}

/** The animals that were read whose categories a double would not tell from their neighbours. */
export function inLargeCategory(reads: ReadonlyMap<bigint, readonly Answered[]>): bigint[] {
  const isLarge = (one: Answered) => (petOf(one)?.categoryId ?? 0n) > Number.MAX_SAFE_INTEGER;
  return [...reads].flatMap(([id, answers]) => (answers.some(isLarge) ? [id] : []));
}
