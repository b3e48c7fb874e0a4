import {
  brief,
  integerValue,
  isJsonNumber,
  isJsonObject,
  member,
  tryParseJson,
} from '../http/json.ts';
import { type Defined, placeOf } from './defined.ts';
import type { Finding } from './outcome.ts';
import { validateError } from './schemas.ts';

/** Judges the body of a 400, 401 or 404 (sections 2 and 7). */
export function judgeErrors(exchange: Defined): Finding[] {
  const { status, body } = exchange.response;
  if (status < 400) return [];
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
