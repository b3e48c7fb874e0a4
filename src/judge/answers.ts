/** Judges each answer by itself: its body, its media type, its headers (sections 2, 4, 5, 7 and 8). */

import { hasRateHeader, isAwayAnswer, isGateway404 } from '../http/away.ts';
import {
  type Answered,
  type Exchange,
  header,
  headerValues,
  isAnswered,
} from '../http/exchange.ts';
import { httpDate } from '../http/http-date.ts';
import {
  brief,
  int64Value,
  integerValue,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  tryParseJson,
} from '../http/json.ts';
import { members } from '../spec/animal.ts';
import { factsOf, getPetRemoval, type Operation } from '../spec/operations.ts';
import type { Plan } from '../spec/plans.ts';
import { noOperation, stopped } from '../spec/statuses.ts';
import { type Finding, findingIn } from './outcome.ts';
import { isAnimal } from './pet.ts';
import { judgeRateHeaders } from './rate-headers.ts';
import { validateError, validatePet } from './validation.ts';

/** All that one exchange shows about the requirements that hold for every exchange; nothing without a response. */
export function judgeExchange(exchange: Exchange, plan: Plan | undefined): Finding[] {
  // A 404 that may come from a gateway is judged once it is known to have stayed.
  if (!isAnswered(exchange) || operationMayBeGone(exchange) || isGateway404(exchange)) return [];
  return judgeAnswer(exchange, plan);
}

/** The same for an answer that is known to come from the service itself. */
function judgeAnswer(exchange: Answered, plan: Plan | undefined): Finding[] {
  const always = [...judgeRateHeaders(exchange, plan), ...judgeList(exchange)];
  if (!isDefined(exchange)) return always;
  return [
    ...always,
    ...judgePets(exchange),
    ...judgeUniqueIds(exchange),
    ...judgeErrors(exchange),
    ...judgeMedia(exchange),
    ...judgeChallenge(exchange),
    ...judgeDeprecation(exchange),
  ];
}

/**
 * Whether getPet may give this answer because it is gone (section 4.3): from its removal date on it is not a documented
 * operation any more, and nothing is due.
 */
export function operationMayBeGone({ operation, startedAt, response }: Exchange): boolean {
  if (operation !== 'getPet' || startedAt < getPetRemoval.getTime()) return false;
  return response !== undefined && noOperation.includes(response.status);
}

/** An answer whose form the specification defines: not a 429, whose body it leaves open. */
export type Defined = Answered & { readonly operation: Operation };

export function isDefined(exchange: Exchange): exchange is Defined {
  return (
    isAnswered(exchange) &&
    exchange.purpose === 'clause' &&
    // A body that was cut off for its length cannot be judged by what is missing.
    !exchange.response.truncated &&
    exchange.operation !== undefined &&
    !operationMayBeGone(exchange) &&
    factsOf[exchange.operation].statuses.includes(exchange.response.status)
  );
}

/**
 * Whether the answer may come from something before the service: it lacks the headers and bodies that are due from the
 * service itself (section 8 asks them of every answer of the API).
 */
export function mayBeFromIntermediary(exchange: Answered): boolean {
  const { status } = exchange.response;
  return isAwayAnswer(exchange) || (stopped.includes(status) && !showsService(exchange));
}

/**
 * Whether only the service itself answers so: with a header of its limit (section 8), with JSON as a success (section
 * 4), or with an Error (section 7).
 */
export function showsService(exchange: Answered): boolean {
  const { status, body } = exchange.response;
  if (hasRateHeader(exchange.response)) return true;
  return status < 300 ? tryParseJson(body) !== undefined : isOwnError(exchange);
}

/** Whether the body is an Error, as all errors of the service are (section 7). */
export function isOwnError({ response }: Answered): boolean {
  const body = tryParseJson(response.body);
  return body !== undefined && validateError(body).length === 0;
}

/** How long a run waits for a service that is away, in milliseconds. */
const longestAwayMs = 70_000;

/** A 404 this near to one that passed, in milliseconds, has the same cause, whatever was asked. */
const nearMs = 3000;

/**
 * The exchanges without each 404 of a gateway that found no way to the service for a time: the same question was
 * answered differently soon after, or another one was answered so at that time.
 */
export function withoutTransient404s(exchanges: readonly Exchange[]): readonly Exchange[] {
  const gateway404s = exchanges.filter(isAnswered).filter(isGateway404);
  const answered = gateway404s.filter(hasPassed(exchanges));
  const passed = new Set<Exchange>(
    gateway404s.filter((one) =>
      answered.some((other) => Math.abs(one.startedAt - other.startedAt) < nearMs),
    ),
  );
  return passed.size === 0 ? exchanges : exchanges.filter((one) => !passed.has(one));
}

