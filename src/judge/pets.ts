import { members } from '../catalogue/animal.ts';
import type { Operation } from '../catalogue/operations.ts';
import type { Answered, Exchange } from '../http/exchange.ts';
import {
  brief,
  int64Value,
  isJsonArray,
  type Json,
  type JsonObject,
  member,
  tryParseJson,
} from '../http/json.ts';
import { isAnimal } from './animal.ts';
import { type Defined, isDefined, placeOf } from './defined.ts';
import type { Finding } from './outcome.ts';
import { validatePet } from './schemas.ts';

/** Judges every animal in a 200 or 201 answer, member by member. */
export function judgePets(exchange: Defined): Finding[] {
  const { status, body } = exchange.response;
  if (status !== 200 && status !== 201) return [];
  const animals = animalsIn(exchange.operation, tryParseJson(body));
  if (animals.length === 0) return [];
  const at = placeOf(exchange);
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
  return members.map(({ name, judged }) => {
    const problem = problems.get(name);
    return {
      id: judged,
      exchange: exchange.index,
      at,
      ...(problem === undefined ? {} : { problem }),
    };
  });
}

/** Judges whether a list that is answered is 200 with an array of animals (section 4.1). */
export function judgeList(exchange: Answered): Finding[] {
  const { status, body } = exchange.response;
  if (exchange.operation !== 'listPets' || exchange.purpose !== 'clause') return [];
  if (
    exchange.response.truncated ||
    exchange.caller === 'stranger' ||
    Math.floor(status / 100) !== 2
  )
    return [];
  const problem =
    status === 200 ? listProblem(tryParseJson(body)) : `expected 200, received ${status}`;
  const place = { exchange: exchange.index, at: placeOf(exchange) };
  return [{ id: 'list.returns-pets', ...place, ...(problem === undefined ? {} : { problem }) }];
}

function listProblem(body: Json | undefined): string | undefined {
  if (body === undefined) return 'the body is not JSON; expected an array of animals';
  if (!isJsonArray(body)) return `the body is not an array but ${brief(body)}`;
  const stranger = body.find((item) => !isAnimal(item));
  return stranger === undefined ? undefined : `the list holds ${brief(stranger)}, no animal`;
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
  const problem = twice === undefined ? {} : { problem: `the id ${twice} appears in it twice` };
  return [{ id: 'list.unique-ids', exchange: exchange.index, at: placeOf(exchange), ...problem }];
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
