import { members } from '../catalogue/animal.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../http/json.ts';

/**
 * Whether a value is an animal, though perhaps a faulty one: an object with one of the required members. An envelope or
 * an Error in its place is not, and breaks another clause than a wrong member.
 */
export function isAnimal(value: Json | undefined): value is JsonObject {
  if (!isJsonObject(value)) return false;
  return members.some(({ name, required }) => required && member(value, name) !== undefined);
}
