import type { IncomingHttpHeaders } from 'node:http';
import type { Animal } from '../spec/animal.ts';
import { noCaseFor, type Operation, operationNames, operations } from '../spec/operations.ts';
import type { Plan } from '../spec/plans.ts';
import { type Behaviour, Refusal, referenceBehaviour } from './behaviour.ts';
import type { Call, Reply } from './call.ts';
import { planQuota, type Quota, type Standing } from './quota.ts';
import { Store } from './store.ts';

const routes = operationNames.map((operation) => {
  const { method, path } = operations[operation];
  return { operation, method, path: new RegExp(`^${path.replace('{petId}', '([^/]+)')}$`) };
});

/** The documented operation of a method and a path below the base, if there is one. */
export function route(
  method: string,
  path: string,
): { operation: Operation | undefined; petId: string } {
  for (const { operation, ...one } of routes) {
    const match = one.method === method ? one.path.exec(path) : null;
    if (match) return { operation, petId: match[1] ?? '' };
  }
  return { operation: undefined, petId: '' };
}

/** Answers one call: quota, then key, then the operation. */
export function answer(call: Call, store: Store, behaviour: Behaviour): Reply {
  const standing = behaviour.quota.take(behaviour.caller(call), call.at);
  const reply = standing.allowed
    ? serve(call, store, behaviour)
    : behaviour.tooMany(standing, call);
  return behaviour.finish(withRateHeaders(reply, standing, call, behaviour), call);
}

function withRateHeaders(reply: Reply, standing: Standing, call: Call, behaviour: Behaviour) {
  return { ...reply, headers: { ...behaviour.rateHeaders(standing, call), ...reply.headers } };
}

function serve(call: Call, store: Store, behaviour: Behaviour): Reply {
  const result = behaviour.authorized(call)
    ? operate(call, store, behaviour)
    : new Refusal(401, 'unauthorized', 'The API key is missing or invalid.');
  return result instanceof Refusal ? refuse(result, call, behaviour) : result;
}

function refuse(refusal: Refusal, call: Call, behaviour: Behaviour): Reply {
  const challenge: Record<string, string> =
    refusal.status === 401 ? { 'WWW-Authenticate': 'Bearer realm="pet store"' } : {};
  return { status: refusal.status, headers: challenge, body: behaviour.error(refusal, call) };
}

function operate(call: Call, store: Store, behaviour: Behaviour): Reply | Refusal {
  switch (call.operation) {
    case 'listPets': {
      const selection = behaviour.selection(call);
      if (selection instanceof Refusal) return selection;
      const animals = behaviour.list(store, selection, call);
      return ok(
        200,
        animals.map((animal) => behaviour.show(animal, call)),
      );
    }
    case 'createPet': {
      const created = create(call, store, behaviour);
      return created instanceof Refusal ? created : ok(201, behaviour.show(created, call));
    }
    case 'getPet': {
      const animal = behaviour.find(store, call);
      return animal === undefined ? missing : ok(200, behaviour.show(animal, call), deprecation);
    }
    case undefined:
      return missing;
    default:
      return noCaseFor(call.operation);
  }
}

function create(call: Call, store: Store, behaviour: Behaviour): Animal | Refusal {
  const wanted = behaviour.newAnimal(call);
  if (wanted instanceof Refusal) return wanted;
  const animal = { id: behaviour.newId(store, call), ...wanted };
  const kept = behaviour.keep(animal, call);
  if (kept !== undefined) store.add(kept);
  return animal;
}

const missing = new Refusal(404, 'not_found', 'There is nothing at this address.');

// RFC 9745 and RFC 8594: getPet is deprecated and will be removed on 5 December 2030 (section 4.3).
const deprecation = { Deprecation: '@1767225600', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' };

function ok(status: number, body: unknown, headers: Reply['headers'] = {}): Reply {
  return { status, headers, body };
}

/** The service, however requests reach it. */
export interface ServiceOptions {
  /** Default: business. */
  readonly plan?: Plan;
  /** Milliseconds of the window that the plan calls a minute; default: 60,000. */
  readonly windowMs?: number;
  /** Milliseconds of the window that the plan calls a day; default: 86,400,000. */
  readonly dayMs?: number;
  /** The animals at the start; default: none. */
  readonly animals?: readonly Animal[];
  /** Milliseconds since the epoch; default: the clock of the machine. */
  readonly now?: () => number;
  /** Replaces the quota of the plan. */
  readonly quota?: Quota;
  /** Changes of the base behaviour, for the lab. */
  readonly change?: (base: Behaviour) => Partial<Behaviour>;
}

/** A request as it arrived, from the network or from the same process. */
interface Incoming {
  readonly method: string;
  /** Path and query, still percent-encoded. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values alternately, as they arrived. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** The same object for every request on one connection. */
  readonly connection: object;
}

/** When a request arrived, and its number. */
export type Arrival = Pick<Call, 'at' | 'sequence'>;

/** The service without a network: requests from a socket or a function call go in, replies come out. */
export interface Handler {
  readonly behaviour: Behaviour;
  /** Records that a request has begun to arrive; its body may take longer. */
  arrive(): Arrival;
  handle(incoming: Incoming, arrival: Arrival): { readonly call: Call; readonly reply: Reply };
}

/** Makes a service with its own store and count. */
export function serviceHandler(options: ServiceOptions, apiKey: string, basePath: string): Handler {
  const { plan = 'business', windowMs = 60_000, dayMs = 86_400_000, now = Date.now } = options;
  const quota = options.quota ?? planQuota(plan, windowMs, dayMs);
  const base = referenceBehaviour(apiKey, quota);
  const behaviour: Behaviour = { ...base, ...options.change?.(base) };
  const store = new Store(options.animals ?? []);
  let sequence = 0;
  return {
    behaviour,
    arrive() {
      sequence += 1;
      return { at: now(), sequence };
    },
    handle(incoming, arrival) {
      const call = readCall(incoming, basePath, arrival);
      return { call, reply: answer(call, store, behaviour) };
    },
  };
}

function readCall(incoming: Incoming, basePath: string, arrival: Arrival): Call {
  const { method, url, headers, rawHeaders, body, connection } = incoming;
  const [fullPath = '/', query = ''] = splitOnce(url, '?');
  const inside = fullPath.startsWith(`${basePath}/`);
  const path = inside ? fullPath.slice(basePath.length) : '';
  return {
    ...arrival,
    ...route(method, path),
    method,
    path,
    headers,
    rawHeaders,
    body,
    query: new URLSearchParams(query),
    connection,
  };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
