import type { ErrorObject } from 'ajv/dist/2020.js';
import { int64Value, isJsonNumber, type Json } from '../http/json.ts';
import { error, newPet, pet } from '../package/validators.ts';

/** A place in a value that breaks its schema. */
export interface Violation {
  /** JSON Pointer (RFC 6901) to the value, or to where the missing member would be. */
  readonly pointer: string;
  /** `must be string`, `is missing`. */
  readonly problem: string;
}

/** Checks a value against one of the schemas of `schemas/`; no violations if it is valid. */
type Validator = (value: Json) => readonly Violation[];

/** A schema as Ajv compiles it. */
interface Compiled {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

export const validatePet: Validator = validator(pet);
export const validateNewPet: Validator = validator(newPet);
export const validateError: Validator = validator(error);

function validator(validate: Compiled): Validator {
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
 * The value in a form that Ajv can judge. Ajv knows only doubles, so an integer beyond int64, and a fraction that a double
 * would round to an integer, become one half, which no `integer` accepts.
 */
function forAjv(value: Json): unknown {
  if (isJsonNumber(value)) {
    return int64Value(value) === undefined ? 0.5 : Number(value.toString());
  }
  if (Array.isArray(value)) return value.map(forAjv);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, forAjv(inner)]));
  }
  return value;
}
