import { petStatuses } from '../../catalogue/animal.ts';
import { full, noCategory } from '../../catalogue/statuses.ts';
import type { Answered } from '../../http/exchange.ts';
import { Silence } from '../../http/inconclusive.ts';
import { writeJson } from '../../http/json.ts';
import type { Api } from '../asking/api.ts';
import { orNothing } from '../asking/outcomes.ts';
import type { Names } from '../data/names.ts';
import { type NewPet, type Pet, petOf } from './pet.ts';
import { type Planned, renamed, substituteFor } from './planned.ts';

/** A creation that was asked for, and its answer. */
export interface Creation {
  readonly planned: Planned;
  readonly sent: NewPet;
  readonly exchange: Answered;
  /** The animal as the answer shows it; absent unless it was accepted with one. */
  readonly pet?: Pet;
}

interface CreatorOptions {
  readonly api: Api;
  readonly names: Names;
  /** The categories to try, the likeliest first; never none. */
  readonly categories: () => readonly bigint[];
  /** Whether a setting names the category that takes animals: then no other is tried. */
  readonly isNamed?: boolean;
}

/** What a store may answer if it has no room or no category for an animal, or if the key may not create. */
const refusals = [...noCategory, ...full];

/** No store answers this to a name: it has no room (RFC 4918, section 11.5). */
const noRoom = 507;

/** Listed categories that are tried before creation is given up. */
const mostCategories = 3;

/**
 * Creates the animals of a run. If an ordinary one is refused, it finds out what was objected to: its name, its
 * category, or any further animal. Then that refusal judges nothing, as none of these limits is described.
 */
export class Creator {
  readonly #options: CreatorOptions;
  readonly #creations: Creation[] = [];
  readonly #excused: Creation[] = [];
  readonly #silences: { readonly planned: Planned; readonly silence: Silence }[] = [];
  /** The index of the category that takes animals. */
  #at = 0;
  #isFull = false;
  #hasAskedElsewhere = false;

  constructor(options: CreatorOptions) {
    this.#options = options;
  }

  /** Creations that judge the service, in the order of asking. */
  get creations(): readonly Creation[] {
    return this.#creations;
  }

  /** Refusals that judge nothing. */
  get excused(): readonly Creation[] {
    return this.#excused;
  }

  /** Creations that were never answered, if that is certain. */
  get silences(): readonly { readonly planned: Planned; readonly silence: Silence }[] {
    return this.#silences;
  }

  /** The category that creations name. */
  get category(): bigint {
    return this.#categories()[this.#at] ?? 1n;
  }

