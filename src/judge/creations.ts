import { type Answered, type Exchange, isAnswered } from '../http/exchange.ts';
import { tryParseJson, writeJson } from '../http/json.ts';
import { problemsOfProbed } from './answers.ts';
import type { Finding } from './outcome.ts';
import type { Pet } from './pet.ts';
import { idsOf, type Seen, type SeenCreation, type SeenList, type SeenRead } from './seen.ts';

/**
 * Judges every creation that was accepted, gap probes too (section 4.2, rule 2): its answer is an animal with the
 * values sent. Returns only problems.
 */
export function judgeCreations({ creations }: Seen): Finding[] {
  return creations.flatMap((creation) => [
    ...changedValues(creation),
    ...problemsOfProbed(creation.exchange),
  ]);
}

function changedValues({ exchange, sent, pet }: SeenCreation): Finding[] {
  if (sent === undefined || pet === undefined) return [];
  // A body that had to be refused may have been read in another way: that fails another requirement.
  if (sent.name === undefined || sent.categoryId === undefined) return [];
  const changes: string[] = [];
  if (pet.name !== undefined && pet.name !== sent.name && !mayBeTidied(sent.name)) {
    changes.push(`name is ${brief(pet.name)}, but the creation sent ${brief(sent.name)}`);
  }
  if (pet.categoryId !== undefined && pet.categoryId !== sent.categoryId) {
    changes.push(`categoryId is ${pet.categoryId}, but the creation sent ${sent.categoryId}`);
  }
  const unknown = pet.hasStatus && pet.status === undefined;
  if (sent.status !== undefined && pet.status !== sent.status && !unknown) {
    changes.push(`status is ${pet.status ?? 'absent'}, but the creation sent ${sent.status}`);
  }
  return changes.map((problem) => ({
    id: 'create.keeps-values' as const,
    exchange: exchange.index,
    at: 'createPet 201',
    problem,
  }));
}

/** Limits on names are open: white space at the ends, what cannot be seen, and other forms of Unicode. */
function mayBeTidied(name: string): boolean {
  return name.trim() !== name || /\p{C}/u.test(name) || name.normalize('NFC') !== name;
}

function brief(name: string): string {
  const text = JSON.stringify(name);
  return text.length > 60 ? `${text.slice(0, 50)}… (${[...name].length} characters)` : text;
}

/** Others may copy an animal of the run during the run; hardly two of them, name by name. */
const mostCopied = 1;

/**
 * Judges that a creation makes one animal (section 4.2): a list that shows names of this run, each of which was sent
 * once, under two ids at the same time shows that they were made twice. So do reads that show them under ids between
 * those that the run was given. Under a challenge only such ids count in lists, too: an earlier run with the same
 * challenge, as one that was cut short, has left animals of the same names.
 */
export function judgeDoubles(seen: Seen, challenged = false): Finding[] {
  // An animal that was given the name of another one fails `create.keeps-values`.
  if (seen.creations.some(({ sent, pet }) => pet?.name !== undefined && pet.name !== sent?.name)) {
    return [];
  }
  const sentOnce = namesSentOnce(seen);
  if (namesShownFirst(seen, sentOnce).size > mostCopied) return [];
  const lists = challenged ? listed(seen).map(withoutOutside(seen)) : listed(seen);
  for (const { pets, exchange, at } of [...lists, ...readBeside(seen)]) {
    const doubled = doubledNames(pets, sentOnce);
    const [first] = doubled;
    if (first === undefined || doubled.length <= mostCopied) continue;
    const [name, ids] = first;
    const problem = `one creation of ${JSON.stringify(name)} made the animals ${ids.join(' and ')}, and so for ${doubled.length} names of this run`;
    const also = seen.creations
      .filter(({ sent }) => sent?.name === name)
      .map((one) => one.exchange.index);
    return [{ id: 'create.server-id', exchange: exchange.index, also, at, problem }];
  }
  return [];
}

/** An answer, or several, that show several animals. */
interface Look {
  readonly pets: readonly Pet[];
  readonly exchange: Answered;
  readonly at: string;
}

