import { getPetRemoval } from '../catalogue/operations.ts';
import { header } from '../http/exchange.ts';
import { httpDate } from '../http/http-date.ts';
import { type Defined, placeOf } from './defined.ts';
import type { Finding } from './outcome.ts';

/** Judges whether answers of the deprecated operation say so (RFC 9745, RFC 8594; advisory). */
export function judgeDeprecation(exchange: Defined): Finding[] {
  if (exchange.operation !== 'getPet' || exchange.response.status !== 200) return [];
  const { finishedAt } = exchange;
  const [deprecation, sunset] = ['Deprecation', 'Sunset'].map((name) =>
    header(exchange.response, name),
  );
  const lacking = [
    ...(deprecation === undefined ? ['Deprecation'] : []),
    ...(sunset === undefined ? ['Sunset'] : []),
  ];
  const problems = [
    ...(lacking.length === 0 ? [] : [`no ${lacking.join(' and no ')} header`]),
    ...(deprecation === undefined || saysDeprecated(deprecation, finishedAt)
      ? []
      : [`Deprecation is ${JSON.stringify(deprecation)}; expected a time, such as @1767225600`]),
    ...(sunset === undefined || isRemoval(sunset, finishedAt)
      ? []
      : [`Sunset is ${JSON.stringify(sunset)}; expected 5 December 2030, as a date of HTTP`]),
  ];
  const problem = problems.length === 0 ? {} : { problem: problems.join('; ') };
  return [
    { id: 'get.deprecation-headers', exchange: exchange.index, at: placeOf(exchange), ...problem },
  ];
}

/** A time (RFC 9745, section 2.1), or what its drafts had: `true`, or a date of HTTP. */
const saysDeprecated = (value: string, now: number): boolean =>
  /^(?:@-?\d+|\?1|true) *(?:$|;)/i.test(value) || !Number.isNaN(httpDate(value, now));

/** From its first beginning on earth to its last end, as section 4.3 names no zone. */
const removalDayMs = 50 * 3_600_000;

function isRemoval(value: string, now: number): boolean {
  const after = httpDate(value, now) - getPetRemoval.getTime();
  return after >= 0 && after <= removalDayMs;
}
