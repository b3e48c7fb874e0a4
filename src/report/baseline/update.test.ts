import { expect, test } from 'vitest';
import type { ExpectedFailure, JudgedRun } from './expected-failure.ts';
import { parseBaseline } from './parse.ts';
import { editBaseline, emptyBaseline, planUpdate } from './update.ts';

const added: ExpectedFailure = {
  requirement: 'pet.name',
  reason: `#7: ${'long '.repeat(40)}end`,
  owner: '@team',
  expires: '2027-06-30',
};

const text = `# Staging's known failures
formatVersion: 1 # of the file

known-failures:
  # Listing: PET-123

  # said by the cache
  - requirement: list.limit # off by one
    reason: &why the cache ignores limit
    owner: 'team'
    expires: 2027-01-31

  # the same cause
  - requirement: list.default-limit
    reason: *why
    owner: "team"
    expires: 2020-01-31
# the end
`;

const { entries } = parseBaseline(text, 'b.yaml');

test('what failed without an entry is added, what passed is taken off, nothing is renewed', () => {
  const run: JudgedRun = {
    run: { partial: true, endedEarly: null },
    requirements: [
      { id: 'list.limit', level: 'required', outcome: 'passed' },
      { id: 'list.default-limit', level: 'required', outcome: 'failed' },
      { id: 'pet.name', level: 'required', outcome: 'failed' },
      { id: 'pet.id', level: 'required', outcome: 'inconclusive' },
      { id: 'auth.challenge', level: 'advisory', outcome: 'failed' },
    ],
  };
  const plan = planUpdate(run, entries, '2027-01-01');
  expect(plan).toEqual({ add: ['pet.name'], remove: ['list.limit'], expired: [entries[1]] });
});

test('requirements that were not judged keep their entries', () => {
  const skipped = (id: string) => ({ id, level: 'required', outcome: 'skipped' }) as const;
  const run = {
    run: { partial: true, endedEarly: null },
    requirements: [skipped('list.limit'), skipped('list.default-limit')],
  };
  expect(planUpdate(run, entries, '2027-01-01')).toEqual({ add: [], remove: [], expired: [] });
});

test('an addition keeps every comment, the order and the quotes', () => {
  const edited = editBaseline(text, 'b.yaml', { add: [added], remove: [] });
  const [before = ''] = text.split('# the end');
  expect(edited.startsWith(before)).toBe(true);
  expect(edited).toContain('# the end');
  expect(parseBaseline(edited, 'b.yaml').entries).toEqual([...entries, added]);
});

test('an entry goes with what is said of it, and aliases of its texts become texts', () => {
  const edited = editBaseline(text, 'b.yaml', { add: [], remove: ['list.limit'] });
  expect(edited).not.toMatch(/said by the cache|off by one|&why|\*why/);
  for (const kept of [
    '# Staging',
    '# of the file',
    '# Listing: PET-123',
    '# the same cause',
    '# the end',
  ]) {
    expect(edited).toContain(kept);
  }
  expect(edited).toContain('reason: the cache ignores limit\n    owner: "team"');
  expect(parseBaseline(edited, 'b.yaml').entries).toEqual(entries.slice(1));
});

test('all entries can go, and new ones come into an empty list', () => {
  const ids = entries.map(({ requirement }) => requirement);
  const empty = editBaseline(text, 'b.yaml', { add: [], remove: ids });
  expect(parseBaseline(empty, 'b.yaml').entries).toEqual([]);
  for (const start of [empty, emptyBaseline('node_modules/x/baseline.schema.json')]) {
    const edited = editBaseline(start, 'b.yaml', { add: [added], remove: [] });
    expect(edited).toContain('known-failures:\n');
    expect(parseBaseline(edited, 'b.yaml').entries).toEqual([added]);
  }
  expect(emptyBaseline('x.json')).toContain('# yaml-language-server: $schema=x.json\n');
});
