import { randomUUID } from 'node:crypto';
import { inProfile, type RequirementId, requirementOf } from '../catalogue/catalogue.ts';
import { Client } from '../http/client.ts';
import { type Clock, steadyClock } from '../http/clock.ts';
import { theLimitKey } from '../http/credential.ts';
import type { Exchange } from '../http/exchange.ts';
import { Silence } from '../http/inconclusive.ts';
import { beginning } from '../http/json/bounds.ts';
import { mostLogIns } from '../http/log-ins.ts';
import type { Recording } from '../http/recording.ts';
import { type Replay, replay } from '../http/replay.ts';
import type { Question } from '../http/tape.ts';
import type { Connections, TransportOptions, WireRequest } from '../http/transport.ts';
import { judgeExchange } from '../judge/exchange.ts';
import { lagSaid } from '../judge/lag.ts';
import type { RunFacts } from '../judge/model/facts.ts';
import { judgeRun } from '../judge/model/judge.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { userAgent } from '../package/package.ts';
import { type Redactor, redactor } from '../secrets/redact.ts';
import { ordinaryTexts } from '../settings/ordinary.ts';
import type { Settings } from '../settings/settings.ts';
import { Api, type Asked } from './asking/api.ts';
import { MadeOnce } from './asking/made-once.ts';
import { type Ended, endOf } from './asking/outcomes.ts';
import { alone, groupsOf, sideBySide, type Turn } from './asking/side-by-side.ts';
import type { Check } from './checks/check.ts';
import type { CheckContext } from './checks/context.ts';
import { forAll } from './checks/property.ts';
import { nameOfCheck } from './checks/requirement.ts';
import { dataSeed, seedFor } from './data/arbitraries.ts';
import { namesOf } from './data/names.ts';
import type { Emit, Pause, RunEvent } from './events.ts';
import { Following } from './following.ts';
import { Kept, withRoom } from './kept.ts';
import { leftOutBy } from './limit/left-out.ts';
import { spend } from './limit/spending.ts';
import { spendingRequests } from './limit/spending-requests.ts';
import type { Spending } from './limit/spent-limit.ts';
import { expectedCost } from './plan/cost.ts';
import { keepPlan, planQuestions, type QuestionPlan } from './plan/question-plan.ts';
import { Inventory } from './store/inventory.ts';
import {
  bodyWithoutKeys,
  exchangeWithoutKeys,
  headersWithoutKeys,
  withoutKeys,
} from './without-keys.ts';

export interface SessionOptions {
  /** Takes each event, already free of keys. */
  readonly emit: Emit;
  readonly signal: AbortSignal;
  /** Default: the machine's, steady from now on. */
  readonly clock?: Clock;
  /** From 0 to 1, for the jitter of backoff; default Math.random. */
  readonly random?: () => number;
  /** When the run began, in milliseconds since the epoch, which its names are made of; default now. */
  readonly startedAt?: number;
  /** Answers every question instead of the implementation, by its own clock; then nothing is sent. */
  readonly recording?: Recording;
  /** Default: connections of the network. */
  readonly open?: (options: TransportOptions) => Connections;
}

/** How many smaller cases a failed property may try: each costs a request or two. */
const shrinkAllowance = 12;

/** One run against one implementation: its client, what it knows of the store, and what it has seen. */
export class Session {
  readonly #settings: Settings;
  readonly #signal: AbortSignal;
  readonly #takeRest: Replay['takeRest'];
  readonly #clock: Clock;
  readonly #emitRaw: Emit;
  readonly #redactor: Redactor;
  readonly #client: Client;
  readonly #inventory: Inventory;
  readonly #plan: QuestionPlan;
  readonly #exchanges: Exchange[] = [];
  readonly #kept = new Kept();
  readonly #following: Following;
  readonly #made = new MadeOnce();
  readonly #open = new Set<Asked>();
  /** Operations that a requirement has failed for, as they never answered a question. */
  readonly #silent = new Set<Exchange['operation']>();
  #toldEnd = false;
  /** Milliseconds for which reads may lag behind writes: as is set, or longer by what answers say of themselves. */
  #graceMs: number;

