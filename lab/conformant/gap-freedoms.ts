/** What the specification does not describe, each answered in several ways; and getPet from its removal on. */

import { readInt64 } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, membersOf, onReply, without } from '../../src/reference/changes.ts';
import { petStatuses } from '../../src/spec/animal.ts';
import { pageSize } from '../../src/spec/operations.ts';
import { textOf } from '../member-changes.ts';
import { crossed, type Freedoms, type More, named, type Rows, unchanged } from './freedom.ts';

/** Calls that mean nothing described. */
type Probe = (call: Call) => boolean;

const strangeLimit = ({ operation, query }: Call) => {
  const text = query.get('limit');
  if (operation !== 'listPets' || text === null) return false;
  return !/^\d+$/.test(text) || Number(text) < pageSize.min || Number(text) > pageSize.max;
};
const strangeStatus = ({ operation, query }: Call) =>
  operation === 'listPets' &&
  query.has('status') &&
  !petStatuses.some((status) => status === query.get('status'));
const member = (call: Call, name: string) =>
  call.operation === 'createPet' ? membersOf(call.body)?.[name] : undefined;

const probes: Readonly<Record<string, Probe>> = {
  limit: strangeLimit,
  'status-filter': strangeStatus,
  parameter: ({ operation, query }) =>
    operation === 'listPets' && [...query.keys()].some((one) => !/^(limit|status)$/.test(one)),
  'pet-id': ({ operation, petId }) => operation === 'getPet' && (readInt64(petId) ?? -1n) < 0n,
  'id-sent': (call) => member(call, 'id') !== undefined,
  'length-of-name': (call) => /^(|.{200,})$/su.test(textOf(member(call, 'name') ?? 'none')),
  'content-type': ({ operation, headers }) =>
    operation === 'createPet' && headers['content-type'] === undefined,
  path: ({ operation, method }) => operation === undefined && method === 'GET',
  method: ({ operation, method }) => operation === undefined && method !== 'GET',
};

const html = { 'Content-Type': 'text/html' };
/** Answers; the headers of section 8 stay. */
const answers: Readonly<Record<string, Reply>> = {
  '400': { status: 400, headers: {}, body: { code: 'odd', message: 'No.', status: 400 } },
  '404': { status: 404, headers: {}, text: '' },
  '422': { status: 422, headers: {}, body: { detail: [{ loc: ['query'], msg: 'int' }] } },
  '500': { status: 500, headers: html, text: '<h1>Internal Server Error</h1>' },
};

/** Answers these calls so, if their key is valid. */
const answering =
  (which: Probe, reply: Reply): Change =>
  ({ keep, finish }) => ({
    keep: (animal, call) => (which(call) ? undefined : keep(animal, call)),
    finish: (base, call) => {
      // What is wrong in a body besides is due its 400.
      const due = call.operation === 'createPet' ? [400, 401, 429] : [401, 429];
      if (!which(call) || due.includes(base.status)) return finish(base, call);
      const headers = without(base.headers, 'Deprecation', 'Sunset');
      return finish({ ...reply, headers: { ...headers, ...reply.headers } }, call);
    },
  });

/** The call with another parameter; null removes it. */
function asking(call: Call, name: string, value: string | null): Call {
  const query = new URLSearchParams(call.query);
  if (value === null) query.delete(name);
  else query.set(name, value);
  return { ...call, query };
}
const nearestLimit = ({ query }: Call) => {
  const asked = Number.parseInt(query.get('limit') ?? '', 10);
  const limit = Number.isNaN(asked) ? pageSize.default : asked;
  return String(Math.min(pageSize.max, Math.max(pageSize.min, limit)));
};
const reading =
  (which: Probe, name: string, value: (call: Call) => string | null): Change =>
  ({ selection }) => ({
    selection: (call) => selection(which(call) ? asking(call, name, value(call)) : call),
  });
const skipping =
  (skipped: (call: Call, limit: number) => number): Change =>
  ({ list }) => ({
    list: (store, selection, call) => {
      const from = skipped(call, selection.limit);
      const { limit } = selection;
      return list(store, { ...selection, limit: from + limit }, call).slice(from, from + limit);
    },
  });
