import { expect, test } from 'vitest';
import { faults } from '../../reference/faults.ts';
import { variants } from '../../reference/variants.ts';
import { orderOf, quickly } from './suite-order.ts';
import { referenceEntry } from './suite-work.ts';

const entries = [referenceEntry, ...[...faults, ...variants].map(({ id }) => id)].map((entry, at) =>
  quickly({
    entry,
    reached: at % 2 === 0 ? ['7'] : ['8'],
    loading: ['9'],
    milliseconds: 1,
  }),
);

const order = (file: string, active: string, noticedEarlierBy?: string) =>
  orderOf(
    { id: 'a', active, file, line: 1, kind: 'Regex', change: '/a/ → /b/' },
    entries,
    noticedEarlierBy,
  );

const breaking = (id: string, entry: string | undefined) =>
  faults.find((fault) => fault.id === entry)?.breaks.some((one) => one === id) === true;

test('what noticed a mutant earlier comes first, then the reference server, then faults of its file', () => {
  const before = entries.filter(({ reached }) => reached.has('7')).at(-1)?.entry;
  const { task, reachedBy } = order('suites/versioning.ts', '7', before);
  expect(task.run.slice(0, 2)).toEqual([before, referenceEntry]);
  expect(breaking('version.base-path', task.run[2])).toBe(true);
  expect(reachedBy).toBe(Math.ceil(entries.length / 2));
});

test('only entries that reach it are tried, and not all of them', () => {
  const reaching = new Set(
    entries.flatMap(({ entry, reached }) => (reached.has('8') ? [entry] : [])),
  );
  const { task } = order('suites/listing.ts', '8');
  expect(task.judged).toEqual([]);
  expect(task.run.every((entry) => reaching.has(entry))).toBe(true);
  expect(task.run.length).toBeLessThan(60);
});

test('what only judges has answers put to it again first, unless it is made as modules are loaded', () => {
  const judge = order('src/judge/errors.ts', '7').task;
  expect(judge.judged.length).toBeGreaterThan(judge.run.length);
  const loaded = order('src/judge/errors.ts', '9');
  expect([loaded.alone, loaded.reachedBy, loaded.task.judged]).toEqual([true, entries.length, []]);
});