  constructor(settings: Settings, options: SessionOptions) {
    const { clock = steadyClock(), random = Math.random, recording, open } = options;
    this.#settings = settings;
    this.#graceMs = settings.grace * 1000;
    this.#signal = options.signal;
    this.#emitRaw = options.emit;
    this.#redactor = redactor([settings.apiKey, settings.rateLimitKey], ordinaryTexts(settings));
    const replayed = recording && replay(recording, (request) => this.#questionOf(request));
    this.#clock = replayed?.clock ?? clock;
    this.#takeRest = replayed?.takeRest ?? (() => []);
    this.#client = new Client({
      ...settings,
      connections: settings.concurrency,
      sparing: settings.profile === 'read-only',
      maxLogIns: mostLogIns[settings.profile],
      expectedRequests: expectedCost(settings).empty.requests,
      userAgent: userAgent(settings.profile),
      trace: randomUUID().replaceAll('-', ''),
      clock: this.#clock,
      // No wait of a replay is to last longer than the recorded one.
      random: replayed ? () => 0 : random,
      signal: options.signal,
      ...(open && { open }),
      ...(replayed && { open: () => replayed.connections }),
      onExchange: (exchange) => this.#take(exchange),
      onPause: (pause, kind) => this.#emit({ type: 'pause', pause: { ...pause, kind } }),
      onSecret: (text, shown) => this.#redactor.add(text, shown),
    });
    this.#plan = planQuestions(settings);
    this.#inventory = new Inventory({
      plan: this.#plan,
      api: new Api(this.#client, settings.apiKey),
      client: this.#client,
      settings,
      eventually: (ask, good) => this.#eventually(ask, good),
      names: namesOf(
        dataSeed(settings),
        recording?.startedAt ?? options.startedAt ?? this.#clock.now(),
      ),
    });
    this.#following = new Following({
      api: new Api(this.#client, settings.apiKey),
      selected: settings.selected,
      catchUp: (share, reason) => this.#pause(share * this.#graceMs, reason, 'catch-up'),
    });
  }

  /** Runs checks in their order, those of one group side by side, and tells their results. */
  async executeAll(checks: readonly Check[]): Promise<void> {
    const due = checks.filter((check) => this.#isPart(check));
    const groupOf = (check: Check) =>
      this.#plan.isAlone(nameOfCheck(check)) ? undefined : check.group;
    for (const group of groupsOf(due, groupOf)) {
      const tasks = group.map((check) => (turn: Turn) => this.execute(check, turn));
      await sideBySide(tasks, () => this.#inventory.preparing);
    }
  }

  #isPart({ id }: Check): boolean {
    const { profile, selected } = this.#settings;
    return inProfile(requirementOf(id), profile) && selected.includes(id);
  }

  /**
   * Runs one check and tells its result, when its turn has come. Undefined where it is no part of this run; a defect
   * of the suite is told as such and is no result either.
   */
  async execute(check: Check, turn = alone): Promise<CheckResult | undefined> {
    if (!this.#isPart(check)) return undefined;
    this.#emit({ type: 'check-started', id: check.id, title: check.title });
    const { apiKey } = this.#settings;
    const api = new Api(this.#client, apiKey, { topic: check.id, turn, open: this.#open });
    const cited: Exchange[] = [];
    const ended = await this.#end(check, this.#context(check, { api, cited, turn }), turn);
    if (ended === undefined) return undefined;
    const evidence = ended.evidence.length > 0 ? ended.evidence : [...cited, ...api.used];
    const indexes = [...new Set(evidence.map(({ index }) => index))].sort((a, b) => a - b);
    const { outcome, message } = ended;
    return this.#finish(check.id, { title: check.title, outcome, message, exchanges: indexes });
  }

  /** Tells the result of a check, free of keys. */
  #finish(id: RequirementId, { message, ...result }: CheckResult): CheckResult {
    const told = { ...result, message: shortened(this.#redactor.redact(message)) };
    this.#emit({ type: 'check-finished', id, result: told });
    return told;
  }

  /**
   * Holds all exchanges so far against one another and emits what they show; once all checks are done, and
   * earlier if wanted. Of a recording those count, too, that no check has asked for: another suite did.
   */
  async conclude(): Promise<void> {
    // An answer may raise a doubt of its own, or say that it is older than was waited for; what is asked is bounded.
    for (let round = 0; round < mostRounds; round += 1) {
      const { asked } = this.#following;
      await this.#settleDoubts();
      if (this.#following.asked === asked) break;
    }
    const rest = this.#takeRest();
    for (const exchange of rest) this.#take(exchange);
    if (rest.length > 0) await this.#settleDoubts();
    this.#emit({ type: 'concluded', findings: judgeRun(this.#exchanges, this.#facts()) });
  }

  #facts(): RunFacts {
    return { plan: this.#settings.plan, graceMs: this.#graceMs };
  }

  async #settleDoubts(): Promise<void> {
    try {
      const open = await this.#following.settle(this.#exchanges, this.#facts());
      for (const { id, result } of open) this.#finish(id, result);
    } catch (error) {
      if (!this.#signal.aborted) throw error;
    }
    this.#tellEnd();
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #end(check: Check, context: CheckContext, turn: Turn): Promise<Ended | undefined> {
    const asking = this.#ask(check, context);
    await Promise.allSettled([asking, turn.come()]);
    try {
      await asking;
      return { outcome: 'passed', message: '', evidence: [] };
    } catch (error) {
      if (this.#signal.aborted)
        return { outcome: 'inconclusive', message: interrupted, evidence: [] };
      const isOwn = error instanceof Silence && this.#isFirstToFail(check, error);
      const ended = endOf(error, isOwn);
      if (ended?.outcome === 'inconclusive') this.#tellEnd();
      if (ended !== undefined) return ended;
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      this.#emit({ type: 'defect', message: `${check.id}: ${message}`, stack });
      return undefined;
    }
  }

  async #ask(check: Check, context: CheckContext): Promise<void> {
    keepPlan(context, nameOfCheck(check));
    await check.ask(context);
  }

  /** Whether a silence is this check's own: not if all it judges is the whole run, and another one failed for it. */
  #isFirstToFail({ id }: Check, { evidence }: Silence): boolean {
    const operation = evidence[0]?.operation;
    const isKnown = this.#silent.has(operation);
    this.#silent.add(operation);
    return !isKnown || requirementOf(id).decidedBy !== 'the whole run';
  }

  #context(check: Check, own: Own): CheckContext {
    const { api, cited, turn } = own;
    const { runs } = this.#settings;
    return {
      api,
      inventory: this.#inventory,
      settings: this.#settings,
      plan: this.#plan,
      exchanges: this.#exchanges,
      open: this.#open,
      now: () => this.#clock.now(),
      graceMs: () => this.#graceMs,
      cite: (...exchanges) => void cited.push(...exchanges),
      forAll: (options, holds) =>
        forAll(
          {
            ...options,
            runs: runs ?? options.runs * this.#plan.cases,
            seed: seedFor(dataSeed(this.#settings), `${check.id}: ${check.title}`),
            shrinks: this.#shrinksFor(check),
          },
          holds,
        ),
      eventually: (ask, good) => this.#eventually(ask, good),
      onOneConnection: async (use) => {
        const connection = this.#client.openConnection();
        try {
          return await use(connection);
        } finally {
          await connection.close();
        }
      },
      once: (name, make) =>
        this.#made.get(name, turn, (shared) =>
          make(this.#context(check, { ...own, api: api.inTurn(shared), turn: shared })),
        ),
      spendLimit: () => this.#spendLimit(),
      observe: (id, answer) => {
        const exchanges = [...cited, ...api.used].map(({ index }) => index);
        const told = shortened(this.#redactor.redact(answer));
        this.#emit({ type: 'observed', observation: { id, answer: told, exchanges } });
      },
    };
  }

  /** Each smaller case of a creation may create an animal, which the requirements after it need, too. */
  #shrinksFor({ id }: Check): number {
    if (!id.startsWith('create.')) return shrinkAllowance;
    if (this.#settings.profile === 'read-only') return 0;
    return Math.min(shrinkAllowance, Math.floor(this.#client.creationsLeft / 8));
  }

  #spendLimit(): Promise<Spending> {
    const { maxRequests, maxWait, concurrency, rateLimitKey, apiKey } = this.#settings;
    const { caller } = theLimitKey(rateLimitKey, rateLimitKey === apiKey);
    return spend({
      ...spendingRequests(this.#settings, this.#inventory, this.#client),
      now: () => this.#clock.now(),
      sleep: (ms, reason) => this.#pause(ms, reason, 'rate-limit'),
      requestsLeft: () => maxRequests - this.#client.requests,
      concurrency,
      maxWaitMs: maxWait * 1000,
      leftOut: () => leftOutBy(this.#exchanges, caller),
    });
  }

  async #pause(ms: number, reason: string, kind: Pause['kind']): Promise<void> {
    const startedAt = this.#clock.now();
    this.#emit({ type: 'pause', pause: { startedAt, seconds: ms / 1000, reason, kind } });
    await this.#clock.sleep(ms, this.#signal);
  }

  async #eventually<T>(ask: () => Promise<T>, good: (answer: T) => boolean): Promise<T> {
    const startedAt = this.#clock.now();
    for (let pause = firstPauseMs; ; pause *= 2) {
      const answer = await ask();
      const left = startedAt + this.#graceMs - this.#clock.now();
      if (good(answer) || left <= 0) return answer;
      await this.#pause(Math.min(pause, left), 'reads may lag behind writes (--grace)', 'catch-up');
    }
  }

  #take(exchange: Exchange): void {
    this.#inventory.see(exchange);
    const most = this.#settings.maxWait * 1000;
    this.#graceMs = Math.max(this.#graceMs, Math.min(lagSaid(exchange), most));
    const findings = judgeExchange(exchange, this.#settings.plan);
    const room = this.#kept.roomFor(exchange);
    // In the order of asking and without holes: an earlier request may still be under way.
    const at = this.#exchanges.findLastIndex(({ index }) => index < exchange.index) + 1;
    this.#exchanges.splice(at, 0, withRoom(exchange, room));
    // A key at the cut is found before it is cut through, and of what is not kept none is looked for.
    const near = withRoom(exchange, room + keyRoom);
    const clean = exchangeWithoutKeys(near, this.#redactor);
    this.#emit({ type: 'exchange', exchange: withRoom(clean, room), findings });
  }

  /** A request in the form that it has in a recording. */
  #questionOf({ method, url, headers, body }: WireRequest): Question {
    const { redact } = this.#redactor;
    return {
      method,
      url: redact(url.href),
      headers: headersWithoutKeys(headers, this.#redactor),
      ...(body === undefined ? {} : { body: bodyWithoutKeys(body, this.#redactor) }),
    };
  }

  #tellEnd(): void {
    const reason = this.#client.ended?.message;
    if (reason === undefined || this.#toldEnd) return;
    this.#toldEnd = true;
    this.#emit({ type: 'ended-early', reason });
  }

  #emit(event: RunEvent): void {
    this.#emitRaw(withoutKeys(event, this.#redactor));
  }
}

/** What belongs to one check while it asks. */
interface Own {
  readonly api: Api;
  readonly cited: Exchange[];
  readonly turn: Turn;
}

/** Characters that a key of the longest kind takes in any form that is looked for. */
const keyRoom = 64 * 1024;

/** Characters of one sentence about a service, which may hold what the service sent. */
const sentenceRoom = 10_000;

function shortened(text: string): string {
  if (text.length <= sentenceRoom) return text;
  return `${beginning(text, sentenceRoom)}… (${text.length} characters)`;
}

const firstPauseMs = 100;

/** How often doubts are looked for, as what is asked for one may raise another. */
const mostRounds = 4;

const interrupted = 'the run was interrupted before it was decided';