const listed = ({ lists }: Seen): Look[] =>
  lists.map(({ pets, exchange }) => ({ pets, exchange, at: 'listPets 200' }));

/** Names of the run that were shown before it sent them: an earlier run has used its challenge. */
function namesShownFirst({ creations, lists, reads }: Seen, names: ReadonlySet<string>) {
  const shown = new Map<string | undefined, Answered[]>();
  const see = ({ name }: Pet, exchange: Answered) => {
    if (name !== undefined && names.has(name))
      shown.set(name, [...(shown.get(name) ?? []), exchange]);
  };
  for (const { pets, exchange } of lists) for (const pet of pets) see(pet, exchange);
  for (const { pet, exchange } of reads) if (pet) see(pet, exchange);
  const sent = creations.filter(({ sent: { name = '' } = {} }) => names.has(name));
  const isFirst = ({ sent: { name } = {}, exchange }: SeenCreation) =>
    shown
      .get(name)
      ?.some((look) => look.finishedAt <= exchange.startedAt && look.index < exchange.index);
  return new Set(sent.filter(isFirst).map(({ sent: { name } = {} }) => name));
}

const idsGiven = ({ creations }: Seen) => creations.flatMap(({ pet }) => pet?.id ?? []);

const isWithin = (id: bigint, ids: readonly bigint[]) =>
  ids.some((one) => one <= id) && ids.some((one) => one >= id);

/** Takes out of a look the animals whose ids are not between those that the run was given. */
function withoutOutside(seen: Seen): (look: Look) => Look {
  const ids = idsGiven(seen);
  return (look) => ({
    ...look,
    pets: look.pets.filter(({ id }) => id !== undefined && isWithin(id, ids)),
  });
}

/** The animals that the run was given, and those that reads show between them. */
function readBeside(seen: Seen): Look[] {
  const { creations, reads } = seen;
  const given = creations.flatMap(({ pet }) => pet ?? []);
  const ids = idsGiven(seen);
  const isBetween = ({ id, pet }: SeenRead) =>
    pet?.id === id && !ids.includes(id) && isWithin(id, ids);
  const beside = reads.filter(isBetween);
  const last = beside.at(-1);
  if (last === undefined) return [];
  const pets = [...given, ...beside.flatMap(({ pet }) => pet ?? [])];
  return [{ pets, exchange: last.exchange, at: 'getPet 200' }];
}

/** Names of accepted creations that no other request of the run sent. */
function namesSentOnce({ creations }: Seen): Set<string> {
  const times = new Map<string, number>();
  for (const { sent } of creations) {
    if (sent?.name !== undefined) times.set(sent.name, (times.get(sent.name) ?? 0) + 1);
  }
  return new Set(
    creations.flatMap(({ pet }) =>
      pet?.name !== undefined && times.get(pet.name) === 1 ? [pet.name] : [],
    ),
  );
}

function doubledNames(
  pets: readonly Pet[],
  names: ReadonlySet<string>,
): (readonly [name: string, ids: readonly bigint[]])[] {
  const byName = new Map<string, Set<bigint>>();
  for (const { id, name } of pets) {
    if (id === undefined || name === undefined || !names.has(name)) continue;
    byName.set(name, (byName.get(name) ?? new Set()).add(id));
  }
  return [...byName].flatMap(([name, ids]) => (ids.size > 1 ? [[name, [...ids]] as const] : []));
}

/** An answer that shows an animal. */
interface Sighting {
  readonly exchange: Exchange;
  readonly pet: Pet;
  /** The query, if it is a list. */
  readonly query?: string;
}

/**
 * Judges that a creation which was answered 400 or 401 left no animal (sections 4.2 and 5.3). The names are the run's
 * own; an animal that an earlier run with the same data may have left, before the service was mended, shows nothing.
 */
