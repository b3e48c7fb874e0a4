import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { packageRoot } from './package.ts';

interface Plain {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
}

type RequiredOf<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

type ObjectOf<S> = S extends { readonly properties: infer P }
  ? { readonly [Name in keyof P as Name extends RequiredOf<S> ? Name : never]: Shape<P[Name]> } & {
      readonly [Name in keyof P as Name extends RequiredOf<S> ? never : Name]?: Shape<P[Name]>;
    }
  : S extends { readonly additionalProperties: infer Value }
    ? Readonly<Record<string, Shape<Value>>>
    : object;

type OfType<S, Type> = Type extends keyof Plain
  ? Plain[Type]
  : Type extends 'array'
    ? S extends { readonly items: infer Item }
      ? readonly Shape<Item>[]
      : readonly unknown[]
    : ObjectOf<S>;

/**
 * The type of the values that a schema accepts; it knows the parts of JSON Schema that the schemas of the suite use.
 */
export type Shape<S> = S extends { readonly const: infer Value }
  ? Value
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly type: readonly (infer Type)[] }
      ? OfType<S, Type>
      : S extends { readonly type: infer Type }
        ? OfType<S, Type>
        : unknown;

/** A validator of JSON Schema 2020-12 with formats, which refuses schemas that it does not understand. */
export function newAjv(options: Options = {}): Ajv2020 {
  // The schemas are the suite's own, and a test holds them against the meta-schema, which takes long to compile.
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    validateSchema: false,
    ...options,
  });
  addFormatsModule.default(ajv);
  return ajv;
}

/** Tells whether a value has the shape that a schema gives. */
export function validatorOf<const S extends object>(schema: S): ValidateFunction<Shape<S>> {
  return newAjv().compile<Shape<S>>(schema);
}

/** A JSON Schema of `schemas/`, by its name with or without `.schema.json`. Throws if there is none. */
export function publishedSchema(name: string): object {
  const path = join(packageRoot, 'schemas', `${name.replace(/\.schema\.json$/, '')}.schema.json`);
  const schema: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof schema !== 'object' || schema === null) throw new Error(`${path} holds no schema`);
  return schema;
}

interface PublishedOptions {
  readonly allErrors?: boolean;
  /** One of its definitions in place of the whole schema. */
  readonly definition?: string;
}

/** Tells whether a value obeys a schema of `schemas/`; compiled on first use, as few commands read one. */
export function published<T>(
  name: string,
  { definition, ...options }: PublishedOptions = {},
): () => ValidateFunction<T> {
  let compiled: ValidateFunction<T> | undefined;
  return () => {
    if (compiled !== undefined) return compiled;
    const whole = publishedSchema(name);
    const $defs = '$defs' in whole ? whole.$defs : {};
    const schema = definition === undefined ? whole : { $defs, $ref: `#/$defs/${definition}` };
    compiled = newAjv(options).compile<T>(schema);
    return compiled;
  };
}

/** The first place that breaks a schema, and how: `/formatVersion must be equal to constant 1`; empty if none does. */
export function firstFault([first]: readonly ErrorObject[]): string {
  if (first === undefined) return '';
  const { instancePath, message = '', params } = first;
  const where = instancePath || 'the top level';
  if (typeof params.additionalProperty === 'string') {
    return `${where} has an unknown member ${JSON.stringify(params.additionalProperty)}`;
  }
  const due = params.allowedValue === undefined ? '' : ` ${JSON.stringify(params.allowedValue)}`;
  return `${where} ${message}${due}`;
}
