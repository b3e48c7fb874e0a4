import type { Exchange } from './exchange.ts';

/** A question could not be asked, or got no answer to judge: its check ends inconclusive, neither passed nor failed. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
}

/**
 * A question that the service never answers while it answers others in between. Its requirement fails with that
 * evidence; for others that needed the answer it is inconclusive.
 */
export class NoResponse extends Inconclusive {
  readonly evidence: readonly Exchange[];

  constructor(message: string, evidence: readonly Exchange[]) {
    super(message);
    this.evidence = evidence;
  }
}

/** As Inconclusive, for the rest of the run: nothing more is sent. */
export class EndedEarly extends Inconclusive {}

/** Whether one question got no answer, and the next may get one: the run goes on. */
export const isUnanswered = (error: unknown): error is Inconclusive =>
  error instanceof Inconclusive && !(error instanceof EndedEarly);

/** As Inconclusive, when a recording that is judged again has no answer to this question. */
export class Unrecorded extends Inconclusive {}

/** Whether a run has ended before its time, and why: the first reason stays. */
export class End {
  #error: EndedEarly | undefined;

  get error(): EndedEarly | undefined {
    return this.#error;
  }

  /** Ends the run; every later request throws what this gives. */
  with(reason: string): EndedEarly {
    this.#error ??= new EndedEarly(reason);
    return this.#error;
  }

  throwIfReached(): void {
    if (this.#error) throw this.#error;
  }
}
