import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { type Comparison, compareFormats, compareReports } from '../compare.ts';
import { type Difference, reportFile, schemaErrors } from './testing/samples.ts';

function render(comparison: Comparison, name: string, look = { color: false, width: 100 }): string {
  const format = compareFormats.find((one) => one.name === name);
  if (format === undefined) throw new Error(`no format ${name}`);
  return format.render(comparison, look);
}

function compared(...differences: readonly Difference[]): Comparison {
  return compareReports(differences.map((one, at) => reportFile(`${at}.json`, one)));
}

const broken = { outcomes: { 'list.limit': 'failed' }, why: 'expected: 1\nreceived: 2' } as const;

const hostile =
  '\u001b[2J\u202e\u009b2J\u007f\u200b\u0000</script><script>alert(1)</script><img src=x onerror=alert(1)> `|\n# x\n| a | b |\n@all ![i](http://evil.example/x)';
const poisoned: Difference = {
  name: hostile,
  version: hostile,
  certifiedBy: hostile,
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

test.each(comparisons)('%s: JSON by its schema, harmless at a terminal', (_, comparison) => {
  const text = render(comparison, 'json');
  expect(schemaErrors(text)).toEqual([]);
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|[\u2028\u2029]/u);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(comparison)));
});

test.each(comparisons)('%s: nothing of a report acts on a terminal', (_, comparison) => {
  const text = render(comparison, 'text');
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  expect(text).toContain('\\u001b[2J');
});

test.each(comparisons)('%s: nothing of a report means anything to Markdown', (_, comparison) => {
  const text = render(comparison, 'markdown');
  // Code spans show what is in them; `code` keeps backticks out.
  const outside = text.replaceAll(/`[^`\n]*`/g, '');
  expect(outside).not.toMatch(/<(?!br>)|!\[|@all|\]\(|[^\P{Cc}\n]|\p{Bidi_Control}/u);
  expect(outside).not.toMatch(/^# x/m);
  for (const table of text.split('\n\n').filter((block) => block.startsWith('| '))) {
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
});

test('the text says what broke and why, and ends with the summary', () => {
  const text = render(compared({}, broken), 'text');
  expect(text).toContain('BROKE (1)\n  list.limit (section 4.1): ');
  expect(text).toContain('- after: failed: a case: expected: 1; received: 2\n');
  expect(text).toContain('may account for what changed: server or chance\n');
  expect(text.trimEnd().split('\n').at(-1)).toBe('1 requirement broke (list.limit)');
});

test('an answer that changed is shown with both sides, and only where both have one', () => {
  const before = { answers: { 'gap.limit-out-of-range': 'limit=0: 400; limit=1: 200' } };
  const after = { answers: { 'gap.limit-out-of-range': 'limit=0: 422; limit=2: 200' } };
  const text = render(compared(before, after), 'text');
  expect(text).toContain('- limit=0: before: 400; after: 422\n');
  expect(text).not.toMatch(/limit=[12]/);
});

const names = ['petstore-examples-fastify', 'petstore-reference', '株式会社ペットストア'];
const three = compared(
  { name: names[0] ?? '', version: '1.0', certifiedBy: 'key b9ca1ad37fc024b3' },
  { ...broken, name: names[1] ?? '', verdict: 'non-conformant' },
  { name: names[2] ?? '', certifiedBy: 'unsigned' },
);

test('in 80 columns the matrix keeps ids and names whole, and says name, version, date, verdict and certifier', () => {
  const text = render(three, 'text', { color: false, width: 80 });
  const lines = text.trimEnd().split('\n').slice(0, -1);
  expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(80);
  expect(text).toContain('  1 petstore-examples-fastify 1.0: conformant\n');
  expect(text).toContain('certified by: key b9ca1ad37fc024b3 (not verified here)\n');
  expect(text).toContain('  2 petstore-reference: non-conformant\n');
  expect(text).toContain('- 2026-01-02 03:04 UTC, profile core: ');
  expect(text).toMatch(/requirement +1 +2 +3\n/);
  expect(text).toMatch(/list\.limit +✓ +≠ ✕ +✓\n/);
  expect(text.trimEnd().split('\n').at(-1)).toMatch(/^2 of 3 conform; /);
});

test('on the page and in Markdown the facts of each implementation are a table', () => {
  const page = render(three, 'html');
  expect(page).toMatch(/<h1><span class="verdict">2 of 3 conform<\/span>/);
  for (const head of ['name', 'version', 'date', 'verdict', 'certified by']) {
    expect(page).toMatch(new RegExp(`<th[^>]*>${head}</th>`));
  }
  expect(render(three, 'markdown')).toMatch(
    /\| petstore-examples-fastify \| 1\.0 \| 2026-01-02 03:04 UTC \| conformant \| core \| key /,
  );
});

test('colour is given only where it is wanted', () => {
  const comparison = compared({}, broken);
  expect(render(comparison, 'text', { color: true, width: 100 })).toContain('\u001b[31mfailed');
  expect(render(comparison, 'text')).not.toContain('\u001b');
});

test('a hundred implementations are listed: who failed a row, and how many did what', () => {
  const vendors = Array.from({ length: 100 }, (_, at) => ({
    name: `Vendor ${at}`,
    answers: { 'gap.limit-out-of-range': at % 10 === 0 ? 'limit=0: 422' : 'limit=0: 400' },
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
  }
});
