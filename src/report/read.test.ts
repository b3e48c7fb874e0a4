import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { traceparent } from '../http/trace.ts';
import { exchangesOf, toHar } from './har.ts';
import { readRecordedRun, readReports } from './read.ts';
import { inFolder as test } from './testing/folder.ts';
import {
  conformantRecord,
  exchange,
  facts,
  failedCheck,
  reportOf,
  response,
  unanswered,
} from './testing/sample.ts';
import { formats, renderedFormats, writeReports } from './write.ts';

const record = conformantRecord('core');
const cutOff = response({ truncated: true, headers: [['x', 'a']] });
record.exchanges.splice(0, 1, exchange(0, { waitMs: 30.25 }), unanswered(1));
record.exchanges[3] = exchange(3, { response: cutOff, caller: 'stranger', purpose: 'gap' });
record.checks.set('create.missing-name', [failedCheck({ exchanges: [1] })]);
const report = reportOf(record);

test('exchanges come back from an archive as they went in', () => {
  const archive = JSON.stringify(toHar(record.exchanges, facts.suite));
  expect(exchangesOf(Buffer.from(archive))).toEqual(record.exchanges);
});

test('every rendered format comes out the same again', async ({ folder }) => {
  await writeReports(report, record.exchanges, folder);
  const read = () => Promise.all(formats.map(({ name }) => readFile(join(folder, name), 'utf8')));
  const first = await read();
  for (const { name } of renderedFormats) await writeFile(join(folder, name), 'old');
  const saved = await readReports(folder);
  await writeReports(saved.report, saved.exchanges, folder, renderedFormats);
  expect(await read()).toEqual(first);
});

const [entry] = toHar(record.exchanges, report.suite).log.entries;
const forged = JSON.stringify({ log: { entries: [{ ...entry, _index: 2 ** 32 - 2 }] } });

test.for([
  ['conformance.json', undefined, /^cannot read \S+conformance\.json \(ENOENT\); name a folder/],
  ['conformance.json', '{', /^\S+conformance\.json holds no JSON; name a folder/],
  ['conformance.json', '{}', /^\S+conformance\.json is not a report of this version: \/ must have/],
  ['traffic.har', forged, /^\S+traffic\.har is not traffic of this version/],
  ['traffic.har', '{"log":{"entries":[{}]}}', /^\S+traffic\.har is not traffic of this version/],
] as const)(
  '%s with the content %s is one clear line',
  async ([name, content, line], { folder }) => {
    await writeReports(report, record.exchanges, folder);
    if (content === undefined) await rm(join(folder, name));
    else await writeFile(join(folder, name), content);
    await expect(readReports(folder)).rejects.toThrow(line);
  },
);

test('a report beside the traffic of another run, as two leave them in one folder, is told', async ({
  folder,
}) => {
  const sentIn = (letter: string) => {
    const one = exchange(0);
    const headers = [...one.request.headers, traceparent(letter.repeat(32), 0)];
    return [{ ...one, request: { ...one.request, headers } }];
  };
  const ofRun = { ...report, run: { ...report.run, trace: 'a'.repeat(32) } };
  await writeReports(ofRun, sentIn('a'), folder);
  expect((await readReports(folder)).exchanges).toHaveLength(1);
  await writeReports(ofRun, sentIn('b'), folder);
  await expect(readReports(folder)).rejects.toThrow(/traffic\.har is of another run than conf/);
  await expect(readRecordedRun(folder)).rejects.toThrow(/traffic\.har is of another run than conf/);
});
