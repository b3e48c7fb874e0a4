import type { RequirementId } from '../catalogue/catalogue.ts';
import type { Question } from '../judge/model/doubts.ts';
import type { FollowUp } from '../judge/model/questions.ts';
import type { Api } from './api.ts';

interface FollowingOptions {
  readonly api: Api;
  /** Requirements that the run decides: nothing is asked for the others. */
  readonly selected: readonly RequirementId[];
  /** Waits for a share of the time by which reads may lag behind writes. */
  readonly catchUp: (share: number) => Promise<void>;
}

/** Follow-ups of a run: each costs some 7 requests and two pauses at most. */
const mostFollowUps = 10;

/** Asks again what answers of a run left in doubt, each doubt once and not many of them. */
export class Following {
  readonly #options: FollowingOptions;
  readonly #asked = new Set<string>();

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  /** Throws Inconclusive if a question cannot be put or has no answer; the doubt then stays one. */
  async ask({ name, requirement, rounds, atOnce }: FollowUp): Promise<void> {
    const { selected, catchUp } = this.#options;
    if (!selected.includes(requirement)) return;
    if (this.#asked.size >= mostFollowUps || this.#asked.has(name)) return;
    this.#asked.add(name);
    for (const round of rounds) {
      if (round.after > 0) await catchUp(round.after);
      if (atOnce) await Promise.all(round.ask.map((question) => this.#put(question)));
      else for (const question of round.ask) await this.#put(question);
    }
  }

  async #put(question: Question): Promise<void> {
    const { api } = this.#options;
    if (question.operation === 'getPet') await api.getPet(question.id);
    else await api.listPets(question.query);
  }
}
