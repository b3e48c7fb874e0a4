import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inFolder as test } from './testing/folder.ts';
import { exchange, facts, reportOf } from './testing/sample.ts';
import { formats, writeReports } from './write.ts';

const report = reportOf();
const names = formats.map((format) => format.name).sort();

test('every format is written into a folder that is made for it', async ({ folder }) => {
  const out = join(folder, 'a', 'b');
  const paths = await writeReports(report, [exchange(0)], out);
  expect(paths).toEqual(formats.map(({ name }) => join(out, name)));
  expect((await readdir(out)).sort()).toEqual(names);
  expect(JSON.parse(await readFile(join(out, 'conformance.json'), 'utf8'))).toEqual(report);
  expect(JSON.parse(await readFile(join(out, 'traffic.har'), 'utf8'))).toMatchObject({
    log: {
      creator: { name: facts.suite.name, version: facts.suite.version },
      entries: [{ _index: 0 }],
    },
  });
});

test('a file that cannot be written is one clear line, and leaves no temporary file', async ({
  folder,
}) => {
  await mkdir(join(folder, 'traffic.har'));
  await expect(writeReports(report, [], folder)).rejects.toThrow(
    /^cannot write \S+traffic\.har: a folder of that name is in the way \(EISDIR\); reports are missing; a run writes .+ --out or PETSTORE_OUT$/,
  );
  // The others are there, whole.
  expect((await readdir(folder)).sort()).toEqual(names);
  expect(JSON.parse(await readFile(join(folder, 'conformance.json'), 'utf8'))).toEqual(report);
});

test.for([
  ['in place of the folder', 'taken', 'it is a file, not a folder (EEXIST)'],
  ['above the folder', 'taken/below', 'a part of its path is a file (ENOTDIR)'],
] as const)('a file %s is one clear line', async ([, out, reason], { folder }) => {
  await writeFile(join(folder, 'taken'), '');
  const written = writeReports(report, [], join(folder, out));
  await expect(written).rejects.toThrow(
    `cannot write ${join(folder, out)}: ${reason}; reports are missing; a run writes`,
  );
});
