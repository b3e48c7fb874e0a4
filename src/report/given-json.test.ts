import { expect, test } from 'vitest';
import { entriesIn, exchangesOf, toHar } from './har.ts';
import { boundedJson, reportJson, TooMuch } from './read.ts';
import { conformantRecord, facts } from './testing/sample.ts';

const bytes = (text: string) => Buffer.from(text);
const bounds = { marks: 10, depth: 3 };

test('what is within its bounds is the value that any parser makes', () => {
  const text = '{"a":["}]{[,\\"\\\\",{"b":1.50}],"ä":null}';
  expect(boundedJson(bytes(text), bounds)).toEqual(JSON.parse(text));
});

test.each([
  ['many values', `[${'0,'.repeat(10)}0]`, /^holds more than 10 values$/],
  ['deep ones', '[[[[]]]]', /^nests more than 3 deep$/],
])('%s are refused before they are parsed', (_, text, message) => {
  // The text ends in no JSON: a parser would complain of that.
  expect(() => boundedJson(bytes(`${text}!`), bounds)).toThrow(message);
});

test('a report that is longer than any is refused', () => {
  expect(() => reportJson(bytes(`"${'a'.repeat(5_000_000)}"`))).toThrow(TooMuch);
});

const { exchanges } = conformantRecord('core');
const archive = JSON.stringify(toHar(exchanges, facts.suite));

test('the entries of an archive are read one at a time, in any layout', () => {
  expect(exchangesOf(bytes(archive))).toEqual(exchanges);
  const { log } = JSON.parse(archive);
  const other = { log: { entries: log.entries, pages: [{ id: 'a', nested: [{}] }], ...log } };
  expect(exchangesOf(bytes(JSON.stringify(other, null, 7)))).toEqual(exchanges);
});

test('an archive of more exchanges than a run makes is refused', () => {
  const { log } = JSON.parse(archive);
  const [entry] = log.entries;
  const many = (count: number) =>
    JSON.stringify({ log: { entries: Array.from({ length: count }, () => entry) } });
  expect(exchangesOf(bytes(many(3000)))).toHaveLength(1);
  expect(() => exchangesOf(bytes(many(3001)))).toThrow(/^holds more than 3000 exchanges, and no/);
});

test.each([
  ['a number in place of an entry', '{"log":{"entries":[{"a":1},0]}}'],
  ['the place of an entry in place of it', '{"log":{"entries":[[{"@":0}]],"pages":[{"a":1}]}}'],
  ['entries elsewhere', '{"log":{"pages":[{"a":1}]}}'],
  ['an array', '[[[{"a":1}]]]'],
])('%s makes no archive', (_, text) => {
  expect(entriesIn(bytes(text), (entry) => entry)).toBeUndefined();
});

test.each(['{"log":{"entries":[{"a":}]}}', '{"log":{"entries":[{"a":1}', '{"log":', ''])(
  '%j is no JSON',
  (text) => {
    expect(() => entriesIn(bytes(text), (entry) => entry)).toThrow(SyntaxError);
  },
);
