import type { Animal } from '../../src/reference/animal.ts';
import { readInt64 } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  inAnswers,
  leavingOut,
  omit,
  readingId,
  showingIn,
  storing,
  together,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';

/** Gives ids above this one. */
const idsAbove =
  (start: bigint): Change =>
  ({ newId }) => ({ newId: (store, call) => start + newId(store, call) });

const notFinding =
  (lost: (animal: Animal) => boolean): Change =>
  ({ find }) => ({
    find: (store, call) => {
      const found = find(store, call);
      return found && lost(found) ? undefined : found;
    },
  });

const found = (change: (reply: Reply, call: Call) => Reply) => inAnswers('getPet', 200, change);
const notFound = (change: (reply: Reply, call: Call) => Reply) => inAnswers('getPet', 404, change);
const announcing = (name: string, value: string) =>
  found((reply) => ({ ...reply, headers: { ...reply.headers, [name]: value } }));
const withStatus = (status: number) => (reply: Reply) => ({ ...reply, status });

const storingName = (change: (name: string) => string) =>
  storing((animal) => ({ ...animal, name: change(animal.name) }));
const storingCategory = (change: (categoryId: bigint) => bigint) =>
  storing((animal) => ({ ...animal, categoryId: change(animal.categoryId) }));

/** The value as a double, and what conversion to int64 makes of 2^63 on most machines. */
const throughDouble = (value: bigint) => BigInt.asIntN(64, BigInt(Number(value)));

const toLatin1 = (text: string) => [...text].map((one) => (one > 'ÿ' ? '?' : one)).join('');
const beyondInt32 = (id: bigint) => id !== BigInt.asIntN(32, id);
const asked = (call: Call) => readInt64(call.petId) ?? 0n;

