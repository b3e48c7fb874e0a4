import type { Exchange } from '../../http/exchange.ts';
import { Inconclusive, isUnanswered, NoResponse } from '../../http/inconclusive.ts';
import type { Outcome } from '../../judge/outcome.ts';

/** Why a run that was stopped left something open. */
export const interrupted = 'the run was interrupted';

/** The implementation violates the clause that a check is about. */
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

/**
 * How a thrown error ends a check; undefined for a defect of the suite. A silence fails only the check that it belongs
 * to.
 */
export function endOf(error: unknown, isOwnSilence: boolean): Ended | undefined {
  if (error instanceof Failure || (error instanceof NoResponse && isOwnSilence)) {
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

/** Ends a check as inconclusive and says what was missing. */
export function inconclusive(missing: string): never {
  throw new Inconclusive(missing);
}

/** The result of a question, or nothing if it could not be asked or was not answered; the end of the run is thrown. */
export async function orUndefined<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    return undefined;
  }
}

/**
 * The result of a question that another requirement asks: its silence fails that requirement, and leaves this check
 * inconclusive.
 */
export async function asDependency<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    throw error instanceof NoResponse ? new Inconclusive(error.message) : error;
  }
}
