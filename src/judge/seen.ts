import { isGateway404 } from '../http/away.ts';
import { type Answered, type Exchange, isAnswered, readOnce } from '../http/exchange.ts';
import { int64Value, isJsonObject, type Json, member, tryParseJson } from '../http/json.ts';
import { int64, type PetStatus, petStatuses } from '../spec/animal.ts';
import { isRead, pageSize } from '../spec/operations.ts';
import { mayBeFromIntermediary, operationMayBeGone, withoutTransient404s } from './answers.ts';
import { type Pet, pageOf, petOf } from './pet.ts';

/** A query of a list that section 4.1 defines. */
export interface AskedList {
  /** As it was sent, without `?`. */
  readonly query: string;
  /** Absent if it was asked for without one. */
  readonly limit?: number;
  readonly status?: PetStatus;
  /** Whether it was asked for with parameters that the specification does not name, such as `page`. */
  readonly strange: boolean;
}

/** A list that was answered 200 to a query which section 4.1 defines. */
export interface SeenList extends AskedList {
  readonly exchange: Answered;
  /** The first animals of the list, if there are more than a page may hold. */
  readonly pets: readonly Pet[];
  /** How many there are. */
  readonly count: number;
}

/** An answer to getPet: the animal, or that there is none. */
export interface SeenRead {
  readonly exchange: Answered;
  readonly id: bigint;
  /** Absent if the answer was 404. */
  readonly pet?: Pet;
}

/** The valid values that a creation sent. */
export interface Sent {
  readonly name?: string;
  readonly categoryId?: bigint;
  readonly status?: PetStatus;
  /** The `id`, if one was sent. */
  readonly id?: bigint;
}

/** A creation, whoever sent it, and its result. */
export interface SeenCreation {
  readonly exchange: Exchange;
  /** Absent if the body is not a JSON object. */
  readonly sent?: Sent;
  /** The animal, if the answer was 201 with one. */
  readonly pet?: Pet;
}

/** What the exchanges of a run say about the store. */
export interface Seen {
  readonly lists: readonly SeenList[];
  readonly refusedLists: readonly RefusedList[];
  readonly reads: readonly SeenRead[];
  /** Answers to getPet that are neither an animal nor a 404. */
  readonly unexpectedReads: readonly UnexpectedRead[];
  /** What gap probes read by an int64 below zero: whether there is an animal is left open, but not which one. */
  readonly probedReads: readonly SeenRead[];
  readonly creations: readonly SeenCreation[];
  /** Animals that the run may have changed: by an operation, or by a method that the specification does not name. */
  readonly touched: ReadonlySet<bigint>;
}

/** The first answer that showed each animal: a creation, a list or a read. */
export function firstShown({ creations, lists, reads }: Seen): ReadonlyMap<bigint, Answered> {
  const shown = new Map<bigint, Answered>();
  const see = (id: bigint | undefined, exchange: Exchange) => {
    if (id === undefined || !isAnswered(exchange)) return;
    const known = shown.get(id);
    if (known === undefined || exchange.finishedAt < known.finishedAt) shown.set(id, exchange);
  };
  for (const { pet, exchange } of [...creations, ...reads]) see(pet?.id, exchange);
  for (const { pets, exchange } of lists) for (const { id } of pets) see(id, exchange);
  return shown;
}

/** Reads the exchanges. Requests without a valid key show only that they were refused. */
export function seenIn(exchanges: readonly Exchange[]): Seen {
  const ours = withoutTransient404s(exchanges)
    .filter(isAnswered)
    .filter(({ caller }) => caller === 'authenticated');
  return {
    lists: ours.flatMap(listOf),
    refusedLists: ours.flatMap(refusedIn),
    reads: ours.filter(({ purpose }) => purpose === 'clause').flatMap(readOf),
    unexpectedReads: ours.filter(({ purpose }) => purpose === 'clause').flatMap(unexpectedReadIn),
    probedReads: ours.filter(({ purpose }) => purpose === 'gap').flatMap(readOf),
    creations: exchanges.filter(({ operation }) => operation === 'createPet').map(creationOf),
    touched: new Set(ours.flatMap(touchedBy)),
  };
}

const listOf = readOnce((exchange: Answered): SeenList[] => {
  const asked = askedIn(exchange);
  const page = exchange.response.status === 200 ? pageOf(exchange) : undefined;
  return asked === undefined || page === undefined ? [] : [{ ...asked, exchange, ...page }];
});

/** A list that was refused, or returned nothing, though section 4.1 defines its query. */
export interface RefusedList extends AskedList {
  readonly exchange: Answered;
}

