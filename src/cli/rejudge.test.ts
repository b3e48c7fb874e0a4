import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Har } from 'har-format';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOf } from '../reference/faults.ts';
import { startReference } from '../reference/server.ts';
import { readRecordedRun, readReports } from '../report/read.ts';
import type { Report } from '../report/report.ts';
import { recordedSettings } from './rejudge.ts';
import { callHere, callIn, changedProgram } from './testing/calls.ts';

// The built program, as users run it; `npm test` builds it first.
const apiKey = 'Weekdays/Key+9"Qz7';
const folder = mkdtempSync(join(tmpdir(), 'rejudge-'));
const yesterday = join(folder, 'yesterday');

const start = (argv: readonly string[], env: Record<string, string> = {}) =>
  callIn(folder, argv, env);

/** A run against a server with one fault, which is gone when the tests begin. */
beforeAll(async () => {
  const change = changeOf('refuse.name-defaulted');
  const server = await startReference({ apiKey, change });
  const flags = ['--base-url', server.baseUrl, '--seed', '7', '--plan', 'business', '--grace', '1'];
  const run = await start(['run', ...flags, '--out', yesterday], { PETSTORE_API_KEY: apiKey });
  await server.close();
  expect(run).toMatchObject({ status: 1 });
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true }));

/** A copy of the run's folder, its two sources changed. */
function changedCopy(name: string, change: (report: Report, har: Har) => [object, object]): string {
  const copy = join(folder, name);
  cpSync(yesterday, copy, { recursive: true });
  const [reportFile, harFile] = ['conformance.json', 'traffic.har'].map((one) => join(copy, one));
  if (reportFile === undefined || harFile === undefined) throw new Error('no files');
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  const [newReport, newHar] = change(report, JSON.parse(readFileSync(harFile, 'utf8')));
  writeFileSync(reportFile, JSON.stringify(newReport));
  writeFileSync(harFile, JSON.stringify(newHar));
  return copy;
}

const without = (har: Har, unwanted: (url: string, at: number) => boolean): Har => ({
  log: {
    ...har.log,
    entries: har.log.entries.filter(({ request }, at) => !unwanted(request.url, at)),
  },
});

/** Requirements that are not as they were, with both outcomes. */
async function changedRows(out: string): Promise<Record<string, string>> {
  const [before, after] = [(await readReports(yesterday)).report, (await readReports(out)).report];
  expect(after.requirements.length).toBe(before.requirements.length);
  return Object.fromEntries(
    after.requirements.flatMap(({ id, outcome, reason }, at) => {
      const then = before.requirements[at];
      if (then?.outcome === outcome && then.reason === reason) return [];
      return [[id, `${then?.outcome} -> ${outcome}`]];
    }),
  );
}

test.concurrent('a run is judged again to the same report, without a server and without a key', {
  timeout: 120_000,
}, async () => {
  const evidence = () => readFileSync(join(yesterday, 'traffic.har'), 'utf8');
  const before = evidence();
  // A key that no run would take, and a variable that no run knows: neither is looked at.
  const env = { PETSTORE_API_KEY: 'no key\n', PETSTORE_APIKEY: '1' };
  const { status, out, err } = await start(['rejudge', 'yesterday'], env);
  expect(status).toBe(1);
  expect(out).toMatch(/judged again from traffic recorded .* by this same suite; nothing was sent/);
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/^non-conformant for the core profile: 1 of/);
  expect(err).toContain('nothing is sent');
  expect(err).toMatch(/compare yesterday yesterday\/rejudged\n$/);
  expect(evidence()).toBe(before);

  const live = await readReports(yesterday);
  const again = await readReports(join(yesterday, 'rejudged'));
  const { command, argv: _words, rejudged, again: next, ...run } = again.report.run;
  const { command: _, argv: _wordsThen, rejudged: __, again: ___, ...runThen } = live.report.run;
  expect(next).toBe('yesterday/rejudged/again');
  expect({ ...again.report, run }).toEqual({ ...live.report, run: runThen });
  expect(again.exchanges).toEqual(live.exchanges);
  expect(command).toMatch(/ rejudge yesterday --out yesterday\/rejudged$/);
  const { version, digest } = live.report.suite;
  expect(rejudged?.suite).toEqual({ version, digest });
  expect(Date.parse(rejudged?.startedAt ?? '')).toBeGreaterThan(Date.parse(run.finishedAt));
  expect(live.report.run.rejudged).toBeNull();
  expectNoKey(join(yesterday, 'rejudged'));
});

/** Neither the key nor the one that stands in for it. */
function expectNoKey(written: string): void {
  const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '');
  const files = readdirSync(written);
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const text = readFileSync(join(written, file), 'utf8');
    for (const form of [apiKey, JSON.stringify(apiKey).slice(1, -1), base64(apiKey), 'kQ7vRz2W']) {
      expect(text.toLowerCase()).not.toContain(form.toLowerCase());
    }
  }
  expect(readFileSync(join(written, 'traffic.har'), 'utf8')).toContain('[API key]');
}

