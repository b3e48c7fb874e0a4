import { describe, expect, test } from 'vitest';
import type { Exchange } from '../src/http/exchange.ts';
import { inAnswers, together } from '../src/reference/changes.ts';
import type { Animal } from '../src/spec/animal.ts';
import { getPetRemoval } from '../src/spec/operations.ts';
import { type Change, type Judged, judged } from './testing/judged.ts';

const titles = {
  narrow: 'an id up to 2^53 that no animal has',
  wide: 'an id beyond 2^53 that no animal has',
  twins: 'an id whose last 32 bits are those of an animal',
  ends: 'an id at either end of int64',
  alike: 'ids that a careless look-up takes for those of animals',
} as const;

type Title = keyof typeof titles;

/** Those that try another id if an animal has the first. */
const searching = ['narrow', 'wide', 'twins'] as const;

const all = [...searching, 'ends', 'alike'] as const;

/** A budget that has room for every question. */
const everything = { profile: 'read-only', budget: 300 } as const;

const numbered = (...ids: readonly (bigint | number)[]): Animal[] =>
  ids.map((id) => ({ id: BigInt(id), name: `Rex ${id}`, categoryId: 1n }));

const few = numbered(50, 9000, 70, 120);

const idsIn = (exchanges: readonly Exchange[]) =>
  exchanges.flatMap(({ operation, request: { url } }) =>
    operation === 'getPet' ? [BigInt(url.replace(/.*\//, ''))] : [],
  );

/** How a request is written. */
const formOf = ({ request: { headers } }: Exchange) =>
  headers
    .filter(([name]) => !/^traceparent$/i.test(name))
    .map((field) => field.join(': '))
    .join('\n');

/** How each check ends on a server, and the ids that it asks for unless it fails; those that the run asks for. */
async function told({ animals = few, settings = everything, ...server }: Judged = {}) {
  const run = await judged('get.not-found', { ...server, animals, settings });
  return {
    asked: idsIn(run.exchanges),
    of(title: Title) {
      const { outcome, message, exchanges } = run.check(titles[title]);
      return { outcome, message, asked: idsIn(exchanges), exchanges };
    },
  };
}

const alike = async (server?: Judged) => (await told(server)).of('alike');

/** Finds animals under ids that the store does not have. */
const finding =
  (found: (id: bigint) => Animal | undefined): Change =>
  ({ find }) => ({
    find: (store, call) => find(store, call) ?? found(BigInt(call.petId)),
  });

const hidden = (id: bigint): Animal => ({ id, name: 'Hidden', categoryId: 1n });

/** Answers a read of an id that nobody has with another status. */
const answering = (status: (id: bigint) => number): Change =>
  inAnswers('getPet', 404, (reply, { petId }) => ({ ...reply, status: status(BigInt(petId)) }));

describe('an id that no animal has', () => {
  test('is one far from the usual ones, within a double and beyond it, each in another form', async () => {
    const { of } = await told();
    const [narrow, wide] = [of('narrow'), of('wide')];
    expect([narrow.outcome, wide.outcome]).toEqual(['passed', 'passed']);
    expect(narrow.asked).toHaveLength(1);
    expect(wide.asked).toHaveLength(1);
    expect(narrow.asked[0]).toBeLessThanOrEqual(2n ** 53n);
    expect(wide.asked[0]).toBeGreaterThan(2n ** 53n);
    const [form, other] = [narrow, wide].flatMap(({ exchanges }) => exchanges.map(formOf));
    expect(form).not.toBe(other);
  });
});

describe('an id that an animal has that no list shows', () => {
  test('decides nothing, and another one is asked for', async () => {
    const { of } = await told();
    const taken = searching.map((title) => of(title).asked[0]);
    const change = finding((id) => (taken.includes(id) ? hidden(id) : undefined));
    const second = await told({ change });
    for (const [at, title] of searching.entries()) {
      const { outcome, asked } = second.of(title);
      expect([outcome, asked.length, asked[0]]).toEqual(['passed', 2, taken[at]]);
    }
  });
});

describe('ids that a careless look-up takes for those of animals', () => {
  const eachTwice = (...ids: readonly bigint[]) => ids.flatMap((id) => [id, id]);

  test('end, begin or lie like known ones, and each is asked for in two forms', async () => {
    const { asked, outcome, exchanges } = await alike();
    const distant = [2n ** 31n, 2n ** 16n, 100_000n, 1_000_000n].map((distance) => 50n + distance);
    expect(outcome).toBe('passed');
    // Half way between the first and the last, and what the last begins with.
    expect(asked).toEqual(eachTwice(...distant, 85n, 12n));
    const forms = exchanges.map(formOf);
    for (let at = 0; at < forms.length; at += 2) expect(forms[at]).not.toBe(forms[at + 1]);
  });
});

describe('an answer that is longer than the suite reads', () => {
  // Only over sockets is a body cut.
  const long: Change = together(
    inAnswers('getPet', 404, (reply) => ({
      ...reply,
      body: { ...Object(reply.body), message: 'Nobody. '.repeat(300_000) },
    })),
    ({ transmit }) => ({ transmit: (...sent) => transmit(...sent) }),
  );

  test('decides nothing if it is a 200: it may show that an animal has the id', async () => {
    const { of } = await told({
      settings: everything,
      change: together(
        long,
        answering(() => 200),
      ),
    });
    for (const title of all) expect(of(title).outcome).toBe('inconclusive');
  });
});

describe('from the day on which getPet may be removed', () => {
  const removed: Change = inAnswers('getPet', 200, (reply) => ({ ...reply, status: 404 }));
  const dayAt = (distance: number) =>
    new Date(getPetRemoval.getTime() + distance * 86_400_000).toISOString().slice(0, 10);

  test('a 404 shows nothing if animals are not found either', async () => {
    const { of } = await told({ day: dayAt(1), change: removed });
    for (const title of all) expect(of(title).outcome).toBe('not-applicable');
  });

  test('a 404 is judged if they are, or none is known', async () => {
    const still = await told({ day: dayAt(1) });
    for (const title of all) expect(still.of(title).outcome).toBe('passed');
    const none = await told({ day: dayAt(1), animals: [] });
    expect(none.of('narrow').outcome).toBe('passed');
  });
});
