/** What is asked together: how long a run takes for it, and that the time of the answers decides nothing. */
import { expect, test } from 'vitest';
import type { Link, Subject } from '../src/reference/variant.ts';
import { ask } from './trial.ts';

/** The reference server on the plan enterprise, over a link of its own. */
const over = (inVirtualTime: Link, settings: Subject['settings'] = {}): Subject => ({
  id: 'reference',
  server: () => ({ plan: 'enterprise' }),
  inVirtualTime,
  settings: { plan: 'enterprise', ...settings },
});

async function runOver(link: Link, seed: number, settings: Subject['settings'] = {}) {
  const { record, report } = await ask(over(link, settings), { seed });
  // Which of the animals that are created together is given which id, the server decides.
  const asked = record.exchanges.map(({ request: { method, url, body = '' } }) =>
    [method, url.replace(/\/\d{1,2}$/, '/id'), body.replace(/"id":\d{1,2},/, '"id":0,')].join(' '),
  );
  const outcomes = report.requirements.map(({ id, outcome }) => `${id} ${outcome}`);
  const seconds = (record.finishedAt - record.startedAt) / 1000;
  return { asked, outcomes, seconds, verdict: report.verdict, record };
}

// Beside it a process takes about a second, for Node itself, the reports and what it does with 108 answers.
test('where each answer takes 100 ms, core asks for 4.2 s at most', async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const { seconds, verdict } = await runOver({ latencyMs: [100, 100] }, seed);
    expect(verdict).toBe('conformant');
    expect(seconds, `seed ${seed}`).toBeLessThanOrEqual(4.2);
  }
});

test.each(['core', 'quick', 'read-only'] as const)(
  'whatever the time of the answers and however many go together, a run of %s asks the same in the same order',
  async (profile) => {
    const first = await runOver({ latencyMs: [100, 100] }, 1, { profile });
    expect(first.asked.length).toBeGreaterThan(50);
    for (const latencyMs of [
      [100, 100],
      [1, 40],
      [5, 400],
    ] as const) {
      for (const concurrency of [1, 4]) {
        const other = await runOver({ latencyMs }, 1, { profile, concurrency });
        expect(other.outcomes).toEqual(first.outcomes);
        expect(other.asked).toEqual(first.asked);
      }
    }
  },
);

test('no more requests are under way than the settings allow, and one where it is to be alone', async () => {
  const { record } = await runOver({ latencyMs: [5, 400] }, 1);
  const besides = record.exchanges.map(
    (one) =>
      record.exchanges.filter(
        (other) => other.startedAt <= one.startedAt && other.finishedAt > one.startedAt,
      ).length,
  );
  expect(Math.max(...besides)).toBe(4);
  const stranger = record.exchanges.find(({ caller }) => caller === 'anonymous');
  expect(besides[stranger?.index ?? -1]).toBe(1);
  expect(besides[(stranger?.index ?? 0) - 1]).toBe(1);
});
