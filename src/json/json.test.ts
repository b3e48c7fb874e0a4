import { expect, test } from 'vitest';
import {
  int64Value,
  integerValue,
  JsonNumber,
  parseJson,
  tryParseJson,
  writeJson,
} from './json.ts';

test.each([
  '9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
  '1.0',
  '1e2',
  '0.10',
])('keeps the digits of %s through reading and writing', (digits) => {
  expect(writeJson(parseJson(`{"id":${digits}}`))).toBe(`{"id":${digits}}`);
});

test('writes BigInt by its digits and leaves undefined members out', () => {
  expect(writeJson({ id: 9007199254740993n, status: undefined })).toBe('{"id":9007199254740993}');
});

test.each([
  ['1', 1n],
  ['1.0', 1n],
  ['1e2', 100n],
  ['100e-2', 1n],
  ['-0.0', 0n],
  ['1.5', undefined],
  ['1.0000000000000000001', undefined],
  ['1e-1', undefined],
  ['1e999999999', undefined],
  ['0e999999999', 0n],
])('reads %s as the integer %s', (text, value) => {
  expect(integerValue(new JsonNumber(text))).toBe(value);
});

test.each([
  ['9223372036854775807', true],
  ['9223372036854775808', false],
  ['-9223372036854775808', true],
  ['-9223372036854775809', false],
  ['1e19', false],
  ['"1"', false],
])('decides whether %s is an int64', (text, inside) => {
  expect(int64Value(parseJson(text)) !== undefined).toBe(inside);
});

test('gives undefined for text that is no JSON, cut off or nested without end', () => {
  for (const text of ['', '{', '[1,]', 'nul', '['.repeat(200_000)]) {
    expect(tryParseJson(text)).toBeUndefined();
  }
});

test('reads a member called __proto__ as data', () => {
  const value = parseJson('{"__proto__":{"polluted":true}}');
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});
