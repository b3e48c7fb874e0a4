import { expect, test } from 'vitest';
import { faults } from '../../reference/faults.ts';
import type { Mutant } from './mutant.ts';
import { neighbours, ordering } from './suite-order.ts';
import { type EntryReach, referenceEntry } from './suite-work.ts';

const mutantIn = (file: string, active: string): Mutant => {
  return { id: active, active, file, line: 1, kind: 'Regex', change: '/a/ → /b/' };
};

const reaching = (entry: string, ...reached: readonly string[]): EntryReach => ({
  entry,
  reached,
  loading: ['loaded'],
  failing: [],
  milliseconds: 1,
});

const mutants = ['common', 'odd', 'odder'].map((one, at) => ({
  ...mutantIn('suites/a.ts', one),
  line: 1 + 40 * at,
}));
const entries = [
  reaching(referenceEntry, 'common'),
  ...Array.from({ length: 60 }, (_, at) => reaching(`plain ${at}`, 'common')),
  reaching('odd', 'common', 'odd'),
  reaching('odd, too', 'common', 'odd'),
  reaching('odder', 'common', 'odder'),
];
const orderOf = ordering(mutants, entries);
const runOn = (active: string, ...guesses: readonly string[]) =>
  orderOf(mutantIn('suites/a.ts', active), 'thorough', guesses).task.run;

test('after the reference server entries come that reach what few others do, and not all of one kind', () => {
  expect(runOn('common').slice(0, 4)).toEqual([referenceEntry, 'odder', 'odd', 'odd, too']);
  expect(runOn('common').length).toBeLessThan(entries.length);
});

test('faults of the requirements that its file decides are among them', () => {
  const own = faults.filter(({ breaks: [first] }) => first === 'version.base-path');
  const all = own.map(({ id }) => reaching(id, 'versioned'));
  const order = ordering([], [...entries, ...all]);
  const { run } = order(mutantIn('suites/versioning.ts', 'versioned'), 'thorough').task;
  expect(run.toSorted()).toEqual(own.map(({ id }) => id).toSorted());
});

test('a brief try takes the first of those of a thorough one', () => {
  const { run } = orderOf(mutantIn('suites/a.ts', 'common'), 'brief').task;
  expect(run).toEqual(runOn('common').slice(0, run.length));
  expect(run.length).toBeLessThan(runOn('common').length);
});

test('of what runs, entries come early in which a check fails that reaches it, and others by turns', () => {
  const failingIn = (entry: string, ...failing: readonly string[]): EntryReach => ({
    ...reaching(entry, 'common', ...failing),
    failing,
  });
  const some = [
    failingIn('of several checks', 'common', 'odd'),
    failingIn('of another check', 'odd'),
    failingIn('of one check', 'common'),
  ];
  const { run } = ordering(mutants, [...entries, ...some])(
    mutantIn('suites/a.ts', 'common'),
    'brief',
  ).task;
  expect(run.slice(0, 3)).toEqual(['of one check', referenceEntry, 'of several checks']);
});

test('entries that reach a rarer place beside it come early: its condition has the other result there', () => {
  const at = (active: string, line: number) => ({ ...mutantIn('suites/b.ts', active), line });
  const places = [at('if', 10), at('then', 11), at('elsewhere', 40)];
  const all = [
    ...Array.from({ length: 40 }, (_, at) => reaching(`plain ${at}`, 'if')),
    reaching('far', 'if', 'elsewhere'),
    reaching('then', 'if', 'then'),
  ];
  expect(ordering(places, all)(at('if', 10), 'brief').task.run[0]).toBe('then');
});

test('what noticed a mutant earlier comes before all others', () => {
  expect(runOn('common', 'plain 7').slice(0, 2)).toEqual(['plain 7', referenceEntry]);
});

test('what noticed the nearest mutants of its file is a guess', () => {
  const beside = neighbours();
  const at = (line: number, file = 'suites/a.ts') => ({ ...mutantIn(file, 'any'), line });
  for (const [line, entry] of [
    [9, 'far'],
    [3, 'near'],
    [4, 'nearer'],
    [8, 'far'],
  ] as const) {
    beside.add(at(line), entry);
  }
  expect(beside.of(at(5))).toEqual(['nearer', 'near', 'far']);
  expect(beside.of(at(5, 'suites/b.ts'))).toEqual([]);
});

test('only entries that reach it are tried', () => {
  expect(runOn('odd', 'plain 7')).toEqual(['odd', 'odd, too']);
  expect(orderOf(mutantIn('suites/a.ts', 'odd'), 'brief').reachedBy).toBe(2);
});

test('what only judges has answers put to it again first, unless it is made as modules are loaded', () => {
  const judge = orderOf(mutantIn('src/judge/errors.ts', 'common'), 'thorough').task;
  expect(judge.judged.length).toBeGreaterThan(judge.run.length);
  const loaded = orderOf(mutantIn('src/judge/errors.ts', 'loaded'), 'thorough');
  expect([loaded.alone, loaded.reachedBy, loaded.task.judged]).toEqual([true, entries.length, []]);
});
