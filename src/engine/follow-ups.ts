import type { RequirementId } from '../catalogue/catalogue.ts';
import type { Exchange } from '../http/exchange.ts';
import { EndedEarly, Inconclusive } from '../http/inconclusive.ts';
import type { RepeatedQuestion } from '../judge/model/doubts.ts';
import type { RunFacts } from '../judge/model/facts.ts';
import { type FollowUp, followUps } from '../judge/model/follow-ups.ts';
import type { CheckResult } from '../judge/outcome.ts';
import type { Api } from './asking/api.ts';
import { interrupted } from './asking/outcomes.ts';

interface FollowUpOptions {
  readonly api: Api;
  /** Requirements that the run decides; nothing is asked for the others. */
  readonly selected: readonly RequirementId[];
  /** Waits for a share of the time by which reads may lag behind writes, and says why. */
  readonly catchUp: (share: number, reason: string) => Promise<void>;
  /** Once it is aborted nothing more is asked, and doubts stay open. */
  readonly signal: AbortSignal;
}

/** A doubt that could not be settled, as the result of a check. */
export interface OpenDoubt {
  readonly id: RequirementId;
  readonly result: CheckResult;
}

/** What a follow-up leaves open that was not asked, or not answered. */
function openDoubts({ requirement, doubt, optional }: FollowUp, reason: string): OpenDoubt[] {
  if (optional) return [];
  const title = 'answers that contradict one another, unless others changed the store meanwhile';
  const message = `${doubt}, and not asked again: ${reason}`;
  return [{ id: requirement, result: { title, outcome: 'inconclusive', message, exchanges: [] } }];
}

/** Follow-ups in a run: each costs some 11 requests and at most twice the grace. */
const mostFollowUps = 10;

/** Asks again about doubts that the answers of a run leave: each doubt once, and only some of them. */
export class FollowUps {
  readonly #options: FollowUpOptions;
  readonly #asked = new Set<string>();

  constructor(options: FollowUpOptions) {
    this.#options = options;
  }

  /** How many doubts were asked about so far. */
  get asked(): number {
    return this.#asked.size;
  }

  /**
   * Asks about the doubts that the exchanges leave. Returns those that could not be asked, or were not answered: they
   * stay open.
   */
  async settle(exchanges: readonly Exchange[], facts: RunFacts): Promise<OpenDoubt[]> {
    const open: OpenDoubt[] = [];
    let ended: string | undefined;
    for (const followUp of followUps(exchanges, facts)) {
      if (!this.#isDue(followUp, facts.graceMs)) continue;
      try {
        if (ended === undefined) await this.#ask(followUp);
        else open.push(...openDoubts(followUp, ended));
      } catch (error) {
        const reason = this.#whyOpen(error);
        open.push(...openDoubts(followUp, reason));
        if (this.#options.signal.aborted || error instanceof EndedEarly) ended = reason;
      }
    }
    return open;
  }

  /** Why a doubt stays open; throws what is no reason. */
  #whyOpen(error: unknown): string {
    if (this.#options.signal.aborted) return interrupted;
    if (error instanceof Inconclusive) return error.message;
    throw error;
  }

  /** Whether to ask about a doubt; once it was due for a grace, it is not any more. */
  #isDue({ name, requirement }: FollowUp, graceMs: number): boolean {
    if (!this.#options.selected.includes(requirement)) return false;
    // A doubt for which the wait was not long enough is asked about once more.
    const asking = `${name}, within ${graceMs} ms`;
    if (this.#asked.size >= mostFollowUps || this.#asked.has(asking)) return false;
    this.#asked.add(asking);
    return true;
  }

  async #ask({ doubt, rounds, atOnce }: FollowUp): Promise<void> {
    const { catchUp } = this.#options;
    for (const round of rounds) {
      if (round.after > 0)
        await catchUp(round.after, `${doubt}: asked again, as reads may lag (--grace)`);
      if (atOnce) await Promise.all(round.ask.map((question) => this.#put(question)));
      else for (const question of round.ask) await this.#put(question);
    }
  }

  async #put(question: RepeatedQuestion): Promise<void> {
    const { api } = this.#options;
    if (question.operation === 'getPet') await api.getPet(question.id);
    else await api.listPets(question.query);
  }
}
