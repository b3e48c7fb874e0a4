import { expect, onTestFinished, test, vi } from 'vitest';
import { steadyClock } from '../http/clock.ts';
import { changeOf } from '../reference/faults.ts';
import { startReference } from '../reference/server.ts';
import { assembleReport } from '../report/assemble.ts';
import { readPlainSettings } from '../settings/read-settings.ts';
import { factsOf, runSuites } from './run-suites.ts';

const hour = 3_600_000;

/** Sets the machine's clock for whoever asks for it from now on. */
function setClock(ms: number): void {
  vi.restoreAllMocks();
  const { now } = steadyClock();
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}

test('a clock that is set back during a run changes nothing of it', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const apiKey = 'A-key-of-the-tests-0123';
  // A minute of the Free plan is spent: what is left is waited for.
  const { baseUrl, close } = await startReference({
    apiKey,
    plan: 'free',
    windowMs: 3000,
    now: steadyClock().now,
  });
  onTestFinished(close);
  const { settings } = readPlainSettings({ baseUrl, apiKey, seed: 7, plan: 'free' });
  const startedAt = Date.now();
  let seen = 0;
  const record = await runSuites(settings, {
    signal: new AbortController().signal,
    onEvent: ({ type }) => {
      if (type !== 'exchange') return;
      seen += 1;
      if (seen === 20) setClock(-hour);
    },
  });
  vi.restoreAllMocks();
  expect(record.endedEarly).toBeUndefined();
  expect(seen).toBeGreaterThan(60);
  const times = record.exchanges.flatMap((one) => [
    one.finishedAt - one.startedAt,
    one.startedAt - startedAt,
  ]);
  for (const ms of [...times, record.finishedAt - startedAt]) {
    expect(ms).toBeGreaterThanOrEqual(-5);
    expect(ms).toBeLessThan(hour / 2);
  }
}, 60_000);

test.each(['pause', 'exchange'])(
  'a run that is stopped while it asks about a doubt, at a %s, is not conformant',
  async (at) => {
    const apiKey = 'A-key-of-the-tests-0123';
    const change = changeOf('get.read-once');
    const { baseUrl, close } = await startReference({ apiKey, change });
    onTestFinished(close);
    const read = readPlainSettings({ baseUrl, apiKey, seed: 7, plan: 'business', grace: 3 });
    const abort = new AbortController();
    let isDoubted = false;
    const record = await runSuites(read.settings, {
      signal: abort.signal,
      onEvent: (event) => {
        if (isDoubted && event.type === at) abort.abort();
        if (event.type === 'pause' && /asking (both )?again/.test(event.pause.reason)) {
          isDoubted = true;
          if (at === 'pause') abort.abort();
        }
      },
    });
    expect(isDoubted).toBe(true);
    const report = assembleReport(record, read.settings, factsOf(read, false));
    expect(report.verdict).toBe('incomplete');
    const doubted = report.requirements.filter(({ reason }) =>
      /not asked again: the run was interrupted$/.test(reason),
    );
    expect(doubted.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
      'get.stays inconclusive',
    ]);
  },
);
