/** The lab without sockets: time passes at once, and the same server answers as over a network. */
import { expect, test } from 'vitest';
import { ownWindow } from '../src/reference/quota.ts';
import type { Subject } from '../src/reference/variant.ts';
import { ask, tryOut } from './trial.ts';

const free: Subject = {
  id: 'free',
  settings: { plan: 'free', maxWait: 120 },
};

const near: Subject = { ...free, inVirtualTime: { latencyMs: [1, 500] } };

test('a run on the Free plan waits for a window in virtual time', async () => {
  const { record, report } = await ask({ ...near, server: () => ({ plan: 'free' }) }, { seed: 1 });
  expect(report.verdict).toBe('conformant');
  expect(record.finishedAt - record.startedAt).toBeGreaterThan(30_000);
  for (const { startedAt, finishedAt } of record.exchanges) {
    expect(finishedAt - startedAt).toBeGreaterThanOrEqual(0);
    expect(finishedAt - startedAt).toBeLessThanOrEqual(501);
  }
});

test('the same seed gives the same run, with the same times', async () => {
  const times = async (seed: number) => {
    const { record } = await ask({ ...near, server: () => ({ plan: 'free' }) }, { seed });
    return record.exchanges.map(({ startedAt, finishedAt, request }) => [
      startedAt,
      finishedAt,
      request.url,
    ]);
  };
  expect(await times(7)).toEqual(await times(7));
  expect(await times(7)).not.toEqual(await times(8));
});

test('an answer that comes after the timeout is none', async () => {
  const held: Subject = {
    ...near,
    change: ({ finish }) => ({
      finish: (...given) => ({ ...finish(...given), heldMs: 11_000 }),
    }),
  };
  const { record } = await ask(held, { seed: 1, only: ['list.returns-pets'] });
  expect(record.exchanges[0]?.failure?.code).toBe('timeout');
});

test('over a network and without one the outcomes are the same', async () => {
  // Its window begins with the run: none ends in the middle of it, whatever the time of day.
  const server = () => ({ quota: ownWindow(1000, 60_000) });
  const plain: Subject = { id: 'plain', overSockets: true, server };
  const essence = async (subject: Subject) => {
    const { verdict, failed, undecided, requests, animalsCreated } = await tryOut(subject, {
      seed: 3,
    });
    return { verdict, failed, undecided, requests, animalsCreated };
  };
  expect(await essence({ ...plain, inVirtualTime: { latencyMs: [1, 2] } })).toEqual(
    await essence(plain),
  );
});