const whole = ({ query }: Call, name: string, otherwise: number) =>
  /^\d{1,6}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : otherwise;

/** Stops at something before the service, which knows neither its errors nor its limits. */
const atTheGateway =
  (status: number, which: Probe): Change =>
  ({ keep, finish }) => ({
    keep: (animal, call) => (which(call) ? undefined : keep(animal, call)),
    finish: (reply, call) =>
      which(call)
        ? { status, headers: { 'Content-Type': 'text/html' }, text: '<h1>No</h1>' }
        : finish(reply, call),
  });

const others: Rows = {
  'limit-clamped': reading(strangeLimit, 'limit', nearestLimit),
  'limit-ignored': reading(strangeLimit, 'limit', () => null),
  'status-filter-ignored': reading(strangeStatus, 'status', () => null),
  'paging-by-page': skipping((call, limit) => (whole(call, 'page', 1) - 1) * limit),
  'paging-by-offset': ['has an offset parameter', skipping((call) => whole(call, 'offset', 0))],
  'animals-deleted': [
    'deletes the animals of the run when asked to, and answers changes with what was sent',
    ({ keep, find, list, finish, authorized }) => {
      const made = new Set<string>();
      const gone = new Set<string>();
      return {
        keep: (animal, call) => {
          made.add(`${animal.id}`);
          return keep(animal, call);
        },
        find: (store, call) => (gone.has(call.petId) ? undefined : find(store, call)),
        list: (store, selection, call) =>
          list(store, { ...selection, limit: store.size }, call)
            .filter(({ id }) => !gone.has(`${id}`))
            .slice(0, selection.limit),
        finish: (reply, call) => {
          const base = finish(reply, call);
          const id = call.path.slice('/pets/'.length);
          const isKnown = made.has(id) && !gone.has(id) && authorized(call);
          if (call.operation !== undefined || !isKnown) return base;
          if (call.method === 'DELETE') gone.add(id);
          const { headers } = base;
          if (call.method === 'DELETE') return { status: 204, headers };
          return {
            status: 200,
            headers: { ...headers, 'Content-Type': 'application/json' },
            text: call.body,
          };
        },
      };
    },
  ],
  'length-required': atTheGateway(411, ({ headers }) => headers['transfer-encoding'] !== undefined),
  'json-not-acceptable': [
    'answers 406 to callers that do not accept JSON',
    atTheGateway(406, ({ headers }) => !/json|\*\/\*/.test(headers.accept ?? '*/*')),
  ],
  'unknown-at-the-gateway': atTheGateway(404, ({ operation }) => operation === undefined),
};

/** The answer of a framework if there is no such route. */
const nowhere = (status: number): Reply => ({
  status,
  headers: { 'Content-Type': 'text/html' },
  text: '<h1>Nothing here</h1>',
});
const goneFrom = (status: number, day: string): readonly [Change, More] => [
  onReply((reply, { operation, at }) =>
    operation === 'getPet' && at >= Date.parse(day) ? nowhere(status) : reply,
  ),
  // Without its route nothing asks for a key.
  { advised: ['auth.comes-first'] },
];
const goneOn = (title: string, status: number, day: string, from = day) => {
  const [change, more] = goneFrom(status, from);
  return [title, change, { ...more, day }] as const;
};

/** Section 4.3: getPet is due until 5 December 2030. */
const removal: Rows = {
  'on-the-day': goneOn(
    'has no getPet on 5 December 2030: 404',
    404,
    '2030-12-05T08:00:00Z',
    '2030-12-05',
  ),
  'during-a-run': goneOn(
    'takes getPet away at midnight',
    404,
    '2030-12-04T23:58:55Z',
    '2030-12-05',
  ),
  'gone-for-good': goneOn('has no getPet in 2031: 410', 410, '2031-03-01T08:00:00Z', '2031-01-01'),
  'kept-longer': ['still serves getPet in 2031', unchanged, { day: '2031-03-01T08:00:00Z' }],
};

export const gapFreedoms: Freedoms = {
  ...named('gap', {
    ...crossed(
      probes,
      answers,
      (what, status) => `answers a strange ${what} with ${status}`,
      answering,
    ),
    ...others,
  }),
  ...named('removal', removal),
};
