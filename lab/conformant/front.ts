/** What stands before a service: gateways that fail now and then, firewalls, and machines that are slow or away. */
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, onReply } from '../../src/reference/changes.ts';
import { crossed, type Freedoms, named } from './freedom.ts';

/** Answers some calls in place of the service, which does not do what they ask. */
const stopping =
  (make: () => (call: Call) => Reply | undefined): Change =>
  (base) => {
    const stop = make();
    const stopped = new WeakMap<Call, Reply>();
    return {
      caller: (call) => {
        const reply = stop(call);
        if (reply) stopped.set(call, reply);
        return base.caller(call);
      },
      keep: (animal, call) => (stopped.has(call) ? undefined : base.keep(animal, call)),
      finish: (reply, call) => stopped.get(call) ?? base.finish(reply, call),
    };
  };

const page = (status: number, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { 'Content-Type': 'text/html', ...headers },
  text: `<!doctype html><title>${status}</title>`,
});
const json = (status: number, body: object): Reply => ({ status, headers: {}, body });

/** Answers of gateways. */
const failures: Readonly<Record<string, readonly [how: string, reply: Reply]>> = {
  '502': ['502', page(502)],
  '503': ['503, and says to come again in a second', page(503, { 'Retry-After': '1' })],
  '504': ['504 in JSON of its own', json(504, { message: 'Endpoint request timed out' })],
};

/** Every so many calls. */
const each = (period: number, reply: Reply) =>
  stopping(
    () =>
      ({ sequence }) =>
        sequence % period === period - 1 ? reply : undefined,
  );
/** Between two moments after the first call, in milliseconds; some calls, or all. */
const between = (
  from: number,
  to: number,
  reply: Reply,
  which: (call: Call) => boolean = () => true,
) =>
  stopping(() => {
    let first: number | undefined;
    return (call) => {
      first ??= call.at;
      const since = call.at - first;
      return since >= from && since < to && which(call) ? reply : undefined;
    };
  });

/** When a service is away. */
const outages: Readonly<Record<string, readonly [when: string, from: number, to: number]>> = {
  'at-the-start': ['for four seconds when a run begins', 0, 4000],
  'for-two-seconds': ['for two seconds in the middle of a run', 1500, 3500],
  'for-eight-seconds': ['for eight seconds in the middle of a run', 1000, 9000],
  'for-half-a-minute': ['for half a minute in the middle of a run', 2000, 32_000],
};
const absences: Readonly<Record<string, readonly [how: string, reply: Reply]>> = {
  ...failures,
  '522': ['522', page(522)],
  '404': [
    '404, as a gateway does that knows no way to it',
    json(404, { message: 'no Route matched' }),
  ],
};

const gateways: Freedoms = {
  ...crossed(failures, { 17: 17, 30: 30, 50: 50 }, ([how, reply], period) => [
    `has a gateway that answers one of ${period} calls with ${how}`,
    each(period, reply),
  ]),
  ...crossed(absences, outages, ([how, reply], [when, from, to]) => [
    `is away ${when}: ${how}`,
    between(from, to, reply),
  ]),
  'first-504': [
    'answers its first call 504',
    stopping(
      () =>
        ({ sequence }) =>
          sequence === 1 ? page(504) : undefined,
    ),
  ],
  'two-502-in-a-row': [
    'answers two calls in a row 502',
    stopping(
      () =>
        ({ sequence }) =>
          [50, 51].includes(sequence) ? page(502) : undefined,
    ),
  ],
  'one-node-drained': [
    'has two nodes, one of which answers 503 for a second',
    between(0, 1000, page(503), ({ sequence }) => sequence % 2 === 1),
  ],
  'idle-408': [
    'answers 408 to each twentieth call, on an idle connection',
    each(20, { status: 408, headers: { Connection: 'close' } }),
  ],
};

/** Bodies that a firewall takes for an attack. */
const suspicions: Readonly<
  Record<string, readonly [what: string, which: (body: string) => boolean]>
