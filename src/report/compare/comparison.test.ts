import { expect, test } from 'vitest';
import type { Outcome } from '../../judge/outcome.ts';
import {
  agreementOf,
  type Changes,
  compareReports,
  labelsOf,
  type Matrix,
  partsOf,
} from '../compare.ts';
import { type Difference, reportFile } from './testing/samples.ts';

function changes(before: Difference, after: Difference): Changes {
  const found = compareReports([reportFile('a.json', before), reportFile('b.json', after)]);
  if (found.kind !== 'changes') throw new Error('the two are taken for two implementations');
  return found;
}

function matrix(...differences: readonly Difference[]): Matrix {
  const found = compareReports(
    differences.map((one, at) => reportFile(`${at}.json`, one)),
    true,
  );
  if (found.kind !== 'matrix') throw new Error('no matrix');
  return found;
}

const row = (found: Changes, id: string) => found.rows.find((one) => one.id === id);
const of = (id: string, outcome: Outcome): Difference => ({ outcomes: { [id]: outcome } });
const otherSuite = 'e'.repeat(64);

test.each<[Outcome, Outcome, string]>([
  ['passed', 'failed', 'broke'],
  ['inconclusive', 'failed', 'broke'],
  ['not-applicable', 'failed', 'broke'],
  ['skipped', 'failed', 'newly-decided'],
  ['failed', 'failed', 'still-failing'],
  ['failed', 'passed', 'fixed'],
  ['failed', 'inconclusive', 'no-longer-decided'],
  ['passed', 'skipped', 'no-longer-decided'],
  ['inconclusive', 'passed', 'newly-decided'],
  ['skipped', 'passed', 'newly-decided'],
  ['skipped', 'inconclusive', 'still-undecided'],
  ['passed', 'passed', 'as-before'],
])('a requirement that was %s and is %s: %s', (was, is, group) => {
  const found = changes(of('list.limit', was), of('list.limit', is));
  expect(row(found, 'list.limit')?.group).toBe(group);
  expect(found.broke).toEqual(group === 'broke' ? ['list.limit'] : []);
});

test('an advisory that fails now is shown, and breaks nothing', () => {
  const found = changes({}, of('auth.challenge', 'failed'));
  expect(row(found, 'auth.challenge')?.group).toBe('broke');
  expect(found.broke).toEqual([]);
  expect(found.summary).toBe('nothing broke, 1 warning more');
});

test('a requirement that the older suite does not have is new, and one that is missing now is gone', () => {
  const newer = { ...of('list.limit', 'failed'), without: ['get.found'], digest: otherSuite };
  const found = changes({ without: ['list.limit'] }, newer);
  expect(row(found, 'list.limit')).toMatchObject({ group: 'new', before: null });
  expect(row(found, 'get.found')).toMatchObject({ group: 'gone', after: null });
  expect(found.broke).toEqual([]);
});

test.each<[string, Difference, Difference, readonly string[]]>([
  ['another version', { version: '1' }, { version: '2' }, ['server']],
  ['another address', { version: '1' }, { version: '1', baseUrl: 'https://b/v1' }, ['server']],
  ['the same version twice', { version: '1' }, { version: '1' }, ['server', 'chance']],
  ['no version', {}, {}, ['server', 'chance']],
  ['a port of this machine', {}, { baseUrl: 'http://localhost:1/v1' }, ['server', 'chance']],
  ['another seed', {}, { seed: 8 }, ['server', 'seed', 'chance']],
  ['another suite', {}, { digest: otherSuite }, ['server', 'suite']],
  ['a suite, one version', { version: '1' }, { version: '1', digest: otherSuite }, ['suite']],
  ['another plan', { version: '1' }, { version: '1', plan: 'pro' }, ['settings']],
  [
    'the same recording, judged by another suite',
    {},
    {
      digest: otherSuite,
      rejudged: {
        startedAt: '2026-01-03T00:00:00.000Z',
        suite: { version: '0.1.0', digest: 'd'.repeat(64) },
      },
    },
    ['suite'],
  ],
  [
    'names and a challenge alone',
    { version: '1', settings: { '--challenge': 'one-token' } },
    { version: '1', settings: { '--challenge': 'another', '--contact': 'x' } },
    ['server', 'chance'],
  ],
])('%s is what may account for a change', (_, before, after, causes) => {
  const found = changes(before, { ...after, ...of('list.limit', 'failed') });
  expect(found.mayAccount).toEqual(causes);
  expect(changes(before, after).mayAccount).toEqual([]);
});

test('settings are shown by flag, with both sides', () => {
  const before = { profile: 'core', settings: { '--skip': 'rate.*', '--timeout': '5' } } as const;
  const after = { profile: 'full', plan: 'pro', settings: { '--timeout': '9' } } as const;
  expect(changes(before, after).differences.settings).toEqual([
    { name: '--profile', before: 'core', after: 'full' },
    { name: '--skip', before: 'rate.*', after: null },
    { name: '--timeout', before: '5', after: '9' },
    { name: '--plan', before: null, after: 'pro' },
  ]);
});

