import {
  type Answered,
  type Exchange,
  type HeaderPair,
  header,
  isAnswered,
  readOnce,
  wholeNumber,
} from '../http/exchange.ts';
import { brief } from '../http/json.ts';
import { type LastingMember, lastingMembers, type PetStatus } from '../spec/animal.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import { mostChanges } from '../spec/freedoms.ts';
import { isRead } from '../spec/operations.ts';
import { groupedBy } from './grouped.ts';
import type { Pet } from './pet.ts';
import type { Seen, SeenCreation, SeenList } from './seen.ts';

/**
 * What the answers of a run say of the store, as claims: each was true at some moment between two times. Whether answers
 * contradict one another, and whether any history of the store explains them, follows from the claims alone.
 */

/** Preferences of a request that must change nothing in an answer. */
interface Preferences {
  readonly languages?: string;
  readonly codings?: string;
}

/** A request that can be sent again. A creation is repeated as one of another animal like it, which is then read. */
export type Question = Preferences &
  (
    | { readonly operation: 'listPets'; readonly query: string }
    | { readonly operation: 'getPet'; readonly id: bigint }
    | { readonly operation: 'createPet'; readonly like: number }
  );

/** An animal by its id, or the animals of a status, or all. */
export type About = bigint | PetStatus | 'any';

export type Member = 'exists' | 'status' | LastingMember['name'];

/** The status of an animal that is shown without one. */
export const noStatus = 'none';

/** What one answer says of an animal. */
export interface Claim {
  readonly about: About;
  readonly member: Member;
  readonly value: string | bigint | boolean;
  /** It was true at some moment from this time on, in milliseconds since the epoch, ... */
  readonly from: number;
  /** ... to this one. */
  readonly to: number;
  readonly by: Answered;
  /** Which part of which answer says so: `GET /pets/7`, `the filter of GET /pets?status=sold`. */
  readonly source: string;
  readonly kind: 'creation' | 'read' | 'row' | 'filter';
}

/** Timers may be a little early: a pause of the grace counts as one if it is this much of it. */
export const timerSlack = 0.95;

/** The claims of a run, and when each animal of the run was created last. */
export interface Claims {
  /** How long reads may lag behind writes, in milliseconds. */
  readonly graceMs: number;
  readonly of: (about: About, member: Member) => readonly Claim[];
  readonly ids: readonly bigint[];
  /** The latest creation of each animal of the run. */
  readonly created: ReadonlyMap<
    bigint,
    SeenCreation & { readonly exchange: Answered; readonly pet: Pet }
  >;
}

/** The question of an answer as a person writes it: `GET /pets?limit=7`. */
export function written(question: Question): string {
  if (question.operation === 'createPet') return 'POST /pets';
  const { languages, codings } = question;
  const preferences = [
    ...(languages === undefined ? [] : [`Accept-Language: ${languages}`]),
    ...(codings === undefined ? [] : [`Accept-Encoding: ${codings}`]),
  ];
  const preferred = preferences.length === 0 ? '' : ` (${preferences.join(', ')})`;
  if (question.operation === 'getPet') return `GET /pets/${question.id}${preferred}`;
  const { query } = question;
  return `GET /pets${query === '' ? '' : `?${query}`}${preferred}`;
}

/** The question of a list; a preferred language changes nothing, unless a fault does. */
export function sourceOf({ exchange }: SeenList): string {
  return written(questionOf(exchange));
}

/** The question that an answer belongs to. */
export const questionOf = readOnce(({ operation, request, index }: Answered): Question => {
  const url = new URL(URL.canParse(request.url) ? request.url : 'http://unknown.invalid');
  if (operation === 'createPet') return { operation, like: index };
  const form = preferencesOf(request.headers);
  if (operation === 'getPet') {
    return { operation, id: BigInt(url.pathname.split('/').at(-1) ?? '0'), ...form };
  }
  return { operation: 'listPets', query: url.search.replace(/^\?/, ''), ...form };
});

