import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operationNames } from '../../spec/operations.ts';
import { foreignKey } from './foreign-key.ts';

const key = 'sk_Live-8f3kZ0';

const tokenOf = (text: string, seed: number, operation: (typeof operationNames)[number]) =>
  foreignKey(text, seed, operation).headers[0]?.header[1].replace(/^Bearer /, '') ?? '';

/** Visible ASCII, as settings allow it. */
const anyKey = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code)),
  minLength: 1,
  maxLength: 40,
});

test.each(operationNames)('for %s no key becomes itself', (operation) => {
  fc.assert(
    fc.property(anyKey, fc.integer(), (text, seed) => tokenOf(text, seed, operation) !== text),
    {
      seed: 1,
      numRuns: 500,
      examples: [
        ['a', 1],
        ['-', 1],
        ['--------', 1],
        ['abc---', 1],
        ['---abc', 1],
      ],
    },
  );
});

test.each(operationNames)('for %s the foreign key has the form of the real one', (operation) => {
  fc.assert(
    fc.property(anyKey, fc.integer(), (text, seed) => {
      const token = tokenOf(text, seed, operation);
      expect(token).toMatch(/^[\x21-\x7e]+$/);
      expect(token).toHaveLength(text.length);
    }),
    { seed: 1 },
  );
  const shape = (text: string) =>
    text.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '0');
  expect(shape(tokenOf(key, 3, operation))).toBe(shape(key));
});

test('the same seed gives the same keys', () => {
  for (const operation of operationNames) {
    expect(tokenOf(key, 3, operation)).toBe(tokenOf(key, 3, operation));
    expect(tokenOf(key, 4, operation)).not.toBe(tokenOf(key, 3, operation));
  }
});

test('one shares nothing with the key, one its first half, one its second', () => {
  const [none, first, second] = operationNames.map((operation) => tokenOf(key, 3, operation));
  const kept = [...key].filter((one, at) => /[a-z\d]/i.test(one) && one === none?.[at]);
  expect(kept).toEqual([]);
  expect(first?.slice(0, 7)).toBe(key.slice(0, 7));
  expect(first?.slice(7)).not.toBe(key.slice(7));
  expect(second?.slice(7)).toBe(key.slice(7));
  expect(second?.slice(0, 7)).not.toBe(key.slice(0, 7));
});

test('it is a secret, as the real key follows from it and the seed, and its description holds no part of it', () => {
  for (const operation of operationNames) {
    const { secret, headers, caller } = foreignKey(key, 3, operation);
    expect(caller).toBe('anonymous');
    expect(secret?.text).toBe(tokenOf(key, 3, operation));
    for (const half of [key.slice(0, 7), key.slice(7)]) {
      expect(`${secret?.shown} ${headers[0]?.shell}`).not.toContain(half);
    }
  }
});

test.each([key, '--------', "!~'\\"])('a shell makes the same key from %s', (text) => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const [{ header, shell } = {}] = foreignKey(text, seed, 'listPets').headers;
    const said = execFileSync('sh', ['-c', `printf %s "${shell}"`], {
      env: { ...process.env, PETSTORE_API_KEY: text },
      encoding: 'utf8',
    });
    expect(said).toBe(`${header?.[0]}: ${header?.[1]}`);
  }
});
