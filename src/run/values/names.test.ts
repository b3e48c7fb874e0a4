import { expect, test } from 'vitest';
import { digitsOf, namesOf } from './names.ts';

const uses = Array.from({ length: 300 }, (_, at) => `animal ${at}`);
const ofRun = (seed: number, startedAt: number) => uses.map(namesOf(seed, startedAt));

test('names have eight letters, a capital first, and no vowel after the common beginning', () => {
  for (const name of ofRun(1, 0)) expect(name).toMatch(/^Pet[b-df-hj-np-tv-xz]{5}$/);
});

test('no two uses of a run have the same name', () => {
  for (const seed of [0, 1, -7]) expect(new Set(ofRun(seed, 5)).size).toBe(uses.length);
});

test('a use keeps its name, in whatever order names are asked for', () => {
  const [names, others] = [namesOf(3, 9), namesOf(3, 9)];
  const backwards = uses.toReversed().map(others).toReversed();
  expect(uses.map(names)).toEqual(backwards);
  expect(uses.map(names)).toEqual(backwards);
});

test('another run of the same seed has other names', () => {
  const first = new Set(ofRun(1, 1_000));
  const shared = ofRun(1, 1_001).filter((name) => first.has(name));
  expect(shared).toEqual([]);
});

test('under a challenge names follow from it and the seed, whenever the run began', () => {
  const bound = (challenge: string, startedAt: number, seed = 1) =>
    uses.map(namesOf({ seed, challenge }, startedAt));
  const names = bound('one', 1_000);
  expect(bound('one', 1_001)).toEqual(names);
  for (const others of [bound('two', 1_000), bound('one', 1_000, 2), ofRun(1, 1_000)]) {
    expect(others.filter((name) => names.includes(name))).toEqual([]);
  }
});

test('digits begin with zeros, and differ where names do', () => {
  const digits = ofRun(2, 2).slice(0, 20).map(digitsOf);
  for (const one of digits) expect(one).toMatch(/^00\d{5}$/);
  expect(new Set(digits).size).toBe(20);
});
