import { readInt64 } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import { type Change, inErrors, onReply, showing, without } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { html, instead } from './freedoms.ts';

const rateNames = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

/** Whether the id is not an int64, or is below zero. */
const strangeId = (call: Call) =>
  call.operation === 'getPet' && (readInt64(call.petId) ?? -1n) < 0n;

const undocumented = (call: Call) => call.operation === undefined;
const storeOrders = (call: Call) => call.path === '/store/orders';
const onOneAnimal = (call: Call) => undocumented(call) && /^\/pets\/\d+$/.test(call.path);

const ids: readonly Variant[] = [
  {
    id: 'gap.pet-id-400',
    title: 'answers 400 to an id that is not a whole number from 0',
    change: instead(strangeId, 400, { code: 'bad_id', message: 'No id.', status: 400 }),
  },
  {
    id: 'gap.pet-id-422',
    title: 'answers 422 with a body of its own to an id that is not a whole number from 0',
    change: instead(strangeId, 422, { detail: [{ loc: ['path', 'petId'], msg: 'int' }] }),
  },
  {
    id: 'gap.pet-id-500',
    title: 'breaks down with a page of HTML over an id that is not a whole number from 0',
    change: instead(strangeId, 500, html('Internal Server Error')),
  },
];

const codes: readonly Variant[] = [
  {
    id: 'gap.codes-of-digits',
    title: 'has codes of digits, as strings',
    change: inErrors((body) => ({ ...body, code: '40001' })),
  },
  {
    id: 'gap.codes-dotted',
    title: 'has dotted codes',
    change: inErrors((body, call) => ({ ...body, code: `petstore.${call.operation}.refused` })),
  },
  {
    id: 'gap.codes-in-upper-case',
    title: 'has codes in upper case and messages of several lines in another language',
    change: inErrors((body) => ({
      ...body,
      code: 'NICHT_MÖGLICH',
      message: 'Das geht so nicht:\n\t„Rex“ 🐕 <b>&amp;</b> \u2028 kennt hier niemand.',
    })),
  },
  {
    id: 'gap.codes-unique',
    title: 'has another code in each error',
    change: inErrors((body, call) => ({ ...body, code: `E-${call.sequence}` })),
  },
];

const extras: readonly Variant[] = [
  {
    id: 'gap.errors-with-more-members',
    title: 'tells details, a trace and a link with each error',
    change: inErrors((body, call) => ({
      traceId: `00-${call.sequence}-01`,
      details: [{ code: 7, message: null, status: 'open' }],
      ...body,
      help: { href: 'https://shop.example/help' },
      retryable: false,
    })),
  },
  {
    id: 'gap.animals-with-more-members',
    title: 'tells tags, links, times and the category with each animal',
    change: showing((shown, call) => ({
      _links: { self: { href: '/v1/pets/self' }, id: 'none' },
      tags: [],
      ...shown,
      createdAt: new Date(call.at).toISOString(),
      category: { id: 'c-3', name: 'Dogs', status: 'closed' },
      soldTo: null,
      price: 12.5,
      Status: 'SOLD',
    })),
  },
  {
    id: 'gap.lists-show-less',
    title: 'tells more of an animal by its id than in a list',
    change: showing((shown, call) =>
      call.operation === 'listPets' ? shown : { ...shown, photos: ['a.png'], vaccinated: true },
    ),
  },
];

/** Allows DELETE for the animals that were created since the start; PUT and PATCH of them are answered. */
const manageable: Change = ({ keep, find, list, finish, authorized }) => {
  const gone = new Set<string>();
  const made = new Set<string>();
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
      if (!onOneAnimal(call) || !authorized(call) || !made.has(id) || gone.has(id)) return base;
      if (call.method === 'DELETE') gone.add(id);
      const { headers } = base;
      if (call.method === 'DELETE') return { status: 200, headers, body: { deleted: true } };
      return {
        status: 200,
        headers: { ...headers, 'Content-Type': 'application/json' },
        text: call.body,
      };
    },
  };
};

const beyond: readonly Variant[] = [
  {
    id: 'gap.unknown-path-bare',
    title: 'answers 404 without rate headers if nothing is documented',
    change: onReply((reply, call) =>
      undocumented(call) ? { status: 404, headers: without(reply.headers, ...rateNames) } : reply,
    ),
  },
  {
    id: 'gap.unknown-path-html',
    title: 'answers with a page of HTML, without rate headers, if nothing is documented',
    change: onReply((reply, call) =>
      undocumented(call)
        ? { status: 404, headers: { 'Content-Type': 'text/html' }, text: '<h1>Not Found</h1>' }
        : reply,
    ),
  },
  {
    id: 'gap.unknown-path-500',
    title: 'breaks down if nothing is documented',
    change: instead(undocumented, 500, html('Internal Server Error')),
  },
  {
    id: 'gap.unknown-path-hangs-up',
    title: 'hangs up if nothing is documented',
    change: ({ transmit }) => ({
      transmit: (reply, response, call) =>
        undocumented(call) ? void response.destroy() : transmit(reply, response, call),
    }),
  },
  {
    id: 'gap.other-methods-405',
    title: 'answers 405 to other methods on an animal',
    change: onReply((reply, call) =>
      onOneAnimal(call)
        ? { ...reply, status: 405, headers: { ...reply.headers, Allow: 'GET, HEAD' } }
        : reply,
    ),
  },
  {
    id: 'gap.other-methods-501',
    title: 'answers 501 without a body to other methods on an animal',
    change: instead(onOneAnimal, 501, ''),
  },
  {
    id: 'gap.other-methods-work',
    title: 'deletes animals when asked to, and answers changes with what was sent',
    change: manageable,
  },
  {
    id: 'gap.store-orders-listed',
    title: 'lists store orders, of which there are none',
    change: instead(storeOrders, 200, '[]'),
  },
  {
    id: 'gap.store-orders-forbidden',
    title: 'answers 403 to store orders',
    change: instead(storeOrders, 403, { code: 'forbidden', message: 'Not yours.', status: 403 }),
  },
];

/** Sections 2, 4 and 7: ids in paths, codes, further members, and what is not documented at all. */
export const answerGaps: readonly Variant[] = [...ids, ...codes, ...extras, ...beyond];
