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
import { joinedBodyForms } from '../values/forms.ts';
import type { Names } from '../values/names.ts';
import { firstLook } from './address.ts';
import {
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

/** The animals that decide a page of the default size: one more than fits. */
const enoughForDefault = pageSize.default + 1;

/**
 * What the run knows of the implementation's store. It looks once, and in the profiles that may write it creates once
 * what the checks need, so that an animal that fills a page also judges creation. If an ordinary animal is refused, it
 * finds out what was objected to: its name, its category, or any further animal. Then that refusal judges nothing, as
 * none of these limits is described.
 */
export class Inventory {
  readonly #options: InventoryOptions;
  #looked: Promise<Answered | undefined> | undefined;
  #surveyed: Promise<void> | undefined;
  #stocked: Promise<void> | undefined;
  #settled: Promise<Answered> | undefined;
  readonly #preparing = new Set<Promise<unknown>>();

  readonly #known = new Map<bigint, Known>();
  /** How many times an answer showed an animal without an id that is an int64. */
  withoutId = 0;

  readonly #creations: Creation[] = [];
  readonly #excused: Creation[] = [];
  readonly #silences: { readonly planned: Planned; readonly silence: NoResponse }[] = [];
  /** The index of the category that takes animals. */
  #at = 0;
  #isFull = false;
  /** Whether an ordinary animal was refused where there was room. One such refusal judges the service. */
  #isJudged = false;

  constructor(options: InventoryOptions) {
    this.#options = options;
  }

  /** Every valid creation so far that judges the service, in the order of asking. */
  get creations(): readonly Creation[] {
    return this.#creations;
  }

  /** Valid creations that were refused as a store may. */
  get excused(): readonly Creation[] {
    return this.#excused;
  }

  get #category(): bigint {
    return this.#categories[this.#at] ?? 1n;
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

  /** The silence to a creation of this kind, if it is certain. */
  silence(of: (planned: Planned) => boolean): NoResponse | undefined {
    return this.#silences.find(({ planned }) => of(planned))?.silence;
  }

  /**
   * Animals that this run certainly made: the id was first seen in the answer to the creation, under a name that this
   * run gave to no other.
   */
  ownAnimals(): OwnAnimal[] {
    return this.creations.flatMap(({ exchange, sent, pet }) => {
      if (pet?.id === undefined || pet.name !== sent.name) return [];
      const alike = this.creations.filter((one) => one.sent.name === sent.name).length;
      // An id that was given twice belongs to the later one, or to both.
      const isShared = this.creations.some(
        (one) => one.pet?.id === pet.id && one.exchange !== exchange,
      );
      const own = alike === 1 && !isShared && this.#known.get(pet.id)?.shownBy === exchange.index;
      return own ? [{ id: pet.id, sent }] : [];
    });
  }

  /** The category for creations; certain if a setting names it or an animal has it. */
  category(): { readonly id: bigint; readonly certain: boolean } {
    const id = this.#category;
    const { categoryId } = this.#options.settings;
    return { id, certain: categoryId !== undefined || this.#seenCategories.length > 0 };
  }

  /** The look at the store, or its stocking, that is under way. */
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

  /** Surveys and, if the profile may write, creates what the checks need; once. */
  stock(): Promise<void> {
    this.#stocked ??= this.#prepare(this.#stock());
    return this.#stocked;
  }

  /** Stocks and waits, within the grace, until lists show what was created; returns the last list. */
  settle(): Promise<Answered> {
    this.#settled ??= this.#prepare(this.#settle());
    this.#settled.catch(() => {
      this.#settled = undefined;
    });
    return this.#settled;
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

  #seenCategories: readonly bigint[] = [];

  async #survey(): Promise<void> {
    const { api, eventually } = this.#options;
    const first = await this.look();
    const listOf = (status: PetStatus) =>
      eventually(
        () => api.listPets({ status, limit: pageSize.max }),
        (list) => !hasOutsiders(list, status),
      );
    // A page that is not full shows the whole store.
    const isWhole = first !== undefined && (petsOf(first) ?? []).length < pageSize.max;
    if (!isWhole && !this.isFrugal) {
      await Promise.all(petStatuses.map((status) => orUndefined(listOf(status))));
    } else if (isWhole && this.count() > 0) await this.#lookForNone();
    const seen = this.pets().flatMap(({ categoryId }) => categoryId ?? []);
    this.#seenCategories = [...new Set(seen)];
  }

  /** Asks for a list that nothing matches, though there are other animals; it is asked for again once there are such ones. */
  async #lookForNone(): Promise<void> {
    const { api, plan } = this.#options;
    const none = petStatuses.findLast((status) => this.count(status) === 0);
    if (none === undefined || !plan.has(listOfNone)) return;
    await orUndefined(api.listPets({ status: none, limit: pageSize.max }));
  }

  async #stock(): Promise<void> {
    await this.survey();
    const { settings, plan } = this.#options;
    if (!plan.has(creationsOfEachKind)) return;
    const most = this.commonStatus();
    const counts = Object.fromEntries(petStatuses.map((one) => [one, this.count(one)]));
    const seed = dataSeed(settings);
    const { names } = this.#options;
    const everyKind = plan.has(rareCreations);
    const ordinary = this.isFrugal
      ? { enough: 0, forms: joinedBodyForms, joined: true }
      : { enough: enoughForDefault };
    const needs = { seed, names, counts, most, everyKind, ...ordinary };
    const { varied, filling } = planCreations(needs);
    // One by one: the first tells which category takes animals, and each whether it is given the id of the one before.
    for (const planned of varied) {
      await this.place(planned);
      if (this.count() === 1) await this.#lookForNone();
    }
    // If not even an ordinary animal is accepted, asking for more of them decides nothing.
    if (!this.creations.some(({ pet }) => pet)) return;
    const isTaken = (kinds: readonly Planned['kind'][]) =>
      this.creations.some(({ planned, pet }) => pet && kinds.includes(planned.kind));
    for (let at = 0; at < filling.length; at += together) {
      const due = filling.slice(at, at + together);
      const [, second] = this.ownAnimals();
      await this.place(
        ...due.map((one) => ({
          ...withoutRefused(one, isTaken, names),
          ...(one.kind === 'namesake' && second !== undefined && { id: second.id }),
        })),
      );
    }
  }

  async #settle(): Promise<Answered> {
    await this.stock();
    return this.#listOf(this.count());
  }

  /** The longest list, asked for within the grace until it shows this many animals. */
  #listOf(many: number): Promise<Answered> {
    const { api, eventually } = this.#options;
    const due = Math.min(many, pageSize.max);
    return eventually(
      () => api.listPets({ limit: pageSize.max }),
      (list) => (petsOf(list)?.length ?? due) >= due,
    );
  }

  /** Asks for one animal; if the answer is lost, for another of its kind. */
  async create(planned: Planned, category = this.#category): Promise<Creation> {
    const { api, names } = this.#options;
    let asked = planned;
    const bodyOf = ({
      kind,
      own,
      spell,
      pieces,
      form,
      name,
      categoryId,
      ...others
    }: Planned): NewAnimal => ({
      name,
      categoryId: categoryId ?? category,
      ...others,
    });
    const exchange = await api.createPet(
      { ...bodyOf(planned) },
      {
        mayCreate: true,
        ...(planned.form && { form: planned.form }),
        anew: (attempt) => {
          asked = renamed(planned, attempt, names);
          return writeJson({ ...bodyOf(asked) });
        },
      },
    );
    const pet = isAccepted(exchange) ? petOf(exchange) : undefined;
    const creation = { planned: asked, sent: bodyOf(asked), exchange, ...(pet ? { pet } : {}) };
    this.#creations.push(creation);
    // In the order of asking: answers to requests sent together come in any order.
    this.#creations.sort((a, b) => a.exchange.index - b.exchange.index);
    return creation;
  }

  /**
   * Asks for animals together, and then for a plain one in place of each that is refused as a store may: one after the
   * other, so that only the answers decide the order.
   */
  async place(...all: readonly Planned[]): Promise<void> {
    if (this.#isFull) return;
    const asking = all.map((planned) => {
      const creation = this.create(planned).catch((error: unknown) => {
        if (error instanceof NoResponse) this.#silences.push({ planned, silence: error });
        throw error;
      });
      return { planned, creation };
    });
    await Promise.allSettled(asking.map(({ creation }) => creation));
    for (const { planned, creation } of asking) {
      await this.#replace(planned, await orUndefined(creation));
    }
  }

  /** Goes on after the response to one animal. */
  async #replace(planned: Planned, asked: Creation | undefined): Promise<void> {
    if (planned.kind === 'plain' && planned.form === undefined) {
      // One before it may have led to another category, where it was sent again already.
      if (asked && isRefusal(asked) && !this.#excused.includes(asked)) await this.#explain(asked);
      return;
    }
    // An unusual name that is answered 500 must not leave its status, or its page, without a verdict.
    const status = asked?.exchange.response.status;
    if (asked?.pet || status === 201 || (planned.kind === 'namesake' && status === undefined)) {
      return;
    }
    await this.place(substituteFor(planned, this.#options.names));
    if (asked === undefined || !isRefusal(asked)) return;
    // A name that is taken is one thing, a store or a category without room another.
    if (planned.kind === 'namesake' && status !== noRoom) return;
    // The reason was neither its name nor its form: its category took no more.
    const isClosed = planned.categoryId === undefined && this.#category !== asked.sent.categoryId;
    if (this.#isFull || isClosed) this.#excuse(asked);
  }

  /** The categories to try: the one that a setting names, else those of listed animals, else 1. */
  get #categories(): readonly bigint[] {
    const { categoryId } = this.#options.settings;
    if (categoryId !== undefined) return [BigInt(categoryId)];
    return this.#seenCategories.length > 0 ? this.#seenCategories.slice(0, mostCategories) : [1n];
  }

  /**
   * Finds out whether a store may refuse an ordinary animal so: its category took none yet, or has no room by now. Then
   * it goes on to the next category that takes it; if there is none, the store is full.
   */
  async #explain(refused: Creation): Promise<void> {
    if (this.#isJudged) return;
    const { planned, sent } = refused;
    const models = this.#creations.filter(isOrdinary);
    const model = models.findLast((one) => one.sent.categoryId === sent.categoryId);
    if (model !== undefined && (await this.#hasRoom(model, refused))) {
      this.#isJudged = true;
      return;
    }
    const tried = [refused];
    const next = this.#categories.indexOf(sent.categoryId) + 1;
    for (let at = Math.max(this.#at, next); at < this.#categories.length; at += 1) {
      const creation = await this.#tryOut(planned, this.#categories[at] ?? 1n);
      if (creation && isAccepted(creation.exchange)) {
        this.#at = at;
        return this.#excuse(...tried);
      }
      if (creation) tried.push(creation);
    }
    this.#isFull = models.length > 0;
    // If nothing was accepted yet, the next one may be, and then this refusal judges the service.
    this.#excuse(...(this.#isFull ? tried : tried.slice(1)));
  }

  /** Whether a category that took an animal must take this one: not if by now it refuses one like the first, too. */
  async #hasRoom(model: Creation, { planned, exchange }: Creation): Promise<boolean> {
    if (exchange.response.status === 400) return true;
    const own = this.#options.names(`like ${model.planned.name}, after ${planned.name}`);
    const { status, categoryId } = model.sent;
    const again = await this.#tryOut(ordinary(own, status), categoryId);
    if (again === undefined || isAccepted(again.exchange)) return true;
    this.#excuse(again);
    return false;
  }

  async #tryOut(planned: Planned, category: bigint): Promise<Creation | undefined> {
    return orUndefined(this.create(planned, category));
  }

  #excuse(...creations: readonly Creation[]): void {
    for (const creation of creations) {
      const at = this.#creations.indexOf(creation);
      // It was excused before if its category took no animal.
      if (at < 0) continue;
      this.#creations.splice(at, 1);
      this.#excused.push(creation);
    }
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

function isRefusal({ exchange }: Creation): boolean {
  return refusals.includes(exchange.response.status);
}

/** How many animals are asked for before their answers are looked at. */
const together = 4;

/** The first, the last and the middle one: others hardly take all three away. */
export function fewOf<T>(all: readonly T[]): T[] {
  const places = [0, all.length - 1, Math.floor(all.length / 2)];
  return [...new Set(places)].flatMap((at) => all.slice(at, at + 1));
}

/** Whether a filtered list itself shows an animal with another status. */
function hasOutsiders(list: Answered, status: PetStatus): boolean {
  return (petsOf(list) ?? []).some((pet) => pet.status !== undefined && pet.status !== status);
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