/** What a list asks for; undefined if section 4.1 does not define it. */
function askedIn(exchange: Answered): AskedList | undefined {
  if (exchange.operation !== 'listPets') return undefined;
  const { search, searchParams } = addressOf(exchange);
  const [limit, ...limits] = searchParams.getAll('limit');
  const [status, ...statuses] = searchParams.getAll('status');
  const known = petStatuses.find((one) => one === status);
  if (limits.length > 0 || statuses.length > 0) return undefined;
  if (status !== known || (limit !== undefined && !isLimit(limit))) return undefined;
  const strange = [...searchParams.keys()].some((name) => name !== 'limit' && name !== 'status');
  return {
    query: search.replace(/^\?/, ''),
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(known && { status: known }),
    strange,
  };
}

const refusedIn = readOnce((exchange: Answered): RefusedList[] => {
  const asked = exchange.purpose === 'clause' ? askedIn(exchange) : undefined;
  if (asked === undefined || asked.strange || !isServicesOwn(exchange)) return [];
  return hasOrdinaryScheme(exchange) ? [{ ...asked, exchange }] : [];
});

/** Whether `bearer` in other letters is accepted is only advisory (`auth.scheme-case`). */
function hasOrdinaryScheme({ request: { headers } }: Exchange): boolean {
  return !headers.some(([name, value]) => /^authorization$/i.test(name) && !/^Bearer /.test(value));
}

/** Statuses that say nothing about the list: who may ask, how often, and what is before the service. */
const saysNothing = [401, 403, 408, 429];

function isServicesOwn(exchange: Answered): boolean {
  const { status } = exchange.response;
  // A 404 that has not passed comes from the service.
  const isOwn = isGateway404(exchange) || !mayBeFromIntermediary(exchange);
  return status >= 400 && !saysNothing.includes(status) && isOwn;
}

/** The address; one without path or query if a recording holds none. */
function addressOf({ request: { url } }: Exchange): URL {
  return new URL(URL.canParse(url) ? url : 'http://unknown.invalid');
}

function isLimit(text: string): boolean {
  const value = Number(text);
  return /^[1-9]\d{0,2}$/.test(text) && value >= pageSize.min && value <= pageSize.max;
}

const readOf = readOnce((exchange: Answered): SeenRead[] => {
  if (exchange.operation !== 'getPet') return [];
  if (operationMayBeGone(exchange)) return [];
  const id = idIn(exchange);
  if (id === undefined) return [];
  if (exchange.response.status === 404) return [{ exchange, id }];
  const pet = exchange.response.status === 200 ? petOf(exchange) : undefined;
  return pet === undefined ? [] : [{ exchange, id, pet }];
});

/** An answer to getPet that section 4.3 does not define for the key: another status, or 200 without an animal. */
interface UnexpectedRead {
  readonly exchange: Answered;
  readonly id: bigint;
}

const unexpectedReadIn = readOnce((exchange: Answered): UnexpectedRead[] => {
  const { operation, response } = exchange;
  if (operation !== 'getPet' || operationMayBeGone(exchange) || mayBeFromIntermediary(exchange))
    return [];
  if (response.status === 404 || saysNothing.includes(response.status)) return [];
  // A body that was not read whole may be an animal.
  if (response.truncated || (response.status === 200 && petOf(exchange) !== undefined)) return [];
  const id = idIn(exchange);
  return id === undefined ? [] : [{ exchange, id }];
});

/** The id at the end of the address, if it is written as an int64. */
function idIn(exchange: Exchange): bigint | undefined {
  const text = addressOf(exchange).pathname.split('/').at(-1) ?? '';
  if (!/^(0|-?[1-9]\d{0,18})$/.test(text)) return undefined;
  const id = BigInt(text);
  return id >= int64.min && id <= int64.max ? id : undefined;
}

const creationOf = readOnce((exchange: Exchange): SeenCreation => {
  const sent = sentIn(tryParseJson(exchange.request.body ?? ''));
  const pet =
    isAnswered(exchange) && exchange.response.status === 201 ? petOf(exchange) : undefined;
  return { exchange, ...(sent && { sent }), ...(pet && { pet }) };
});

function sentIn(body: Json | undefined): Sent | undefined {
  if (!isJsonObject(body)) return undefined;
  const name = member(body, 'name');
  const categoryId = int64Value(member(body, 'categoryId'));
  const id = int64Value(member(body, 'id'));
  const status = petStatuses.find((known) => known === member(body, 'status'));
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(status === undefined ? {} : { status }),
    ...(id === undefined ? {} : { id }),
  };
}

function touchedBy(exchange: Answered): bigint[] {
  const { operation, request } = exchange;
  if (operation === undefined ? request.method === 'GET' : isRead(operation)) return [];
  const id = idIn(exchange);
  return id === undefined ? [] : [id];
}
