import type { IncomingHttpHeaders } from 'node:http';
import type { Animal } from '../catalogue/animal.ts';
import type { Plan } from '../catalogue/plans.ts';
import { type Behaviour, referenceBehaviour } from './behaviour.ts';
import type { Call, Reply } from './call.ts';
import { planQuota, type Quota } from './quota.ts';
import { answer, route } from './service.ts';
import { Store } from './store.ts';

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
export interface Incoming {
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
