/** Folders that somebody handed over, made to eat the memory of who reads them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { suiteDigest } from '../package/digest.ts';
import { certificateFor, writeCertificate } from '../report/certificate.ts';
import { conformantRecord, reportOf, settingsFor } from '../report/testing/sample.ts';
import { writeReports } from '../report/write.ts';
import { startNode } from './testing/calls.ts';
import { builtProgram } from './testing/npx.ts';
import { cpuTimeIn, mostMemoryIn, witness } from './testing/witness.ts';

const home = mkdtempSync(join(tmpdir(), 'parcel-memory-'));
afterAll(() => rmSync(home, { recursive: true }));

const record = conformantRecord('full');
const settings = settingsFor('full');
const implementation = { name: 'Corner Pet Shop', version: '2.1', contact: 'qa@shop.example' };
const made = reportOf(record, { ...settings, implementation });
// A report of the built program: verify refuses any other before it reads the traffic.
const report = { ...made, suite: { ...made.suite, digest: suiteDigest() } };

/** Runs the built program on a folder, and says how it ended and what it took. */
async function call(...argv: readonly string[]) {
  const words = ['--import', witness, builtProgram, ...argv];
  const { status, out, err } = await startNode(words, { cwd: home }).ended;
  const said = out + err;
  return { status, said, memory: mostMemoryIn(said), cpuMs: cpuTimeIn(said) };
}

const tiny = {
  ...{
    startedDateTime: '2026-01-02T03:04:05.000Z',
    time: 0,
    _operation: null,
    _purpose: 'gap',
    _caller: 'anonymous',
  },
  ...{ _waitMs: 0, _curl: '', request: { method: '', url: '', headers: [] } },
  response: { status: 0, statusText: '', headers: [], content: {} },
};
const entries = (count: number, entry: (at: number) => unknown) =>
  JSON.stringify({ log: { entries: Array.from({ length: count }, (_, at) => entry(at)) } });
const mebibytes = (count: number, of: string) =>
  of.repeat(Math.floor((count * 1024 * 1024) / of.length));

/** An answer to the key with as many animals as a page may hold, whose names and categories change each time. */
function changingList(_index: number) {
  const startedDateTime = new Date(record.startedAt + _index * 10).toISOString();
  const pets = Array.from({ length: 100 }, (_, id) => ({
    ...{ id, name: `${(_index * 7 + id) % 97}`, categoryId: _index % 5 },
  }));
  const text = JSON.stringify(pets);
  return {
    ...{ ...tiny, startedDateTime, _index, time: 5 },
    ...{ _operation: 'listPets', _purpose: 'clause', _caller: 'authenticated' },
    request: { ...tiny.request, method: 'GET', url: `${settings.baseUrl}/pets?limit=100` },
    response: { ...tiny.response, status: 200, content: { text } },
  };
}

/** What is in the place of the traffic, and how it is told of. */
const traffic: readonly [string, () => string, RegExp][] = [
  [
    '40,000 exchanges',
    () => entries(40_000, (_index) => ({ ...tiny, _index })),
    /traffic\.har:? .*holds more than 400000 values/,
  ],
  [
    'command lines of twenty megabytes',
    () => entries(115, (_index) => ({ ...tiny, _index, _curl: `犬${mebibytes(0.19, '&')}` })),
    /not what this suite writes|recording holds no answer|^Reports: /m,
  ],
  [
    '400 lists of animals that change each time',
    () => entries(400, changingList),
    /not what this suite writes|recording holds no answer|^Reports: /m,
  ],
];

test.each(traffic)(
  'traffic of %s takes less than 200 MB and ten seconds of CPU time, whoever reads it',
  async (_, make, why) => {
    const folder = mkdtempSync(join(home, 'of-'));
    const written = await writeReports(report, record.exchanges, folder);
    writeFileSync(join(folder, 'traffic.har'), make());
    for (const command of ['report', 'rejudge', 'verify']) {
      // A certificate of what is there, as far as that can be read at all.
      await writeCertificate(folder, certificateFor(report, written));
      const { status, said, memory, cpuMs } = await call(command, folder);
      expect(said).toMatch(why);
      expect([0, 1, 2, 3]).toContain(status);
      expect(memory).toBeLessThan(200);
      expect(cpuMs).toBeLessThan(10_000);
    }
  },
  120_000,
);
