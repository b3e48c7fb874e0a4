import { EventEmitter } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../http/clock.ts';
import { type Change, together } from '../../reference/changes.ts';
import { startReference } from '../../reference/server.ts';
import { changeOf } from '../../reference/testing/change-of.ts';
import { readSettings } from '../../settings/read-settings.ts';
import type { Context } from '../context.ts';
import type { Round } from '../round.ts';
import { callHere } from '../testing/calls.ts';
import { watch } from './watch.ts';

const key = 'Unspeakable-0123456';

class Terminal extends EventEmitter {
  readonly isTTY = true;
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
  /** For a moment the port may be that of a connection of somebody else. */
  const startAgain = (change: Change) =>
    vi.waitFor(() => startReference({ apiKey: key, change, port }), patient);
  return {
    baseUrl: first.baseUrl,
    stop: () => running.close(),
    /** Ends and is there again at once, as a program that a change of its files restarts. */
    async restart(next: Change) {
      await running.close();
      running = await startAgain(next);
    },
    async start(next: Change) {
      running = await startAgain(next);
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
  const round: Round = { ...read, known: undefined, isReference: false };
  const said = { out: '', err: '', all: '' };
  const context: Context = {
    env: {},
    folder,
    keys: [],
    ...(stdin && { stdin }),
    stdout: outletTo((text) => {
      said.out += text;
      said.all += text;
    }),
    stderr: outletTo((text) => {
      said.err += text;
      said.all += text;
    }),
    finish: () => {},
  };
  const heldMs = 120;
  let kept = 0;
  const sleep = async (ms: number, signal: AbortSignal) => {
    await systemClock.sleep(ms, signal);
    if (ms === heldMs) kept += 1;
  };
  const clock = { ...systemClock, sleep };
  const rhythm = { everyMs: 60, heldMs, settledMs: 40, clock };
  const ended = watch(context, round, rhythm);
  ended.catch(() => {});
  const invited = async (times: number) => {
    await expect.poll(() => said.err.match(/q ends|Ctrl-C ends/g)?.length, patient).toBe(times);
    kept = 0;
  };
  /** Once the service is known as one that keeps connections: only then the loss of one tells of a restart. */
  const known = async () => {
    await expect.poll(() => kept, patient).toBeGreaterThan(0);
  };
  const report = (below = '') =>
    JSON.parse(readFileSync(join(folder, below, 'conformance.json'), 'utf8'));
  const fresh = () => {
    const { out } = said;
    said.out = '';
    return out;
  };
  return { ended, said, fresh, invited, known, report, seed: round.settings.seed };
}

const patient = { timeout: 20_000, interval: 20 };

function outletTo(write: (text: string) => void) {
  return { write, command: write, isTTY: false };
}

test('from red to green: Enter asks what failed, a restart too, and q ends with the last status', async () => {
  const server = await service(together(tooMany, noName));
  const terminal = new Terminal();
  const only = 'list.limit,create.missing-name,get.found';
  const { ended, said, fresh, invited, known, report, seed } = watching(
    server.baseUrl,
    only,
    terminal,
  );
  await invited(1);
  expect(fresh()).toMatch(
    /FAILED create\.missing-name[\s\S]*FAILED list\.limit|FAILED list\.limit[\s\S]*FAILED create\.missing-name/,
  );
  expect(said.err).toMatch(
    /Enter, or a restart of the service, asks again what has not passed \(2\); a asks everything/,
  );

  terminal.emit('data', '\r');
  await invited(2);
  expect(said.err).toContain(`once more: 2 requirements, seed ${seed}`);
  const second = fresh();
  expect(second).toMatch(/^STILL FAILING list\.limit: .*\nSTILL FAILING create\.missing-name: /);
  expect(second).not.toMatch(/^FAILED|curl|get\.found/m);
  expect(report('again').run).toMatchObject({
    seed,
    settings: { '--only': 'list.limit,create.missing-name' },
  });
  expect(report().run.settings['--only']).toBe(only);

  await known();
  await server.restart(tooMany);
  await invited(3);
  expect(said.err).toContain(`the service is back: 2 requirements, seed ${seed}`);
  expect(fresh()).toMatch(/^FIXED create\.missing-name\nSTILL FAILING list\.limit: /);

  await known();
  await server.restart(() => ({}));
  await invited(4);
  expect(fresh()).toMatch(
    /^FIXED list\.limit\n[\s\S]*\nconformant for the 1 requirement asked again/,
  );
  expect(said.err).toContain('asks everything again; q ends');

  await known();
  await server.restart(noName);
  await invited(5);
  expect(fresh()).toMatch(
    /^Failure 1 of 1, [\s\S]*curl[\s\S]* {2}FAILED create\.missing-name \(section [\s\S]*non-conformant/,
  );
  expect(report().requirements.find(({ id }: { id: string }) => id === 'get.found')).toMatchObject({
    outcome: 'passed',
  });
  terminal.emit('data', 'q');
  expect(await ended).toBe(1);
  expect(said.all).not.toContain(key.slice(0, 8));
}, 60_000);

test('without a terminal nothing is asked again until the service comes back from a restart', async () => {
  const server = await service(tooMany);
  const { ended, said, invited, known, fresh } = watching(server.baseUrl, 'list.limit');
  await invited(1);
  fresh();
  await known();
  expect(said.out).toBe('');
  await server.stop();
  await expect.poll(() => said.err, patient).toContain('the service is away: waiting');
  await server.start(() => ({}));
  await invited(2);
  expect(said.out).toMatch(/^FIXED list\.limit/);
  process.emit('SIGINT', 'SIGINT');
  expect(await ended).toBe(0);
}, 60_000);

test('a service that was away when it was asked is asked once it is there', async () => {
  const server = await service(() => ({}));
  await server.stop();
  const { ended, said, invited } = watching(server.baseUrl, 'list.limit');
  await invited(1);
  expect(said.out).toMatch(/incomplete/);
  await server.start(() => ({}));
  await invited(2);
  expect(said.out).toMatch(/FIXED list\.limit/);
  process.emit('SIGTERM', 'SIGTERM');
  expect(await ended).toBe(143);
}, 60_000);

test.each([
  [['--reference'], '--watch and --reference exclude each other'],
  [
    ['--dry-run', '--base-url', 'http://127.0.0.1:9/v1'],
    '--watch and --dry-run exclude each other',
  ],
])('--watch with %j is a usage error', async (flags, words) => {
  const { status, err } = await callHere(['run', '--watch', ...flags], { PETSTORE_API_KEY: key });
  expect(status).toBe(2);
  expect(err).toContain(words);
});

test('behind a proxy and without a terminal nothing could ever be asked again, which is said at once', async () => {
  const env = { PETSTORE_API_KEY: key, HTTP_PROXY: 'http://127.0.0.1:9' };
  const argv = ['run', '--watch', '--base-url', 'http://shop.example/v1'];
  const { status, err } = await callHere(argv, env);
  expect(status).toBe(2);
  expect(err).toContain('--watch needs a terminal here');
});

test('nothing is asked where the folder for what is asked again is a link', async () => {
  const server = await service(tooMany);
  const folder = mkdtempSync(join(tmpdir(), 'watch-'));
  const mine = mkdtempSync(join(tmpdir(), 'mine-'));
  symlinkSync(mine, join(folder, 'again'));
  const { ended } = watching(server.baseUrl, 'list.limit', new Terminal(), folder);
  await expect(ended).rejects.toThrow(/again" is a symbolic link, .* --out$/);
  expect([...readdirSync(mine), ...readdirSync(folder)]).toEqual(['again']);
});
