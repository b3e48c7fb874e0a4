import { randomUUID } from 'node:crypto';
import { Client } from '../http/client.ts';
import { type Clock, steadyClock } from '../http/clock.ts';
import { type Exchange, isAnswered } from '../http/exchange.ts';
import { NoResponse } from '../http/inconclusive.ts';
import { type Recording, type Replay, replay } from '../http/replay.ts';
import type { Connections, TransportOptions } from '../http/transport.ts';
import { judgeExchange, showsService } from '../judge/answers.ts';
import type { Contradiction } from '../judge/claims.ts';
import { groupedBy } from '../judge/grouped.ts';
import { forbiddenIn, judgeRun, judgeStore, type RunFacts } from '../judge/judge.ts';
import type { CheckResult, Finding } from '../judge/outcome.ts';
import { userAgent } from '../package/package.ts';
import { type Redactor, redactor } from '../secrets/redact.ts';
import type { Settings } from '../settings/settings.ts';
import { ordinaryTexts } from '../settings/shown-keys.ts';
import { inProfile, type RequirementId, requirementOf } from '../spec/catalogue.ts';
import { budgets, mostBeyondPlan } from '../spec/plans.ts';
import { Inventory } from './animals/inventory.ts';
import type { CheckContext } from './checks/check-context.ts';
import type { Check } from './checks/registration.ts';
import { Contexts } from './contexts.ts';
import type { Emit, RunEvent } from './events.ts';
import { Exchanges } from './exchanges.ts';
import { keepPlan, planRun, type RunPlan } from './plan/plan.ts';
import { recheck } from './recheck.ts';
import { Api, type Asked } from './requests/api.ts';
import { type Ended, endOf, interrupted } from './requests/outcomes.ts';
import { alone, groupsOf, sideBySide, type Turn } from './requests/side-by-side.ts';
import { dataSeed } from './values/arbitraries.ts';
import { namesOf } from './values/names.ts';
import { Waiting } from './waiting.ts';
import { questionWithoutKeys, sentenceWithoutKeys, withoutKeys } from './without-keys.ts';

export interface SessionOptions {
  /** Takes each event, already free of keys. */
  readonly emit: Emit;
  readonly signal: AbortSignal;
  /** Default: the clock of the machine, steady from now on. */
  readonly clock?: Clock;
  /** From 0 to 1, for the jitter of backoff; default: Math.random. */
  readonly random?: () => number;
  /** When the run began, in milliseconds since the epoch; its names are made from it. Default: now. */
  readonly startedAt?: number;
  /** Answers every question in place of the implementation, by its own clock; nothing is sent. */
  readonly recording?: Recording;
  /** Default: connections of the network. */
  readonly open?: (options: TransportOptions) => Connections;
}

/** One run against one implementation: its client, what it knows of the store, and what it has seen. */
export class Session {
  /** The first doubt about each requirement: if it does not stand, it is told nevertheless. */
  readonly #doubted = new Map<RequirementId, Contradiction>();
  readonly #settings: Settings;
  readonly #signal: AbortSignal;
  readonly #takeRest: Replay['takeRest'];
  readonly #clock: Clock;
  readonly #emitRaw: Emit;
  readonly #redactor: Redactor;
  readonly #client: Client;
  readonly #inventory: Inventory;
  readonly #plan: RunPlan;
  readonly #exchanges: Exchanges;
  readonly #waiting: Waiting;
  readonly #contexts: Contexts;
  readonly #open = new Set<Asked>();
  /** Operations for which a requirement has failed because they never answered a question. */
  readonly #silent = new Set<Exchange['operation']>();
  /** Requirements that have failed: nothing is asked again for them. */
  readonly #failed = new Set<RequirementId>();
  /** What answers show, until one of them is certainly the service's; undefined from then on. */
  #heldBack: readonly Finding[] | undefined = [];
  #toldEnd = false;

