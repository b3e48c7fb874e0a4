import { describe, expect, test } from 'vitest';
import type { Exchange } from '../src/http/exchange.ts';
import { Refusal } from '../src/reference/behaviour.ts';
import { type Change, type Judged, judged } from './testing/judged.ts';
import { stock } from './testing/recorded.ts';

const readOnly = { profile: 'read-only' } as const;
const quick = { profile: 'quick' } as const;

const isRead = ({ operation }: Exchange) => operation === 'getPet';
const isList = ({ operation }: Exchange) => operation === 'listPets';
const idOf = ({ request }: Exchange) => Number(request.url.replace(/.*\//, ''));

function told(exchange: Exchange): string {
  const { operation, request, response } = exchange;
  if (isRead(exchange)) return `${idOf(exchange)}: ${response?.status}`;
  return isList(exchange) ? `list ${new URL(request.url).search}` : `${operation}`;
}

/** How a check of get.found ends, the animals that it reads, and what it asks once it has read them. */
async function asked(title: string, server: Judged = {}) {
  const { check, exchanges } = await judged('get.found', { settings: quick, ...server });
  const { outcome, message, exchanges: own } = check(title);
  const until = exchanges.findLastIndex((one) => own.includes(one));
  const during = exchanges.slice(exchanges.findIndex(isRead), until + 1);
  const isOther = (one: Exchange) => !isRead(one);
  return {
    outcome,
    message,
    read: [...new Set(own.filter(isRead).map(idOf))],
    during,
    after: during.slice([...during.map(isOther), true].indexOf(true)).map(told),
    own: own.map(told),
  };
}

const listed = 'an animal that a list shows';

/** Whether an animal is found and listed, by the creations since the first read, and the milliseconds since then. */
type Holds = (id: number, created: number, ms: number) => boolean;

const holding =
  (holds: Holds, lists: Holds = holds): Change =>
  ({ find, list, newAnimal }) => {
    let created = 0;
    let first = Number.POSITIVE_INFINITY;
    return {
      newAnimal(call) {
        if (call.at > first) created += 1;
        return newAnimal(call);
      },
      find(store, call) {
        first = Math.min(first, call.at);
        const isThere = holds(Number(call.petId), created, call.at - first);
        return isThere ? find(store, call) : undefined;
      },
      list: (store, selection, call) =>
        list(store, { ...selection, limit: store.size }, call)
          .filter(({ id }) => lists(Number(id), created, call.at - first))
          .slice(0, selection.limit),
    };
  };

/** Others take each animal that is read. */
const takingWhatIsRead: Change = ({ list }) => {
  const read = new Set<bigint>();
  return {
    find: (_, { petId }) => void read.add(BigInt(petId)),
    list: (store, { limit }, call) =>
      list(store, { limit: store.size }, call)
        .filter(({ id }) => !read.has(id))
        .slice(0, limit),
  };
};

describe('an animal that a list shows', () => {
  const nine = { settings: readOnly, animals: stock(9) };

  test.each<[string, Judged]>([
    ['the list shows no animal, and the read-only profile may not create any', {}],
    [
      'the list shows no animal with an id that is an int64',
      { ...nine, change: () => ({ show: ({ name, categoryId }) => ({ name, categoryId }) }) },
    ],
    [
      'the list was answered 500',
      { ...nine, change: () => ({ selection: () => new Refusal(500, 'broken', 'No.') }) },
    ],
    [
      'the animals 1030, 1001, 1016 were listed and then taken away',
      { animals: stock(30), change: takingWhatIsRead },
    ],
    [
      'the animals 1009, 1009, 1009 were listed and then taken away',
      { ...nine, change: holding((_id, _, ms) => ms < 0) },
    ],
  ])('decides nothing if %s', async (why, server) => {
    const { outcome, message } = await asked(listed, { settings: readOnly, ...server });
    expect([outcome, message]).toEqual(['inconclusive', why]);
  });
});
