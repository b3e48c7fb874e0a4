import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inFolder as test } from '../report/testing/folder.ts';
import { conformantRecord, reportOf } from '../report/testing/sample.ts';
import { formats, renderedFormats, writeReports } from '../report/write.ts';
import { callHere } from './testing/calls.ts';

const report = (folder: string) => callHere(['report', folder]);

test('the reports of a run are rendered again from its two sources', async ({ folder }) => {
  const record = conformantRecord('core');
  const written = reportOf(record);
  await writeReports(written, record.exchanges, folder);
  const before = await readFile(join(folder, 'conformance.html'), 'utf8');
  for (const { name } of renderedFormats) await rm(join(folder, name));

  const { status, out, err } = await report(folder);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toContain('conformance.html');
  expect(out.trimEnd().split('\n').at(-1)).toBe(written.summary);
  expect((await readdir(folder)).sort()).toEqual(formats.map(({ name }) => name).sort());
  expect(await readFile(join(folder, 'conformance.html'), 'utf8')).toBe(before);
});

test('that a certificate may not hold any more is said', async ({ folder }) => {
  const record = conformantRecord('core');
  await writeReports(reportOf(record), record.exchanges, folder);
  await writeFile(join(folder, 'certificate.json'), '{}');
  const { status, err } = await report(folder);
  expect(status).toBe(0);
  expect(err).toMatch(/^warning: certificate\.json lists the digests of these files: .*\n$/);
});

test('a folder that no run wrote is a usage error of one line', async ({ folder }) => {
  const { status, err } = await report(folder);
  expect(status).toBe(2);
  expect(err).toMatch(/^error: cannot read \S+conformance\.json \(ENOENT\); name a folder .*\n$/);
});
