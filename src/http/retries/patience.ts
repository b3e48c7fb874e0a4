import { timerSlackMs } from '../clock.ts';
import type { ApiRequest } from '../request.ts';
import { silenceFactor } from './silence.ts';

export interface PatienceOptions {
  /** Seconds for one request. */
  readonly timeout: number;
  /** Seconds for one rate-limit wait. */
  readonly maxWait: number;
}

/** The questions in vain to one operation since it answered last. */
interface Row {
  readonly questions: number;
  /** Topics that have tried once more since it fell silent. */
  readonly probes: ReadonlySet<string>;
}

/** After this many questions in a row without an answer, each tried twice, an operation counts as silent. */
const questionsBeforeSilence = 3;

/** This many topics may try a silent operation, once each. */
const mostProbes = 5;

/** All waits of a run together, for whatever reason, may take this many times the longest single one. */
const waitsFactor = 20;

/** Seconds that they may take in any case: with `--max-wait 0` reads may still lag. */
const leastWaits = 60;

/**
 * After a silence, an answer may take this many times as long as the slowest one before, and at least this share of the
 * timeout.
 */
const roomFactor = 10;
const leastShare = 1 / 6;

const fresh: Row = { questions: 0, probes: new Set() };

/**
 * How much silence and waiting a run endures, so that it ends in bounded time whatever the peer does. Refused or reset
 * connections take no time, and do not count here.
 */
export class Patience {
  readonly #options: PatienceOptions;
  readonly #rows = new Map<string, Row>();
  readonly #slowestMs = new Map<string, number>();
  /** What was certainly silent once. */
  readonly #silences = new Set<string>();
  #lostMs = 0;
  #waitedMs = 0;
  #waitedUntil = 0;

  constructor(options: PatienceOptions) {
    this.#options = options;
  }

  /**
   * How many times a question may be tried: twice; once if its operation is silent and the topic has not tried it yet;
   * else not at all. Questions about gaps are counted apart, and not put to a silent operation: a service that hangs on
   * what the specification leaves open must not lose its verdict over it.
   */
  triesFor(request: ApiRequest): 0 | 1 | 2 {
    const { questions, probes } = this.#rowOf(request);
    const clause = this.#rowOf({ ...request, purpose: 'clause' });
    if (Math.max(questions, clause.questions, this.#asStranger(request)) < questionsBeforeSilence) {
      return 2;
    }
    if (request.purpose === 'gap' || probes.size >= mostProbes) return 0;
    return probes.has(request.topic ?? '') ? 0 : 1;
  }

  /** A question was answered after `ms` milliseconds. */
  answered(request: ApiRequest, ms: number): void {
    const name = kindOf(request);
    this.#rows.delete(name);
    this.#slowestMs.set(name, Math.max(ms, this.#slowestMs.get(name) ?? 0));
  }

  /**
   * Seconds to wait for an answer: the whole timeout until the operation has been silent; then the time of the slowest
   * answer, with room.
   */
  secondsFor(request: ApiRequest): number {
    const { timeout } = this.#options;
    if (this.#rowOf(request).questions === 0) return timeout;
    const own = this.#slowestMs.get(kindOf(request));
    const slowest = own ?? Math.max(0, ...this.#slowestMs.values());
    const patience = Math.max(timeout * leastShare, (slowest * roomFactor) / 1000);
    return Math.min(timeout, Math.ceil(patience * 1000) / 1000);
  }

  /** A question had no answer after all its tries, which took so many milliseconds. */
  unanswered(request: ApiRequest, lostMs: number): void {
    if (lostMs < this.secondsFor(request) * 1000 - timerSlackMs) return;
    const { questions, probes } = this.#rowOf(request);
    const silent = questions >= questionsBeforeSilence;
    this.#rows.set(kindOf(request), {
      questions: questions + 1,
      probes: silent ? new Set([...probes, request.topic ?? '']) : probes,
    });
  }

  /** Notes that an operation is certainly silent: other questions to it are tried once by each topic. */
  silent(request: ApiRequest): void {
    const { questions, probes } = this.#rowOf(request);
    const certain = Math.max(questions, questionsBeforeSilence);
    this.#silences.add(kindOf(request));
    this.#rows.set(kindOf(request), { questions: certain, probes });
  }

  /** Whether a question may get no answer, as others before: then it is asked only after those have ended. */
  doubts(request: ApiRequest): boolean {
    return this.#rowOf(request).questions > 0 || this.#silences.has(kindOf(request));
  }

  /** An attempt was lost. */
  lost(ms: number): void {
    this.#lostMs += Math.max(0, ms);
  }

  /** Why nothing more is asked because too much time was lost; undefined if it was not. */
  exhausted(): string | undefined {
    const allowed = silenceFactor * this.#options.timeout;
    if (this.#lostMs <= allowed * 1000) return undefined;
    const lost = Math.round(this.#lostMs / 1000);
    return `${lost} s were lost on requests without an answer; allowed are ${allowed} s, ${silenceFactor} times --timeout`;
  }

  /** Why a wait from `now` to `until`, for whatever reason, is one too many; undefined, and counted, if it is not. */
  refuseWait(now: number, until: number): string | undefined {
    const allowed = Math.max(leastWaits, waitsFactor * this.#options.maxWait);
    const waited = this.#waitedMs + Math.max(0, until - Math.max(now, this.#waitedUntil));
    if (waited > allowed * 1000) {
      return `the run would wait longer than it may: allowed are ${allowed} s in all, ${waitsFactor} times --max-wait and at least ${leastWaits} s`;
    }
    this.#waitedMs = waited;
    this.#waitedUntil = Math.max(this.#waitedUntil, until);
    return undefined;
  }

  /** An operation that is silent to the key is likely silent to a stranger: one question in vain is enough. */
  #asStranger(request: ApiRequest): number {
    if (request.credential.caller !== 'stranger') return 0;
    const { questions } = this.#rowOf(request);
    const key = this.#rows.get(`${request.operation} clause key`) ?? fresh;
    return key.questions >= questionsBeforeSilence && questions > 0 ? key.questions : 0;
  }

  #rowOf(request: ApiRequest): Row {
    return this.#rows.get(kindOf(request)) ?? fresh;
  }
}

/**
 * Names what falls silent together. Strangers are apart: a service that hangs on their questions may answer the key.
 */
export function kindOf({ operation, purpose, credential }: ApiRequest): string {
  const who = credential.caller === 'stranger' ? 'strangers' : 'key';
  return `${operation ?? 'undocumented'} ${purpose} ${who}`;
}
