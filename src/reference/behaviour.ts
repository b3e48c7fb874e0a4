/**
 * The decisions of the service, one small function for each, so that the lab can change one and leave the others as
 * they are.
 */
import type { ServerResponse } from 'node:http';
import { isInteger, isLosslessNumber, parse, stringify } from 'lossless-json';
import type { Animal, NewAnimal } from '../spec/animal.ts';
import {
  int64,
  isNewAnimal,
  type MemberType,
  type PetStatus,
  petStatuses,
  sentMembers,
  wrongMember,
} from '../spec/animal.ts';
import { pageSize } from '../spec/operations.ts';
import type { Call, Reply } from './call.ts';
import type { Quota, Standing } from './quota.ts';
import type { Store } from './store.ts';

/** What a list asks for; `status` absent for every status. */
export interface Selection {
  readonly limit: number;
  readonly status?: PetStatus;
}

/** A reason to refuse a call; becomes an Error body. */
export class Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;

  constructor(status: number, code: string, message: string) {
    this.status = status;
    this.code = code;
    this.message = message;
  }
}

export interface Behaviour {
  readonly apiKey: string;
  readonly quota: Quota;
  /** The caller under whose name a call is counted. */
  caller(call: Call): string;
  authorized(call: Call): boolean;
  selection(call: Call): Selection | Refusal;
  list(store: Store, selection: Selection, call: Call): readonly Animal[];
  /** Reads the body of a creation. */
  newAnimal(call: Call): NewAnimal | Refusal;
  newId(store: Store, call: Call): bigint;
  /** What is stored of a created animal. */
  keep(animal: Animal, call: Call): Animal | undefined;
  find(store: Store, call: Call): Animal | undefined;
  /** An animal as an answer shows it. */
  show(animal: Animal, call: Call): unknown;
  /** The body of an error answer. */
  error(refusal: Refusal, call: Call): unknown;
  /** The headers of section 8. */
  rateHeaders(standing: Standing, call: Call): Record<string, string>;
  tooMany(standing: Standing, call: Call): Reply;
  /** The last step of every reply. */
  finish(reply: Reply, call: Call): Reply;
  /** Sends a finished reply. */
  transmit(reply: Reply, response: ServerResponse, call: Call): void;
}

/** The base behaviour, for a key and a quota. */
export function referenceBehaviour(apiKey: string, quota: Quota): Behaviour {
  return {
    apiKey,
    quota,
    caller: (call) => (bearerToken(call) === apiKey ? 'key' : 'anonymous'),
    authorized: (call) => bearerToken(call) === apiKey,
    selection: readSelection,
    list: (store, { limit, status }) =>
      store
        .all()
        .filter((animal) => status === undefined || animal.status === status)
        .slice(0, limit),
    newAnimal: readNewAnimal,
    newId: (store) => {
      let id = BigInt(store.size) + 1n;
      while (store.get(id) !== undefined) id += 1n;
      return id;
    },
    keep: (animal) => animal,
    find: (store, call) => {
      const id = readInt64(call.petId);
      return id === undefined ? undefined : store.get(id);
    },
    show: (animal) => ({ ...animal }),
    error: ({ status, code, message }) => ({ code, message, status }),
    rateHeaders: (standing) => ({
      'X-RateLimit-Limit': String(standing.limit),
      'X-RateLimit-Remaining': String(standing.remaining),
      'X-RateLimit-Reset': String(Math.ceil(standing.resetsAt / 1000)),
    }),
    tooMany: (standing) => ({
      status: 429,
      headers: { 'Retry-After': String(Math.ceil(standing.retryAfter / 1000)) },
      body: { code: 'rate_limited', message: 'Rate limit exceeded.', status: 429 },
    }),
    finish: (reply) => reply,
    transmit: sendReply,
  };
}

/** Writes a reply; JSON bodies as `application/json`. */
export function sendReply(reply: Reply, response: ServerResponse): void {
  const payload = payloadOf(reply);
  const write = () => {
    response.writeHead(reply.status, headersOf(reply, payload));
    response.end(payload);
  };
  if (reply.heldMs === undefined) write();
  else setTimeout(write, reply.heldMs);
}

/** The header fields of a reply with these bytes; its own win over those that every reply has. */
export function headersOf(reply: Reply, payload: string | Buffer): Record<string, string> {
  const type = payload === '' ? {} : { 'Content-Type': 'application/json' };
  const length = { 'Content-Length': String(Buffer.byteLength(payload)) };
  return { ...type, ...length, ...reply.headers };
}

/** The bytes of the body of a reply. */
export function payloadOf(reply: Reply): string | Buffer {
  if (reply.text !== undefined) return reply.text;
  return reply.body === undefined ? '' : (stringify(reply.body) ?? '');
}

/** The token of an `Authorization: Bearer` header; the scheme's case is free (RFC 9110, section 11.1). */
export function bearerToken(call: Call): string | undefined {
  return /^bearer +(\S+)$/i.exec(call.headers.authorization ?? '')?.[1];
}

function readSelection(call: Call): Selection | Refusal {
  const limit = call.query.get('limit') ?? String(pageSize.default);
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < pageSize.min || Number(limit) > pageSize.max) {
    return invalid(`limit is a whole number from ${pageSize.min} to ${pageSize.max}`);
  }
  const status = call.query.get('status');
  if (status === null) return { limit: Number(limit) };
  return isStatus(status)
    ? { limit: Number(limit), status }
    : invalid(`status is ${ruleOf(petStatuses)}`);
}

const longestText = 255;

/** Reads and checks a NewPet; members that the schema does not name are ignored. */
export function readNewAnimal(call: Call): NewAnimal | Refusal {
  const type = call.headers['content-type'];
  if (type !== undefined && !/^application\/json *(;|$)/i.test(type)) {
    return new Refusal(415, 'unsupported_media_type', 'The body must be application/json.');
  }
  const body = parseObject(call.body);
  if (body === undefined) return invalid('the body is a JSON object');
  const sent = Object.fromEntries(
    sentMembers.flatMap(({ name }) =>
      body[name] === undefined ? [] : [[name, exact(body[name])]],
    ),
  );
  const wrong = wrongMember(sent) ?? sentMembers.find(({ name }) => !isStorable(sent[name]));
  if (wrong !== undefined) return invalid(`${wrong.name} is ${ruleOf(wrong.type)}`);
  return isNewAnimal(sent) ? sent : invalid('the body is a NewPet');
}

/** A value of a body, with all digits of an int64; another number stays one that no member takes. */
function exact(value: unknown): unknown {
  return isLosslessNumber(value) ? (readInt64(value.toString()) ?? value) : value;
}

/** The store keeps texts of some length; the specification leaves limits open. */
function isStorable(value: unknown): boolean {
  return typeof value !== 'string' || (value !== '' && [...value].length <= longestText);
}

function ruleOf(type: MemberType): string {
  if (type === 'string') return `a text of 1 to ${longestText} characters`;
  return type === 'int64' ? 'an int64' : `one of ${type.join(', ')}`;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value) || isLosslessNumber(value)) return undefined;
    return { ...value };
  } catch {
    return undefined;
  }
}

/** An int64 from its decimal digits; undefined for any other text. */
export function readInt64(text: string): bigint | undefined {
  if (!isInteger(text)) return undefined;
  const value = BigInt(text);
  return value >= int64.min && value <= int64.max ? value : undefined;
}

function isStatus(value: unknown): value is PetStatus {
  return petStatuses.some((status) => status === value);
}

function invalid(rule: string): Refusal {
  return new Refusal(400, 'invalid_request', `Invalid request: ${rule}.`);
}