test('answers where the specification is silent are compared if both runs sent the request, and never break anything', () => {
  const found = changes(
    {
      answers: {
        'gap.list-order': 'by id',
        'gap.paging': 'none',
        'gap.limit-out-of-range': 'limit=0: 400; limit=abc: 400',
      },
    },
    {
      answers: {
        'gap.list-order': 'by name',
        'gap.client-id': '201',
        'gap.limit-out-of-range': 'limit=0: 400; limit=: 200',
      },
    },
  );
  expect(found.gaps.map(({ id, group }) => [id, group])).toEqual([
    ['gap.list-order', 'other-answer'],
    ['gap.client-id', 'asked-differently'],
    ['gap.limit-out-of-range', 'as-before'],
    ['gap.paging', 'asked-differently'],
  ]);
  expect(found.broke).toEqual([]);
});

test.each<[string, readonly (string | null)[], string]>([
  ['gap.limit-out-of-range', ['limit=0: 400; limit=: 200', 'limit=0: 400', null], 'alike'],
  ['gap.limit-out-of-range', ['limit=0: 400; limit=: 200', 'limit=: 400'], 'differing'],
  ['gap.limit-out-of-range', ['limit=0: 400', 'limit=abc: 400'], 'too-few'],
  ['gap.429-body', ['text/plain: no', 'text/html: no'], 'differing'],
  [
    'gap.rate-limit',
    ['reset 60 s ahead; moved by 12 s', 'reset 59 s ahead; moved by 13 s'],
    'alike',
  ],
  [
    'gap.rate-limit',
    ['reset 60 s ahead at the start', 'reset 3600 s ahead at the start'],
    'differing',
  ],
  ['gap.rate-limit', ['limit 60, reset 60 s ahead', 'limit 61, reset 60 s ahead'], 'differing'],
])('%s: %j are %s', (id, answers, agreement) => {
  expect(agreementOf(id, answers)).toBe(agreement);
});

test('answers that cannot be divided stay whole', () => {
  const answers = ['a Link header; an X header', 'page=2: ignored'];
  expect(partsOf('gap.paging', answers)).toEqual([{ name: '', values: answers }]);
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

test.each<[string, readonly Difference[], boolean, string]>([
  ['two of one name', [{}, {}], false, 'changes'],
  ['two of which one has no name', [{}, { name: null }], false, 'changes'],
  ['two of different names', [{}, { name: 'Beta' }], false, 'matrix'],
  ['three of one name', [{}, {}, {}], false, 'matrix'],
  ['two of one name, with --matrix', [{}, {}], true, 'matrix'],
])('reports of %s', (_, differences, forced, kind) => {
  const files = differences.map((one, at) => reportFile(`${at}.json`, one));
  expect(compareReports(files, forced).kind).toBe(kind);
});

test.each<[readonly (Outcome | null)[], string]>([
  [['passed', 'failed', 'skipped'], 'diverging'],
  [['failed', 'inconclusive', null], 'failed-everywhere'],
  [['passed', 'passed', 'passed'], 'passed-everywhere'],
  [['passed', 'not-applicable', 'passed'], 'passed-where-decided'],
  [['passed', null, 'passed'], 'passed-where-decided'],
  [['skipped', 'inconclusive', 'not-applicable'], 'undecided-everywhere'],
])('%j is %s', (outcomes, standing) => {
  const found = matrix(
    ...outcomes.map((outcome, at) => ({
      name: `Vendor ${at}`,
      ...(outcome === null ? { without: ['list.limit'] } : { outcomes: { 'list.limit': outcome } }),
    })),
  );
  const limit = found.rows.find(({ id }) => id === 'list.limit');
  expect(limit?.standing).toBe(standing);
  expect(limit?.cells.map((side) => side?.outcome ?? null)).toEqual(outcomes);
});

test('the matrix counts who conforms, and notes what was not the same for all', () => {
  const { notes, summary } = matrix(
    { name: 'A', digest: otherSuite, answers: { 'gap.paging': 'none' } },
    { name: 'B', plan: 'pro', partial: true, verdict: 'non-conformant' },
    { name: 'C', profile: 'full', answers: { 'gap.paging': 'Link' }, verdict: 'incomplete' },
  );
  expect(summary).toMatch(
    /^1 of 3 conforms; they diverge in 0 of \d+ requirements and in 1 of 1 gap;/,
  );
  expect(notes).toEqual([
    '2 different suites judged, by their digests.',
    'The profiles differ: core, full.',
    'The plans differ: unknown, pro.',
    'Only a part of the requirements was judged (--only or --skip): B.',
  ]);
});

test('every report has a label of its own', () => {
  const named = [reportFile('a', { name: 'A' }), reportFile('b', { name: 'B', version: '2' })];
  expect(labelsOf(named)).toEqual(['A', 'B 2']);
  const later = { name: null, startedAt: '2027-01-02T03:04:05.000Z' };
  expect(labelsOf([reportFile('a', { name: null }), reportFile('b', later)])).toEqual([
    'http://127.0.0.1:8080/v1 of 2026-01-02 03:04:05 UTC',
    'http://127.0.0.1:8080/v1 of 2027-01-02 03:04:05 UTC',
  ]);
  expect(labelsOf([reportFile('a'), reportFile('a')])).toEqual([
    expect.stringMatching(/\(argument 1\)$/),
    expect.stringMatching(/\(argument 2\)$/),
  ]);
});
