import { expect, test } from 'vitest';
import type { Outcome } from '../judge/outcome.ts';
import { type Comparison, compareFormats, compareReports } from './compare.ts';
import { type Difference, reportFile, schemaErrors } from './testing/reports.ts';

function compared(...differences: readonly Difference[]): Comparison {
  return compareReports(differences.map((one, at) => reportFile(`${at}.json`, one)));
}

const row = (found: Comparison, id: string) => found.rows.find((one) => one.id === id);
const of = (id: string, outcome: Outcome): Difference => ({ outcomes: { [id]: outcome } });
const otherSuite = 'e'.repeat(64);

test.each<[Outcome, Outcome, string]>([
  ['passed', 'failed', 'broke'],
  ['inconclusive', 'failed', 'broke'],
  ['skipped', 'failed', 'changed'],
  ['failed', 'failed', 'still-failing'],
  ['failed', 'passed', 'fixed'],
  ['failed', 'inconclusive', 'changed'],
  ['inconclusive', 'passed', 'changed'],
  ['passed', 'passed', 'as-before'],
])('a requirement that was %s and is %s: %s', (was, is, group) => {
  const found = compared(of('list.limit', was), of('list.limit', is));
  expect(row(found, 'list.limit')?.group).toBe(group);
  expect(found.broke).toEqual(group === 'broke' ? ['list.limit'] : []);
});

test('an advisory that fails now is shown, and breaks nothing', () => {
  const found = compared({}, of('auth.challenge', 'failed'));
  expect(row(found, 'auth.challenge')?.group).toBe('broke');
  expect(found.broke).toEqual([]);
  expect(found.summary).toBe('nothing broke, 1 warning more');
});

test('a requirement that only one suite has breaks nothing', () => {
  const newer = { ...of('list.limit', 'failed'), without: ['get.found'], digest: otherSuite };
  const found = compared({ without: ['list.limit'] }, newer);
  expect(row(found, 'list.limit')).toMatchObject({ group: 'changed', cells: [null, {}] });
  expect(row(found, 'get.found')).toMatchObject({ group: 'changed', cells: [{}, null] });
  expect(found.broke).toEqual([]);
});

test.each<[string, Difference, Difference, readonly string[]]>([
  ['another version', { version: '1' }, { version: '2' }, ['server version']],
  ['another address', {}, { baseUrl: 'https://b/v1' }, ['server address']],
  ['another seed and suite', {}, { seed: 8, digest: otherSuite }, ['seed', 'suite digest']],
  [
    'other settings',
    { settings: { '--skip': 'rate.*', '--challenge': 'one-token' } },
    { profile: 'full', plan: 'pro', settings: { '--challenge': 'another', '--contact': 'x' } },
    ['--profile', '--plan', '--skip'],
  ],
])('%s is a difference between the runs', (_, before, after, differences) => {
  const found = compared(before, after).differences;
  expect(found.map(({ name }) => name)).toEqual(differences);
});

test.each<[string, readonly string[], string]>([
  ['gap.limit-out-of-range', ['limit=0: 400; limit=: 200', 'limit=0: 400'], 'alike'],
  ['gap.limit-out-of-range', ['limit=0: 400; limit=: 200', 'limit=: 400'], 'differing'],
  ['gap.limit-out-of-range', ['limit=0: 400', 'limit=abc: 400'], 'too-few'],
  [
    'gap.rate-window',
    ['reset 60 s ahead; moved by 12 s', 'reset 59 s ahead; moved by 13 s'],
    'alike',
  ],
  ['gap.rate-window', ['reset 60 s ahead', 'reset 3600 s ahead'], 'differing'],
  ['gap.rate-window', ['limit 60, reset 60 s ahead', 'limit 61, reset 60 s ahead'], 'differing'],
])('answers to %s, %j, are %s', (id, answers, group) => {
  const found = compared(...answers.map((answer) => ({ answers: { [id]: answer } })));
  expect(found.gaps.map((gap) => gap.group)).toEqual([group]);
  expect(found.broke).toEqual([]);
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
  [['failed', 'inconclusive', null], 'failed'],
  [['passed', 'passed', 'passed'], 'passed'],
  [['passed', null, 'not-applicable'], 'undecided'],
  [['skipped', 'inconclusive', 'not-applicable'], 'undecided'],
])('%j is %s', (outcomes, standing) => {
  const found = compared(
    ...outcomes.map((outcome, at) => ({
      name: `Vendor ${at}`,
      ...(outcome === null ? { without: ['list.limit'] } : { outcomes: { 'list.limit': outcome } }),
    })),
  );
  const limit = row(found, 'list.limit');
  expect(limit?.group).toBe(standing);
  expect(limit?.cells.map((cell) => cell?.outcome ?? null)).toEqual(outcomes);
});

