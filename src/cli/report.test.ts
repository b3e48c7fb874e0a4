import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as plain } from 'vitest';
import { assembleReport } from '../report/assemble.ts';
import { conformantRecord, facts, settingsFor } from '../report/testing/sample.ts';
import { formats, renderedFormats, writeReports } from '../report/write.ts';
import { execute } from './program.ts';

const test = plain.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures off this pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'report-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

async function report(folder: string, ...argv: string[]) {
  const said = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text;
    },
  });
  const status = await execute(['report', ...argv], {
    env: {},
    folder,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    keys: [],
  });
  return { status, ...said };
}

test('the reports of a run are rendered again from its two sources', async ({ folder }) => {
  const record = conformantRecord('core');
  const written = assembleReport(record, settingsFor('core'), facts);
  await writeReports(written, record.exchanges, folder);
  const before = await readFile(join(folder, 'conformance.html'), 'utf8');
  for (const { name } of renderedFormats) await rm(join(folder, name));

  const { status, stdout, stderr } = await report(folder, folder);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('conformance.html');
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(written.summary);
  expect((await readdir(folder)).sort()).toEqual(formats.map(({ name }) => name).sort());
  expect(await readFile(join(folder, 'conformance.html'), 'utf8')).toBe(before);
});

test('that a certificate may not hold any more is said', async ({ folder }) => {
  const record = conformantRecord('core');
  await writeReports(assembleReport(record, settingsFor('core'), facts), record.exchanges, folder);
  await writeFile(join(folder, 'certificate.json'), '{}');
  const { status, stderr } = await report(folder, folder);
  expect(status).toBe(0);
  expect(stderr).toMatch(/^warning: certificate\.json names these files .*\n$/);
});

test('a folder that no run wrote is a usage error of one line', async ({ folder }) => {
  const { status, stderr } = await report(folder, folder);
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^error: cannot read \S+conformance\.json \(ENOENT\); name a folder .*\n$/,
  );
});
