/** What stands before a service: gateways that fail now and then, firewalls, and machines that are slow or away. */
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, onReply } from '../../src/reference/changes.ts';
import { crossed, type Freedoms, named, type Rows } from './freedom.ts';

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
const failures: Readonly<Record<string, Reply>> = {
  '502': page(502),
  '503': page(503, { 'Retry-After': '1' }),
  '504': json(504, { message: 'Endpoint request timed out' }),
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

/** When a service is away, from and to. */
const outages: Readonly<Record<string, readonly [from: number, to: number]>> = {
  'for-four-seconds-at-the-start': [0, 4000],
  'for-two-seconds': [1500, 3500],
  'for-eight-seconds': [1000, 9000],
  'for-half-a-minute': [2000, 32_000],
};
const absences: Readonly<Record<string, Reply>> = {
  '503': page(503),
  '522': page(522),
  '404': json(404, { message: 'no Route matched' }),
};

const gateways: Rows = {
  ...crossed(
    failures,
    { '17': 17, '50': 50 },
    (status, period) => `has a gateway that answers one of ${period} calls ${status}`,
    (reply, period) => each(period, reply),
  ),
  ...crossed(
    absences,
    outages,
    (status, when) => `is away ${when}: ${status}`,
    (reply, [from, to]) => between(from, to, reply),
  ),
  'one-node-drained': between(0, 1000, page(503), ({ sequence }) => sequence % 2 === 1),
  'idle-408': each(20, { status: 408, headers: { Connection: 'close' } }),
};

/** Bodies that a firewall takes for an attack. */
const suspicions: Readonly<Record<string, (body: string) => boolean>> = {
  markup: (body) => /[<>]|--|\{\{|%41|&amp;|''/.test(body),
  'anything-but-ascii': (body) => /[^\x20-\x7e]/.test(body),
  'more-than-200-bytes': (body) => body.length > 200,
  'no-json': (body) => !isJson(body),
};
const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const stops: Readonly<Record<string, Reply>> = {
  '403': page(403),
  '403-in-json': json(403, { message: 'Forbidden' }),
};
/** Before the service, or only for callers with the key. */
const stoppingBodies =
  (which: (body: string) => boolean, reply: Reply, ofAll = false): Change =>
  ({ keep, finish, authorized }) => {
    const isStopped = (call: Call) =>
      call.method === 'POST' && which(call.body) && (ofAll || authorized(call));
    return {
      keep: (animal, call) => (isStopped(call) ? undefined : keep(animal, call)),
      finish: (base, call) => (isStopped(call) ? reply : finish(base, call)),
    };
  };

const firewalls: Rows = {
  ...crossed(
    suspicions,
    stops,
    (what, how) => `has a firewall that answers ${what} with ${how}`,
    stoppingBodies,
  ),
  'escapes-before-the-key': [
    'has a firewall that stops escapes in names of members, whoever asks',
    stoppingBodies((body) => /\\u00[0-7]/.test(body), page(403), true),
  ],
};

const held = (ms: (call: Call) => number): Change =>
  onReply((reply, call) => ({ ...reply, heldMs: (reply.heldMs ?? 0) + ms(call) }));

/** Takes so many calls at once, each of which takes some milliseconds, and refuses others meanwhile. */
const atOnce = (most: number): Change => {
  const ms = 40;
  return (base) => {
    let open: number[] = [];
    return stopping(() => (call) => {
      open = open.filter((at) => at > call.at - ms);
      if (open.length >= most) return page(503, { 'Retry-After': '1' });
      open.push(call.at);
      return undefined;
    })({ ...base, ...held(() => ms)(base) });
  };
};

const slowness: Rows = {
  'slow-now-and-then': held(({ sequence }) => (sequence % 100 === 57 ? 3000 : 0)),
  slow: ['takes up to 900 ms', held(({ sequence }) => (sequence * 137) % 900)],
  'slow-lists': held(({ operation }) => (operation === 'listPets' ? 1500 : 0)),
  'one-at-once': ['takes one call at once, and answers 503 to others', atOnce(1)],
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
const keys: Rows = {
  'key-refused-for-a-moment': keyRefused(2000, 2300),
  'key-expires': keyRefused(2000, Number.POSITIVE_INFINITY),
};

export const frontFreedoms: Freedoms = named('front', {
  ...gateways,
  ...firewalls,
  ...slowness,
  ...keys,
});
