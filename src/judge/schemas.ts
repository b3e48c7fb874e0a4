import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { int64Value, integerValue, isJsonNumber, type Json } from '../http/json/json.ts';
import { newAjv, publishedSchema } from '../package/validator.ts';

/** A place in a value that breaks its schema. */
export interface Violation {
  /** JSON Pointer (RFC 6901) to the value, or to where the missing member would be. */
  readonly pointer: string;
  /** `must be string`, `is missing`. */
  readonly problem: string;
}

/** Checks a value against one of the schemas of `schemas/`; no violations where it is valid. */
export type Validator = (value: Json) => readonly Violation[];

const ajv = newAjv({ allErrors: true });
// ajv-formats' own int64 works on doubles and lets 2^63 pass; ranges are decided in forAjv, exactly.
ajv.addFormat('int64', { type: 'number', validate: () => true });

const load = (name: string) => ajv.compile(publishedSchema(name));

export const validatePet: Validator = validator(load('pet'));
export const validatePets: Validator = validator(load('pets'));
export const validateNewPet: Validator = validator(load('new-pet'));
export const validateError: Validator = validator(load('error'));

function validator(validate: ValidateFunction): Validator {
  return (value) => (validate(forAjv(value)) ? [] : (validate.errors ?? []).map(toViolation));
}

function toViolation({ instancePath, keyword, params, message = '' }: ErrorObject): Violation {
  if (keyword === 'required') {
    return { pointer: `${instancePath}/${params.missingProperty}`, problem: 'is missing' };
  }
  const allowed = keyword === 'enum' ? `: ${params.allowedValues.join(', ')}` : '';
  const problem = message === 'must be integer' ? 'must be an integer within int64' : message;
  return { pointer: instancePath, problem: `${problem}${allowed}` };
}

/**
 * The value as Ajv can judge it. Ajv knows doubles only, so an integer beyond int64 becomes Infinity, which
 * no `integer` accepts, and a fraction that a double would round to an integer stays a fraction.
 */
function forAjv(value: Json): unknown {
  if (isJsonNumber(value)) {
    if (int64Value(value) !== undefined) return Number(value.toString());
    return integerValue(value) === undefined && isFraction(value.toString()) ? 0.5 : Infinity;
  }
  if (Array.isArray(value)) return value.map(forAjv);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, forAjv(inner)]));
  }
  return value;
}

function isFraction(digits: string): boolean {
  return Number.isFinite(Number(digits));
}
