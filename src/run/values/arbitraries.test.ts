import { expect, test } from 'vitest';
import { int64, petStatuses } from '../../spec/animal.ts';
import {
  largeCategory,
  limit,
  nameOf,
  sample,
  seedFor,
  status,
  strangeId,
  unusedId,
  unusualName,
} from './arbitraries.ts';

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
  for (const one of sample(unusedId, 1, many)) {
    expect(one).toBeLessThanOrEqual(int64.max);
    expect(BigInt(Number(one))).not.toBe(one);
  }
});