test('the matrix counts who conforms, says what was not the same for all, and gives each a label', () => {
  const { differences, summary, reports } = compared(
    { name: 'A', digest: otherSuite, answers: { 'gap.paging': 'none' } },
    { name: 'B', plan: 'pro', partial: true, verdict: 'non-conformant' },
    { name: 'A', profile: 'full', answers: { 'gap.paging': 'Link' }, verdict: 'incomplete' },
  );
  expect(summary).toMatch(
    /^1 of 3 conforms; they diverge in 0 of \d+ requirements and in 1 of 1 gap;/,
  );
  expect(differences).toEqual([
    { name: 'suite digest', values: [otherSuite, 'd'.repeat(64), 'd'.repeat(64)] },
    { name: '--profile', values: ['core', 'core', 'full'] },
    { name: '--plan', values: [null, 'pro', null] },
  ]);
  expect(reports.map(({ label }) => label)).toEqual(['A (argument 1)', 'B', 'A (argument 3)']);
});

function render(comparison: Comparison, name: string, look = { color: false }): string {
  const format = compareFormats.find((one) => one.name === name);
  if (format === undefined) throw new Error(`no format ${name}`);
  return format.render(comparison, look);
}

const broken = { outcomes: { 'list.limit': 'failed' }, why: 'expected: 1\nreceived: 2' } as const;

const hostile =
  '\u001b[2J\u202e\u009b2J\u007f\u200b\u0000</script><script>alert(1)</script><img src=x onerror=alert(1)> `|\n# x\n| a | b |\n@all ![i](http://evil.example/x)';
const poisoned: Difference = {
  name: hostile,
  version: hostile,
  settings: { '--ca': hostile },
  endedEarly: hostile,
  outcomes: { 'list.limit': 'failed', 'auth.challenge': 'failed' },
  why: hostile,
  statements: { 'list.limit': hostile, 'get.found': hostile },
  answers: { 'gap.paging': hostile, 'gap.list-order': `${hostile}: x; y: z` },
  digest: 'e'.repeat(64),
};

const comparisons: readonly (readonly [string, Comparison])[] = [
  ['changes', compared({ name: hostile, answers: { 'gap.paging': 'none' } }, poisoned)],
  ['a matrix', compared({}, poisoned, { name: 'Beta' })],
  ['a matrix of many', compared(...Array.from({ length: 20 }, () => poisoned), {})],
];

test.each(comparisons)('%s: JSON by its schema; in no form a text of a report acts', (_, found) => {
  const json = render(found, 'json');
  expect(schemaErrors(json)).toEqual([]);
  expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(found)));
  for (const name of ['json', 'text', 'markdown', 'html']) {
    expect(render(found, name)).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  }
  // Code spans show what is in them; `code` keeps backticks out.
  const outside = render(found, 'markdown').replaceAll(/`[^`\n]*`/g, '');
  expect(outside).not.toMatch(/<(?!br>)|!\[|@all|\]\(|^# x/m);
  const page = render(found, 'html');
  expect(page).not.toMatch(/<(?:script|img)|<[a-z][^>]* (?:src|on\w+|style)=|href="(?!#)/);
  expect(page).toContain("default-src 'none'; style-src 'sha256-");
});

test.each<[string, readonly Difference[], string]>([
  ['all is as before', [{}, {}], 'conformant'],
  ['one broke', [{}, of('list.limit', 'failed')], 'non-conformant'],
  ['the newer is incomplete', [{}, { verdict: 'incomplete' }], 'incomplete'],
])('the page has the colour of the exit status: %s', (_, differences, color) => {
  expect(render(compared(...differences), 'html')).toContain(`<header class="${color}">`);
});

test('the text says what broke and why, and ends with the summary', () => {
  const text = render(compared({}, broken), 'text');
  expect(text).toContain('Broke (1)\n  list.limit (section 4.1): ');
  expect(text).toContain(
    '- before: passed\n    - after: failed: a case: expected: 1; received: 2\n',
  );
  expect(text).toContain(
    'nothing in the reports; if the service changed, give each run its --implementation-version',
  );
  expect(text.trimEnd().split('\n').at(-1)).toBe('1 requirement broke (list.limit)');
});

test('an answer that changed is shown with both sides, and only where both have one', () => {
  const before = { answers: { 'gap.limit-out-of-range': 'limit=0: 400; limit=1: 200' } };
  const after = { answers: { 'gap.limit-out-of-range': 'limit=0: 422; limit=2: 200' } };
  const text = render(compared(before, after), 'text');
  expect(text).toContain('- limit=0: 400 (before)\n    - limit=0: 422 (after)\n');
  expect(text).not.toMatch(/limit=[12]/);
});

const names = ['petstore-examples-fastify', 'petstore-reference', '株式会社ペットストア'];
const three = compared(
  { name: names[0] ?? '', version: '1.0' },
  { ...broken, name: names[1] ?? '', verdict: 'non-conformant' },
  { name: names[2] ?? '' },
);

test('in 80 columns the matrix keeps ids and names whole, and says name, version, date and verdict', () => {
  const text = render(three, 'text', { color: false });
  const lines = text.match(/^ *(?:requirement|list\.limit) +[\d✓✕].*$/gm) ?? [];
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(text).toContain('  1 petstore-examples-fastify 1.0: conformant\n');
  expect(text).toContain('  2 petstore-reference: non-conformant\n');
  expect(text).toContain('- 2026-01-02 03:04:05 UTC, profile core: ');
  expect(text).toMatch(/requirement +1 +2 +3\n/);
  expect(text).toMatch(/list\.limit +✓ +✕ +✓\n/);
  expect(text.trimEnd().split('\n').at(-1)).toMatch(/^2 of 3 conform; /);
});
