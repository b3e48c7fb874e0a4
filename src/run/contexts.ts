import type { Client } from '../http/client.ts';
import type { Clock } from '../http/clock.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Settings } from '../settings/settings.ts';
import type { Inventory } from './animals/inventory.ts';
import type { CheckContext } from './checks/check-context.ts';
import { forAll } from './checks/property.ts';
import type { Check } from './checks/registration.ts';
import type { Emit } from './events.ts';
import type { Exchanges } from './exchanges.ts';
import { spend } from './limit/spending.ts';
import { spendingRequests } from './limit/spending-requests.ts';
import type { Spending } from './limit/spent-responses.ts';
import type { RunPlan } from './plan/plan.ts';
import type { Api, Asked } from './requests/api.ts';
import type { Turn } from './requests/side-by-side.ts';
import { dataSeed, seedFor } from './values/arbitraries.ts';
import type { Waiting } from './waiting.ts';

interface Shared {
  readonly settings: Settings;
  readonly client: Client;
  readonly clock: Clock;
  readonly plan: RunPlan;
  readonly inventory: Inventory;
  readonly exchanges: Exchanges;
  readonly open: Set<Asked>;
  readonly waiting: Waiting;
  readonly emit: Emit;
  /** A sentence about the service, free of keys. */
  readonly clean: (sentence: string) => string;
}

/** What belongs to one check while it asks. */
export interface Own {
  readonly api: Api;
  readonly cited: Exchange[];
  readonly turn: Turn;
}

/** How many smaller cases a failed property may try: each costs a request or two. */
const shrinkAllowance = 12;

/** Something that is made once, and a way to let it go on. */
interface Made {
  readonly made: Promise<unknown>;
  readonly open: () => void;
}

/** What is made once in a run, for all checks that share it. */
export class MadeOnce {
  readonly #made = new Map<string, Made>();

  /** The value of this name: the one made before, or one made now. `make` asks in the turn that it is given. */
  async get<T>(name: string, turn: Turn, make: (shared: Turn) => Promise<T>): Promise<T>;
  async get(name: string, turn: Turn, make: (shared: Turn) => Promise<unknown>): Promise<unknown> {
    const { made, open } = this.#made.get(name) ?? this.#make(name, turn, make);
    // The first of those that wait for it must not wait for the one that began it.
    void turn.ready().then(open);
    return made;
  }

  #make(name: string, turn: Turn, make: (shared: Turn) => Promise<unknown>): Made {
    const { turn: shared, open } = turn.shared();
    const known = { made: make(shared), open };
    this.#made.set(name, known);
    // If it could not be made now, it may be made for the next check.
    known.made.catch(() => this.#made.delete(name));
    return known;
  }
}

/** Builds the contexts of checks from what a run shares and what belongs to each check. */
export class Contexts {
  readonly #shared: Shared;
  readonly #made = new MadeOnce();

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  of(check: Check, own: Own): CheckContext {
    const { api, cited, turn } = own;
    const { client, clock, clean, emit, exchanges, inventory, open, plan, settings, waiting } =
      this.#shared;
    return {
      api,
      inventory,
      settings,
      plan,
      exchanges: exchanges.all,
      open,
      now: () => clock.now(),
      graceMs: () => waiting.graceMs,
      cite: (...shown) => void cited.push(...shown),
      forAll: (options, holds) => {
        const seed = seedFor(dataSeed(settings), `${check.id}: ${check.title}`);
        const runs = options.runs * plan.cases;
        return forAll({ ...options, runs, seed, shrinks: this.#shrinksFor(check) }, holds);
      },
      eventually: (ask, good) => waiting.eventually(ask, good),
      waitUntil: (time, reason) => waiting.until(time, reason),
      onOneConnection: async (use) => {
        const connection = client.openConnection();
        try {
          return await use(connection);
        } finally {
          await connection.close();
        }
      },
      once: (name, make) =>
        this.#made.get(name, turn, (shared) =>
          make(this.of(check, { ...own, api: api.inTurn(shared), turn: shared })),
        ),
      spendLimit: () => this.#spendLimit(),
      observe: (id, answer) => {
        const shown = [...cited, ...api.used].map(({ index }) => index);
        emit({ type: 'observed', observation: { id, answer: clean(answer), exchanges: shown } });
      },
    };
  }

  /** Each smaller case of a creation may create an animal, which later requirements need, too. */
  #shrinksFor({ id }: Check): number {
    const { client, settings } = this.#shared;
    if (!id.startsWith('create.')) return shrinkAllowance;
    if (settings.profile === 'read-only') return 0;
    return Math.min(shrinkAllowance, Math.floor(client.creationsLeft / 8));
  }

  #spendLimit(): Promise<Spending> {
    const { client, clock, inventory, settings } = this.#shared;
    const { maxRequests, maxWait, concurrency } = settings;
    return spend({
      ...spendingRequests(settings, inventory, client),
      now: () => clock.now(),
      sleep: (ms, reason) => client.pause(ms, reason, 'rate-limit'),
      requestsLeft: () => maxRequests - client.requests,
      concurrency,
      maxWaitMs: maxWait * 1000,
    });
  }
}
