import { expect, test } from 'vitest';
import type { Outcome } from '../../judge/outcome.ts';
import { compareReports } from './compare.ts';
import type { Changes } from './comparison.ts';
import { type Difference, reportFile } from './testing/samples.ts';

function changes(before: Difference, after: Difference): Changes {
  const found = compareReports([reportFile('a.json', before), reportFile('b.json', after)]);
  if (found.kind !== 'changes') throw new Error('the two are taken for two implementations');
  return found;
}

const row = (found: Changes, id: string) => found.rows.find((one) => one.id === id);
const of = (id: string, outcome: Outcome): Difference => ({ outcomes: { [id]: outcome } });

test.each<[Outcome, Outcome, string]>([
  ['passed', 'failed', 'broke'],
  ['inconclusive', 'failed', 'broke'],
  ['not-applicable', 'failed', 'broke'],
  ['skipped', 'failed', 'newly-decided'],
  ['failed', 'failed', 'still-failing'],
  ['failed', 'passed', 'fixed'],
  ['failed', 'inconclusive', 'no-longer-decided'],
  ['passed', 'skipped', 'no-longer-decided'],
  ['passed', 'not-applicable', 'no-longer-decided'],
  ['inconclusive', 'passed', 'newly-decided'],
  ['skipped', 'passed', 'newly-decided'],
  ['skipped', 'inconclusive', 'still-undecided'],
  ['passed', 'passed', 'as-before'],
  ['inconclusive', 'inconclusive', 'as-before'],
])('a requirement that was %s and is %s: %s', (was, is, group) => {
  const found = changes(of('list.limit', was), of('list.limit', is));
  expect(row(found, 'list.limit')?.group).toBe(group);
  expect(found.broke).toEqual(group === 'broke' ? ['list.limit'] : []);
});

test('an advisory that fails now is told, and breaks nothing', () => {
  const found = changes({}, of('auth.challenge', 'failed'));
  expect(row(found, 'auth.challenge')?.group).toBe('broke');
  expect(found.broke).toEqual([]);
  expect(found.summary).toBe('nothing broke, 1 warning more');
});

test('a requirement that the older suite does not have is new, failed or not, and one that is gone is gone', () => {
  const older = { without: ['list.limit'] };
  const newer = { ...of('list.limit', 'failed'), without: ['get.found'], digest: 'e'.repeat(64) };
  const found = changes(older, newer);
  expect(row(found, 'list.limit')).toMatchObject({ group: 'new', before: null });
  expect(row(found, 'get.found')).toMatchObject({ group: 'gone', after: null });
  expect(found.broke).toEqual([]);
  expect(row(found, 'list.limit')?.mayAccount).toEqual(['suite']);
});

test.each<[string, Difference, Difference, string, readonly string[]]>([
  ['another version', { version: '1' }, { version: '2' }, 'changed', ['server']],
  ['another address', {}, { baseUrl: 'https://b.example/v1' }, 'changed', ['server']],
  ['the same version twice', { version: '1' }, { version: '1' }, 'inferred', ['server', 'chance']],
  ['no version', {}, {}, 'inferred', ['server', 'chance']],
  [
    'another port of this machine',
    {},
    { baseUrl: 'http://localhost:1/v1' },
    'inferred',
    ['server', 'chance'],
  ],
  ['another seed', {}, { seed: 8 }, 'inferred', ['server', 'seed', 'chance']],
  ['another suite', {}, { digest: 'e'.repeat(64) }, 'unknown', ['suite', 'server']],
  [
    'a suite and one version',
    { version: '1' },
    { version: '1', digest: 'e'.repeat(64) },
    'unchanged',
    ['suite'],
  ],
  [
    'a suite that judged the same recording again',
    {},
    {
      digest: 'e'.repeat(64),
      rejudged: {
        startedAt: '2026-01-03T00:00:00.000Z',
        suite: { version: '0.1.0', digest: 'd'.repeat(64) },
      },
    },
    'recorded',
    ['suite'],
  ],
  ['another plan', { version: '1' }, { version: '1', plan: 'pro' }, 'unchanged', ['settings']],
  [
    'a setting',
    { version: '1', settings: { '--grace': '1' } },
    { version: '1' },
    'unchanged',
    ['settings'],
  ],
  [
    'names and contacts alone',
    {},
    { settings: { '--contact': 'x', '--implementation': 'y' } },
    'inferred',
    ['server', 'chance'],
  ],
])('%s is what may account for a row', (_, before, after, state, causes) => {
  const found = changes(before, { ...after, ...of('list.limit', 'failed') });
  expect(found.differences.server.state).toBe(state);
  expect(row(found, 'list.limit')?.mayAccount).toEqual(causes);
});

