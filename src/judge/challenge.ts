import { headerValues } from '../http/exchange.ts';
import { type Defined, placeOf } from './defined.ts';
import type { Finding } from './outcome.ts';

/** Judges whether a 401 names the scheme to use (RFC 9110, section 11.6.1; advisory). */
export function judgeChallenge(exchange: Defined): Finding[] {
  if (exchange.response.status !== 401) return [];
  const named = headerValues(exchange.response, 'WWW-Authenticate').some((one) => /\S/.test(one));
  const problem = named ? {} : { problem: 'no WWW-Authenticate header that names a scheme' };
  return [{ id: 'auth.challenge', exchange: exchange.index, at: placeOf(exchange), ...problem }];
}
