/** What the specification does not describe, each answered in several ways; and getPet from its removal on. */
import { readInt64 } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, membersOf, onReply, together, without } from '../../src/reference/changes.ts';
import { petStatuses } from '../../src/spec/animal.ts';
import { pageSize } from '../../src/spec/operations.ts';
import { hiding, page, stopping, textOf } from '../changes.ts';
import { crossed, type Freedom, type Freedoms, named, type Rows } from './freedom.ts';

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

/** Answers; the headers of section 8 stay. */
const answers: Readonly<Record<string, Reply>> = {
  '400': { status: 400, headers: {}, body: { code: 'odd', message: 'No.', status: 400 } },
  '404': { status: 404, headers: {}, text: '' },
  '422': { status: 422, headers: {}, body: { detail: [{ loc: ['query'], msg: 'int' }] } },
  '500': { status: 500, headers: { 'Content-Type': 'text/html' }, text: '<h1>Error</h1>' },
};

/** Answers these calls so, if their key is valid; what is wrong in a body besides is due its 400. */
const answering = (which: Probe, reply: Reply): Change =>
  stopping(() => (call) => {
    if (!which(call)) return undefined;
    const due = call.operation === 'createPet' ? [400, 401, 429] : [401, 429];
    return (base) => {
      if (due.includes(base.status)) return base;
      const headers = without(base.headers, 'Deprecation', 'Sunset');
      return { ...reply, headers: { ...headers, ...reply.headers } };
    };
  });

/** Reads a parameter of these calls differently; null removes it. */
const reading =
  (which: Probe, name: string, value: (text: string) => string | null): Change =>
  ({ selection }) => ({
    selection: (call) => {
      if (!which(call)) return selection(call);
      const query = new URLSearchParams(call.query);
      const read = value(query.get(name) ?? '');
      if (read === null) query.delete(name);
      else query.set(name, read);
      return selection({ ...call, query });
    },
  });
const nearestLimit = (text: string) => {
  const asked = Number.parseInt(text, 10);
  const limit = Number.isNaN(asked) ? pageSize.default : asked;
  return String(Math.min(pageSize.max, Math.max(pageSize.min, limit)));
};

/** A parameter that says how many animals come before the page. */
const skipping =
  (name: string, skipped: (value: number, limit: number) => number): Change =>
  ({ list }) => ({
    list: (store, selection, call) => {
      const { limit } = selection;
      const text = call.query.get(name) ?? '';
      const from = /^\d{1,6}$/.test(text) ? skipped(Number(text), limit) : 0;
      return list(store, { ...selection, limit: from + limit }, call).slice(from, from + limit);
    },
  });

/** Stops at something before the service, which knows neither its errors nor its limits. */
const atTheGateway = (status: number, which: Probe) =>
  stopping(() => (call) => (which(call) ? page(status) : undefined));

const others: Rows = {
  'limit-clamped': reading(strangeLimit, 'limit', nearestLimit),
  'limit-ignored': reading(strangeLimit, 'limit', () => null),
  'status-filter-ignored': reading(strangeStatus, 'status', () => null),
  'paging-by-page': skipping('page', (number, limit) => Math.max(0, number - 1) * limit),
  'paging-by-offset': skipping('offset', (offset) => offset),
  'length-required': atTheGateway(411, ({ headers }) => headers['transfer-encoding'] !== undefined),
  'animals-deleted': (base) => {
    const gone = new Set<string>();
    const deleting = stopping(({ authorized }) => (call) => {
      if (call.method !== 'DELETE' || !authorized(call)) return undefined;
      gone.add(call.path.slice('/pets/'.length));
      return ({ headers }) => ({ status: 204, headers });
    });
    return together(
      hiding(({ id }) => gone.has(`${id}`)),
      deleting,
    )(base);
  },
  'unknown-at-the-gateway': atTheGateway(404, ({ operation }) => operation === undefined),
};

/** Has no route for getPet from a day on, so nothing asks for a key there. */
const goneOn = (status: number, day: string, from = day): Freedom => ({
  change: onReply((reply, call) =>
    call.operation === 'getPet' && call.at >= Date.parse(from) ? page(status)(reply, call) : reply,
  ),
  advised: ['auth.comes-first'],
  day,
});

/** Section 4.3: getPet is due until 5 December 2030. */
const removal: Rows = {
  'on-the-day': goneOn(404, '2030-12-05T08:00:00Z', '2030-12-05'),
  'during-a-run': goneOn(404, '2030-12-04T23:58:55Z', '2030-12-05'),
  'gone-for-good': goneOn(410, '2031-03-01T08:00:00Z', '2031-01-01'),
  'kept-longer': { day: '2031-03-01T08:00:00Z' },
};

export const gapFreedoms: Freedoms = {
  ...named('gap', { ...crossed(probes, answers, answering), ...others }),
  ...named('removal', removal),
};