test('nothing is inferred where nothing came out otherwise', () => {
  const found = changes({}, { seed: 8 });
  expect(found.differences).toMatchObject({
    server: { state: 'unknown', differences: [] },
    suite: { changed: false },
    settings: { changed: false, differences: [] },
    seed: { changed: true, before: 7, after: 8 },
  });
  expect(found.tellApart).toEqual([]);
  expect(found.summary).toBe('nothing broke');
});

test('settings are told by flag, with both sides', () => {
  const before = { profile: 'core', settings: { '--skip': 'rate.*', '--timeout': '5' } } as const;
  const after = { profile: 'full', plan: 'pro', settings: { '--timeout': '9' } } as const;
  expect(changes(before, after).differences.settings.differences).toEqual([
    { name: '--profile', before: 'core', after: 'full' },
    { name: '--skip', before: 'rate.*', after: null },
    { name: '--timeout', before: '5', after: '9' },
    { name: '--plan', before: null, after: 'pro' },
  ]);
});

test('a requirement that was left out differs by the selection alone, whatever else changed', () => {
  const before = {
    ...of('list.limit', 'skipped'),
    settings: { '--skip': 'list.limit' },
    version: '1',
  };
  const after = { ...of('list.limit', 'failed'), version: '2', digest: 'e'.repeat(64) };
  expect(row(changes(before, after), 'list.limit')?.mayAccount).toEqual(['settings']);
});

test('a requirement that the suite words otherwise is told, and the suite comes first among its causes', () => {
  const after = {
    statements: { 'list.limit': 'Another one.' },
    digest: 'e'.repeat(64),
    version: '2',
  };
  const found = changes({ version: '1' }, { ...after, ...of('list.limit', 'failed') });
  expect(found.differences.suite.reworded).toEqual([
    { id: 'list.limit', name: 'statement', before: expect.any(String), after: 'Another one.' },
  ]);
  expect(row(found, 'list.limit')?.mayAccount).toEqual(['suite', 'server']);
});

test('where more than one may account for it, it is said how to tell them apart', () => {
  const after = { ...of('list.limit', 'failed'), digest: 'e'.repeat(64), plan: 'pro' } as const;
  const { tellApart } = changes({}, after);
  const text = tellApart.join('\n');
  expect(text).toContain('Suite, settings and server may each have changed');
  expect(text).toContain('rejudge');
  expect(text).toContain('--plan; run.command in a.json');
  expect(text).toContain('--implementation-version');
  const [only] = changes({}, of('list.limit', 'failed')).tellApart;
  expect(only).toContain('the server, or chance: run again');
});

test('answers where the specification is silent are compared, and never break anything', () => {
  const found = changes(
    { answers: { 'gap.list-order': 'by id', 'gap.paging': 'none' } },
    { answers: { 'gap.list-order': 'by name', 'gap.client-id': '201' } },
  );
  expect(found.gaps.map(({ id, alike, before, after }) => [id, alike, before, after])).toEqual([
    ['gap.list-order', false, 'by id', 'by name'],
    ['gap.client-id', false, null, '201'],
    ['gap.paging', false, 'none', null],
  ]);
  expect(found.broke).toEqual([]);
  expect(found.differences.server.state).toBe('inferred');
});

test('what was asked differently is not a change, and has no cause', () => {
  const found = changes(
    { answers: { 'gap.limit-out-of-range': 'limit=0: 400; limit=abc: 400', 'gap.paging': 'none' } },
    { answers: { 'gap.limit-out-of-range': 'limit=0: 400; limit=: 200', 'gap.client-id': '201' } },
  );
  expect(found.gaps.map(({ id, group, mayAccount }) => [id, group, mayAccount])).toEqual([
    ['gap.limit-out-of-range', 'asked-differently', []],
    ['gap.client-id', 'asked-differently', []],
    ['gap.paging', 'asked-differently', []],
  ]);
  expect(found.summary).not.toContain('answer');
  expect(found.differences.server.state).not.toBe('inferred');
  const [otherwise] = changes(
    { answers: { 'gap.limit-out-of-range': 'limit=0: 400; limit=abc: 400' } },
    { answers: { 'gap.limit-out-of-range': 'limit=0: 200; limit=: 200' } },
  ).gaps;
  expect(otherwise).toMatchObject({ group: 'other-answer', mayAccount: ['server', 'chance'] });
});

test('runs of a part, cut short, or in the wrong order are noted', () => {
  const before = { partial: true, startedAt: '2027-01-01T00:00:00.000Z' };
  const { notes } = changes(before, { endedEarly: 'the key was refused' });
  expect(notes).toEqual([
    expect.stringContaining('give the older one first'),
    expect.stringContaining('Only a part of the requirements'),
    expect.stringContaining('ended early'),
  ]);
});
