import { expect, expectTypeOf, test } from 'vitest';
import { type Shape, validatorOf } from './validator.ts';

const schema = {
  type: 'object',
  required: ['id', 'kind'],
  properties: {
    id: { type: 'integer' },
    kind: { enum: ['a', null] },
    tags: { type: 'array', items: { type: 'string' } },
    notes: { type: ['object', 'null'], additionalProperties: { type: 'string' } },
  },
} as const;

test('what a schema lets through has the type that is read off it', () => {
  expectTypeOf<Shape<typeof schema>>().toEqualTypeOf<
    { readonly id: number; readonly kind: 'a' | null } & {
      readonly tags?: readonly string[];
      readonly notes?: Readonly<Record<string, string>> | null;
    }
  >();
  const isValid = validatorOf(schema);
  const value: unknown = { id: 1, kind: null, tags: ['x'], notes: { n: 'y' } };
  expect(isValid(value) && value.tags?.[0]).toBe('x');
  for (const bad of [null, {}, { id: '1', kind: 'a' }, { id: 1, kind: 'b' }]) {
    expect(isValid(bad)).toBe(false);
  }
});
