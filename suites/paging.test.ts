import { expect, test } from 'vitest';
import type { Behaviour } from '../src/reference/behaviour.ts';
import { recorded, type Server } from './testing/recorded.ts';

/** Adds these fields to the head of every list. */
const listHead = (headers: Readonly<Record<string, string>>) => () => ({
  finish: ((reply, { operation }) =>
    operation === 'listPets'
      ? { ...reply, headers: { ...reply.headers, ...headers } }
      : reply) satisfies Behaviour['finish'],
});

/** Passes over as many animals as the number in the parameter says, less `from`. */
const movedBy =
  (parameter: string, from: number) =>
  ({ list }: Behaviour): Partial<Behaviour> => ({
    list: (store, { limit, ...selection }, call) => {
      const first = Math.max(0, Number(call.query.get(parameter) ?? from) - from);
      return list(store, { ...selection, limit: first + limit }, call).slice(first);
    },
  });

const refusingPages = ({ selection }: Behaviour): Partial<Behaviour> => ({
  selection: (call) =>
    selection(call.query.has('page') ? { ...call, query: new URLSearchParams('limit=0') } : call),
});

test.each<[string, Server]>([
  ['no Link header; page=2: ignored; offset=1: ignored', {}],
  ['no Link header; page=2&offset=1: ignored', { settings: { profile: 'core' } }],
  [
    'a Link header; page=2: ignored; offset=1: ignored',
    { change: listHead({ Link: '</v1/pets?page=2>; rel="next"' }) },
  ],
  [
    'no Link header; a X-Total-Count header; a X-Next-Cursor header; page=2: ignored; offset=1: ignored',
    { change: listHead({ 'X-Total-Count': '33', 'X-Next-Cursor': 'b' }) },
  ],
  ['no Link header; page=2: another animal; offset=1: ignored', { change: movedBy('page', 1) }],
  ['no Link header; page=2: ignored; offset=1: another animal', { change: movedBy('offset', 0) }],
  [
    'no Link header; page=2&offset=1: another animal',
    { change: movedBy('offset', 0), settings: { profile: 'core' } },
  ],
  ['no Link header; page=2: 400 invalid_request; offset=1: ignored', { change: refusingPages }],
])('ways to further pages: %s', async (said, server) => {
  expect((await recorded('gap.paging', server)).said).toBe(said);
});

test('what may be a further page is asked for by requests whose answers judge nothing', async () => {
  const { exchanges } = await recorded('gap.paging');
  const asked = exchanges.filter(({ purpose }) => purpose === 'gap');
  expect(asked.map(({ request }) => new URL(request.url).search)).toEqual([
    '?limit=1&page=2',
    '?limit=1&offset=1',
  ]);
});
