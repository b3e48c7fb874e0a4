import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Change, inAnswers, withStatus } from '../reference/changes.ts';
import { changeOf } from '../reference/faults.ts';
import { startReference } from '../reference/server.ts';
import { schemaErrors } from '../report/testing/reports.ts';
import { callHere, callIn } from './testing/calls.ts';

// The built program, as users run it, over reports that it made of real servers; `npm test` builds it first.
const folder = mkdtempSync(join(tmpdir(), 'compare-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Requirements that a dozen requests decide, and a gap. */
const selection = 'list.*,get.*,gap.limit-out-of-range';

const compare = (...argv: readonly string[]) => callIn(folder, ['compare', ...argv]);

/** The same without a process of its own, for what does not need one. Reports are named from the folder. */
async function compareHere(...argv: readonly string[]) {
  const { status, out, err } = await callHere(['compare', ...argv.map(inFolder)]);
  return { status, out: out.replaceAll(`${folder}/`, ''), err: err.replaceAll(`${folder}/`, '') };
}

function inFolder(word: string): string {
  return /^--|^(?:xml|text|markdown|html|json)$/.test(word) ? word : join(folder, word);
}

interface Judging {
  readonly out: string;
  readonly name: string;
  readonly change?: Change;
}

/** A run against a server of its own; its reports are in the folder `out`. */
async function judge({ out, name, change = () => ({}) }: Judging) {
  const server = await startReference({ plan: 'business', change });
  const whom = ['--implementation', name, '--implementation-version', '1'];
  const asked = ['--base-url', server.baseUrl, '--only', selection, '--seed', '15', '--out', out];
  // So many that gaps are asked, too.
  asked.push('--budget', '500');
  const env = { PETSTORE_API_KEY: server.apiKey };
  const { status, err } = await callIn(folder, ['run', ...asked, ...whom], env);
  await server.close();
  if (status !== 0 && status !== 1) throw new Error(`${out}: ${status} ${err}`);
}

const fault = 'list.limit-one-too-many';

/** Answers 422 to a limit out of range, where the reference answers 400. */
const limits422 = inAnswers('listPets', 400, (reply) => withStatus(reply, 422));

beforeAll(async () => {
  await Promise.all([
    judge({ out: 'conformant', name: 'Acme' }),
    judge({ out: 'broken', name: 'Acme', change: changeOf(fault) }),
    judge({ out: 'beta', name: 'Beta', change: limits422 }),
    judge({ out: 'gamma', name: 'Gamma', change: changeOf(fault) }),
  ]);
}, 180_000);

test('a server that broke: what, why, and exit 1', async () => {
  const { status, out, err } = await compare('conformant', 'broken/conformance.json');
  expect({ status, err }).toEqual({ status: 1, err: '' });
  expect(out).toContain('Broke (3)');
  expect(out).toMatch(
    /list\.limit \(section 4\.1\): [^-]+- before: passed\n +- after: failed: [^-]*expected: at most 1\s+animal;\s+received:\s+2\s+animals/,
  );
  expect(out).toMatch(/^ {2}server address: \S+ before, \S+ after$/m);
  expect(out).toContain('profile core in part (--only or --skip): ');
  expect(out.trimEnd().split('\n').at(-1)).toBe(
    '3 requirements broke (list.default-limit, list.limit, list.filter-with-limit)',
  );
});

test('a newer run that is incomplete is no pass: exit 3', async () => {
  const report = JSON.parse(readFileSync(join(folder, 'conformant/conformance.json'), 'utf8'));
  mkdirSync(join(folder, 'half'));
  const file = join(folder, 'half/conformance.json');
  writeFileSync(file, JSON.stringify({ ...report, verdict: 'incomplete' }));
  const { status, out } = await compareHere('conformant', 'half');
  expect([status, out.trim().split('\n').at(-1)]).toEqual([
    3,
    expect.stringContaining('nothing broke, but the newer run is incomplete'),
  ]);
});

test('three servers in one matrix: who fails what, and what each does where the specification is silent', async () => {
  const { status, out, err } = await compare('conformant', 'beta', 'gamma');
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toContain('  3 Gamma 1: non-conformant\n');
  expect(out).toMatch(/requirement +1 +2 +3\n/);
  expect(out).toMatch(/\n +list\.limit +✓ +✓ +✕\n/);
  expect(out).toMatch(/- Gamma 1: failed: .*expected: at most\s+1\s+animal;\s+received:\s+2/);
  expect(out).toMatch(/- limit=0: 422 \w+ \(Beta 1\)\n/);
  expect(out.trimEnd().split('\n').at(-1)).toMatch(
    /^2 of 3 conform; they diverge in 3 of \d+ requirements and in 1 of 1 gap;/,
  );
});

test.each([
  ['changes', ['conformant', 'broken'], 1],
  ['matrix', ['conformant', 'beta', 'gamma'], 0],
  ['matrix', ['conformant', 'broken', '--matrix'], 0],
])('%s of %j in every format, to a file whose ending says which', async (kind, argv, status) => {
  const out = join('compared', argv.join('-'));
  const [text, markdown, html, json] = await Promise.all(
    ['.txt', '.md', '.html', '.json'].map(async (ending) => {
      const file = `${out}${ending}`;
      const result = await compareHere(...argv, '--out', file);
      expect(result).toMatchObject({ status, err: '' });
      expect(result.out).toContain(`Comparison: ${file}\n`);
      return readFileSync(join(folder, file), 'utf8');
    }),
  );
  expect(text).toMatch(kind === 'changes' ? /^The two reports/ : /^Implementations/);
  expect(markdown).toMatch(/^# Compared: /);
  expect(html).toMatch(/^<!DOCTYPE html>/);
  expect(schemaErrors(json ?? '')).toEqual([]);
  expect(JSON.parse(json ?? '')).toMatchObject({ kind });
});

test.each([
  [['conformant'], /^error: only one report: name two/],
  [['conformant', 'missing.json'], /^error: cannot read missing\.json \(ENOENT\); name a conf/],
  [
    ['conformant', 'other.json'],
    /^error: other\.json is not a report of this version: the top level must have/,
  ],
  [
    ['conformant', 'conformant', '--format', 'xml'],
    /^error: option '--format <name>' argument 'xml' is invalid\. Allowed choices are text, markdown, html, json\./,
  ],
  [
    ['conformant', 'conformant', '--out', 'conformant'],
    /^error: --out "conformant": must be a file that can be written/,
  ],
])('compare %j is a usage error of one line', async (argv, line) => {
  writeFileSync(join(folder, 'other.json'), '{}');
  const { status, out, err } = await compareHere(...argv);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toMatch(line);
  expect(err.trimEnd()).not.toContain('\n');
});
