import type { Exchange } from '../../http/exchange.ts';
import { EndedEarly, Inconclusive, Silence } from '../../http/inconclusive.ts';
import type { Outcome } from '../../judge/outcome.ts';

/** The implementation breaks the clause that a check asks about. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** The exchanges that show it. */
  readonly evidence: readonly Exchange[];

  constructor(message: string, evidence: readonly Exchange[] = []) {
    super(message);
    this.evidence = evidence;
  }
}

/** The clause asks nothing of this implementation, or of this run. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}

/** How a check ended. */
export interface Ended {
  readonly outcome: Outcome;
  readonly message: string;
  readonly evidence: readonly Exchange[];
}

/** How what a check threw ends it; undefined for a defect of the suite. A silence fails only the check whose own it is. */
export function endOf(error: unknown, isOwnSilence: boolean): Ended | undefined {
  if (error instanceof Failure || (error instanceof Silence && isOwnSilence)) {
    return { outcome: 'failed', message: error.message, evidence: error.evidence };
  }
  if (error instanceof NotApplicable) {
    return { outcome: 'not-applicable', message: error.message, evidence: [] };
  }
  if (error instanceof Inconclusive) {
    return { outcome: 'inconclusive', message: error.message, evidence: [] };
  }
  return undefined;
}

/** Ends a check as failed. */
export function fail(message: string, ...evidence: Exchange[]): never {
  throw new Failure(message, evidence);
}

/** Ends a check as inconclusive: what was missing to decide it. */
export function inconclusive(missing: string): never {
  throw new Inconclusive(missing);
}

/** What a question brought, or nothing where it could not be put or had no answer; the run's end is thrown. */
export async function orNothing<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof EndedEarly || !(error instanceof Inconclusive)) throw error;
    return undefined;
  }
}

/** What a question brought that another requirement asks: its silence is that one's failure, and leaves this undecided. */
export async function ofAnother<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    throw error instanceof Silence ? new Inconclusive(error.message) : error;
  }
}
