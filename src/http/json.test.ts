import { expect, test } from 'vitest';
import {
  decodeUtf8,
  int64Value,
  integerValue,
  isUtf8,
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

test('of members of one name the last counts, at every depth', () => {
  const value = parseJson('{"id":1,"id":"no","more":{"a":1,"a":2},"id":7}');
  expect(writeJson(value)).toBe('{"id":7,"more":{"a":2}}');
});

test('nests 500 deep and no deeper, whatever is in strings', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}"[[\\"[["${']'.repeat(depth)}`;
  expect(tryParseJson(nested(500))).toBeDefined();
  expect(() => parseJson(nested(501))).toThrow('nested too deeply');
  expect(tryParseJson(`["${'['.repeat(2_000)}"]`)).toBeDefined();
});

test.each([
  ...['{1:2}', '01', '1.', '.5', '+1', '-', '1e', '1 2', '[1,]', '"1"2', 'true1', '--1', '0x1'],
])('is as strict about numbers as JSON: %s', (text) => expect(tryParseJson(text)).toBeUndefined());

test('strings are what they were, whatever is in them', () => {
  const texts = ['\0' + '0', 'a\\b"c\n', '1', 'é'.repeat(900), '', '\u2028', '0: [1, 2]'];
  const value = Object.fromEntries(
    texts.map((text, at) => [`${text} ${at}`, [text, { [text]: text }]]),
  );
  for (const written of [JSON.stringify(value), JSON.stringify(value, undefined, 2)]) {
    expect(JSON.parse(writeJson(parseJson(written)))).toEqual(value);
  }
});

test('what was no UTF-8 is no JSON, and a byte order mark is passed over', () => {
  const latin = decodeUtf8(Buffer.from('["caf\xe9"]', 'latin1'));
  expect(isUtf8(latin)).toBe(false);
  expect(isUtf8(JSON.parse(JSON.stringify(latin)))).toBe(false);
  expect(() => parseJson(latin)).toThrow('not encoded as UTF-8');
  for (const text of ['["\ufeff caf\u00e9 \ufffd \ud83d\udcff"]', '["\\ud800"]']) {
    const decoded = decodeUtf8(Buffer.from(`\ufeff${text}`));
    expect(decoded).toBe(text);
    expect(isUtf8(decoded)).toBe(true);
    expect(tryParseJson(decoded)).toBeDefined();
  }
});
