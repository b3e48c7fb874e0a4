import { type PetStatus, petStatuses } from '../../catalogue/animal.ts';
import { pageSize } from '../../catalogue/operations.ts';
import type { Client } from '../../http/client.ts';
import type { Answered } from '../../http/exchange.ts';
import type { Silence } from '../../http/inconclusive.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Api } from '../asking/api.ts';
import { inconclusive, orNothing } from '../asking/outcomes.ts';
import { dataSeed } from '../data/arbitraries.ts';
import { joinedBodyForms } from '../data/forms.ts';
import type { Names } from '../data/names.ts';
import type { QuestionPlan } from '../plan/question-plan.ts';
import { type Creation, Creator } from './creator.ts';
import { firstLook } from './first-look.ts';
import { KnownAnimals, type KnownPet } from './known-animals.ts';
import { hasOutsiders, type NewPet, petsOf } from './pet.ts';
import { type Planned, planCreations, withoutRefused } from './planned.ts';

/** An animal of this run: its id, and what was sent to create it. */
export interface OwnAnimal {
  readonly id: bigint;
  readonly sent: NewPet;
}

interface InventoryOptions {
  readonly api: Api;
  readonly client: Client;
  readonly settings: Settings;
  readonly plan: QuestionPlan;
  readonly eventually: <T>(ask: () => Promise<T>, good: (answer: T) => boolean) => Promise<T>;
  readonly names: Names;
}

/** The animals that decide a page of the default size: one more than fits. */
const enoughForDefault = pageSize.default + 1;

/**
 * What the run knows of the implementation's store. It looks once, and in the profiles that may write it creates once
 * what the checks need, so that an animal that fills a page also judges creation.
 */
export class Inventory extends KnownAnimals {
  readonly #options: InventoryOptions;
  readonly #creator: Creator;
  #looked: Promise<Answered | undefined> | undefined;
  #surveyed: Promise<void> | undefined;
  #stocked: Promise<void> | undefined;
  #settled: Promise<Answered> | undefined;
  readonly #preparing = new Set<Promise<unknown>>();

  constructor(options: InventoryOptions) {
    super();
    this.#options = options;
    const isNamed = options.settings.categoryId !== undefined;
    this.#creator = new Creator({ ...options, categories: () => this.#categories(), isNamed });
  }

  /** Every valid creation so far that judges the service, in the order of asking. */
  get creations(): readonly Creation[] {
    return this.#creator.creations;
  }

  /** Valid creations that were refused as a store may. */
  get excused(): readonly Creation[] {
    return this.#creator.excused;
  }

  /** An ordinary name that this run gives to nothing else; the same for the same use. */
  name(use: string): string {
    return this.#options.names(use);
  }

  /** The silence to a creation of this kind, if it is certain. */
  silence(of: (planned: Planned) => boolean): Silence | undefined {
    return this.#creator.silences.find(({ planned }) => of(planned))?.silence;
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
      const own = alike === 1 && !isShared && this.firstShownBy(pet.id) === exchange.index;
      return own ? [{ id: pet.id, sent }] : [];
    });
  }

  /** The category for creations; certain if a setting names it or an animal has it. */
  category(): { readonly id: bigint; readonly certain: boolean } {
    const id = this.#creator.category;
    const { categoryId } = this.#options.settings;
    return { id, certain: categoryId !== undefined || this.#seenCategories.length > 0 };
  }

  /** The categories to try: the one that a setting names, else those of listed animals, else 1. */
  #categories(): readonly bigint[] {
    const { categoryId } = this.#options.settings;
    if (categoryId !== undefined) return [BigInt(categoryId)];
    return this.#seenCategories.length > 0 ? this.#seenCategories : [1n];
  }

  /** The look at the store, or its stocking, that is under way. */
  get preparing(): Promise<unknown> | undefined {
    return this.#preparing.size === 0 ? undefined : Promise.allSettled(this.#preparing);
  }

  #prepare<T>(preparing: Promise<T>): Promise<T> {
    this.#preparing.add(preparing);
    const over = () => void this.#preparing.delete(preparing);
    preparing.then(over, over);
    return preparing;
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
    return settings.profile !== 'read-only' && !plan.asks('creations that fill a page');
  }

  /** Creates an animal outside the plan of creations, recorded like the others. */
  async create(planned: Planned): Promise<Creation> {
    return this.#creator.create(planned);
  }

  /** An animal that exists; throws Inconclusive if none is known. */
  async anyPet(): Promise<KnownPet> {
    await this.stock();
    const [pet] = this.pets();
    return pet ?? inconclusive(`no animal is known${this.lack()}`);
  }

  /** Why the store does not hold more, as the end of a sentence on what is missing. */
  lack(): string {
    const { profile } = this.#options.settings;
    if (profile === 'read-only') return ', and the read-only profile may not create any';
    if (this.isFrugal) return `, and the ${profile} profile creates few`;
    if (this.#creator.isFull) return ', and the service takes no more of them';
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
      await Promise.all(petStatuses.map((status) => orNothing(listOf(status))));
    } else if (isWhole && this.count() > 0) await this.#lookForNone();
    const seen = this.pets().flatMap(({ categoryId }) => categoryId ?? []);
    this.#seenCategories = [...new Set(seen)];
  }

  /** Asks for a list that nothing matches, though there are other animals; it is asked for again once there are such ones. */
  async #lookForNone(): Promise<void> {
    const { api, plan } = this.#options;
    const none = petStatuses.findLast((status) => this.count(status) === 0);
    if (none === undefined || !plan.asks('a list that nothing matches')) return;
    await orNothing(api.listPets({ status: none, limit: pageSize.max }));
  }

  async #stock(): Promise<void> {
    await this.survey();
    const { settings, plan } = this.#options;
    if (!plan.asks('creations of each kind')) return;
    const most = this.commonStatus();
    const counts = Object.fromEntries(petStatuses.map((one) => [one, this.count(one)]));
    const seed = dataSeed(settings);
    const { names } = this.#options;
    const everyKind = plan.asks('creations of rare names and categories');
    const ordinary = this.isFrugal
      ? { enough: 0, forms: joinedBodyForms, joined: true }
      : { enough: enoughForDefault };
    const needs = { seed, names, counts, most, everyKind, ...ordinary };
    const { varied, filling } = planCreations(needs);
    const creator = this.#creator;
    // One by one: the first tells which category takes animals, and each whether it is given the id of the one before.
    for (const planned of varied) {
      await creator.place(planned);
      if (this.count() === 1) await this.#lookForNone();
    }
    // If not even an ordinary animal is accepted, asking for more of them decides nothing.
    if (!this.creations.some(({ pet }) => pet)) return;
    const isTaken = (kinds: readonly Planned['kind'][]) =>
      this.creations.some(({ planned, pet }) => pet && kinds.includes(planned.kind));
    for (let at = 0; at < filling.length; at += together) {
      const due = filling.slice(at, at + together);
      await creator.place(...due.map((one) => withoutRefused(one, isTaken, names)));
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
}

/** How many animals are asked for before their answers are looked at. */
const together = 4;
