/** Builders of changes that several tables of the lab use, beside those of src/reference/changes.ts. */
import type { ServerResponse } from 'node:http';
import { isLosslessNumber } from 'lossless-json';
import {
  type Behaviour,
  bearerToken,
  payloadOf,
  Refusal,
  type Selection,
} from '../src/reference/behaviour.ts';
import type { Call, Reply } from '../src/reference/call.ts';
import {
  animals,
  type Change,
  onReply,
  pageOf,
  remembering,
  standingAs,
  together,
  without,
} from '../src/reference/changes.ts';
import { fixedWindow, ownWindow, type Standing } from '../src/reference/quota.ts';
import type { Store } from '../src/reference/store.ts';
import type { Fault } from '../src/reference/variant.ts';
import type { Animal } from '../src/spec/animal.ts';
import { petStatuses } from '../src/spec/animal.ts';
import type { Operation } from '../src/spec/operations.ts';
import { plans } from '../src/spec/plans.ts';

export const minute = 60_000;
export const day = 24 * 60 * minute;

/** Selects values of a member. */
export type ValueTest = (value: unknown) => boolean;

/** The digits of a number as they were written; empty for anything else. */
export const digits = (value: unknown): string => (isLosslessNumber(value) ? value.toString() : '');

/** A string; empty for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Whether it is one of the statuses of section 2. */
export const isKnown: ValueTest = (value) => petStatuses.some((status) => status === value);

export const refusal = (status: number): Refusal => new Refusal(status, 'refused', 'Refused.');

/** Picks the calls of these operations. */
export const isA =
  (...operations: readonly Operation[]) =>
  ({ operation }: Call) =>
    operations.some((one) => one === operation);

/** Everything that the base would list, in its order, whatever is asked for. */
export const allListed = (
  list: (store: Store, selection: Selection, call: Call) => readonly Animal[],
  store: Store,
  call: Call,
): readonly Animal[] => list(store, { limit: Number.MAX_SAFE_INTEGER }, call);

/** How an animal came to be. */
interface Birth {
  /** Its creation. */
  readonly call: Call;
  /** Its number among the creations, from 1. */
  readonly nth: number;
}

/** `birth` is undefined for an animal of the start; `made` counts the creations so far. */
type Seen<T> = (animal: Animal, call: Call, birth: Birth | undefined, made: number) => T;

/** Lists and reads what has become of each animal; undefined if it is not there. */
export const altering =
  (change: Seen<Animal | undefined>): Change =>
  ({ keep, list, find }) => {
    const births = new Map<bigint, Birth>();
    const now = (animal: Animal, call: Call) =>
      change(animal, call, births.get(animal.id), births.size);
    return {
      keep: (animal, call) => {
        births.set(animal.id, { call, nth: births.size + 1 });
        return keep(animal, call);
      },
      list: (store, selection, call) =>
        pageOf(
          allListed(list, store, call).flatMap((one) => now(one, call) ?? []),
          selection,
        ),
      find: (store, call) => {
        const found = find(store, call);
        return found && now(found, call);
      },
    };
  };

/** Hides some animals from lists and from reads. */
export const hiding = (isHidden: Seen<boolean>): Change =>
  altering((animal, ...seen) => (isHidden(animal, ...seen) ? undefined : animal));

/** A change that takes effect after the first answer of some kind. */
export const onceAnswered = (
  which: (reply: Reply, call: Call) => boolean,
  change: (isDue: () => boolean) => Change,
): Change =>
  remembering(() => {
    let answered = false;
    const noting = onReply((reply, call) => {
      answered ||= which(reply, call);
      return reply;
    });
    return together(
      change(() => answered),
      noting,
    );
  });

/** What stands in the place of the service's own reply. */
export type Answer = (reply: Reply, call: Call) => Reply;

/** Answers some calls in place of the service, which does not do what they ask. */
export const stopping =
  (make: (base: Behaviour) => (call: Call) => Answer | undefined): Change =>
  (base) => {
    const stop = make(base);
    const stopped = new WeakMap<Call, Answer>();
    return {
      caller: (call) => {
        const answer = stop(call);
        if (answer) stopped.set(call, answer);
        return base.caller(call);
      },
      keep: (animal, call) => (stopped.has(call) ? undefined : base.keep(animal, call)),
      finish: (reply, call) => {
        const finished = base.finish(reply, call);
        return stopped.get(call)?.(finished, call) ?? finished;
      },
    };
  };

/** The answer of a gateway, a firewall or a framework, which knows no headers of the service. */
export const page =
  (status: number, headers: Reply['headers'] = {}): Answer =>
  () => ({
    status,
    headers: { 'Content-Type': 'text/html', ...headers },
    text: `<!doctype html><title>${status}</title>`,
  });

