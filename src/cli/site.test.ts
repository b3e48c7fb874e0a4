import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conformantRecord, reportOf, settingsFor } from '../report/testing/sample.ts';
import { writeReports } from '../report/write.ts';
import { callHere } from './testing/calls.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'));
  const record = conformantRecord('core');
  for (const name of ['Acme', 'Beta']) {
    const report = reportOf(record, settingsFor('core', { implementation: { name } }));
    await writeReports(report, record.exchanges, join(folder, name));
  }
  await rm(join(folder, 'Beta/traffic.har'));
});
afterAll(() => rm(folder, { recursive: true }));

const site = (...argv: string[]) => callHere(['site', ...argv]);

test('reports become a folder of pages, with exchanges where their traffic stands beside them', async () => {
  const written = join(folder, 'out');
  const named = ['Acme', 'Beta'].map((name) => join(folder, name));
  const { status, out, err } = await site(...named, '--out', written);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toMatch(/^Site: .*index\.html, \d+ files about 2 reports\n$/);
  expect(existsSync(join(written, 'requirements/list.limit.html'))).toBe(true);
  const pages = ['acme', 'beta'].map((name) =>
    join(written, 'implementations', name, 'run-1.html'),
  );
  const [acme, beta] = await Promise.all(pages.map((path) => readFile(path, 'utf8')));
  expect(acme).toContain('Exchanges (1)');
  expect(beta).toContain('Exchanges (0)');
});

test.each([
  [['nowhere', '--out', 'out'], /^error: cannot read nowhere.*conformance\.json/],
  [['--out', 'out'], /missing required argument/],
  [['x'], /required option '--out <dir>'/],
])('%j is a usage error of one line', async (argv, words) => {
  const { status, err } = await site(...argv);
  expect(status).toBe(2);
  expect(err).toMatch(words);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
});

test('pages of an implementation that is no longer among the reports are told, and left', async () => {
  const out = join(folder, 'again');
  await site(join(folder, 'Acme'), join(folder, 'Beta'), '--out', out);
  const { status, err } = await site(join(folder, 'Acme'), '--out', out);
  expect(status).toBe(0);
  expect(err).toMatch(/^note: .*beta.index\.html.*beta.run-1\.html.*delete/);
  expect(err).not.toContain('acme');
  expect(existsSync(join(out, 'implementations/beta/index.html'))).toBe(true);
});

test.each(['requirements', 'implementations', 'implementations/acme'])(
  'nothing is written where %s of the folder is a link, and the line names it',
  async (linked) => {
    const home = await mkdtemp(join(folder, 'linked-'));
    const mine = join(home, 'mine');
    const out = join(home, 'out');
    await mkdir(mine);
    await mkdir(dirname(join(out, linked)), { recursive: true });
    await symlink(mine, join(out, linked));
    const { status, err } = await site(join(folder, 'Acme'), '--out', out);
    expect(status).toBe(2);
    expect(err).toMatch(new RegExp(`^error: "\\S+${linked}" is a symbolic link, .* --out\n$`));
    expect(await readdir(mine)).toEqual([]);
    expect(existsSync(join(out, 'index.html'))).toBe(false);
  },
);

test('a report that is missing is told before the folder is made', async () => {
  const out = join(folder, 'unmade');
  const { status } = await site(join(folder, 'Acme'), join(folder, 'nobody'), '--out', out);
  expect(status).toBe(2);
  expect(existsSync(out)).toBe(false);
});
