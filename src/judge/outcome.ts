import type { Answered } from '../http/exchange.ts';
import type { RequirementId } from '../spec/catalogue.ts';

/** How a check or a requirement ended. */
export type Outcome = 'passed' | 'failed' | 'inconclusive' | 'skipped' | 'not-applicable';

/** One question to the implementation, and how it ended. */
export interface CheckResult {
  readonly title: string;
  readonly outcome: Outcome;
  /** Why it failed, or what was missing to decide it; of a pass a doubt that did not stand, else empty. */
  readonly message: string;
  /** Indexes of the exchanges that decided it. */
  readonly exchanges: readonly number[];
}

/** What one exchange says about a requirement that holds for every exchange. */
export interface Finding {
  readonly id: RequirementId;
  /** Index of the exchange. */
  readonly exchange: number;
  /** Indexes of others that show it together with this one, such as the answer that it contradicts. */
  readonly also?: readonly number[];
  /** What is wrong; absent if the exchange satisfies the requirement. */
  readonly problem?: string;
  /** Where: `listPets 401`. Problems are grouped by it. */
  readonly at: string;
}

/** Where a finding was made: `listPets 401`. */
export function placeOf(exchange: Answered): string {
  return `${exchange.operation ?? exchange.request.method} ${exchange.response.status}`;
}

/** What an answer shows about a requirement; without a problem, that it satisfies it. */
export function findingIn(exchange: Answered, id: Finding['id'], problem?: string): Finding {
  const place = { id, exchange: exchange.index, at: placeOf(exchange) };
  return problem === undefined ? place : { ...place, problem };
}

/** What the implementation does where the specification is silent. */
export interface Observation {
  readonly id: RequirementId;
  readonly answer: string;
  readonly exchanges: readonly number[];
}

export type Verdict = 'conformant' | 'non-conformant' | 'incomplete';
