import { expect, test } from 'vitest';
import { ask } from '../lab/trial.ts';
import { petStatuses } from '../src/catalogue/animal.ts';
import { type Exchange, type HeaderPair, isAnswered } from '../src/http/exchange.ts';
import type { Subject } from '../src/reference/subject.ts';

/** Header fields that differ at each run, or stand in each request. */
const usual = /^(traceparent|host|connection|accept|user-agent|content-length)$/i;

const isTelling = ([name, value]: HeaderPair) =>
  !usual.test(name) && `${name}: ${value}` !== 'Authorization: Bearer [API key]';

function lineOf(exchange: Exchange): string {
  const { method, url, headers, body } = exchange.request;
  const { pathname, search } = new URL(url);
  const fields = headers.filter(isTelling).map((field) => field.join(': '));
  const answer = isAnswered(exchange) ? exchange.response.status : 'no answer';
  const told = [method, `${pathname}${search}`, ...fields.map((one) => `[${one}]`), body ?? []];
  return `  ${told.flat().join(' ')} -> ${answer}`;
}

/** Each check with its outcome, and what it asked, in the order of its evidence. */
async function askedOf(differing: Pick<Subject, 'settings' | 'server'>) {
  const subject = { id: 'server', title: 'the reference server', day: '2027-03-01', ...differing };
  const { record } = await ask({ ...subject, inVirtualTime: { latencyMs: [20, 90] } }, { seed: 1 });
  const lines = [...record.checks].flatMap(([id, results]) =>
    results.flatMap(({ title, outcome, exchanges }) => [
      `${id}: ${title}: ${outcome}`,
      ...record.exchanges.filter(({ index }) => exchanges.includes(index)).map(lineOf),
    ]),
  );
  return `${lines.join('\n')}\n`;
}

const stock = petStatuses.flatMap((status, at) =>
  Array.from({ length: 10 }, (_, nth) => {
    const id = BigInt(10 * at + nth + 1);
    return { id, name: `Rex ${id}`, categoryId: 1n, status };
  }),
);

/** Renew these with `npx vitest run --project runs suites/asked.test.ts -u`, and read what changed. */
test.each(['full', 'core', 'read-only'] as const)(
  'what a run of the profile %s asks, and what decides each check',
  async (profile) => {
    const animals = profile === 'read-only' ? stock : [];
    const asked = await askedOf({
      settings: { profile, plan: 'free' },
      server: () => ({ animals, plan: 'free' }),
    });
    await expect(asked).toMatchFileSnapshot(`asked/${profile}.txt`);
  },
);
