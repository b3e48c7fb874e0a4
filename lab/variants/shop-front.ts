/** What stands before a service in use: gateways that fail briefly, and lock-outs for bad keys. */
import { bearerToken, Refusal } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, onReply, remembering, together } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd, html } from './freedoms.ts';
import { staging } from './limiters.ts';

/** Answers some calls before the service receives them. */
const stopping = (make: () => (call: Call) => Reply | undefined): Change =>
  remembering(() => (base) => {
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
  });

const pageOf = (status: number, headers: Record<string, string> = {}): Reply => {
  const { type, text } = html(`${status}`);
  return { status, headers: { 'Content-Type': type, ...headers }, text };
};

/** Between two moments after the first call, in milliseconds. */
const between =
  (from: number, to: number, reply: Reply) => (): ((call: Call) => Reply | undefined) => {
    let first: number | undefined;
    return ({ at }) => {
      first ??= at;
      return at - first >= from && at - first < to ? reply : undefined;
    };
  };

/** Every call whose number is a multiple of the period. */
const each = (period: number, reply: Reply) => () => (call: Call) =>
  call.sequence % period === period - 1 ? reply : undefined;

const blinking: readonly Variant[] = [
  {
    id: 'front.502-each-thirtieth',
    title: 'has a gateway that answers 502 to every thirtieth call, whatever it is',
    change: stopping(each(30, pageOf(502))),
  },
  {
    id: 'front.503-each-fiftieth',
    title:
      'has a gateway that answers 503 to every fiftieth call, and says to come again in a second',
    change: stopping(each(50, pageOf(503, { 'Retry-After': '1' }))),
  },
  {
    id: 'front.504-each-fortieth-rich',
    title: 'has 90 animals, and a gateway that answers 504 to every fortieth call',
    server: () => ({ animals: herd(90) }),
    change: stopping(each(40, pageOf(504))),
  },
  {
    id: 'front.away-for-three-seconds',
    title: 'is away for three seconds in the middle of a run: 503',
    change: stopping(between(5000, 8000, pageOf(503, { 'Retry-After': '5' }))),
  },
  {
    id: 'front.away-at-the-start',
    title: 'wakes up for four seconds when a run begins: 503',
    change: stopping(between(0, 4000, pageOf(503, { 'Retry-After': '4' }))),
  },
  {
    id: 'front.one-at-once',
    title: 'has a front that takes one call at once, and answers 503 to each that comes meanwhile',
    settings: { plan: 'pro' },
    server: () => ({ plan: 'pro', animals: herd(40) }),
    change: stopping(() => {
      let last = Number.NEGATIVE_INFINITY;
      return ({ at }) => {
        const isBusy = at - last < 15;
        last = at;
        return isBusy ? pageOf(503, { 'Retry-After': '1' }) : undefined;
      };
    }),
  },
  {
    id: 'front.slow-start',
    title: 'answers its first call after eight seconds',
    change: onReply((reply, { sequence }) => (sequence === 1 ? { ...reply, heldMs: 8000 } : reply)),
  },
  {
    id: 'front.slow-now-and-then',
    title: 'stops for three seconds in every hundredth call, as a machine does that clears up',
    change: onReply((reply, { sequence }) =>
      sequence % 100 === 57 ? { ...reply, heldMs: 3000 } : reply,
    ),
  },
];

const isBad = (call: Call, apiKey: string) => {
  const token = bearerToken(call);
  return token !== undefined && token !== apiKey;
};

interface LockOut {
  /** How many bad keys, or refused log-ins of any kind, cause it. */
  readonly after: number;
  readonly ms: number;
  readonly counts: 'bad keys' | 'every 401';
  /** The answer to everybody at the address meanwhile. */
  readonly answer: Reply | Refusal | 'too many';
}

/** Locks the address out after bad log-ins within a minute. */
const lockingOut = ({ after, ms, counts, answer }: LockOut): Change =>
  remembering(() => (base) => {
    let bad: number[] = [];
    let until = 0;
    const isLocked = (call: Call) => call.at < until;
    const note = (call: Call) => {
      const isCounted = counts === 'bad keys' ? isBad(call, base.apiKey) : !base.authorized(call);
      if (!isCounted || isLocked(call)) return;
      bad = [...bad.filter((at) => at > call.at - 60_000), call.at];
      if (bad.length >= after) {
        until = call.at + ms;
        bad = [];
      }
    };
    const locked = new WeakSet<Call>();
    const noting: Change = ({ caller }) => ({
      caller: (call) => {
        if (isLocked(call)) locked.add(call);
        else note(call);
        return caller(call);
      },
    });
    const refusing: Change = ({ authorized, keep, finish, quota, rateHeaders }) => ({
      authorized: (call) =>
        locked.has(call) && answer instanceof Refusal ? false : authorized(call),
      keep: (animal, call) => (locked.has(call) ? undefined : keep(animal, call)),
      finish: (reply, call) => {
        const finished = finish(reply, call);
        if (!locked.has(call) || answer instanceof Refusal) return finished;
        if (answer !== 'too many') return answer;
        return {
          status: 429,
          headers: {
            ...Object.fromEntries(
              Object.entries(finished.headers).filter(([name]) => name.startsWith('X-Rate')),
            ),
            'Retry-After': String(Math.ceil((until - call.at) / 1000)),
          },
          body: { code: 'locked', message: 'Too many bad log-ins.', status: 429 },
        };
      },
      quota,
      rateHeaders,
    });
    return together(noting, refusing)(base);
  });

const unauthorized = new Refusal(401, 'locked', 'Too many bad log-ins.');

const doors: readonly Variant[] = [
  {
    id: 'front.locked-after-16-bad-keys-401',
    title: 'knows no key from an address for a minute after 16 bad keys: 401',
    change: lockingOut({ after: 16, ms: 60_000, counts: 'bad keys', answer: unauthorized }),
  },
  {
    id: 'front.locked-after-16-bad-keys-403',
    title: 'has a firewall that stops an address for a minute after 16 bad keys: 403',
    change: lockingOut({ after: 16, ms: 60_000, counts: 'bad keys', answer: pageOf(403) }),
  },
  {
    id: 'front.locked-after-16-bad-keys-429',
    title: 'answers an address 429 for a minute after 16 bad keys, and says for how long',
    change: lockingOut({ after: 16, ms: 60_000, counts: 'bad keys', answer: 'too many' }),
  },
  {
    id: 'front.locked-after-20-refused-401',
    title: 'knows no key from an address for a minute after 20 refused log-ins: 401',
    change: lockingOut({ after: 20, ms: 60_000, counts: 'every 401', answer: unauthorized }),
  },
  {
    id: 'front.locked-after-20-refused-429',
    title: 'answers an address 429 for half a minute after 20 refused log-ins',
    change: lockingOut({ after: 20, ms: 30_000, counts: 'every 401', answer: 'too many' }),
  },
];

/** A service in use, at its entrance. */
export const shopFrontVariants: readonly Variant[] = [...blinking, ...doors].map((variant) => ({
  ...variant,
  inVirtualTime: staging,
}));
