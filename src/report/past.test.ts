import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { redactor } from '../secrets/redact.ts';
import { pastRuns, whomJudged } from './past.ts';
import { conformantRecord, failedCheck, reportOf } from './testing/sample.ts';

const key = 'Qz7-Vx3kWm9-Hb5tLp2';
const { redact } = redactor([key]);

async function folderWith(text?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'past-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  if (text !== undefined) await writeFile(join(folder, 'conformance.json'), text);
  return folder;
}

function reportText(): { text: string; history: object } {
  const record = conformantRecord('core');
  record.checks.set('list.limit', [failedCheck()]);
  const report = reportOf(record);
  const { startedAt } = report.run;
  const entry = {
    of: report.implementation.baseUrl,
    startedAt,
    verdict: 'non-conformant',
    profile: 'core',
    failed: 1,
  };
  return { text: JSON.stringify(report), history: entry };
}

test('the report in the folder becomes the latest of its history', async () => {
  const { text, history } = reportText();
  const first = await pastRuns(await folderWith(text), redact);
  expect(first.history).toMatchObject([history]);
  const again = JSON.stringify({ ...JSON.parse(text), ...first });
  expect((await pastRuns(await folderWith(again), redact)).history).toMatchObject([
    history,
    history,
  ]);
});

test.each([[undefined], ['{'], ['{"formatVersion":1}']])(
  'a folder with %s has no history, and keeps no run from its report',
  async (text) => {
    expect(await pastRuns(await folderWith(text), redact)).toEqual({});
  },
);

test.each([
  ['verdict', 'fine'],
  ['run', { startedAt: '2026-02-31T00:00:00.000Z', argv: ['run'] }],
  ['run', { startedAt: '2026-01-02T03:04:05.000Z' }],
  ['requirements', [{ level: 'required', outcome: 'fine' }]],
  ['history', [{}]],
])('a report whose %s is %o is no history', async (member, value) => {
  const spoilt = { ...JSON.parse(reportText().text), [member]: value };
  expect(await pastRuns(await folderWith(JSON.stringify(spoilt)), redact)).toEqual({});
});

test('what an older report holds of a key does not come into the next one', async () => {
  const { text } = reportText();
  const older = JSON.parse(text);
  const [half, encoded] = [key.slice(0, 10), Buffer.from(key).toString('base64')];
  const entry = (await pastRuns(await folderWith(text), redact)).history?.[0];
  const history = [{ ...entry, of: key, suite: `1-${half}`, version: encoded }];
  const { implementation, suite } = older;
  const spoilt = {
    ...older,
    implementation: { ...implementation, version: key, baseUrl: `http://x.example/${key}` },
    suite: { ...suite, version: encoded },
    history,
  };
  const found = await pastRuns(await folderWith(JSON.stringify(spoilt)), redact);
  expect(found.history).toMatchObject([
    { of: '[API key]', suite: '1-[API key]', version: '[API key]', profile: 'core' },
    { of: 'http://x.example/[API key]', suite: '[API key]', version: '[API key]' },
  ]);
});

test('thirty runs are remembered', async () => {
  const { text } = reportText();
  const { history = [] } = await pastRuns(await folderWith(text), redact);
  const many = { ...JSON.parse(text), history: Array.from({ length: 40 }, () => history[0]) };
  expect((await pastRuns(await folderWith(JSON.stringify(many)), redact)).history).toHaveLength(30);
});

test('runs against the reference server are of one service, whatever its address', () => {
  const report = reportOf();
  const run = { ...report.run, argv: ['petstore-conformance', 'run', '--reference'] };
  expect(whomJudged({ ...report, run })).toBe('the reference server');
  expect(whomJudged(report)).toBe(report.implementation.baseUrl);
});
