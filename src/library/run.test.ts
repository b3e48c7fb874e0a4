import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Progress, type RunSettings, run, SettingsError } from '../index.ts';
import { Refusal } from '../reference/behaviour.ts';
import { type Change, keeping, remembering } from '../reference/changes.ts';
import { type ReferenceServer, startReference } from '../reference/server.ts';
import { formats } from '../report/write.ts';

const apiKey = 'Unspeakable-Key-1';
let server: ReferenceServer;
let settings: RunSettings;

beforeAll(async () => {
  server = await startReference({ apiKey });
  settings = { baseUrl: server.baseUrl, apiKey, plan: 'business', seed: 1 };
});

afterAll(() => server.close());

describe('a run', () => {
  const told: Progress[] = [];

  test('gives the report, and tells of every check on the way', async () => {
    const report = await run(settings, { onProgress: (progress) => told.push(progress) });
    expect(report.verdict).toBe('conformant');
    expect(report.run.command).toMatch(/ run --base-url .* --seed 1 --plan business$/);
    const checks = report.requirements.flatMap((requirement) =>
      requirement.checks.map(({ title }) => title),
    );
    const finished = told.filter((one) => one.type === 'check-finished');
    expect(checks).toEqual(expect.arrayContaining(['an empty object', 'the key under Basic']));
    expect(finished.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['an empty object', 'the key under Basic']),
    );
    expect(told.at(-1)?.requests).toBe(report.run.requests);
  });

  test('tells no key, and leaves the exit status alone', async () => {
    expect(JSON.stringify(told)).not.toContain(apiKey);
    expect(process.exitCode).toBeUndefined();
  });
});

test('several runs at once do not know of each other', async () => {
  const [one, other] = await Promise.all([
    run({ ...settings, only: 'auth.missing-key' }),
    run({ ...settings, apiKey: 'a-wrong-key', only: ['create.created', 'pet.*'] }),
  ]);
  expect(one.verdict).toBe('conformant');
  expect(other.verdict).not.toBe('conformant');
});

const namesOnce: Change = remembering(() => {
  const known = new Set<string>();
  return keeping((animal) =>
    known.size === known.add(animal.name).size
      ? new Refusal(400, 'taken', 'There is such a name.')
      : animal,
  );
});

const idsOfTheClock: Change = () => ({ newId: (store, { at }) => BigInt(at + store.size) });

test.each([
  ['takes no name twice', namesOnce],
  ['gives ids by the clock', idsOfTheClock],
])(
  'a challenge that is used again ends the run, and accuses nobody that %s',
  async (_title, change) => {
    const own = await startReference({ apiKey, change });
    const { seed: _, ...asked } = {
      ...settings,
      baseUrl: own.baseUrl,
      challenge: 'of-a-certifier',
    };
    const first = await run(asked);
    const again = await run(asked);
    await own.close();
    expect([first.verdict, again.verdict]).toEqual(['conformant', 'incomplete']);
    expect(again.run.endedEarly).toMatch(/each run needs a new challenge$/);
    expect(again.run.requests).toBe(1);
  },
);

test('files are written where a folder is named, and the report is one of them', async () => {
  const out = join(mkdtempSync(join(tmpdir(), 'library-')), 'reports');
  const report = await run({ ...settings, only: 'version.base-path', out });
  expect(readdirSync(out).sort()).toEqual(formats.map(({ name }) => name).sort());
  expect(JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'))).toEqual(report);
});

describe('a service that does not answer', () => {
  let baseUrl = '';
  const silent = createServer(() => {});

  beforeAll(async () => {
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    if (typeof address === 'object') baseUrl = `http://127.0.0.1:${address?.port}/v1`;
  });

  afterAll(() => {
    silent.close();
    silent.closeAllConnections();
  });

  test('aborting ends the run with what was decided until then', async () => {
    const abort = new AbortController();
    silent.once('request', () => abort.abort());
    const report = await run({ ...settings, baseUrl }, { signal: abort.signal });
    expect(report.verdict).toBe('incomplete');
    expect(report.run.endedEarly).toBe('the run was interrupted');
    const decided = report.requirements.filter(({ outcome }) => outcome === 'passed');
    expect(decided.map(({ id }) => id)).toEqual(['version.base-path']);
  });

  test('what onProgress throws, or rejects with, ends the run and is thrown by it', async () => {
    const fail = ({ type }: Progress) => {
      if (type === 'check-finished') throw new RangeError('too much progress');
    };
    for (const onProgress of [fail, async (progress: Progress) => fail(progress)]) {
      const ended = run({ ...settings, baseUrl, timeout: 1 }, { onProgress });
      await expect(ended).rejects.toThrow(RangeError);
    }
  });
});

test('bad settings are an error of their own, before the first request', async () => {
  await expect(run({ ...settings, timeout: -1 })).rejects.toThrow(SettingsError);
});
