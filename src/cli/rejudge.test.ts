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
import { readReports } from '../report/read.ts';
import type { Report } from '../report/report.ts';
import { callHere, callIn } from './testing/calls.ts';

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

test.concurrent('a run is judged again to the same report, without a server and without a key', {
  timeout: 120_000,
}, async () => {
  const evidence = () => readFileSync(join(yesterday, 'traffic.har'), 'utf8');
  const before = evidence();
  // A key that no run would take, and a variable that no run knows: neither is looked at.
  const env = { PETSTORE_API_KEY: 'no key\n', PETSTORE_APIKEY: '1' };
  const { status, out, err } = await start(['rejudge', 'yesterday'], env);
  expect(status).toBe(1);
  expect(out).toMatch(/judged again from traffic recorded .* by the same suite; nothing was sent/);
  expect(out.trimEnd().split('\n').at(-1)).toMatch(
    /^non-conformant for the core profile: 1 requirement failed/,
  );
  expect(err).toContain('nothing is sent');
  expect(err).toMatch(/compare yesterday yesterday\/rejudged\n$/);
  expect(evidence()).toBe(before);

  const live = await readReports(yesterday);
  const again = await readReports(join(yesterday, 'rejudged'));
  const { command, argv: _words, rejudged, ...run } = again.report.run;
  const { command: _, argv: _wordsThen, rejudged: __, ...runThen } = live.report.run;
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
      /^error: \S+conformance\.json is not a report of this version: \/profile .*\n$/,
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
