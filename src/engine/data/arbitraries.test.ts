import { expect, test } from 'vitest';
import { int64, petStatuses } from '../../catalogue/operations.ts';
import {
  isJsonObject,
  parseJson,
  tryParseJson,
  type Writable,
  writeJson,
} from '../../http/json/json.ts';
import { validateNewPet } from '../../judge/schemas.ts';
import {
  largeCategory,
  limit,
  nameOf,
  sample,
  seedFor,
  status,
  strangeId,
  strangerId,
  unusualName,
  type WrongKind,
  wrongCategories,
  wrongNames,
  wrongStatuses,
} from './arbitraries.ts';
import { nearBodies, nearCategories, nearNames, nearStatuses } from './near-values.ts';

const many = 500;

test('samples are the same for the same seed, and of the number asked for', () => {
  expect(sample(limit, 3, many)).toEqual(sample(limit, 3, many));
  expect(sample(limit, 4, many)).not.toEqual(sample(limit, 3, many));
  expect(sample(limit, 3, many)).toHaveLength(many);
});

test('each use has a 32-bit seed of its own', () => {
  const uses = Array.from({ length: 200 }, (_, at) => `use ${at}`);
  const seeds = [1, 2, -(2 ** 31)].flatMap((seed) => uses.map((use) => seedFor(seed, use)));
  expect(new Set(seeds).size).toBe(600);
  for (const seed of seeds) expect(seed).toBe(seed | 0);
  expect(seedFor(1, 'use')).toBe(seedFor(1, 'use'));
});

test('limits are those that section 4.1 allows', () => {
  for (const one of sample(limit, 1, many)) {
    expect(one).toBeGreaterThanOrEqual(1);
    expect(one).toBeLessThanOrEqual(100);
    expect(Number.isInteger(one)).toBe(true);
  }
});

test('every status comes up', () => {
  expect(new Set(sample(status, 1, many))).toEqual(new Set(petStatuses));
});

test('names are NFC, begin recognisably, and have no white space at an end', () => {
  const unusual = sample(unusualName, 1, many).map((pieces) => nameOf('Petkvbnr', pieces));
  for (const name of unusual) {
    expect(name).toBe(name.normalize('NFC'));
    expect(name).toBe(name.trim());
    expect(name).toMatch(/^Petkvbnr /);
    // Throws on half of a surrogate pair.
    expect(encodeURIComponent(name)).toContain('Petkvbnr');
  }
  const all = unusual.join('');
  for (const piece of ['é', '犬', '🐕', '"', "'", '\\', '&', '<', '>'])
    expect(all).toContain(piece);
});

test('large categories are int64 that a double would change', () => {
  for (const one of sample(largeCategory, 1, many)) {
    expect(one).toBeGreaterThan(2n ** 53n);
    expect(one).toBeLessThanOrEqual(int64.max);
    expect(BigInt(Number(one))).not.toBe(one);
  }
});

test('ids that no animal has are int64 beyond 32 bits, on both sides of 2^53', () => {
  for (const one of sample(strangeId, 1, many)) {
    expect(one).toBeGreaterThan(2n ** 32n);
    expect(BigInt(Number(one))).toBe(one);
  }
  for (const one of sample(strangerId, 1, many)) {
    expect(one).toBeLessThanOrEqual(int64.max);
    expect(BigInt(Number(one))).not.toBe(one);
  }
});

const valid: Record<string, Writable> = { name: 'Rex', categoryId: 3n, status: 'sold' };

const wrong: [string, readonly WrongKind[]][] = [
  ['name', wrongNames],
  ['categoryId', wrongCategories],
  ['status', wrongStatuses],
];

const kinds = wrong.flatMap(([member, list]) =>
  list.map(({ kind, values }) => [member, kind, values] as const),
);

test.each(kinds)('%s that is %s breaks the schema in that member alone', (member, _, values) => {
  for (const value of sample(values, 1, 100)) {
    const text = writeJson({ ...valid, [member]: value });
    const [violation, ...others] = validateNewPet(parseJson(text));
    expect(violation?.pointer).toBe(`/${member}`);
    expect(others).toEqual([]);
  }
});

test('no wrong category is a whole number in another notation, which is left open', () => {
  for (const { values } of wrongCategories) {
    for (const value of sample(values, 1, 100)) {
      expect(writeJson(value)).not.toMatch(/^-?\d+(\.0+|e\d+)$/i);
    }
  }
});

const near = [
  ['name', nearNames],
  ['categoryId', nearCategories],
  ['status', nearStatuses],
] as const;

test.each(
  near.flatMap(([member, list]) =>
    list.flatMap(({ kind, cases }) =>
      cases.map((value) => [member, kind, writeJson(value), value] as const),
    ),
  ),
)('%s that is %s breaks the schema in that member alone: %s', (member, _, __, value) => {
  const text = writeJson({ ...valid, [member]: value });
  const [violation, ...others] = validateNewPet(parseJson(text));
  expect(violation?.pointer).toBe(`/${member}`);
  expect(others).toEqual([]);
});

test.each(nearBodies.flatMap(({ cases }) => cases.map((write) => write('Rex', 3n))))(
  'the body %s is not a JSON object',
  (text) => {
    expect(isJsonObject(tryParseJson(text))).toBe(false);
  },
);
