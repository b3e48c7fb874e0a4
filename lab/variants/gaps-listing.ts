import { pageSize, petStatuses } from '../../src/catalogue/operations.ts';
import type { Animal } from '../../src/reference/animal.ts';
import { Refusal } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import { type Change, inAnswers, onReply, pageOf } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd, html, instead, shuffled } from './freedoms.ts';

/** Whether `limit` is given and is not a whole number in its range (section 4.1, rule 2). */
function strangeLimit(call: Call): boolean {
  const text = call.query.get('limit');
  if (call.operation !== 'listPets' || text === null) return false;
  return !/^\d+$/.test(text) || Number(text) < pageSize.min || Number(text) > pageSize.max;
}

const strangeStatus = (call: Call) =>
  call.operation === 'listPets' &&
  call.query.has('status') &&
  !petStatuses.some((status) => status === call.query.get('status'));

/** The call with other query parameters; null removes one. */
function asking(call: Call, changes: Readonly<Record<string, string | null>>): Call {
  const query = new URLSearchParams(call.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return { ...call, query };
}

const nearestLimit = ({ query }: Call) => {
  const asked = Number.parseInt(query.get('limit') ?? '', 10);
  return String(
    Math.min(pageSize.max, Math.max(pageSize.min, Number.isNaN(asked) ? pageSize.default : asked)),
  );
};

/** Reads a limit out of range as another one, or as absent. */
const readingLimit =
  (limit: (call: Call) => string | null): Change =>
  ({ selection }) => ({
    selection: (call) =>
      selection(strangeLimit(call) ? asking(call, { limit: limit(call) }) : call),
  });

/** Lists all animals in an order. */
const inOrder =
  (order: (animals: Animal[], call: Call) => Animal[]): Change =>
  () => ({
    list: (store, selection, call) => pageOf(order(store.all(), call), selection),
  });

/** Skips as many animals as a parameter of the service's own says. */
const skipping =
  (skipped: (call: Call, limit: number) => number): Change =>
  ({ list }) => ({
    list: (store, selection, call) => {
      const all = list(store, { ...selection, limit: store.size }, call);
      const from = skipped(call, selection.limit);
      return all.slice(from, from + selection.limit);
    },
  });

const wholeParameter = (call: Call, name: string, otherwise: number) => {
  const text = call.query.get(name) ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : otherwise;
};

const limits: readonly Variant[] = [
  {
    id: 'gap.limit-clamped',
    title: 'takes the nearest limit for one out of range',
    change: readingLimit(nearestLimit),
  },
  {
    id: 'gap.limit-ignored',
    title: 'takes the default for a limit out of range',
    change: readingLimit(() => null),
  },
  {
    id: 'gap.limit-422',
    title: 'answers 422 to a limit out of range',
    change: instead(strangeLimit, 422, { code: 'unprocessable', message: 'limit', status: 422 }),
  },
  {
    id: 'gap.limit-500',
    title: 'breaks down with a page of HTML over a limit out of range',
    change: instead(strangeLimit, 500, html('Internal Server Error')),
  },
  {
    id: 'gap.limit-404',
    title: 'answers 404 without a body to a limit out of range',
    change: instead(strangeLimit, 404, ''),
  },
  {
    id: 'gap.limit-redirected',
    title: 'redirects a limit out of range to one within',
    change: onReply((reply, call) =>
      strangeLimit(call)
        ? {
            status: 302,
            headers: { ...reply.headers, Location: `/v1/pets?limit=${nearestLimit(call)}` },
          }
        : reply,
    ),
  },
  {
    id: 'gap.limit-hangs-up',
    title: 'hangs up on a limit out of range',
    change: ({ transmit }) => ({
      transmit: (reply, response, call) =>
        strangeLimit(call) ? void response.destroy() : transmit(reply, response, call),
    }),
  },
];

const filters: readonly Variant[] = [
  {
    id: 'gap.unknown-status-lists-nothing',
    title: 'lists nothing for a status that does not exist',
    change: instead(strangeStatus, 200, '[]'),
  },
  {
    id: 'gap.unknown-status-lists-everything',
    title: 'ignores a filter by a status that does not exist',
    change: ({ selection }) => ({
      selection: (call) => selection(strangeStatus(call) ? asking(call, { status: null }) : call),
    }),
  },
  {
    id: 'gap.unknown-status-422',
    title: 'answers 422, without a body, to a status that does not exist',
    change: instead(strangeStatus, 422, ''),
  },
];

const orders: readonly Variant[] = [
  {
    id: 'gap.order-descending',
    title: 'lists the newest animals first',
    change: inOrder((animals) => animals.reverse()),
  },
  {
    id: 'gap.order-by-name',
    title: 'lists by name',
    change: inOrder((animals) => animals.sort((a, b) => (a.name < b.name ? -1 : 1))),
  },
  {
    id: 'gap.order-by-status',
    title: 'lists by status, sold animals first',
    change: inOrder((animals) =>
      animals.sort((a, b) => ((a.status ?? '') > (b.status ?? '') ? -1 : 1)),
    ),
  },
  {
    id: 'gap.order-random',
    title: 'lists in another order, so another choice of animals, on each call',
    change: inOrder((animals, call) => shuffled(animals, call.sequence)),
  },
  {
    id: 'gap.order-random-of-many',
    title: 'lists another choice of 400 animals on each call',
    server: () => ({ animals: herd(400) }),
    change: inOrder((animals, call) => shuffled(animals, call.sequence)),
  },
];

/** Says in headers how many animals there are and where the next page is. */
const tellingPages: Change = (base) => {
  let total = 0;
  return {
    list: (store, selection, call) => {
      total = pageOf(store.all(), { ...selection, limit: store.size }).length;
      return base.list(store, selection, call);
    },
    ...inAnswers('listPets', 200, (reply) => ({
      ...reply,
      headers: {
        ...reply.headers,
        Link: '</v1/pets?page=2>; rel="next", </v1/pets?page=9>; rel="last"',
        'X-Total-Count': String(total),
        'X-Next-Cursor': 'eyJpZCI6MjB9',
      },
    }))(base),
  };
};

const pages: readonly Variant[] = [
  {
    id: 'gap.paging-headers',
    title: 'tells the total and the next page in headers',
    change: tellingPages,
  },
  {
    id: 'gap.paging-by-page',
    title: 'has a page parameter that works',
    change: skipping((call, limit) => (wholeParameter(call, 'page', 1) - 1) * limit),
  },
  {
    id: 'gap.paging-by-offset',
    title: 'has an offset parameter that works',
    change: skipping((call) => wholeParameter(call, 'offset', 0)),
  },
  {
    id: 'gap.query-strict',
    title: 'refuses query parameters that the specification does not name',
    change: ({ selection }) => ({
      selection: (call) =>
        [...call.query.keys()].every((name) => name === 'limit' || name === 'status')
          ? selection(call)
          : new Refusal(400, 'unknown_parameter', 'There is no such parameter.'),
    }),
  },
];

/** Section 4.1: limits out of range, unknown filters, order and paging. */
export const listingGaps: readonly Variant[] = [...limits, ...filters, ...orders, ...pages];
