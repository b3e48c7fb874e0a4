import { type PetStatus, pageSize, petStatuses } from '../catalogue/operations.ts';
import type { Answered, RecordedResponse } from '../http/exchange.ts';
import {
  int64Value,
  isJsonArray,
  type Json,
  type JsonObject,
  member,
  tryParseJson,
} from '../http/json/json.ts';
import { isAnimal } from './animal.ts';

/**
 * An animal as an answer shows it. A member is absent if the answer has no valid one: the pet.* requirements judge
 * that, and the checks need not judge it again.
 */
export interface Pet {
  readonly id?: bigint;
  readonly name?: string;
  readonly categoryId?: bigint;
  readonly status?: PetStatus;
  /** Whether the answer had a `status` at all, valid or not. */
  readonly hasStatus: boolean;
}

export function readPet(object: JsonObject): Pet {
  const id = int64Value(member(object, 'id'));
  const name = member(object, 'name');
  const categoryId = int64Value(member(object, 'categoryId'));
  const status = petStatuses.find((known) => known === member(object, 'status'));
  return {
    ...(id === undefined ? {} : { id }),
    ...(typeof name === 'string' ? { name } : {}),
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(status === undefined ? {} : { status }),
    hasStatus: member(object, 'status') !== undefined,
  };
}

/** The animal that is the body of an answer; undefined if the body is not an animal, or not whole. */
export function petOf(exchange: Answered): Pet | undefined {
  const body = bodyOf(exchange);
  return isAnimal(body) ? readPet(body) : undefined;
}

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
