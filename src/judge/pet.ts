import { type Answered, type RecordedResponse, readOnce } from '../http/exchange.ts';
import {
  int64Value,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  tryParseJson,
} from '../http/json.ts';
import {
  type Animal,
  hasType,
  isPartOfAnimal,
  type MemberName,
  type MemberType,
  members,
} from '../spec/animal.ts';
import { pageSize } from '../spec/operations.ts';

/**
 * Whether a value is an animal, though perhaps a faulty one: an object with one of the required members. An envelope or
 * an Error in its place is not, and breaks another clause than a wrong member.
 */
export function isAnimal(value: Json | undefined): value is JsonObject {
  if (!isJsonObject(value)) return false;
  return members.some(({ name, required }) => required && member(value, name) !== undefined);
}

/**
 * An animal as an answer shows it. A member is absent if the answer has no valid one: the pet.* requirements judge
 * that, and the checks need not judge it again.
 */
export interface Pet extends Partial<Animal> {
  /** Whether the answer had a `status` at all, valid or not. */
  readonly hasStatus: boolean;
  /** The members that it had, but not as valid ones; absent if there are none. */
  readonly wrong?: readonly MemberName[];
}

/** The value of a member as the table of members has it: an int64 as BigInt; undefined if it is not valid. */
function validValue(value: Json, type: MemberType): unknown {
  const exact = isJsonNumber(value) ? int64Value(value) : value;
  return hasType(exact, type) ? exact : undefined;
}

function readPet(object: JsonObject): Pet {
  const valid: Record<string, unknown> = {};
  const wrong: MemberName[] = [];
  for (const { name, type } of members) {
    const shown = member(object, name);
    if (shown === undefined) continue;
    const value = validValue(shown, type);
    if (value === undefined) wrong.push(name);
    else valid[name] = value;
  }
  const hasStatus = member(object, 'status') !== undefined;
  return {
    ...(isPartOfAnimal(valid) ? valid : {}),
    hasStatus,
    ...(wrong.length === 0 ? {} : { wrong }),
  };
}

/** The animal that is the body of an answer; undefined if the body is not an animal, or not whole. */
export const petOf = readOnce((exchange: Answered): Pet | undefined => {
  const body = bodyOf(exchange);
  return isAnimal(body) ? readPet(body) : undefined;
});

function bodyOf({ response }: Answered): Json | undefined {
  return response.truncated ? undefined : tryParseJson(response.body);
}

/** The beginning of a list, and how many animals the whole of it holds. */
export interface Page {
  readonly pets: readonly Pet[];
  readonly count: number;
}

/**
 * Many judges look at the same list; a list that is longer than pages may be is read again, as keeping it takes room.
 */
const pages = new WeakMap<RecordedResponse, Page>();
const longestKept = 2 * pageSize.max;

/** The animals of a list; undefined if the body is not an array of animals, or not whole. */
export function petsOf(exchange: Answered): readonly Pet[] | undefined {
  const kept = pages.get(exchange.response);
  if (kept !== undefined && kept.count === kept.pets.length) return kept.pets;
  const body = bodyOf(exchange);
  if (!isJsonArray(body)) return undefined;
  const objects = body.filter(isAnimal);
  if (objects.length !== body.length) return undefined;
  const pets = objects.map(readPet);
  pages.set(exchange.response, { pets: pets.slice(0, longestKept), count: pets.length });
  return pets;
}

/**
 * The beginning of a list, twice what a page may hold, so that a service that lists thousands costs no more to judge.
 * Undefined like `petsOf`.
 */
export function pageOf(exchange: Answered): Page | undefined {
  return pages.get(exchange.response) ?? (petsOf(exchange) && pages.get(exchange.response));
}
