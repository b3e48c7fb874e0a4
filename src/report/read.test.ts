import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requirements } from '../spec/catalogue.ts';
import { reportIn } from './given.ts';
import { readReports } from './read.ts';
import { exchangesOf } from './read-har.ts';
import { inFolder } from './testing/folder.ts';
import {
  conformantRecord,
  exchange,
  failedCheck,
  reportOf,
  response,
  settingsFor,
  unanswered,
} from './testing/sample.ts';
import { formats, renderedFormats, writeReports } from './write.ts';

const record = conformantRecord('core');
const cutOff = response({ truncated: true, headers: [['x', 'a']] });
record.exchanges.splice(0, 1, exchange(0, { waitMs: 30.25 }), unanswered(1));
record.exchanges[3] = exchange(3, { response: cutOff, caller: 'anonymous', purpose: 'gap' });
record.checks.set('create.missing-name', [failedCheck({ exchanges: [1] })]);
const report = reportOf(record);

inFolder('every rendered format comes out the same again', async ({ folder }) => {
  await writeReports(report, record.exchanges, folder);
  const read = () => Promise.all(formats.map(({ name }) => readFile(join(folder, name), 'utf8')));
  const first = await read();
  for (const { name } of renderedFormats) await writeFile(join(folder, name), 'old');
  const saved = await readReports(folder);
  await writeReports(saved.report, saved.exchanges, folder, renderedFormats);
  expect(await read()).toEqual(first);
});

inFolder.for([
  ['conformance.json', undefined, /^cannot read \S+conformance\.json \(ENOENT\); name a folder/],
  ['conformance.json', '{', /^\S+conformance\.json is not JSON; name a folder/],
  [
    'conformance.json',
    '{}',
    /^\S+conformance\.json is not a report of this version: the top level/,
  ],
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

test('traffic with many values is refused before it is parsed', () => {
  // The text ends in no JSON: a parser would complain of that.
  const text = `["}]{[,\\"\\\\",${'0,'.repeat(400_000)}!`;
  expect(() => exchangesOf(Buffer.from(text))).toThrow(/^holds more than 400000 values$/);
});

/** A full run that failed everywhere, with so many characters for each of five checks of a requirement. */
function failing(length: number) {
  const record = conformantRecord('full');
  for (const { id, level } of requirements) {
    if (level === 'gap')
      record.observations.push({ id, answer: 'x'.repeat(10_000), exchanges: [] });
    else
      record.checks.set(
        id,
        Array.from({ length: 3 }, () => failedCheck({ message: '犬'.repeat(length) })),
      );
  }
  record.endedEarly = 'x'.repeat(10_000);
  return reportOf(record, settingsFor('full'));
}

test('what a run writes of a service that talks at length everywhere can be read again', () => {
  const report = failing(10_000);
  const bytes = Buffer.from(JSON.stringify(report, null, 2));
  expect(reportIn(bytes)).toEqual(JSON.parse(String(bytes)));
  expect(report.requirements[0]?.checks[0]?.message).toMatch(/^犬{2000}… \(10000 characters\)$/);
});