/** Section 4.3: one animal by its id. */
export const retrievalFaults: readonly Fault[] = [
  ...faultsOf('get.found', {
    'get.redirects': [
      'redirects to the address with a slash at its end',
      found(({ headers }, { path }) => ({
        status: 301,
        headers: { ...headers, Location: `/v1${path}/` },
      })),
    ],
    'get.id-through-double': [
      'looks for ids beyond 2^53 by the nearest double',
      together(idsAbove(2n ** 53n), readingId(throughDouble)),
    ],
    'get.id-in-32-bits': [
      'looks for ids beyond 2^31 by their last 32 bits',
      together(
        idsAbove(2n ** 40n),
        readingId((id) => BigInt.asIntN(32, id)),
      ),
    ],
    'get.every-third-missing': [
      'finds two of three animals, as one of three replicas lags behind forever',
      notFinding(({ id }) => id % 3n === 0n),
    ],
    'get.first-missing': [
      'does not find the first animal, as its index is taken for false',
      notFinding(({ id }) => id === 1n),
    ],
    'get.only-available': [
      'finds available animals only',
      notFinding(({ status }) => status !== 'available'),
    ],
    'get.neighbour': [
      'gives the next animal, as it counts from 0 and ids count from 1',
      readingId((id) => id + 1n),
    ],
    'get.array-of-one': [
      'gives an array with the animal',
      found((reply) => ({ ...reply, body: [reply.body] })),
    ],
    'get.fails-without-status': [
      'answers 500 for animals without status',
      found((reply) =>
        Object.hasOwn(Object(reply.body), 'status') ? reply : withStatus(500)(reply),
      ),
    ],
    'get.no-content': [
      'answers 204 without the animal',
      found(({ headers }) => ({ status: 204, headers })),
    ],
    'get.envelope': [
      'wraps the animal in an object with data',
      found((reply) => ({ ...reply, body: { data: reply.body } })),
    ],
    'get.long-after-creation': [
      'finds an animal from half a minute after its creation on',
      ({ find, keep }) => {
        const since = new Map<bigint, number>();
        return {
          keep: (animal, call) => {
            since.set(animal.id, call.at);
            return keep(animal, call);
          },
          find: (store, call) =>
            call.at < (since.get(asked(call)) ?? 0) + 30_000 ? undefined : find(store, call),
        };
      },
    ],
  }),
  ...faultsOf(['get.found', 'get.not-found'], {
    'get.gone-already': [
      'answers 410, years before the removal',
      together(found(withStatus(410)), notFound(withStatus(410))),
    ],
    'get.fails-beyond-32-bits': [
      'answers 500 for ids beyond 2^31, and gives such ids',
      together(
        idsAbove(2n ** 31n),
        found((reply, call) => (beyondInt32(asked(call)) ? withStatus(500)(reply) : reply)),
        notFound((reply, call) => (beyondInt32(asked(call)) ? withStatus(500)(reply) : reply)),
      ),
    ],
  }),
  ...faultsOf('get.same-animal', {
    'get.name-in-latin-1': ['stores names in Latin-1', storingName(toLatin1)],
    'get.name-escaped': [
      'stores names with the signs of HTML escaped',
      storingName((name) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    ],
    'get.name-ends-before-emoji': [
      'stores names up to the first character beyond the basic plane, as MySQL did',
      storingName((name) => name.replace(/[\u{10000}-\u{10FFFF}].*/u, '')),
    ],
    'get.name-decomposed': ['stores names in NFD', storingName((name) => name.normalize('NFD'))],
    'get.name-cut-at-64': [
      'stores 64 characters of a name',
      storingName((name) => name.slice(0, 64)),
    ],
    'get.name-loses-zeros': [
      'stores a name of digits as a number and loses the zeros in front',
      storingName((name) => (/^\d+$/.test(name) ? String(Number(name)) : name)),
    ],
    'get.name-in-lower-case': [
      'gives the name that it searches by, in lower case',
      showingIn('getPet', (shown, { name }) => ({ ...shown, name: name.toLowerCase() })),
    ],
    'get.category-through-double': [
      'stores categoryId as a double',
      storingCategory(throughDouble),
    ],
    'get.category-in-32-bits': [
      'stores the last 32 bits of categoryId',
      storingCategory((categoryId) => BigInt.asIntN(32, categoryId)),
    ],
    'get.status-always-available': [
      'gives every animal as available',
      showingIn('getPet', (shown) => ({ ...shown, status: 'available' })),
    ],
  }),
  ...faultsOf('get.not-found', {
    'get.no-content-for-missing': [
      'answers 204 if there is no animal',
      notFound(({ headers }) => ({ status: 204, headers })),
    ],
    'get.empty-array-for-missing': [
      'answers 200 with an empty array if there is no animal',
      notFound((reply) => ({ ...reply, status: 200, body: [] })),
    ],
    'get.null-for-missing': [
      'answers 200 with null if there is no animal',
      notFound((reply) => ({ ...reply, status: 200, body: null })),
    ],
    'get.error-with-200': [
      'answers every error of getPet with 200 and the Error body',
      notFound(withStatus(200)),
    ],
    'get.bad-request-for-missing': ['answers 400 if there is no animal', notFound(withStatus(400))],
    'get.forbidden-for-missing': [
      'answers 403 if there is no animal, to hide that there is none',
      notFound(withStatus(403)),
    ],
    'get.fails-beyond-2-53': [
      'answers 500 for ids that a double cannot hold',
      notFound((reply, call) =>
        asked(call) > BigInt(Number.MAX_SAFE_INTEGER) ? withStatus(500)(reply) : reply,
      ),
    ],
    'get.redirects-for-missing': [
      'redirects to the list if there is no animal',
      notFound(({ headers }) => ({
        status: 302,
        headers: { ...headers, Location: '/v1/pets' },
      })),
    ],
    'get.newest-for-missing': [
      'gives the newest animal if there is none of that id',
      ({ find }) => ({ find: (store, call) => find(store, call) ?? store.all().at(-1) }),
    ],
    'get.made-up-for-missing': [
      'makes up an animal with the id asked for',
      ({ find }) => ({
        find: (store, call) =>
          find(store, call) ?? { id: asked(call), name: 'Unknown', categoryId: 0n },
      }),
    ],
    'get.known-by-32-bits': [
      'finds animal 1 as 4294967297 too, as it reads the last 32 bits of an id',
      readingId((id) => BigInt.asIntN(32, id)),
    ],
  }),
  ...faultsOf('get.deprecation-headers', {
    'get.no-deprecation': [
      'says when getPet ends and not that it is deprecated',
      leavingOut(['Deprecation'], () => true),
    ],
    'get.no-deprecation-headers': [
      'announces the end of getPet in no header',
      leavingOut(['Deprecation', 'Sunset'], () => true),
    ],
    'get.no-sunset': [
      'says that getPet is deprecated and not when it ends',
      leavingOut(['Sunset'], () => true),
    ],
    'get.sunset-of-another-year': [
      'announces its removal a year early',
      announcing('Sunset', 'Wed, 05 Dec 2029 00:00:00 GMT'),
    ],
    'get.sunset-with-month-and-day-swapped': [
      'reads its own date as one of the 12th of May',
      announcing('Sunset', 'Sun, 12 May 2030 00:00:00 GMT'),
    ],
    'get.sunset-of-no-zone': [
      'writes the date as its database has it, which is not one of HTTP',
      announcing('Sunset', '2030-12-05'),
    ],
    'get.deprecation-denied': [
      'says that it is not deprecated',
      announcing('Deprecation', 'false'),
    ],
    'get.deprecation-lost-in-cache': [
      'leaves the headers out of every second answer, which comes from a cache',
      leavingOut(['Deprecation', 'Sunset'], (_, { sequence }) => sequence % 2 === 0),
    ],
  }),
  {
    id: 'get.kept-longer-without-category',
    title: 'still serves getPet in 2031, and leaves the category out',
    breaks: ['pet.category-id'],
    day: '2031-03-01',
    change: showingIn('getPet', (shown) => omit(shown, 'categoryId')),
  },
  {
    id: 'get.gone-too-early',
    title: 'has taken getPet away on 4 December 2030, a day before its time',
    breaks: ['get.found'],
    day: '2030-12-04T08:00:00Z',
    change: found((reply) => ({ ...reply, status: 410, body: undefined })),
  },
];
