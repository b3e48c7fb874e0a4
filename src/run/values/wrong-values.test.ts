import { expect, test } from 'vitest';
import {
  isJsonObject,
  parseJson,
  tryParseJson,
  type Writable,
  writeJson,
} from '../../http/json.ts';
import { validateNewPet } from '../../judge/validation.ts';
import { type MemberFacts, sentMembers } from '../../spec/animal.ts';
import { sample } from './arbitraries.ts';
import { furtherValues, nearBodies, nearValues, wrongKinds } from './wrong-values.ts';

const valid: Record<string, Writable> = { name: 'Rex', categoryId: 3n, status: 'sold' };

/** Every near value, and many of each wrong kind. */
const valuesOf = (member: MemberFacts): readonly (readonly [kind: string, value: Writable])[] => [
  ...wrongKinds(member).flatMap(({ kind, values }) =>
    sample(values, 1, 100).map((value) => [kind, value] as const),
  ),
  ...[...nearValues(member), furtherValues(member)].flatMap(({ kind, cases }) =>
    cases.map((value) => [kind, value] as const),
  ),
];

test.each(sentMembers)(
  'every wrong value of $name breaks the schema in that member alone',
  (member) => {
    for (const [kind, value] of valuesOf(member)) {
      const text = writeJson({ ...valid, [member.name]: value });
      const [violation, ...others] = validateNewPet(parseJson(text));
      expect(violation?.pointer, `${kind}: ${text}`).toBe(`/${member.name}`);
      expect(others, text).toEqual([]);
    }
  },
);

const enumeration = (...words: readonly [string, ...string[]]): MemberFacts => ({
  name: 'status',
  type: words,
  required: false,
  sent: true,
  moves: true,
  judged: 'pet.status',
});

test.each([
  [enumeration('available', 'pending', 'sold', 'reserved', 'adopted', 'unknown', 'new')],
  [enumeration('OPEN', 'Closed', '')],
  [enumeration('x')],
])('a word that the specification allows is never a wrong one: $type', (member) => {
  const { type } = member;
  const values = valuesOf(member);
  expect(values.length).toBeGreaterThan(100);
  expect(
    values.filter(([, value]) => type.includes(`${value}`) && typeof value === 'string'),
  ).toEqual([]);
});

test('null is no wrong value of a member that may be left out', () => {
  const optional: MemberFacts = { ...enumeration('x'), name: 'tag', type: 'string' };
  expect(valuesOf(optional).filter(([, value]) => value === null)).toEqual([]);
  expect(
    valuesOf({ ...optional, required: true }).filter(([, value]) => value === null),
  ).not.toEqual([]);
});

test.each(nearBodies.flatMap(({ cases }) => cases.map((write) => write('Rex', 3n))))(
  'the body %s is not a JSON object',
  (text) => {
    expect(isJsonObject(tryParseJson(text))).toBe(false);
  },
);
