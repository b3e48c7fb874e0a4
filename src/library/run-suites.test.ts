import { expect, onTestFinished, test } from 'vitest';
import { changeOf } from '../reference/faults.ts';
import { startReference } from '../reference/server.ts';
import { assembleReport } from '../report/assemble.ts';
import { readPlainSettings } from '../settings/read-settings.ts';
import { factsOf, runSuites } from './run-suites.ts';

test.each(['pause', 'exchange'])(
  'a run that is stopped while it asks about a doubt, at a %s, is not conformant',
  async (at) => {
    const apiKey = 'A-key-of-the-tests-0123';
    const change = changeOf('get.read-once');
    const { baseUrl, close } = await startReference({ apiKey, change });
    onTestFinished(close);
    const read = readPlainSettings({ baseUrl, apiKey, seed: 7, plan: 'business', grace: 6 });
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