  constructor(settings: Settings, options: SessionOptions) {
    const { clock = steadyClock(), random = Math.random, recording, open } = options;
    this.#settings = settings;
    this.#signal = options.signal;
    this.#emitRaw = options.emit;
    this.#redactor = redactor([settings.apiKey, settings.rateLimitKey], ordinaryTexts(settings));
    this.#exchanges = new Exchanges(this.#redactor);
    const replayed =
      recording && replay(recording, (request) => questionWithoutKeys(request, this.#redactor));
    this.#clock = replayed?.clock ?? clock;
    this.#takeRest = replayed?.takeRest ?? (() => []);
    this.#client = new Client({
      ...settings,
      connections: settings.concurrency,
      ...(settings.profile !== 'full' && {
        mostPlanned: mostBeyondPlan + (settings.budget ?? budgets[settings.profile].requests),
      }),
      sparing: settings.profile === 'read-only',
      // One is kept for the first request of a window, while the limit is spent.
      maxLogIns: budgets[settings.profile].logIns - (settings.profile === 'full' ? 1 : 0),
      userAgent: userAgent(settings.profile),
      trace: randomUUID().replaceAll('-', ''),
      clock: this.#clock,
      // A wait of a replay must not be longer than the recorded one.
      random: replayed ? () => 0 : random,
      signal: options.signal,
      ...(open && { open }),
      ...(replayed && { open: () => replayed.connections }),
      onExchange: (exchange) => this.#take(exchange),
      onPause: (pause) => this.#emit({ type: 'pause', pause }),
      onSecret: (text, shown) => this.#redactor.add(text, shown),
    });
    this.#waiting = new Waiting({
      now: () => this.#clock.now(),
      pause: (...pause) => this.#client.pause(...pause),
      graceMs: settings.grace * 1000,
      mostMs: settings.maxWait * 1000,
    });
    this.#plan = planRun(settings);
    this.#inventory = new Inventory({
      plan: this.#plan,
      api: new Api(this.#client, settings.apiKey),
      client: this.#client,
      settings,
      eventually: (ask, good) => this.#waiting.eventually(ask, good),
      names: namesOf(
        dataSeed(settings),
        recording?.startedAt ?? options.startedAt ?? this.#clock.now(),
      ),
    });
    this.#contexts = new Contexts({
      settings,
      client: this.#client,
      clock: this.#clock,
      plan: this.#plan,
      inventory: this.#inventory,
      exchanges: this.#exchanges,
      open: this.#open,
      waiting: this.#waiting,
      emit: (event) => this.#emit(event),
      clean: (sentence) => sentenceWithoutKeys(sentence, this.#redactor),
    });
  }

  /** Runs checks in order, those of one group side by side, and emits their results. */
  async executeAll(checks: readonly Check[]): Promise<void> {
    const due = checks.filter((check) => this.#isPart(check));
    for (const group of groupsOf(due, (check) => check.group)) {
      const tasks = group.map((check) => (turn: Turn) => this.execute(check, turn));
      await sideBySide(tasks, () => this.#inventory.preparing);
    }
  }

  #isPart({ id }: Check): boolean {
    const { profile, selected } = this.#settings;
    return inProfile(requirementOf(id), profile) && selected.includes(id);
  }

  /**
   * Runs one check when its turn has come, and emits its result. Undefined if it is not part of this run; a defect of
   * the suite is emitted as such and is not a result either.
   */
  async execute(check: Check, turn = alone): Promise<CheckResult | undefined> {
    if (!this.#isPart(check)) return undefined;
    this.#emit({ type: 'check-started', id: check.id, title: check.title });
    const { apiKey } = this.#settings;
    const api = new Api(this.#client, apiKey, { topic: check.id, turn, open: this.#open });
    const cited: Exchange[] = [];
    const ended = await this.#end(check, this.#contexts.of(check, { api, cited, turn }), turn);
    if (ended === undefined) return undefined;
    const evidence = ended.evidence.length > 0 ? ended.evidence : [...cited, ...api.used];
    const indexes = [...new Set(evidence.map(({ index }) => index))].sort((a, b) => a - b);
    const { outcome, message } = ended;
    return this.#finish(check.id, { title: check.title, outcome, message, exchanges: indexes });
  }

  /** Emits the result of a check, free of keys. */
  #finish(id: RequirementId, { message, ...result }: CheckResult): CheckResult {
    const told = { ...result, message: sentenceWithoutKeys(message, this.#redactor) };
    if (result.outcome === 'failed') this.#failed.add(id);
    this.#emit({ type: 'check-finished', id, result: told });
    return told;
  }

  /**
   * Compares all exchanges so far, asks again what they leave in doubt, and emits what they show; to be called when all
   * checks are done, or earlier. Of a recording, exchanges that no check has asked for count, too: another version of the
   * suite asked them.
   */
  async conclude(): Promise<void> {
    const left = await recheck({
      api: new Api(this.#client, this.#settings.apiKey),
      inventory: this.#inventory,
      signal: this.#signal,
      doubts: () => this.#doubts(),
      catchUp: (reason, times) =>
        this.#client.pause(this.#waiting.graceMs, reason, 'catch-up', times),
      waitUntil: (time, reason) => this.#waiting.until(time, reason),
    });
    for (const exchange of this.#takeRest()) this.#take(exchange);
    this.#tellEnd();
    const { findings, contradictions } = this.#heldBack
      ? { findings: [], contradictions: [] }
      : judgeRun(this.#judged(), this.#facts());
    const isOpen = this.#openAfter(findings);
    const open = contradictions.filter(({ requirement }) => isOpen(requirement));
    const unresolved = groupedBy(open, ({ requirement }) => requirement);
    for (const some of unresolved.values()) this.#finishOpen(some, left);
    for (const [requirement, { leavesOpen: _, ...doubt }] of this.#doubted) {
      if (isOpen(requirement) && !unresolved.has(requirement)) this.#finishOpen([doubt], undefined);
    }
    this.#emit({ type: 'concluded', findings });
  }

  /** All exchanges; of a run that was cut off not those at its end that may come from a gateway. */
  #judged(): readonly Exchange[] {
    const { all } = this.#exchanges;
    if (this.#client.ended === undefined) return all;
    return all.slice(0, 1 + all.findLastIndex((one) => isAnswered(one) && showsService(one)));
  }

  #facts(): RunFacts {
    return { plan: this.#settings.plan, graceMs: this.#waiting.graceMs };
  }

  /** What the answers so far leave in doubt, but for requirements that have failed. */
  #doubts(): Contradiction[] {
    const { findings, contradictions } = judgeStore(this.#judged(), this.#facts());
    const isOpen = this.#openAfter(findings);
    const doubts = contradictions.filter(
      ({ requirement, weight }) => weight === 'doubt' && isOpen(requirement),
    );
    for (const doubt of doubts) {
      if (!this.#doubted.has(doubt.requirement)) this.#doubted.set(doubt.requirement, doubt);
    }
    return doubts;
  }

  /** Tells what is in doubt at the end: it was seen and did not stand again, or could not be asked again. */
  #finishOpen(all: readonly Contradiction[], left: string | undefined): void {
    const openFor = ({ leavesOpen }: Contradiction) =>
      leavesOpen ?? (left === undefined ? undefined : `not asked again: ${left}`);
    const one = all.find((some) => openFor(some) !== undefined) ?? all[0];
    if (one === undefined) return;
    const { requirement, problem, evidence } = one;
    const why = openFor(one);
    const more = all.length > 1 ? ` (and ${all.length - 1} more)` : '';
    this.#finish(requirement, {
      title:
        why === undefined
          ? 'answers that differed for a time'
          : 'answers that contradict one another',
      outcome: why === undefined ? 'passed' : 'inconclusive',
      message: `${problem}${more}${why === undefined ? '' : `: ${why}`}`,
      exchanges: evidence.map(({ index }) => index),
    });
  }

  /** Whether the run decides a requirement that has not failed, by a check or by one of the findings. */
  #openAfter(findings: readonly Finding[]): (id: RequirementId) => boolean {
    const { selected, profile } = this.#settings;
    const failed = new Set([
      ...this.#failed,
      ...findings.flatMap(({ id, problem }) => (problem === undefined ? [] : [id])),
    ]);
    return (id) =>
      selected.includes(id) && inProfile(requirementOf(id), profile) && !failed.has(id);
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #end(check: Check, context: CheckContext, turn: Turn): Promise<Ended | undefined> {
    const asking = this.#ask(check, context);
    await Promise.allSettled([asking, turn.ready()]);
    try {
      await asking;
      return { outcome: 'passed', message: '', evidence: [] };
    } catch (error) {
      if (this.#signal.aborted)
        return {
          outcome: 'inconclusive',
          message: `${interrupted} before it was decided`,
          evidence: [],
        };
      const isOwn = error instanceof NoResponse && this.#isFirstToFail(check, error);
      const ended = endOf(error, isOwn);
      if (ended?.outcome === 'inconclusive') this.#tellEnd();
      if (ended !== undefined) return this.#unlessForbidden(ended);
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      this.#emit({ type: 'defect', message: `${check.id}: ${message}`, stack });
      return undefined;
    }
  }

  #unlessForbidden(ended: Ended): Ended {
    const { outcome, evidence } = ended;
    const operation = outcome === 'failed' ? forbiddenIn(evidence, this.#exchanges.all) : undefined;
    if (operation === undefined) return ended;
    const message = `the service answers 403 to every ${operation}, so the key may not use it: give the run a key that may`;
    return { outcome: 'inconclusive', message, evidence };
  }

  async #ask(check: Check, context: CheckContext): Promise<void> {
    if (check.step !== undefined) keepPlan(context, check.step);
    await check.ask(context);
  }

  /**
   * Whether a silence belongs to this check: not if the check only judges the whole run, and another one failed for it.
   */
  #isFirstToFail({ id }: Check, { evidence }: NoResponse): boolean {
    const operation = evidence[0]?.operation;
    const isKnown = this.#silent.has(operation);
    this.#silent.add(operation);
    return !isKnown || requirementOf(id).decidedBy !== 'the whole run';
  }

  #take(exchange: Exchange): void {
    this.#inventory.see(exchange);
    this.#waiting.see(exchange);
    const findings = this.#onceShown(exchange, judgeExchange(exchange, this.#settings.plan));
    for (const { id, problem } of findings) if (problem !== undefined) this.#failed.add(id);
    this.#emit({ type: 'exchange', exchange: this.#exchanges.take(exchange), findings });
  }

  /**
   * The findings that are due by now. Those of a wrong address, or of a gateway before the service, must not be held
   * against the service.
   */
  #onceShown(exchange: Exchange, findings: readonly Finding[]): readonly Finding[] {
    const due = [...(this.#heldBack ?? []), ...findings];
    const isShown =
      this.#heldBack === undefined || (isAnswered(exchange) && showsService(exchange));
    this.#heldBack = isShown ? undefined : due;
    return isShown ? due : [];
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
