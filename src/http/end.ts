import { EndedEarly } from './inconclusive.ts';

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
