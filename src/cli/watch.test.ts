import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Change, together } from '../reference/changes.ts';
import { changeOf } from '../reference/faults.ts';
import { startReference } from '../reference/server.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Context } from './command-context.ts';
import { callHere } from './testing/calls.ts';
import { nextKey, watch } from './watch.ts';

const key = 'Unspeakable-0123456';
const patient = { timeout: 60_000, interval: 20 };

class Terminal extends EventEmitter {
  readonly isTTY: boolean;
  readonly modes: boolean[] = [];
  constructor(isTTY = true) {
    super();
    this.isTTY = isTTY;
  }
  setRawMode(raw: boolean) {
    this.modes.push(raw);
  }
  resume() {}
  pause() {}
}

const tooMany = changeOf('list.limit-one-too-many');
const noName = changeOf('refuse.name-defaulted');

/** A reference server on one port, which restarts with other faults. */
async function service(change: Change) {
  const first = await startReference({ apiKey: key, change });
  const port = Number(new URL(first.baseUrl).port);
  let running = first;
  onTestFinished(() => running.close());
  return {
    baseUrl: first.baseUrl,
    stop: () => running.close(),
    async start(next: Change) {
      // For a moment the port may be that of a connection of somebody else.
      const again = () => startReference({ apiKey: key, change: next, port });
      running = await vi.waitFor(again, patient);
    },
  };
}

/** A watch over some requirements in a folder of its own. */
function watching(
  baseUrl: string,
  only: string,
  stdin?: Terminal,
  folder = mkdtempSync(join(tmpdir(), 'watch-')),
) {
  const read = readSettings({
    flags: { '--base-url': baseUrl, '--only': only, '--out': folder, '--timeout': '2' },
    env: { PETSTORE_API_KEY: key },
    dotenv: {},
  });
  const said = { out: '', err: '' };
  const outletTo = (name: 'out' | 'err') => {
    const write = (text: string) => (said[name] += text);
    return { write, command: write, isTTY: false };
  };
  const context: Context = {
    ...{ env: {}, folder, keys: [], stdout: outletTo('out'), stderr: outletTo('err') },
    ...(stdin && { stdin }),
    finish: () => {},
  };
  const ended = watch(context, { ...read, known: undefined, isReference: false });
  ended.catch(() => {});
  const invited = (times: number) =>
    expect.poll(() => said.err.match(/q ends|Ctrl-C ends/g)?.length, patient).toBe(times);
  const report = (below = '') =>
    JSON.parse(readFileSync(join(folder, below, 'conformance.json'), 'utf8'));
  const fresh = () => {
    const { out } = said;
    said.out = '';
    return out;
  };
  return { ended, said, fresh, invited, report, seed: read.settings.seed };
}

test('Enter asks again what failed, with the same seed, into a folder of its own, until q ends it', async () => {
  const server = await service(together(tooMany, noName));
  const terminal = new Terminal();
  const only = 'list.limit,create.missing-name,get.found';
  const { ended, said, fresh, invited, report, seed } = watching(server.baseUrl, only, terminal);
  await invited(1);
  expect(fresh()).toMatch(/FAILED list\.limit[\s\S]*FAILED create\.missing-name/);
  expect(said.err).toContain('judges what has not passed again (2); a judges everything, q ends');

  terminal.emit('data', '\r');
  await invited(2);
  expect(said.err).toContain(`once more: 2 requirements, seed ${seed}`);
  expect(fresh()).toMatch(/FAILED list\.limit[\s\S]*FAILED create\.missing-name/);
  expect(report('again').run.settings['--only']).toBe('list.limit,create.missing-name');
  expect(report().run.settings['--only']).toBe(only);
  terminal.emit('data', 'q');
  expect(await ended).toBe(1);
  expect(said.out + said.err).not.toContain(key.slice(0, 8));
}, 240_000);

test('without a terminal it goes on once the service is back from a restart, and Ctrl-C ends it', async () => {
  const server = await service(tooMany);
  const { ended, said, invited, fresh } = watching(server.baseUrl, 'list.limit');
  await invited(1);
  fresh();
  await server.stop();
  await expect.poll(() => said.err, patient).toContain('the service is away: waiting');
  await server.start(() => ({}));
  await invited(2);
  expect(said.err).toContain('fixed: list.limit\n');
  expect(said.out).toMatch(/\nconformant for the 1 requirement selected/);
  process.emit('SIGINT', 'SIGINT');
  expect(await ended).toBe(0);
}, 240_000);

test.each([
  [['--reference'], {}, '--watch and --reference cannot be combined'],
  [
    ['--dry-run', '--base-url', 'http://127.0.0.1:9/v1'],
    {},
    '--watch and --dry-run cannot be combined',
  ],
  [
    ['--base-url', 'http://shop.example/v1'],
    { HTTP_PROXY: 'http://127.0.0.1:9' },
    '--watch needs a terminal here: behind a proxy',
  ],
])('--watch with %j %j is a usage error', async (flags, env, words) => {
  const argv = ['run', '--watch', ...flags];
  const { status, err } = await callHere(argv, { PETSTORE_API_KEY: key, ...env });
  expect(status).toBe(2);
  expect(err).toContain(words);
});

test('a terminal is read key by key, and left as it was; what is no terminal is never read', async () => {
  const terminal = new Terminal();
  const over = new AbortController();
  const wanted = nextKey(terminal, over.signal);
  for (const typed of ['x', '\u001b[A', 'Q', 'a']) terminal.emit('data', Buffer.from(typed));
  expect(await wanted).toBe('end');
  over.abort();
  expect(terminal.modes).toEqual([true, false]);
  expect(terminal.listenerCount('data')).toBe(0);
  const pipe = new Terminal(false);
  void nextKey(pipe, new AbortController().signal);
  expect(pipe.listenerCount('data')).toBe(0);
});