> = {
  markup: ['names with markup', (body) => /[<>]|--|\{\{|%41|&amp;|''/.test(body)],
  placeholders: [
    'placeholders, formats and escapes',
    (body) => /\$[{&$]|%[%s]|&#|\\x|\]\]>/.test(body),
  ],
  odd: ['anything but ASCII', (body) => /[^\x20-\x7e]/.test(body)],
  long: ['bodies of more than 200 bytes', (body) => body.length > 200],
  numbers: ['numbers of more than 18 digits', (body) => /\d{19}/.test(body)],
  malformed: ['bodies that are not JSON', (body) => !isJson(body)],
};
const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const stops: Readonly<Record<string, readonly [how: string, reply: Reply]>> = {
  '403': ['403 and a page', page(403)],
  '403-in-json': ['403 in JSON of its own', json(403, { message: 'Forbidden' })],
  '405': ['405 and a captcha', page(405)],
  '406': ['406 and a page', page(406)],
  '413': ['413 and a page', page(413)],
};
const firewalls: Freedoms = crossed(suspicions, stops, ([what, which], [how, reply]) => [
  `has a firewall that answers ${what} with ${how}`,
  ({ keep, finish, authorized }) => {
    const isStopped = (call: Call) =>
      call.method === 'POST' && which(call.body) && authorized(call);
    return {
      keep: (animal, call) => (isStopped(call) ? undefined : keep(animal, call)),
      finish: (base, call) => (isStopped(call) ? reply : finish(base, call)),
    };
  },
]);

const held = (ms: (call: Call) => number): Change =>
  onReply((reply, call) => ({ ...reply, heldMs: (reply.heldMs ?? 0) + ms(call) }));

/** Takes so many calls at once, each of which takes some milliseconds, and refuses others meanwhile. */
const atOnce = (most: number, reply: (call: Call) => Reply): Change => {
  const ms = 40;
  return (base) => {
    let open: number[] = [];
    return stopping(() => (call) => {
      open = open.filter((at) => at > call.at - ms);
      if (open.length >= most) return reply(call);
      open.push(call.at);
      return undefined;
    })({ ...base, ...held(() => ms)(base) });
  };
};

const slowness: Freedoms = {
  'slow-start': [
    'answers its first call after eight seconds',
    held(({ sequence }) => (sequence === 1 ? 8000 : 0)),
  ],
  'slow-now-and-then': [
    'stops for three seconds in one of a hundred calls',
    held(({ sequence }) => (sequence % 100 === 57 ? 3000 : 0)),
  ],
  slow: ['takes up to 900 ms', held(({ sequence }) => (sequence * 137) % 900)],
  'slow-lists': [
    'takes 1.5 seconds for a list',
    held(({ operation }) => (operation === 'listPets' ? 1500 : 0)),
  ],
  ...Object.fromEntries(
    [1, 2, 3].flatMap((most) => [
      [
        `${most}-at-once-503`,
        [
          `takes ${most} calls at once, and answers 503 to others meanwhile`,
          atOnce(most, () => page(503, { 'Retry-After': '1' })),
        ],
      ],
    ]),
  ),
};

/** A key that is not accepted for a while. */
const keyRefused =
  (from: number, to: number, which: (call: Call) => boolean = () => true): Change =>
  (base) => {
    let first: number | undefined;
    const isRefused = (call: Call) => {
      first ??= call.at;
      const since = call.at - first;
      return since >= from && since < to && which(call);
    };
    return { authorized: (call) => base.authorized(call) && !isRefused(call) };
  };
const keys: Freedoms = {
  'key-unknown-to-one-node': [
    'has two nodes, one of which learns the key two seconds later',
    keyRefused(300, 2300, ({ sequence }) => sequence % 2 === 0),
  ],
  'key-refused-for-a-moment': [
    'refuses a key for 300 ms, while it learns the keys',
    keyRefused(2000, 2300),
  ],
  'key-expires': [
    'has a key that expires two seconds on',
    keyRefused(2000, Number.POSITIVE_INFINITY),
  ],
};

export const frontFreedoms: Freedoms = named('front', {
  ...gateways,
  ...firewalls,
  ...slowness,
  ...keys,
});