test.concurrent('a suite with one check weakened judges just that requirement otherwise', {
  timeout: 120_000,
}, async () => {
  const judgement =
    /await expectRefusedBody\((context, await answerTo\([^;]*, names\.length === 1\));/;
  const weakened = changedProgram(join(folder, 'weakened'), [[judgement, 'void ($1;']]);
  const argv = ['rejudge', 'yesterday', '--out', 'by-another-suite'];
  const { status, out } = await callIn(folder, argv, {}, weakened);
  expect(status).toBe(0);
  expect(out).toContain('by another suite, version');
  const requirements = await changedRows(join(folder, 'by-another-suite'));
  expect(requirements).toEqual({ 'create.missing-name': 'failed -> passed' });
  const { report } = await readReports(join(folder, 'by-another-suite'));
  expect(report.suite.digest).not.toBe(report.run.rejudged?.suite.digest);
});

test.concurrent('a question whose answer is lost leaves its check open, and nothing else', {
  timeout: 120_000,
}, async () => {
  const copy = changedCopy('lost', (report, har) => {
    const rest = without(har, (url) => url.endsWith('?limit=1'));
    expect(rest.log.entries.length).toBe(har.log.entries.length - 1);
    return [report, rest];
  });
  const { status, out } = await start(['rejudge', copy]);
  expect(status).toBe(1);
  expect(out).toContain(
    'INCONCLUSIVE list.limit: limit=1, together with other lists: the recording holds no answer to GET /v1/pets?limit=1',
  );
  const requirements = await changedRows(join(copy, 'rejudged'));
  expect(requirements).toEqual({ 'list.limit': 'passed -> inconclusive' });
});

test.concurrent('the traffic of an interrupted run of an older suite is judged as far as it goes', {
  timeout: 120_000,
}, async () => {
  const copy = changedCopy('interrupted', (report, har) => {
    const { rejudged: _, ...run } = report.run;
    const suite = { ...report.suite, version: '0.0.9', digest: '0'.repeat(64) };
    const old = {
      ...report,
      suite,
      run: { ...run, endedEarly: 'the run was interrupted' },
      more: 1,
    };
    const text = JSON.stringify(without(har, (_url, at) => at >= 50 || at === 48));
    return [
      old,
      JSON.parse(text.replaceAll(/petstore-conformance\/[\d.]+/g, 'petstore-conformance/0.0.9')),
    ];
  });
  const { status, out } = await start(['rejudge', copy, '--out', 'as-far']);
  expect(status).toBe(3);
  expect(out).toContain('by another suite, version 0.0.9');
  const { report } = await readReports(join(folder, 'as-far'));
  const outcomes = report.requirements.map(({ outcome }) => outcome);
  expect(outcomes).not.toContain('failed');
  expect(outcomes.filter((one) => one === 'passed').length).toBeGreaterThan(10);
  expect(report.run.endedEarly).toBeNull();
  // A check that lost its answer asks nothing more.
  expect(report.run.requests).toBeGreaterThan(40);
  expect(report.run.requests).toBeLessThan(50);
});

test('--only takes the place of what the run had selected, --skip comes on top', async () => {
  const copy = changedCopy('partial', (report, har) => {
    const settings = {
      '--only': 'list.*',
      '--skip': 'list.limit',
      '--grace': '1',
      '--ca': 'gone.pem',
    };
    return [{ ...report, run: { ...report.run, settings } }, har];
  });
  const run = await readRecordedRun(copy);
  const { settings, given } = recordedSettings(run, {
    '--only': 'auth.*',
    '--skip': 'auth.challenge',
  });
  expect(settings).toMatchObject({ seed: 7, grace: 1, plan: 'business', partial: true });
  expect(settings.selected).toContain('auth.missing-key');
  expect(settings.selected).not.toContain('auth.challenge');
  expect(settings.selected.filter((id) => id.startsWith('list.'))).toEqual([]);
  expect(settings.ca).toBeUndefined();
  expect(given).toEqual({
    '--only': 'auth.*',
    '--skip': 'list.limit,auth.challenge',
    '--grace': '1',
  });
  const same = recordedSettings(run, {});
  expect(same.settings.selected).toContain('list.returns-pets');
  expect(same.settings.selected).not.toContain('list.limit');
});

async function refusal(...argv: readonly string[]) {
  const { status, err } = await callHere(['rejudge', ...argv]);
  return { status, err };
}

test('what is not a folder of a run is a usage error of one line', async () => {
  expect(await refusal(folder)).toEqual({
    status: 2,
    err: expect.stringMatching(/^error: cannot read \S+conformance\.json \(ENOENT\); name .*\n$/),
  });
  const odd = changedCopy('odd', (report, har) => [{ ...report, profile: 7 }, har]);
  expect(await refusal(odd)).toEqual({
    status: 2,
    err: expect.stringMatching(
      /^error: \S+conformance\.json is not a report of a run: \/profile .*\n$/,
    ),
  });
  const bad = changedCopy('bad', (report, har) => [{ ...report, profile: 'whole' }, har]);
  expect(await refusal(bad)).toEqual({
    status: 2,
    err: expect.stringMatching(
      /^error: the recorded run cannot be .*--profile "whole": must be .*\n$/,
    ),
  });
});

test('the evidence of the run is not written over, by whatever path it is named', async () => {
  const link = join(folder, 'link');
  symlinkSync(yesterday, link);
  for (const out of [yesterday, `${yesterday}/../yesterday/`, link]) {
    const { status, err } = await refusal(yesterday, '--out', out);
    expect(status).toBe(2);
    expect(err).toMatch(/^error: --out .*: must be another folder than that of the run.*\n$/);
  }
});