/** The question that reads an animal. */
export const readOf = (id: bigint) => ({ operation: 'getPet', id }) as const;

/** The preferences in which a request differs from an ordinary one. */
export function preferencesOf(headers: readonly HeaderPair[]): Preferences {
  const headerOf = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const [languages, codings] = [headerOf('accept-language'), headerOf('accept-encoding')];
  return {
    ...(languages === undefined ? {} : { languages }),
    ...(codings === undefined ? {} : { codings }),
  };
}

/** Reads the claims out of the answers. */
export function claimsOf(seen: Seen, graceMs: number): Claims {
  const created = new Map(
    seen.creations.flatMap((creation) => {
      const { pet, exchange } = creation;
      return pet?.id !== undefined && isAnswered(exchange)
        ? [[pet.id, { ...creation, pet, exchange }] as const]
        : [];
    }),
  );
  const claims = [...claimsIn(seen, graceMs)].flatMap((claim) => {
    const own = typeof claim.about === 'bigint' ? created.get(claim.about) : undefined;
    if (own === undefined || own.exchange === claim.by) return [claim];
    // Whatever had this id before is another animal.
    const { startedAt } = own.exchange;
    return claim.to > startedAt ? [{ ...claim, from: Math.max(claim.from, startedAt) }] : [];
  });
  const ids = claims.flatMap(({ about }) => (typeof about === 'bigint' ? [about] : []));
  claims.sort((a, b) => a.to - b.to || a.by.index - b.by.index);
  const known = groupedBy(claims, ({ about, member }) => keyOf(about, member));
  return {
    graceMs,
    of: (about, member) => known.get(keyOf(about, member)) ?? [],
    ids: [...new Set(ids)],
    created,
  };
}

const keyOf = (about: About, member: Member) => `${about} ${member}`;

type ClaimBase = Pick<Claim, 'by' | 'source' | 'from' | 'to' | 'kind'>;

function* claimsIn(seen: Seen, graceMs: number): Generator<Claim> {
  const listed = new Set(seen.lists.flatMap(({ pets }) => pets.map(({ id }) => id)));
  // If lists hold new animals back until somebody has seen them, these say nothing of lists.
  const isListed = (id: bigint | undefined) => listed.size === 0 || listed.has(id);
  const lag = (by: Answered) => Math.max(graceMs * timerSlack, ageOf(by));
  const reading = (by: Answered) => ({ by, from: by.startedAt - lag(by), to: by.finishedAt });
  for (const { pet, exchange } of seen.creations) {
    if (pet === undefined || !isAnswered(exchange)) continue;
    const { startedAt: from, finishedAt: to } = exchange;
    const base: ClaimBase = { by: exchange, from, to, source: 'POST /pets', kind: 'creation' };
    yield* claimsOfPet(pet, base);
    if (isListed(pet.id)) yield* claimsOfAny(pet, base);
  }
  for (const { id, pet, exchange } of seen.reads) {
    const source = written(questionOf(exchange));
    const base: ClaimBase = { ...reading(exchange), source, kind: 'read' };
    if (pet === undefined) yield { ...base, about: id, member: 'exists', value: false };
    else if (pet.id === id) {
      yield* claimsOfPet(pet, base);
      if (isListed(id)) yield* claimsOfAny(pet, base);
    }
  }
  for (const list of seen.lists) {
    const { status, strange, count, pets, exchange } = list;
    if (strange) continue;
    const source = sourceOf(list);
    const base: ClaimBase = { ...reading(exchange), source, kind: 'row' };
    const filter: ClaimBase = { ...base, source: `the filter of ${source}`, kind: 'filter' };
    for (const pet of pets) {
      yield* claimsOfPet(pet, base);
      if (
        pet.id !== undefined &&
        status !== undefined &&
        (!pet.hasStatus || pet.status !== undefined)
      ) {
        yield { ...filter, about: pet.id, member: 'status', value: status };
      }
    }
    yield { ...base, about: status ?? 'any', member: 'exists', value: count > 0 };
    for (const one of new Set(pets.map((pet) => pet.status))) {
      if (one !== undefined && one !== status)
        yield { ...base, about: one, member: 'exists', value: true };
    }
  }
}

