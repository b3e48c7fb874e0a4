/** How a service writes what it answers: ids, members, JSON, media types and headers. */
import { stringify } from 'lossless-json';
import { payloadOf } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  inErrors,
  omit,
  onReply,
  showing,
  showingIn,
  withHeaders,
} from '../../src/reference/changes.ts';
import type { Animal } from '../../src/spec/animal.ts';
import { int64 } from '../../src/spec/animal.ts';
import {
  type Freedoms,
  forEach,
  holding,
  named,
  needing,
  newestFirst,
  type Rows,
} from './freedom.ts';

/** Ids by a rule from the number of the creation, from 1. */
const numbered =
  (id: (at: bigint, call: Call) => bigint): Change =>
  () => {
    let at = 0n;
    return {
      newId: (store, call) => {
        do at += 1n;
        while (store.get(id(at, call)) !== undefined);
        return id(at, call);
      },
    };
  };

const ids: Rows = {
  'ids-from-zero': numbered((at) => at - 1n),
  'ids-negative': numbered((at) => -at),
  'ids-from-the-upper-end': numbered((at) => int64.max - at + 1n),
  'ids-odd-beyond-2-53': numbered((at) => 2n ** 53n + 2n * at - 1n),
  'ids-by-time': numbered(
    (at, call) => (BigInt(Math.floor(call.at)) << 22n) | (3n << 12n) | (at % 4096n),
  ),
  'ids-of-all-requests': numbered((_, { sequence }) => BigInt(sequence) + 1000n),
};

const shown: Rows = {
  'status-by-id-only': showingIn('listPets', (one) => omit(one, 'status')),
  'status-in-lists-only': showingIn('getPet', (one) => omit(one, 'status')),
  'more-members': showing((one, call) => ({
    _links: { self: { href: '/v1/pets/self' }, id: 'none' },
    tags: [],
    ...one,
    createdAt: new Date(call.at).toISOString(),
    category: { id: 'c-3', name: 'Dogs', status: 'closed' },
    soldTo: null,
    price: 12.5,
    Status: 'SOLD',
  })),
  'more-by-id': showing((one, { operation }) =>
    operation === 'listPets' ? one : { ...one, photos: ['a.png'], vaccinated: true },
  ),
  'members-in-any-order': showing((one, { sequence }) => {
    const all = Object.entries(one);
    const by = sequence % all.length;
    return Object.fromEntries([...all.slice(by), ...all.slice(0, by)]);
  }),
};

const errors: Rows = {
  'messages-of-several-lines': inErrors((body) => ({
    ...body,
    code: 'NICHT_MÖGLICH',
    message: 'Das geht so nicht:\n\t„Rex“ 🐕 <b>&amp;</b> \u2028 kennt hier niemand.',
  })),
  'errors-with-more-members': inErrors((body, call) => ({
    traceId: `00-${call.sequence}-01`,
    details: [{ code: 7, message: null, status: 'open' }],
    ...body,
    help: { href: 'https://shop.example/help' },
    retryable: false,
  })),
};

/** Writes the JSON of every body differently. */
const inText = (change: (text: string) => string): Change =>
  onReply((reply) => {
    const text = String(payloadOf(reply));
    return text === '' || reply.text !== undefined ? reply : { ...reply, text: change(text) };
  });
const typed = (type: string): Change =>
  onReply((reply) =>
    reply.body === undefined
      ? reply
      : { ...reply, headers: { ...reply.headers, 'Content-Type': type } },
  );
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const texts: Rows = {
  'json-indented': onReply((reply) =>
    reply.body === undefined
      ? reply
      : { ...reply, text: `${stringify(reply.body, undefined, '\t') ?? ''}\r\n` },
  ),
  'json-in-ascii': inText((text) => text.replace(/[^\x20-\x7e]/g, escaped)),
  'type-with-charset': typed('application/json; charset=utf-8'),
  'type-in-upper-case': typed('Application/JSON ;V=1'),
};

export const lowerCaseHeaders = onReply((reply) => ({
  ...reply,
  headers: Object.fromEntries(
    Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value]),
  ),
}));

const headers: Rows = {
  'header-names-lower-case': lowerCaseHeaders,
  'headers-many': withHeaders({
    Server: 'shop/2.1 (front-3)',
    Via: '1.1 proxy-a, 2 b (cdn), 1.1 proxy-c',
    'Cache-Control': 'private, max-age=0, must-revalidate',
    RateLimit: '"default";r=50;t=30',
    'RateLimit-Policy': '"default";q=100;w=60',
    'X-RateLimit-Reset-After': '17.5',
    'X-RateLimit-Limit-Day': '100000',
    'X-RateLimit-Used': '12',
    Warning: '299 - "getPet is deprecated"',
    'Set-Cookie': 'SESSION=8f1e2d; Path=/; HttpOnly; SameSite=Lax',
  }),
};

const oddNames = [
  '',
  ' ',
  'x'.repeat(5000),
  '\u0000\u0007\u001b[31m',
  '</script>',
  '\u202eRex',
  'e\u0301',
  '{"id":1}',
  'null',
  '__proto__',
];
const rareIds = [0n, -7n, 2n ** 31n, 2n ** 53n + 1n, int64.max];

/** What a store holds before anybody adds to it. */
const holdings: Rows = {
  'holds-3000-newest-first': {
    change: newestFirst,
    ...holding(3000, (at) => ({ status: at === 0 ? 'available' : at === 1 ? 'pending' : 'sold' })),
  },
  'holds-large-ids': holding(3000, (at) => ({
    id: ([2n ** 33n, 2n ** 53n - 500n, int64.max - 3000n][at % 3] ?? 0n) + BigInt(at),
  })),
  'holds-odd-animals': {
    server: () => ({
      animals: oddNames.map(
        (name, at): Animal => ({
          id: rareIds[at] ?? BigInt(at + 100),
          name,
          categoryId: [0n, int64.min, int64.max, -1n][at % 4] ?? 0n,
          ...(at % 3 === 0 ? {} : { status: at % 3 === 1 ? 'available' : 'pending' }),
        }),
      ),
    }),
  },
  'holds-sold-only': holding(30, () => ({ status: 'sold' })),
  'holds-none-with-status': {
    server: () => ({ animals: animals(150).map(({ status: _, ...one }) => one) }),
  },
  'holds-one': holding(1),
  'base-path-encoded': { server: () => ({ basePath: '/api/caf%C3%A9%20pets/v1' }) },
  ...needing(
    { settings: { profile: 'read-only' } },
    forEach('read-only', [0, 3, 25], (count) => holding(count)),
  ),
};

export const valueFreedoms: Freedoms = named('value', { ...ids, ...shown, ...errors });
export const textFreedoms: Freedoms = named('text', { ...texts, ...headers });
export const holdingFreedoms: Freedoms = named('store', holdings);