export function judgeLeftovers(seen: Seen): Finding[] {
  const refusals = refusalsByName(seen);
  if (refusals.size === 0) return [];
  return sightings(seen).flatMap(({ exchange, pet, query }): Finding[] => {
    // An animal without a string as its name does not show whose it is.
    const refusal = pet.name === undefined ? undefined : refusals.get(pet.name);
    if (refusal === undefined || exchange.startedAt < refusal.startedAt) return [];
    const place = { exchange, pet, ...(query === undefined ? {} : { query }) };
    if (!isNew(place, refusal, seen)) return [];
    const status = refusal.response?.status;
    return [
      {
        id: 'create.refused-leaves-nothing',
        exchange: refusal.index,
        also: [exchange.index],
        at: `createPet ${status}`,
        problem: `the animal ${pet.id} is there under the name that was refused, ${JSON.stringify(pet.name)}`,
      },
    ];
  });
}

/** The last refusal of each name that only refusals sent. */
function refusalsByName({ creations }: Seen): Map<string, Exchange> {
  const refusals = new Map<string, Exchange>();
  for (const creation of creations) {
    if (!isRefusal(creation)) continue;
    for (const name of namesOf(creation)) {
      if (isOwn(name)) refusals.set(name, creation.exchange);
    }
  }
  for (const creation of creations) {
    if (!mayHaveCreated(creation)) continue;
    for (const name of namesOf(creation)) {
      refusals.delete(name);
      // White space at its ends may have been removed.
      refusals.delete(name.trim());
    }
  }
  return refusals;
}

function isRefusal({ exchange: { response } }: SeenCreation): boolean {
  return response?.status === 400 || response?.status === 401;
}

function mayHaveCreated(creation: SeenCreation): boolean {
  return !isRefusal(creation) && creation.exchange.response?.status !== 429;
}

/** Also a text in an array, or a number: what is no name may be kept as a text. */
const anyName = /name\\*"\s*:\s*(?:\[?\s*\\*"([^"\\]+)|(-?\d+(?:\.\d+)?))/g;

/** Shorter names, and those of white space, do not belong to this run alone: others, or probes, send them too. */
const isOwn = (name: string) => name.trim().length >= 6;

/** The names in a body, even if it is not a proper creation. */
function namesOf({ exchange, sent }: SeenCreation): string[] {
  if (sent?.name !== undefined) return [sent.name];
  const { body = '' } = exchange.request;
  const parsed = tryParseJson(body);
  // Without the escapes in which it may be written.
  const text = parsed === undefined ? body : writeJson(parsed);
  return [...text.matchAll(anyName)].map(([, name, digits]) => name ?? digits ?? '');
}

function sightings({ lists, reads }: Seen): Sighting[] {
  return [
    ...lists.flatMap(({ exchange, query, pets }) => pets.map((pet) => ({ exchange, query, pet }))),
    ...reads.flatMap(({ exchange, pet }) => (pet ? [{ exchange, pet }] : [])),
  ];
}

/** Whether the animal was not there before: its list did not show it then, or its id is above one given since. */
function isNew({ pet, query }: Sighting, refusal: Exchange, seen: Seen): boolean {
  const { id } = pet;
  const before = seen.lists.filter(
    (list) => list.query === query && list.exchange.finishedAt <= refusal.startedAt,
  );
  const isWithout = (list: SeenList) =>
    list.count === list.pets.length && (id === undefined || !idsOf(list).has(id));
  if (before.some(isWithout)) return true;
  const given = seen.creations
    .filter(({ exchange }) => isAnswered(exchange) && exchange.finishedAt <= refusal.startedAt)
    .flatMap(({ pet: own }) => (own?.id === undefined ? [] : [own.id]));
  return id !== undefined && isCountedUp(given) && given.every((one) => one < id);
}

/** How many animals show that ids are given in rising order. */
const enoughToCount = 3;

function isCountedUp(ids: readonly bigint[]): boolean {
  const [first, last] = [ids.at(0), ids.at(-1)];
  if (first === undefined || last === undefined || ids.length < enoughToCount) return false;
  // Others create, too; random ids would be far apart. In between, creations side by side may overtake one another.
  return first < last && last - first < 1000n * BigInt(ids.length);
}
