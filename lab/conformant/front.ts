/** What stands before a service: gateways that fail now and then, firewalls, and machines that are slow or away. */
import type { Call } from '../../src/reference/call.ts';
import { type Change, jsonOf, onReply } from '../../src/reference/changes.ts';
import { type Answer, page, stopping } from '../changes.ts';
import { crossed, type Freedoms, named, type Rows } from './freedom.ts';

const json =
  (status: number, body: object): Answer =>
  () => ({ status, headers: {}, body });

const some = (which: (call: Call) => boolean, answer: Answer) =>
  stopping(() => (call) => (which(call) ? answer : undefined));

/** Answers between two moments after the first call, in milliseconds. */
const between = (from: number, to: number, answer: Answer, which = (_: Call) => true) =>
  stopping(() => {
    const since = sinceFirst();
    return (call) => (since(call) >= from && since(call) < to && which(call) ? answer : undefined);
  });

/** Milliseconds since the first call. */
function sinceFirst(): (call: Call) => number {
  let first: number | undefined;
  return ({ at }) => {
    first ??= at;
    return at - first;
  };
}

const every = (period: number, answer: Answer) =>
  some(({ sequence }) => sequence % period === period - 1, answer);

const gateways: Rows = {
  ...crossed(
    {
      502: page(502),
      503: page(503, { 'Retry-After': '1' }),
      504: json(504, { message: 'Endpoint request timed out' }),
    },
    { '17': 17, '50': 50 },
    (answer, period) => every(period, answer),
  ),
  ...crossed(
    { 503: page(503), 522: page(522), 404: json(404, { message: 'no Route matched' }) },
    {
      'for-four-seconds-at-the-start': [0, 4000],
      'for-two-seconds': [1500, 3500],
      'for-eight-seconds': [1000, 9000],
      'for-half-a-minute': [2000, 32_000],
    } as const,
    (answer, [from, to]) => between(from, to, answer),
  ),
  'one-node-drained': between(0, 1000, page(503), ({ sequence }) => sequence % 2 === 1),
  'idle-408': every(20, () => ({ status: 408, headers: { Connection: 'close' } })),
};

/** A body that a firewall takes for an attack, of a caller with the key. */
const firewalls = crossed(
  {
    markup: /[<>]|--|\{\{|%41|&amp;|''/,
    'anything-but-ascii': /[^\x20-\x7e]/,
    'more-than-200-bytes': /^.{201}/s,
    'no-json': undefined,
  },
  { '403': page(403), '403-in-json': json(403, { message: 'Forbidden' }) },
  (form, answer) =>
    stopping(({ authorized }) => (call) => {
      const isSuspect = form?.test(call.body) ?? jsonOf(call.body) === undefined;
      return call.method === 'POST' && authorized(call) && isSuspect ? answer : undefined;
    }),
);

const held = (ms: (call: Call) => number): Change =>
  onReply((reply, call) => ({ ...reply, heldMs: (reply.heldMs ?? 0) + ms(call) }));

const slowness: Rows = {
  'slow-now-and-then': held(({ sequence }) => (sequence % 100 === 57 ? 3000 : 0)),
  slow: held(({ sequence }) => (sequence * 137) % 900),
  'slow-lists': held(({ operation }) => (operation === 'listPets' ? 1500 : 0)),
};

/** Refuses the key between two moments. */
const keyRefused =
  (from: number, to = Number.POSITIVE_INFINITY): Change =>
  ({ authorized }) => {
    const since = sinceFirst();
    return { authorized: (call) => authorized(call) && !(since(call) >= from && since(call) < to) };
  };

export const frontFreedoms: Freedoms = named('front', {
  ...gateways,
  ...firewalls,
  ...slowness,
  'key-expires': keyRefused(2000),
});