const hasPassed =
  (exchanges: readonly Exchange[]) =>
  ({ request, caller, finishedAt }: Answered): boolean =>
    exchanges.some(
      (one) =>
        isAnswered(one) &&
        one.startedAt >= finishedAt &&
        one.startedAt < finishedAt + longestAwayMs &&
        one.request.url === request.url &&
        one.request.method === request.method &&
        one.caller === caller &&
        !isGateway404(one),
    );

/** Judges each 404 that might have come from a gateway and stayed, if the service itself may answer so. */
export function judgeGateway404s(
  exchanges: readonly Exchange[],
  plan: Plan | undefined,
): Finding[] {
  return withoutTransient404s(exchanges)
    .filter(isAnswered)
    .filter((one) => one.operation === 'getPet' || one.purpose === 'gap')
    .filter((one) => isGateway404(one) && !operationMayBeGone(one))
    .flatMap((one) => judgeAnswer(one, plan));
}

/** Judges every animal in a 200 or 201 answer, member by member. */
export function judgePets(exchange: Defined): Finding[] {
  const { status, body } = exchange.response;
  if (status !== 200 && status !== 201) return [];
  const animals = animalsIn(exchange.operation, tryParseJson(body));
  if (animals.length === 0) return [];
  const problems = new Map<string, string>();
  for (const { pointer, animal } of animals) {
    for (const violation of validatePet(animal)) {
      const name = violation.pointer.split('/')[1] ?? '';
      const value = member(animal, name);
      const received = value === undefined ? '' : `, received ${brief(value)}`;
      if (!problems.has(name)) {
        problems.set(name, `${pointer}${violation.pointer} ${violation.problem}${received}`);
      }
    }
  }
  return members.map(({ name, judged }) => findingIn(exchange, judged, problems.get(name)));
}

/** Judges whether a list that is answered is 200 with an array of animals (section 4.1). */
export function judgeList(exchange: Answered): Finding[] {
  const { operation, purpose, caller, response } = exchange;
  const { status, body, truncated } = response;
  if (operation !== 'listPets' || purpose !== 'clause' || caller === 'anonymous') return [];
  if (truncated || Math.floor(status / 100) !== 2) return [];
  const problem =
    status === 200 ? listProblem(tryParseJson(body)) : `expected 200, received ${status}`;
  return [findingIn(exchange, 'list.returns-pets', problem)];
}

function listProblem(body: Json | undefined): string | undefined {
  if (body === undefined) return 'the body is not JSON; expected an array of animals';
  if (!isJsonArray(body)) return `the body is not an array but ${brief(body)}`;
  const other = body.find((item) => !isAnimal(item));
  return other === undefined ? undefined : `the list holds ${brief(other)}, no animal`;
}

/** Judges whether a list names no id twice (section 2). Lists of fewer than two animals show nothing. */
export function judgeUniqueIds(exchange: Defined): Finding[] {
  if (exchange.operation !== 'listPets') return [];
  const ids = animalsIn('listPets', tryParseJson(exchange.response.body))
    .map(({ animal }) => int64Value(member(animal, 'id')))
    .filter((id) => id !== undefined);
  if (ids.length < 2) return [];
  const seen = new Set<bigint>();
  const twice = ids.find((id) => seen.size === seen.add(id).size);
  const problem = twice === undefined ? undefined : `the id ${twice} appears in it twice`;
  return [findingIn(exchange, 'list.unique-ids', problem)];
}

/** The problems of animals in answers to gap probes; those of other answers are judged as they come. */
export function problemsOfProbed(exchange: Exchange): Finding[] {
  const asClause = { ...exchange, purpose: 'clause' as const };
  if (exchange.purpose === 'clause' || !isDefined(asClause)) return [];
  return [...judgePets(asClause), ...judgeUniqueIds(asClause)].filter(({ problem }) => problem);
}

/** The animals in an answer: the body itself, or the items of a list. */
function animalsIn(
  operation: Operation,
  body: Json | undefined,
): { pointer: string; animal: JsonObject }[] {
  const list = operation === 'listPets';
  const items = list ? (isJsonArray(body) ? body : []) : [body ?? null];
  return items.flatMap((animal, index) =>
    isAnimal(animal) ? [{ pointer: list ? `/${index}` : '', animal }] : [],
  );
}

