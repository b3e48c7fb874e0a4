/**
 * A service that is away for longer, or that does not accept a key for a while, during a run: it answers everything
 * alike then.
 */
import type { RequiredId } from '../../src/catalogue/catalogue.ts';
import { required } from '../../src/catalogue/required.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, remembering } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd, html } from './freedoms.ts';
import { staging } from './limiters.ts';

/** From one moment after the first call to another, in milliseconds. */
interface Time {
  readonly from: number;
  readonly to: number;
}

const within =
  ({ from, to }: Time) =>
  (): ((call: Call) => boolean) => {
    let first: number | undefined;
    return ({ at }) => {
      first ??= at;
      return at - first >= from && at - first < to;
    };
  };

/** The answer of a gateway instead of the service, which receives nothing meanwhile. */
const gatewayIn = (time: Time, answer: Reply): Change =>
  remembering(() => (base) => {
    const isAway = within(time)();
    return {
      keep: (animal, call) => (isAway(call) ? undefined : base.keep(animal, call)),
      finish: (reply, call) => (isAway(call) ? answer : base.finish(reply, call)),
    };
  });

/** The key is not accepted meanwhile; default: in any call. */
const keyRefusedIn = (time: Time, which: (call: Call) => boolean = () => true): Change =>
  remembering(() => ({ authorized }) => {
    const isRefused = within(time)();
    return { authorized: (call) => authorized(call) && !(isRefused(call) && which(call)) };
  });

const ofGateway = (status: number, body: object, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers,
  body,
});

const page = (status: number): Reply => {
  const { type, text } = html(`${status}`);
  return { status, headers: { 'Content-Type': type }, text };
};

/** What a run had not decided by then. */
const mayStayOpen: readonly RequiredId[] = required.map(({ id }) => id);

const given: Readonly<Record<string, Pick<Variant, 'title' | 'change' | 'undecided'>>> = {
  '503-for-half-a-minute': {
    title: 'is away for half a minute in the middle of a run: 503, in JSON of the gateway',
    change: gatewayIn({ from: 2000, to: 32_000 }, ofGateway(503, { message: 'no upstream' })),
  },
  '504-for-six-seconds': {
    title: 'is away for six seconds in the middle of a run: 504, as an Error without rate headers',
    change: gatewayIn(
      { from: 1500, to: 7500 },
      ofGateway(504, { code: 'timeout', message: 'The service did not answer.', status: 504 }),
    ),
  },
  '503-at-the-start': {
    title: 'is being started for six seconds when the run begins: 503',
    change: gatewayIn({ from: 0, to: 6000 }, page(503)),
  },
  '522-for-three-seconds': {
    title: 'is not reached for three seconds by the network before it: 522',
    change: gatewayIn({ from: 2000, to: 5000 }, page(522)),
  },
  '404-for-two-seconds': {
    title: 'has a gateway that knows no way to it for two seconds, while it is exchanged: 404',
    change: gatewayIn(
      { from: 1500, to: 3500 },
      { status: 404, headers: { 'Content-Type': 'text/plain' }, text: 'default backend - 404' },
    ),
  },
  '404-for-eight-seconds': {
    title: 'has a gateway that knows no way to it for eight seconds: 404 in HTML',
    change: gatewayIn({ from: 1000, to: 9000 }, page(404)),
  },
  '404-at-the-start': {
    title: 'has a gateway that knows no way to it half a second on, for two seconds: 404 in JSON',
    change: gatewayIn({ from: 500, to: 2500 }, ofGateway(404, { message: 'no Route matched' })),
  },
  'key-unknown-to-one-node': {
    title: 'has two nodes, one of which learns the key two seconds after the other',
    change: keyRefusedIn({ from: 300, to: 2300 }, ({ sequence }) => sequence % 2 === 0),
  },
  'key-refused-for-a-moment': {
    title: 'refuses a key for 300 ms, while a node learns the keys',
    change: keyRefusedIn({ from: 2000, to: 2300 }),
  },
  'key-expires-early': {
    title: 'has a key that expires half a second on: what is not decided by then stays open',
    change: keyRefusedIn({ from: 500, to: Number.POSITIVE_INFINITY }),
    undecided: mayStayOpen,
  },
  'key-expires-later': {
    title: 'has a key that expires two seconds on: what is not decided by then stays open',
    change: keyRefusedIn({ from: 2000, to: Number.POSITIVE_INFINITY }),
    undecided: mayStayOpen,
  },
};

/** On the Pro plan, with the latency of the internet. */
export const awayVariants: readonly Variant[] = Object.entries(given).map(([id, variant]) => ({
  ...variant,
  id: `away.${id}`,
  settings: { plan: 'pro' },
  inVirtualTime: staging,
  server: () => ({ plan: 'pro', animals: herd(40) }),
}));