/** Looks at the body of a creation before it looks at the key. */
export const bodyFirst: Change = ({ authorized, newAnimal }) => ({
  authorized: (call) =>
    authorized(call) || (isA('createPet')(call) && newAnimal(call) instanceof Refusal),
});

/** Looks for the animal before it looks at the key. */
export const animalFirst: Change = ({ authorized, finish, error }) => ({
  authorized: (call) => authorized(call) || isA('getPet')(call),
  finish: (reply, call) => {
    if (!isA('getPet')(call) || authorized(call) || reply.status !== 200) {
      return finish(reply, call);
    }
    const refusal = new Refusal(401, 'unauthorized', 'The API key is missing or invalid.');
    const headers = {
      ...without(reply.headers, 'Deprecation', 'Sunset'),
      'WWW-Authenticate': 'Bearer',
    };
    return finish({ status: 401, headers, body: error(refusal, call) }, call);
  },
});

/** Names another challenge with a 401, or none. */
export const challenging = (challenge?: string, who = (_: Call) => true): Change =>
  onReply((reply, call) => {
    if (reply.status !== 401 || !who(call)) return reply;
    const rest = without(reply.headers, 'WWW-Authenticate');
    return { ...reply, headers: challenge ? { ...rest, 'WWW-Authenticate': challenge } : rest };
  });

type Which = (call: Call, reply: Reply) => boolean;

/** Ends the connection in place of some answers. */
export const droppingOn = (which: Which): Change =>
  inPlaceOf(which, (response) => response.destroy());

/** Never answers some calls, and keeps their connections open. */
export const silentOn = (which: Which): Change => inPlaceOf(which, () => undefined);

/** Begins some answers, and ends the connection in the middle of their bodies. */
export const breakingOffOn = (which: Which): Change =>
  inPlaceOf(which, (response, reply) => {
    const payload = payloadOf(reply);
    const length = { 'Content-Length': `${Buffer.byteLength(payload)}` };
    response.writeHead(reply.status, {
      'Content-Type': 'application/json',
      ...reply.headers,
      ...length,
    });
    response.write(payload.slice(0, Math.floor(payload.length / 2)), () => response.destroy());
  });

function inPlaceOf(which: Which, send: (response: ServerResponse, reply: Reply) => void): Change {
  return ({ transmit }) => ({
    transmit: (reply, response, call) =>
      which(call, reply) ? send(response, reply) : transmit(reply, response, call),
  });
}

const spareKey = 'Reference-Spare-Key-4Tz';

/** Accepts a second key with its own quota of the free plan: the one that is spent. */
const withSpareKey: Change = ({ authorized, caller, quota }) => {
  const spare = ownWindow(plans.free.perMinute, minute);
  const isSpare = (call: Call) => bearerToken(call) === spareKey;
  return {
    authorized: (call) => authorized(call) || isSpare(call),
    caller: (call) => (isSpare(call) ? 'spare' : caller(call)),
    quota: {
      take: (who, at) =>
        who.startsWith('spare') ? spare.take(who.replace('spare', 'key'), at) : quota.take(who, at),
    },
  };
};

/** The fault with a full run that spends the limit of a second key, on a store that holds enough. */
export const spending = ({ change = () => ({}), ...fault }: Fault): Fault => ({
  ...fault,
  settings: { profile: 'full', plan: 'unknown', rateLimitKey: spareKey },
  inVirtualTime: { latencyMs: [2, 12] },
  // The key that is not spent has a whole day, so that its count never resets during a run.
  server: () => ({ animals: animals(63), quota: fixedWindow(plans.business.perDay, day) }),
  change: together(withSpareKey, change),
});

/** Holds served calls back for as long as their standing says that they wait in a queue. */
export const heldInQueue: Change = (base) => {
  const waits = new WeakMap<Call, number>();
  const noting = standingAs((standing, call) => {
    if (standing.allowed) waits.set(call, standing.retryAfter);
    return standing;
  });
  const holding = onReply((reply, call) => ({ ...reply, heldMs: waits.get(call) ?? 0 }));
  return together(noting, holding)(base);
};

/** Changes what is answered above the limit. */
export function inTooMany(change: (reply: Reply, standing: Standing, call: Call) => Reply): Change {
  return ({ tooMany }) => ({
    tooMany: (standing, call) => change(tooMany(standing, call), standing, call),
  });
}

/** Writes another `Retry-After`; undefined leaves it out. */
export function retryAfterAs(value: (standing: Standing, call: Call) => string | undefined) {
  return inTooMany((reply, standing, call) => {
    const text = value(standing, call);
    const rest = without(reply.headers, 'Retry-After');
    return { ...reply, headers: text === undefined ? rest : { ...rest, 'Retry-After': text } };
  });
}
