import { getPetRemoval } from '../catalogue/operations.ts';
import { header, headerValues } from '../http/exchange.ts';
import { httpDate } from '../http/http-date.ts';
import {
  brief,
  integerValue,
  isJsonNumber,
  isJsonObject,
  member,
  tryParseJson,
} from '../http/json/json.ts';
import { type Defined, placeOf } from './defined.ts';
import type { Finding } from './outcome.ts';
import { validateError } from './schemas.ts';

const errorStatuses = [400, 401, 404];

/** Judges the body of a 400, 401 or 404 (sections 2 and 7). */
export function judgeErrors(exchange: Defined): Finding[] {
  const { status, body } = exchange.response;
  if (!errorStatuses.includes(status)) return [];
  const place = { exchange: exchange.index, at: placeOf(exchange) };
  const value = tryParseJson(body);
  const problem = bodyProblem(body, value);
  const fields: Finding = { id: 'error.fields', ...place, ...(problem ? { problem } : {}) };
  const told = isJsonObject(value) ? member(value, 'status') : undefined;
  const integer = isJsonNumber(told) ? integerValue(told) : undefined;
  const some = [fields, ...emptyTexts(exchange, value)];
  if (integer === undefined) return some;
  const differs = integer !== BigInt(status);
  const wrong = `/status is ${integer}, the HTTP status ${status}`;
  return [...some, { id: 'error.status', ...place, ...(differs ? { problem: wrong } : {}) }];
}

/** Whether `code` and `message`, if they are strings, are not empty (advisory). */
function emptyTexts(exchange: Defined, value: ReturnType<typeof tryParseJson>): Finding[] {
  if (!isJsonObject(value)) return [];
  const texts = ['code', 'message'].map((name) => [name, member(value, name)] as const);
  if (!texts.every(([, text]) => typeof text === 'string')) return [];
  const empty = texts.flatMap(([name, text]) => (text === '' ? [name] : []));
  const problem = empty.length === 0 ? {} : { problem: `${empty.join(' and ')} empty` };
  return [{ id: 'error.not-empty', exchange: exchange.index, at: placeOf(exchange), ...problem }];
}

function bodyProblem(body: string, value: ReturnType<typeof tryParseJson>): string | undefined {
  if (body === '') return 'the body is empty; expected an Error object';
  if (value === undefined) return 'the body is not JSON; expected an Error object';
  if (!isJsonObject(value)) return `the body is not a JSON object but ${brief(value)}`;
  const violations = validateError(value);
  return violations.length === 0
    ? undefined
    : violations.map(({ pointer, problem }) => `${pointer} ${problem}`).join(', ');
}

/** Judges whether a 401 names the scheme to use (RFC 9110, section 11.6.1; advisory). */
export function judgeChallenge(exchange: Defined): Finding[] {
  if (exchange.response.status !== 401) return [];
  const named = headerValues(exchange.response, 'WWW-Authenticate').some((one) => /\S/.test(one));
  const problem = named ? {} : { problem: 'no WWW-Authenticate header that names a scheme' };
  return [{ id: 'auth.challenge', exchange: exchange.index, at: placeOf(exchange), ...problem }];
}

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