function* claimsOfPet(pet: Pet, base: ClaimBase): Generator<Claim> {
  const { id, status = pet.hasStatus ? undefined : noStatus } = pet;
  if (id === undefined) return;
  yield { ...base, about: id, member: 'exists', value: true };
  for (const { name } of lastingMembers) {
    const value = pet[name];
    if (value !== undefined) yield { ...base, about: id, member: name, value };
  }
  if (status !== undefined) yield { ...base, about: id, member: 'status', value: status };
}

/** That there is an animal, and one of its status. */
function* claimsOfAny({ status }: Pet, base: ClaimBase): Generator<Claim> {
  yield { ...base, about: 'any', member: 'exists', value: true };
  if (status !== undefined) yield { ...base, about: status, member: 'exists', value: true };
}

/** Claims in the order of their ends. */
export const inOrder = (...claims: readonly (readonly Claim[])[]): Claim[] =>
  claims.flat().sort((a, b) => a.to - b.to);

/**
 * How often a value changed at the least, whatever the lags: each claim must have been true at some moment of its time.
 * The claims stand in the order of their ends. Each change is made as late as it may be, so that it serves as many claims
 * as possible.
 */
export function leastChanges(claims: readonly Claim[]): number {
  const [first] = claims;
  if (first === undefined) return 0;
  const heldUntil = new Map<Claim['value'], number>();
  let current = first.value;
  let changes = 0;
  for (const { value, from, to } of claims) {
    if (value === current || (heldUntil.get(value) ?? Number.NEGATIVE_INFINITY) >= from) continue;
    heldUntil.set(current, to);
    current = value;
    changes += 1;
  }
  return changes;
}

/** The latest claim of each source. */
export function latestOf(claims: readonly Claim[]): Claim[] {
  return [...new Map(claims.map((claim) => [claim.source, claim])).values()];
}

/** This many answers show that a source keeps to what it says. */
const enoughToKeep = 3;

/** The latest claims among which each source keeps to its own answer, of the sources that answered often enough. */
function sinceTheyKeep(claims: readonly Claim[]): readonly Claim[] {
  const values = new Map<string, { readonly value: Claim['value']; times: number }>();
  let at = claims.length;
  for (const { source, value } of claims.toReversed()) {
    const known = values.get(source);
    if (known && known.value !== value) break;
    values.set(source, { value, times: (known?.times ?? 0) + 1 });
    at -= 1;
  }
  return claims.slice(at).filter(({ source }) => (values.get(source)?.times ?? 0) >= enoughToKeep);
}

/** Answers that contradict one another. */
export interface Contradiction {
  readonly requirement: RequirementId;
  /** `failure`: beyond the freedoms. `doubt`: within them, and to be asked again. */
  readonly weight: 'failure' | 'doubt';
  readonly problem: string;
  /** The answer that is wrong comes first. */
  readonly evidence: readonly Answered[];
  /** What to ask again, both sides in turn. */
  readonly ask: readonly Question[];
  /** Why a doubt that does not stand leaves the requirement open, and what to do; without it, the requirement passes. */
  readonly leavesOpen?: string | undefined;
  /** When a doubt can be decided, in milliseconds since the epoch, if that is later than usual. */
  readonly decidedFrom?: number;
  /** The animals that it is about. */
  readonly about?: readonly bigint[];
}

/** What to do if answers change more often than the freedoms allow. */
export const elsewhere = 'something else edits this store; run again, or use a quieter one';

export const show = (value: Claim['value']) =>
  value === noStatus ? 'none' : typeof value === 'string' ? brief(value) : `${value}`;

export const said = ({ value, source, by }: Claim) =>
  `${show(value)} in ${source === 'POST /pets' ? 'its creation' : source} (#${by.index})`;

