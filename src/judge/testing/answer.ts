import type { Answered, Exchange, HeaderPair } from '../../http/exchange.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Operation } from '../../spec/operations.ts';
import { type Defined, isDefined } from '../answers.ts';
import type { Finding } from '../outcome.ts';

/** Noon of a day, in milliseconds since the epoch; every made answer ends then. */
export const noon = Date.UTC(2026, 5, 1, 12);

export interface Made extends Partial<Pick<Exchange, 'purpose' | 'caller' | 'index'>> {
  /** Default: listPets; null for none. */
  readonly operation?: Operation | null;
  readonly status?: number;
  readonly headers?: readonly HeaderPair[];
  readonly body?: string;
  readonly truncated?: boolean;
}

/** For tests: an answered exchange; by default an empty list answered 200. */
export function answer(made: Made = {}): Answered {
  const { operation = 'listPets', status = 200, headers = [], body = '[]', ...rest } = made;
  const { truncated = false, ...facts } = rest;
  return {
    index: 0,
    purpose: 'clause',
    caller: 'authenticated',
    request: { method: 'GET', url: 'http://127.0.0.1/v1/pets', headers: [] },
    startedAt: noon - 20,
    finishedAt: noon,
    waitMs: 10,
    curl: '',
    ...facts,
    ...(operation === null ? {} : { operation }),
    response: { status, statusText: '', headers, body, truncated },
  };
}

/** Like answer, if the specification defines its form. */
export function defined(made: Made = {}): Defined {
  const exchange = answer(made);
  if (!isDefined(exchange)) throw new Error('the specification does not define this answer');
  return exchange;
}

/** For tests: the problem of each requirement found; undefined if it is satisfied. */
export function problems(findings: readonly Finding[]): Record<string, string | undefined> {
  return Object.fromEntries(findings.map(({ id, problem }) => [id, problem]));
}

/** For tests: the requirements that have a problem. */
export function broken(findings: readonly Finding[]): RequirementId[] {
  return findings.filter(({ problem }) => problem !== undefined).map(({ id }) => id);
}
