import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { compareReports } from './compare.ts';
import type { Comparison } from './comparison.ts';
import { compareFormats } from './formats.ts';
import { type Difference, reportFile, schemaErrors } from './testing/samples.ts';

function render(comparison: Comparison, name: string, look = { color: false, width: 100 }): string {
  const format = compareFormats.find((one) => one.name === name);
  if (format === undefined) throw new Error(`no format ${name}`);
  return format.render(comparison, look);
}

function compared(...differences: readonly Difference[]): Comparison {
  return compareReports(differences.map((one, at) => reportFile(`${at}.json`, one)));
}

function comparedInHostileFolder(...differences: readonly Difference[]): Comparison {
  return compareReports(differences.map((one, at) => reportFile(`${hostile}/${at}`, one)));
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
  [
    'changes',
    comparedInHostileFolder({ name: hostile, answers: { 'gap.paging': 'none' } }, poisoned),
  ],
  ['a matrix', compared({}, poisoned, { name: 'Beta' })],
  ['a matrix of many', comparedInHostileFolder(...Array.from({ length: 20 }, () => poisoned), {})],
];

test.each(comparisons)(
  '%s: JSON by its schema, which does nothing at a terminal',
  (_, comparison) => {
    const text = render(comparison, 'json');
    expect(schemaErrors(text)).toEqual([]);
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|[\u2028\u2029]/u);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(comparison)));
  },
);

test('the schema refuses what is not a comparison', () => {
  const whole = JSON.parse(render(compared({}, broken), 'json'));
  expect(schemaErrors(JSON.stringify({ ...whole, more: 1 }))).not.toEqual([]);
  expect(schemaErrors(JSON.stringify({ ...whole, kind: 'matrix' }))).not.toEqual([]);
  const [row, ...rows] = whole.rows;
  const other = { ...whole, rows: [{ ...row, group: 'better' }, ...rows] };
  expect(schemaErrors(JSON.stringify(other))).not.toEqual([]);
});

test.each(comparisons)('%s: nothing of a report acts on a terminal', (_, comparison) => {
  const text = render(comparison, 'text');
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  expect(text).toContain('<script>alert(1)');
  expect(text).toContain('\\u001b[2J');
});