/** The requirement that a wrong claim breaks. */
export function requirementOf(claim: Claim): RequirementId {
  if (claim.kind === 'read') return 'get.same-animal';
  if (claim.kind === 'row') return 'list.same-animal';
  return claim.by.request.url.includes('limit=') ? 'list.filter-with-limit' : 'list.status-filter';
}

/**
 * A dispute between claims: a failure if more changes are needed than the freedoms allow while each question keeps to its
 * answer, else a doubt if the latest answers still differ, or if questions change their answers that often.
 */
export function dispute(
  claims: readonly Claim[],
  most = mostChanges,
): Pick<Contradiction, 'weight' | 'evidence' | 'ask' | 'leavesOpen'> | undefined {
  const changes = leastChanges(claims);
  if (changes === 0) return undefined;
  const sides = [...groupedBy(latestOf(claims), ({ value }) => value).values()].map(
    (side) => side.findLast(({ kind }) => kind !== 'creation') ?? side[0],
  );
  const asked = sides.flatMap((claim) => claim ?? []);
  const found = { evidence: asked.map(({ by }) => by), ask: asked.map(({ by }) => questionOf(by)) };
  if (leastChanges(sinceTheyKeep(claims)) > most) return { ...found, weight: 'failure' };
  const leavesOpen = changes > most ? elsewhere : undefined;
  return asked.length < 2 && !leavesOpen ? undefined : { ...found, weight: 'doubt', leavesOpen };
}

/** The creation of an animal of the run; none of another one. */
export const creationOf = (about: About, created: Claims['created']) => {
  const exchange = typeof about === 'bigint' ? created.get(about)?.exchange : undefined;
  return exchange === undefined ? [] : [exchange];
};

/** Creations of animals like these, by turns, so many. */
export function likeEach(
  creations: readonly Exchange[],
  many: number,
  form: Preferences = {},
): Question[] {
  return Array.from({ length: many }, (_, at) => creations[at % creations.length]).flatMap(
    (exchange) =>
      exchange ? [{ operation: 'createPet', like: exchange.index, ...form } as const] : [],
  );
}

/** What came, or stayed, only later than reads may lag: a longer grace decides it. */
export function appearsLate(
  what: string,
  requirement: RequirementId,
  created: Exchange,
  { by }: Claim,
): Contradiction {
  const seconds = Math.ceil((by.startedAt - created.finishedAt) / 1000);
  return {
    requirement,
    weight: 'doubt',
    problem: `${what} appeared ${seconds} s after its creation, later than --grace allows`,
    evidence: [by],
    ask: [],
    leavesOpen: `run again with --grace ${seconds + 1}`,
  };
}

/** Whole seconds are up to one second short, and an answer takes some time on its way. */
const roundedMs = 2000;

/**
 * How old the state of the store in an answer is, in milliseconds, if the answer says so (`Age`: RFC 9111, section
 * 5.1).
 */
function ageOf({ response }: Answered): number {
  const seconds = wholeNumber(header(response, 'Age')) ?? 0;
  return seconds === 0 ? 0 : seconds * 1000 + roundedMs;
}

/** For how many milliseconds an answer allows caches to reuse it (RFC 9111, section 5.2.2). */
function keptFor({ response }: Answered): number {
  const directives = (header(response, 'Cache-Control') ?? '').split(',');
  const ages = directives.map(
    (one) => /^\s*(?:s-maxage|max-age)="?(\d{1,9})"?\s*$/i.exec(one)?.[1],
  );
  return Math.max(0, ...ages.map((seconds = '0') => Number(seconds) * 1000));
}

/** How many milliseconds reads may lag behind writes, by the answer to a read; 0 for all others. */
export function lagSaid(exchange: Exchange): number {
  if (!isRead(exchange.operation) || exchange.caller === 'anonymous' || !isAnswered(exchange))
    return 0;
  return Math.max(ageOf(exchange), keptFor(exchange));
}
