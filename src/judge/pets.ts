import {
  brief,
  int64Value,
  isJsonArray,
  isJsonObject,
  type Json,
  member,
  tryParseJson,
} from '../json/json.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import { type Defined, placeOf } from './defined.ts';
import type { Finding } from './outcome.ts';
import { validatePet } from './schemas.ts';

/** The row that judges each member of an animal (section 2). */
const rowOfMember = {
  id: 'pet.id',
  name: 'pet.name',
  categoryId: 'pet.category-id',
  status: 'pet.status',
} as const satisfies Record<string, RequirementId>;

const members = ['id', 'name', 'categoryId', 'status'] as const;

/** Judges every animal in a 200 or 201 answer, member by member. */
export function judgePets(exchange: Defined): Finding[] {
  const { status, body } = exchange.response;
  if (status !== 200 && status !== 201) return [];
  const animals = animalsIn(tryParseJson(body));
  if (animals.length === 0) return [];
  const at = placeOf(exchange);
  const problems = new Map<string, string>();
  for (const { pointer, animal } of animals) {
    for (const violation of validatePet(animal)) {
      const name = violation.pointer.split('/')[1] ?? '';
      const value = isJsonObject(animal) ? member(animal, name) : undefined;
      const received = value === undefined ? '' : `, received ${brief(value)}`;
      if (!problems.has(name)) {
        problems.set(name, `${pointer}${violation.pointer} ${violation.problem}${received}`);
      }
    }
  }
  return members.map((name) => {
    const problem = problems.get(name);
    return {
      id: rowOfMember[name],
      exchange: exchange.index,
      at,
      ...(problem === undefined ? {} : { problem }),
    };
  });
}

/** Judges that the answer of a list is an array of JSON objects (section 4.1). */
export function judgeList(exchange: Defined): Finding[] {
  if (exchange.operation !== 'listPets' || exchange.response.status !== 200) return [];
  const place = {
    id: 'list.returns-pets',
    exchange: exchange.index,
    at: placeOf(exchange),
  } as const;
  const body = tryParseJson(exchange.response.body);
  if (!isJsonArray(body)) {
    const is = body === undefined ? 'no JSON' : `no array but ${brief(body)}`;
    return [{ ...place, problem: `the body is ${is}; due is an array of animals` }];
  }
  const stranger = body.find((item) => !isJsonObject(item));
  if (stranger === undefined) return [place];
  return [{ ...place, problem: `the list holds ${brief(stranger)}, which is no animal` }];
}

/** Judges that a list names no id twice (section 2). Lists of fewer than two animals show nothing. */
export function judgeUniqueIds(exchange: Defined): Finding[] {
  if (exchange.operation !== 'listPets' || exchange.response.status !== 200) return [];
  const ids = animalsIn(tryParseJson(exchange.response.body))
    .map(({ animal }) => (isJsonObject(animal) ? int64Value(member(animal, 'id')) : undefined))
    .filter((id) => id !== undefined);
  if (ids.length < 2) return [];
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  const problem = twice === undefined ? {} : { problem: `the id ${twice} stands in it twice` };
  return [{ id: 'list.unique-ids', exchange: exchange.index, at: placeOf(exchange), ...problem }];
}

/** The JSON objects that stand where animals are due: the body itself, or the items of the list. */
function animalsIn(body: Json | undefined): { pointer: string; animal: Json }[] {
  const candidates = isJsonArray(body)
    ? body.map((animal, index) => ({ pointer: `/${index}`, animal }))
    : [{ pointer: '', animal: body ?? null }];
  return candidates.filter(({ animal }) => isJsonObject(animal));
}
