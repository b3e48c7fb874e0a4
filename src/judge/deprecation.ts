import { header } from '../http/exchange.ts';
import { type Defined, placeOf } from './defined.ts';
import type { Finding } from './outcome.ts';

/** Judges whether answers of the deprecated operation say so (RFC 9745, RFC 8594; advisory). */
export function judgeDeprecation(exchange: Defined): Finding[] {
  if (exchange.operation !== 'getPet' || exchange.response.status !== 200) return [];
  const lacking = ['Deprecation', 'Sunset'].filter(
    (name) => header(exchange.response, name) === undefined,
  );
  const problem = lacking.length === 0 ? {} : { problem: `no ${lacking.join(' and no ')} header` };
  return [
    { id: 'get.deprecation-headers', exchange: exchange.index, at: placeOf(exchange), ...problem },
  ];
}