  /** Whether the store takes no more animals. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Asks for one animal; if the answer is lost, for another of its kind. */
  async create(planned: Planned, category = this.category): Promise<Creation> {
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
    }: Planned): NewPet => ({
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
        if (error instanceof Silence) this.#silences.push({ planned, silence: error });
        throw error;
      });
      return { planned, creation };
    });
    await Promise.allSettled(asking.map(({ creation }) => creation));
    for (const { planned, creation } of asking) {
      await this.#replace(planned, await orNothing(creation));
    }
  }

  /** Goes on after the answer to one animal. */
  async #replace(planned: Planned, asked: Creation | undefined): Promise<void> {
    if (planned.kind === 'plain' && planned.form === undefined) {
      // One before it may have led to another category, where it was asked for already.
      if (asked && isRefusal(asked) && !this.#excused.includes(asked)) await this.#explain(asked);
      return;
    }
    // An unusual name that is answered 500 must not leave its status, or its page, without a verdict.
    const status = asked?.exchange.response.status;
    if (status === 201) return this.#askElsewhere();
    if (planned.kind === 'namesake' && status === undefined) return;
    await this.place(substituteFor(planned, this.#options.names));
    if (asked === undefined || !isRefusal(asked)) return;
    // A name that is taken is one thing, a store or a category without room another.
    if (planned.kind === 'namesake' && status !== noRoom) return;
    // The reason was neither its name nor its form: its category took no more.
    const isClosed = planned.categoryId === undefined && this.category !== asked.sent.categoryId;
    if (this.#isFull || isClosed) this.#excuse(asked);
  }

  /** The categories to try: the likeliest, and then the first other one in which this run was given an animal. */
  #categories(): readonly bigint[] {
    const elsewhere = this.#elsewhere();
    const likely = this.#likely();
    return elsewhere === undefined ? likely : [...likely, elsewhere];
  }

  #likely(): readonly bigint[] {
    return this.#options.categories().slice(0, mostCategories);
  }

  #elsewhere(): bigint | undefined {
    if (this.#options.isNamed === true) return undefined;
    const likely = this.#likely();
    const taken = this.#creations.find(
      ({ planned: { categoryId }, exchange }) =>
        categoryId !== undefined && !likely.includes(categoryId) && isAccepted(exchange),
    );
    return taken?.sent.categoryId;
  }

  /** Whether an animal was accepted that named no category of its own. */
  #isOpen(): boolean {
    return this.#creations.some(
      ({ planned, exchange }) => planned.categoryId === undefined && isAccepted(exchange),
    );
  }

  /**
   * If no likely category took an animal yet but another one did, asks there for the ordinary ones that were refused.
   */
  async #askElsewhere(): Promise<void> {
    const category = this.#elsewhere();
    if (this.#hasAskedElsewhere || category === undefined || this.#isOpen()) return;
    this.#hasAskedElsewhere = true;
    const refused = this.#creations.filter(
      (one) => one.planned.categoryId === undefined && isRefusal(one),
    );
    const isPlain = ({ planned }: Creation) => planned.kind === 'plain';
    for (const one of refused.filter(isPlain)) {
      const again = await this.#tryOut(one.planned, category);
      // One that is refused here, too, judges the service: others may be accepted.
      if (again && isAccepted(again.exchange)) this.#excuse(one);
    }
    if (!this.#isOpen()) return;
    this.#at = this.#categories().length - 1;
    // Categories that took no animal at all refused the unusual ones for that.
    this.#excuse(...refused.filter((one) => !isPlain(one)));
  }

  /** Finds out why an ordinary animal was refused, by asking for others that differ in one thing each. */
  async #explain(refused: Creation): Promise<void> {
    const { planned, sent } = refused;
    const model = this.#creations.find(
      (one) => one.planned.kind === 'plain' && isAccepted(one.exchange),
    );
    if (model === undefined) return this.#tryCategories(refused, planned);
    // The very same again: if it is accepted now, it was refused at will, and the refusal judges the service.
    const again = await this.#tryOut(planned, sent.categoryId);
    if (again === undefined || isAccepted(again.exchange)) return;
    const { names } = this.#options;
    const other = (status: Planned['status'], use: string): Planned => {
      const own = names(`${use} ${planned.name}`);
      return { kind: 'plain', name: own, own, ...(status ? { status } : {}) };
    };
    const probe = await this.#tryOut(other(model.sent.status, 'as before'), sent.categoryId);
    if (probe === undefined) return;
    if (!isAccepted(probe.exchange)) {
      this.#excuse(again, probe);
      for (const status of [undefined, ...petStatuses]) {
        if (status === model.sent.status || status === planned.status) continue;
        const one = await this.#tryOut(other(status, `as ${status}`), sent.categoryId);
        // The category takes animals of another status, so the refusal judges the service.
        if (one && isAccepted(one.exchange)) return;
        if (one) this.#excuse(one);
      }
      return this.#tryCategories(refused, planned, sent.categoryId);
    }
    this.#excuse(again);
    if (planned.status === model.sent.status) return this.#excuse(refused);
    const named = await this.#tryOut(other(planned.status, 'instead of'), sent.categoryId);
    if (named && isAccepted(named.exchange)) this.#excuse(refused);
  }

  /** Goes on to the next category that takes the animal; if none does, the store takes no more. */
  async #tryCategories(refused: Creation, planned: Planned, closed?: bigint): Promise<void> {
    const { length } = this.#categories();
    const tried = [refused];
    // Another animal refused at the same time may have gone on already.
    if (closed !== undefined && this.category !== closed) this.#at -= 1;
    while (this.#at + 1 < length) {
      this.#at += 1;
      const creation = await this.#tryOut(planned, this.category);
      if (creation && isAccepted(creation.exchange)) return this.#excuse(...tried);
      if (creation) tried.push(creation);
    }
    if (closed === undefined) {
      // Nothing was accepted yet: the next one may be, and then this refusal says something.
      this.#at = 0;
      this.#excuse(...tried.slice(1));
      return;
    }
    this.#isFull = true;
    this.#excuse(...tried);
  }

  async #tryOut(planned: Planned, category: bigint): Promise<Creation | undefined> {
    return orNothing(this.create(planned, category));
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

/** Whether a creation was answered with success. */
export function isAccepted({ response }: Answered): boolean {
  return response.status >= 200 && response.status < 300;
}

function isRefusal({ exchange }: Creation): boolean {
  return refusals.includes(exchange.response.status);
}