test.each(comparisons)('%s: nothing of a report means anything to Markdown', (_, comparison) => {
  const text = render(comparison, 'markdown');
  // Code spans show what is in them; `code` keeps backticks out.
  const outside = text.replaceAll(/`[^`\n]*`/g, '');
  expect(outside).not.toMatch(/<(?!br>)|!\[|@all|\]\(|[^\P{Cc}\n]|\p{Bidi_Control}/u);
  expect(outside).not.toMatch(/^# x/m);
  const tables = text.split('\n\n').filter((block) => block.startsWith('| '));
  expect(tables.length).toBeGreaterThan(comparison.kind === 'matrix' ? 0 : -1);
  for (const table of tables) {
    const bars = table.split('\n').map((line) => line.split(/ \| |^\| | \|$/).length);
    expect(new Set(bars).size, table).toBe(1);
  }
});

test.each(comparisons)('%s: the page runs nothing and loads nothing', (_, comparison) => {
  const page = render(comparison, 'html');
  expect(page).not.toMatch(
    /<(?:script|img)|<[a-z][^>]* (?:src|on\w+|style)=|href="(?!#|data:image)/,
  );
  expect(page).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  expect(page).toContain('&lt;script>alert(1)');
  expect(page).toContain("default-src 'none'; style-src 'sha256-");
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual(expect.arrayContaining(links));
});

test('the text says what broke and why, and ends with the summary', () => {
  const text = render(compared({}, broken), 'text');
  expect(text).toContain('BROKE (1)\n  list.limit (section 4.1): ');
  expect(text).toContain('- after: failed: a case: expected: 1; received: 2\n');
  expect(text).toContain('- may account for it: the server or chance\n');
  expect(text.trimEnd().split('\n').at(-1)).toBe('1 requirement broke (list.limit)');
});

test('an answer that changed stands behind its side, whatever words it has', () => {
  const text = render(compared({}, { answers: { 'gap.status-default': '201, left out' } }), 'text');
  expect(text).toContain('- before: not recorded; after: 201, left out\n');
});

test('colour is given only where it is wanted', () => {
  const comparison = compared({}, broken);
  expect(render(comparison, 'text', { color: true, width: 100 })).toContain('\u001b[31mfailed');
  expect(render(comparison, 'text')).not.toContain('\u001b');
});

test('three implementations stand side by side in 100 columns, wide characters too', () => {
  const answers = { 'gap.paging': `limit=0: 400 ${'very_long_code_'.repeat(5)}; limit=1: 200` };
  const text = render(
    compared(
      { name: '株式会社ペットストア', ...broken, answers },
      { name: 'B', answers: { 'gap.paging': 'limit=0: 422; limit=1: 200' } },
      { name: 'A name that is longer than any column of the table can be', version: '1.0' },
    ),
    'text',
  );
  const lines = text.trimEnd().split('\n').slice(0, -1);
  expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(100);
  expect(text).toMatch(/list\.limit +≠ failed +passed +passed/);
  expect(text).toMatch(/≠ {2}limit=0 +400 /);
  expect(text).toMatch(/\n {5}limit=1 +200 +200 +not recorded/);
});

test.each([
  ['titles stay whole', 'Alpha Pets Enterprise', ['name', 'inconclusive', 'Enterprise']],
  ['a title alone is broken', 'Nonconformist Pet Menagerie', ['Nonconformist', 'Menagerie']],
])('in 80 columns the overview breaks no word: %s', (_, name, words) => {
  const comparison = compared({ name }, { ...broken, name: 'Gamma' });
  const text = render(comparison, 'text', { color: false, width: 80 });
  for (const word of ['conformant', 'core', ...words]) {
    expect(text.slice(0, text.indexOf('WHERE'))).toMatch(new RegExp(`(^|\\s)${word}(\\s|$)`, 'm'));
  }
});

test('in 80 columns a title is parted where the word is, however long a name', () => {
  const comparison = compared(
    { name: 'petstore-examples-fastify' },
    { ...broken, name: 'petstore-reference' },
    { name: 'Gamma' },
  );
  for (const width of [80, 76]) {
    const text = render(comparison, 'text', { color: false, width });
    expect(text).toMatch(/ failed {2}incon- {3}not .*\n +clusive {2}judged\n {2}petstore-\w+ +con/);
  }
  const wide = render(comparison, 'text', { color: false, width: 120 });
  expect(wide).toMatch(/ failed {2}inconclusive {2}not judged {2}warned\n/);
});

test('in 80 columns a short name of two words stands on one line', () => {
  const named = ['Alpha', 'Beta', 'Gamma'].map((name) => ({ name, version: '1' }));
  const text = render(compared(...named), 'text', { color: false, width: 80 });
  expect(text).toMatch(/^ {2}Gamma 1 +conformant/m);
});

test.each(['text', 'markdown', 'html'])('%s: what one alone recorded stands apart', (name) => {
  const one = { name: 'A', answers: { 'gap.paging': 'none', 'gap.list-order': 'by id' } };
  const text = render(
    compared(one, { name: 'B', answers: { 'gap.paging': 'none' } }, { name: 'C' }),
    name,
  );
  const told = text.slice(text.toLowerCase().lastIndexOf('too few to compare (1)'));
  expect(told).toMatch(/gap[.]list-order/);
  expect(told).toMatch(/by id \\?\(by A\\?\)/);
  expect(text).toMatch(/one answer \(1\)/i);
});

test('a hundred implementations are listed: who failed a row, and how many did what', () => {
  const vendors = Array.from({ length: 100 }, (_, at) => ({
    name: `Vendor ${at}`,
    answers: { 'gap.paging': at % 10 === 0 ? 'limit=0: 422' : 'limit=0: 400' },
    ...(at < 2 ? broken : {}),
  }));
  const comparison = compared(...vendors);
  for (const name of ['text', 'markdown']) {
    const text = render(comparison, name)
      .replaceAll('**', '')
      .replaceAll(/\n {6}/g, ' ');
    expect(text).toContain('- failed by Vendor 0, Vendor 1: a case: expected: 1; received: 2');
    expect(text).toContain('- passed by 98');
    expect(text).toMatch(/limit=0: 400 \(by 90\)/);
    expect(text).toContain('limit=0: 422 (by Vendor 0, Vendor 10, ');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(1_500);
  }
});
