import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { together } from '../reference/changes.ts';
import { changeOf } from '../reference/faults.ts';
import { startReference } from '../reference/server.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Context } from './command-context.ts';
import { callHere } from './testing/calls.ts';
import { watch } from './watch.ts';

const key = 'Unspeakable-0123456';
const patient = { timeout: 60_000, interval: 20 };

class Terminal extends PassThrough {
  readonly isTTY = true;
}

const tooMany = changeOf('list.limit-one-too-many');
const noName = changeOf('refuse.name-defaulted');

/** A watch over some requirements in a folder of its own. */
function watching(baseUrl: string, only: string, stdin: Terminal) {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'));
  const read = readSettings({
    flags: { '--base-url': baseUrl, '--only': only, '--out': folder, '--timeout': '2' },
    env: { PETSTORE_API_KEY: key },
    dotenv: {},
  });
  const printed = { out: '', err: '' };
  const outletTo = (name: 'out' | 'err') => {
    const write = (text: string) => (printed[name] += text);
    return { write, command: write, isTTY: false };
  };
  const context: Context = {
    ...{ env: {}, folder, keys: [], stdout: outletTo('out'), stderr: outletTo('err') },
    stdin,
    finish: () => {},
  };
  const ended = watch(context, { ...read, known: undefined, isReference: false });
  ended.catch(() => {});
  const invited = (times: number) =>
    expect.poll(() => printed.err.match(/q and Enter to quit/g)?.length, patient).toBe(times);
  const report = (below = '') =>
    JSON.parse(readFileSync(join(folder, below, 'conformance.json'), 'utf8'));
  const fresh = () => {
    const { out } = printed;
    printed.out = '';
    return out;
  };
  return { ended, printed, fresh, invited, report, seed: read.settings.seed };
}

test('Enter repeats what failed, with the same seed, into a folder of its own, until q ends it', async () => {
  const server = await startReference({ apiKey: key, change: together(tooMany, noName) });
  onTestFinished(() => server.close());
  const terminal = new Terminal();
  const only = 'list.limit,create.missing-name,get.found';
  const { ended, printed, fresh, invited, report, seed } = watching(server.baseUrl, only, terminal);
  await invited(1);
  expect(fresh()).toMatch(/FAILED list\.limit[\s\S]*FAILED create\.missing-name/);
  expect(printed.err).toContain(
    'Press Enter to rerun what has not passed (2), a and Enter for everything',
  );

  terminal.write('\n');
  await invited(2);
  expect(printed.err).toContain(`rerun: 2 requirements, seed ${seed}`);
  expect(fresh()).toMatch(/FAILED list\.limit[\s\S]*FAILED create\.missing-name/);
  expect(report('again').run.settings['--only']).toBe('list.limit,create.missing-name');
  expect(report().run.settings['--only']).toBe(only);
  terminal.write('q\n');
  expect(await ended).toBe(1);
  expect(printed.out + printed.err).not.toContain(key.slice(0, 8));
}, 240_000);

test.each([
  [['--reference'], '--watch and --reference cannot be combined'],
  [
    ['--dry-run', '--base-url', 'http://127.0.0.1:9/v1'],
    '--watch and --dry-run cannot be combined',
  ],
  [['--base-url', 'http://127.0.0.1:9/v1'], '--watch needs a terminal'],
])('--watch with %j is a usage error', async (flags, words) => {
  const { status, err } = await callHere(['run', '--watch', ...flags], { PETSTORE_API_KEY: key });
  expect([status, err]).toEqual([2, expect.stringContaining(words)]);
});
