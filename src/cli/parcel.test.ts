/** Folders that somebody handed over, made to read or to write what is not in them. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformantRecord, reportOf } from '../report/testing/sample.ts';
import { writeReports } from '../report/write.ts';
import { callHere } from './testing/calls.ts';

const record = conformantRecord('core');
const report = reportOf(record);
const home = mkdtempSync(join(tmpdir(), 'parcel-'));
let parcels = 0;

async function parcel(): Promise<string> {
  parcels += 1;
  const folder = join(home, `${parcels}`);
  await writeReports(report, record.exchanges, folder);
  return folder;
}

const call = (...argv: string[]) => callHere(argv);

test('report renders into files of its own where the folder holds links to the files of its reader', async () => {
  const folder = await parcel();
  const mine = join(home, 'notes.md');
  writeFileSync(mine, 'mine');
  rmSync(join(folder, 'conformance.md'));
  symlinkSync(mine, join(folder, 'conformance.md'));
  expect(await call('report', folder)).toMatchObject({ status: 0, err: '' });
  expect(readFileSync(mine, 'utf8')).toBe('mine');
  expect(readFileSync(join(folder, 'conformance.md'), 'utf8')).toContain('core');
});

test('rejudge writes nothing through a link in the folder of the run', async () => {
  const folder = await parcel();
  const mine = join(home, 'my-folder');
  mkdirSync(mine);
  symlinkSync(mine, join(folder, 'rejudged'));
  const { status, err } = await call('rejudge', folder);
  expect(status).toBe(2);
  expect(err).toMatch(/^error: "\S+rejudged" is a symbolic link: .* --out\n$/);
  expect(existsSync(join(mine, 'conformance.json'))).toBe(false);
});

test.each(['::error::Certified', '##vso[task.complete]done', '##teamcity[buildStop]'])(
  'no command to a build server gets out of a report that was handed over: %s',
  async (text) => {
    const folder = await parcel();
    const other = await parcel();
    const changed = {
      ...report,
      summary: text,
      implementation: { ...report.implementation, name: text },
    };
    writeFileSync(join(folder, 'conformance.json'), JSON.stringify(changed));
    writeFileSync(join(folder, 'certificate.json'), JSON.stringify({ [text]: text }));
    const calls = [
      ['compare', folder, other],
      ...['markdown', 'html', 'json'].map((format) => [
        'compare',
        folder,
        other,
        '--format',
        format,
      ]),
      ['verify', folder],
      ['report', folder],
      ['rejudge', join(folder, text)],
      ['baseline', 'update', join(folder, text)],
      [text],
    ];
    for (const argv of calls) {
      const { out, err } = await call(...argv);
      expect(out + err).not.toMatch(/^\s*::|##(vso|teamcity)?\[/im);
    }
  },
);

/** What is in the place of a file: a link out of the folder, or what never ends. */
const traps: Readonly<Record<string, (path: string) => void>> = {
  'a link to /dev/zero': (path) => symlinkSync('/dev/zero', path),
  'a link to a file': (path) => symlinkSync('/etc/hostname', path),
  'a pipe': (path) => execFileSync('mkfifo', [path]),
};

test.each(Object.keys(traps))('a file of the folder that is %s is not read', async (trap) => {
  const baseline = ['--baseline', join(home, 'b.yaml')];
  const whole = await parcel();
  for (const [file, ...argv] of [
    ['conformance.json', 'report'],
    ['conformance.json', 'rejudge'],
    ['conformance.json', 'compare', whole],
    ['conformance.json', 'baseline', 'update', ...baseline],
    ['traffic.har', 'report'],
    ['traffic.har', 'rejudge'],
    ['certificate.json', 'verify'],
  ] as const) {
    const folder = await parcel();
    rmSync(join(folder, file), { force: true });
    traps[trap]?.(join(folder, file));
    const { status, err } = await call(...argv, folder);
    expect(status).toBe(2);
    expect(err).toMatch(
      new RegExp(`^error: "?\\S+${file}"? is (a symbolic link|not a regular file); `),
    );
  }
});