/** Judges the body of a 400, 401 or 404 (sections 2 and 7). */
export function judgeErrors(exchange: Defined): Finding[] {
  const { status, body } = exchange.response;
  if (status < 400) return [];
  const value = tryParseJson(body);
  const fields = findingIn(exchange, 'error.fields', bodyProblem(body, value));
  if (!isJsonObject(value)) return [fields];
  const shown = member(value, 'status');
  const integer = isJsonNumber(shown) ? integerValue(shown) : undefined;
  const differs = `/status is ${integer}, the HTTP status ${status}`;
  const ofStatus = integer === BigInt(status) ? undefined : differs;
  return [
    fields,
    ...emptyTexts(exchange, value),
    ...(integer === undefined ? [] : [findingIn(exchange, 'error.status', ofStatus)]),
  ];
}

/** Whether `code` and `message`, if they are strings, are not empty (advisory). */
function emptyTexts(exchange: Defined, error: JsonObject): Finding[] {
  const texts = ['code', 'message'].map((name) => [name, member(error, name)] as const);
  if (!texts.every(([, text]) => typeof text === 'string')) return [];
  const empty = texts.flatMap(([name, text]) => (text === '' ? [name] : []));
  const problem = empty.length === 0 ? undefined : `${empty.join(' and ')} empty`;
  return [findingIn(exchange, 'error.not-empty', problem)];
}

function bodyProblem(body: string, value: Json | undefined): string | undefined {
  if (body === '') return 'the body is empty; expected an Error object';
  if (value === undefined) return 'the body is not JSON; expected an Error object';
  if (!isJsonObject(value)) return `the body is not a JSON object but ${brief(value)}`;
  const violations = validateError(value);
  return violations.length === 0
    ? undefined
    : violations.map(({ pointer, problem }) => `${pointer} ${problem}`).join(', ');
}

/**
 * Judges whether the body of a defined answer is `application/json` (section 4). Parameters and letter case are free
 * (RFC 9110, section 8.3.1). An answer without a body has no media type to judge.
 */
export function judgeMedia(exchange: Defined): Finding[] {
  if (exchange.response.body === '') return [];
  const type = header(exchange.response, 'Content-Type');
  const essence = type?.split(';', 1)[0]?.trim().toLowerCase();
  const wrong =
    type === undefined ? 'no Content-Type header' : `Content-Type is ${JSON.stringify(type)}`;
  const problem =
    essence === 'application/json' ? undefined : `${wrong}; expected application/json`;
  return [findingIn(exchange, 'media.json', problem)];
}

/** Judges whether a 401 names the scheme to use (RFC 9110, section 11.6.1; advisory). */
export function judgeChallenge(exchange: Defined): Finding[] {
  if (exchange.response.status !== 401) return [];
  const named = headerValues(exchange.response, 'WWW-Authenticate').some((one) => /\S/.test(one));
  const problem = named ? undefined : 'no WWW-Authenticate header that names a scheme';
  return [findingIn(exchange, 'auth.challenge', problem)];
}

/** Judges whether answers of the deprecated operation say so (RFC 9745, RFC 8594; advisory). */
export function judgeDeprecation(exchange: Defined): Finding[] {
  if (exchange.operation !== 'getPet' || exchange.response.status !== 200) return [];
  const deprecation = header(exchange.response, 'Deprecation');
  const sunset = header(exchange.response, 'Sunset');
  const lacking = [
    ...(deprecation === undefined ? ['Deprecation'] : []),
    ...(sunset === undefined ? ['Sunset'] : []),
  ];
  const problems = [
    ...(lacking.length === 0 ? [] : [`no ${lacking.join(' and no ')} header`]),
    ...(deprecation === undefined || saysDeprecated(deprecation)
      ? []
      : [`Deprecation is ${JSON.stringify(deprecation)}; expected a time, such as @1767225600`]),
    ...(sunset === undefined || isRemoval(sunset)
      ? []
      : [`Sunset is ${JSON.stringify(sunset)}; expected 5 December 2030, as a date of HTTP`]),
  ];
  const problem = problems.length === 0 ? undefined : problems.join('; ');
  return [findingIn(exchange, 'get.deprecation-headers', problem)];
}

/** A time (RFC 9745, section 2.1), or what its drafts had: `true`, or a date of HTTP. */
const saysDeprecated = (value: string): boolean =>
  /^(?:@-?\d+|\?1|true) *(?:$|;)/i.test(value) || !Number.isNaN(httpDate(value));

/** From its first beginning on earth to its last end, as section 4.3 names no zone. */
const removalDayMs = 50 * 3_600_000;

function isRemoval(value: string): boolean {
  const after = httpDate(value) - getPetRemoval.getTime();
  return after >= 0 && after <= removalDayMs;
}
