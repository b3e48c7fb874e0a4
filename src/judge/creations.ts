import { type Answered, type Exchange, isAnswered } from '../http/exchange.ts';
import { tryParseJson, writeJson } from '../http/json.ts';
import { problemsOfProbed } from './answers.ts';
import { groupedBy } from './grouped.ts';
import { type Finding, findingIn } from './outcome.ts';
import type { Pet } from './pet.ts';
import type { Seen, SeenCreation, SeenList } from './seen.ts';

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

/** A response that shows an animal. */
interface Sighting {
  readonly exchange: Answered;
  readonly pet: Pet;
  /** The query, if it is a list. */
  readonly query?: string;
}

const sightingsIn = ({ lists, reads }: Seen): Sighting[] => [
  ...lists.flatMap(({ exchange, query, pets }) => pets.map((pet) => ({ exchange, query, pet }))),
  ...reads.flatMap(({ exchange, pet }) => (pet ? [{ exchange, pet }] : [])),
];

/** Others may copy an animal of the run during the run; hardly two of them, name by name. */
const mostCopied = 1;

/**
 * Judges that a creation makes one animal (section 4.2): a name that this run sent once, and that nobody was shown before,
 * is that of one id. Only ids between those that the run was given count: an earlier run with the same seed has left
 * animals of the same names.
 */
export function judgeDoubles(seen: Seen): Finding[] {
  const { creations } = seen;
  // An animal that was given the name of another one fails `create.keeps-values`.
  if (creations.some(({ sent, pet }) => pet?.name !== undefined && pet.name !== sent?.name)) {
    return [];
  }
  const ids = creations.flatMap(({ pet }) => pet?.id ?? []);
  const isBetween = (id: bigint) => ids.some((one) => one < id) && ids.some((one) => one > id);
  const byName = groupedBy(creations, ({ sent }) => sent?.name);
  const sightings = groupedBy(sightingsIn(seen), ({ pet }) => pet.name);
  const doubled = creations.flatMap(({ sent, pet, exchange }) => {
    if (pet?.name === undefined || byName.get(sent?.name)?.length !== 1) return [];
    const shown = sightings.get(pet.name) ?? [];
    if (shown.some((one) => one.exchange.finishedAt <= exchange.startedAt)) return [];
    const copy = shown.find(
      ({ pet: { id } }) => id !== undefined && !ids.includes(id) && isBetween(id),
    );
    return copy ? [{ name: pet.name, own: pet.id, copy, exchange }] : [];
  });
  const [first] = doubled;
  if (first === undefined || doubled.length <= mostCopied) return [];
  const { name, own, copy, exchange } = first;
  const problem = `one creation of ${JSON.stringify(name)} made the animals ${own} and ${copy.pet.id}, and so for ${doubled.length} names of this run`;
  return [{ ...findingIn(copy.exchange, 'create.server-id', problem), also: [exchange.index] }];
}

/**
 * Judges that a creation which was answered 400 or 401 left no animal (sections 4.2 and 5.3). The names are the run's
 * own; an animal that an earlier run with the same seed may have left, before the service was mended, shows nothing.
 */
export function judgeLeftovers(seen: Seen): Finding[] {
  const refusals = refusalsByName(seen);
  if (refusals.size === 0) return [];
  return sightingsIn(seen).flatMap(({ exchange, pet, query }): Finding[] => {
    // An animal without a string as its name does not show whose it is.
    const refusal = pet.name === undefined ? undefined : refusals.get(pet.name);
    if (refusal === undefined || exchange.startedAt < refusal.startedAt) return [];
    if (!isNew(pet.id, query, refusal, seen)) return [];
    const problem = `the animal ${pet.id} is there under the name that was refused, ${JSON.stringify(pet.name)}`;
    const id = 'create.refused-leaves-nothing';
    return [{ ...findingIn(refusal, id, problem), also: [exchange.index] }];
  });
}

/** The last refusal of each name that only refusals sent. */
function refusalsByName({ creations }: Seen): Map<string, Answered> {
  const refusals = new Map<string, Answered>();
  const refused = creations.filter(({ exchange: { response } }) =>
    [400, 401].includes(response?.status ?? 0),
  );
  for (const creation of refused) {
    if (!isAnswered(creation.exchange)) continue;
    for (const name of namesOf(creation)) if (isOwn(name)) refusals.set(name, creation.exchange);
  }
  for (const creation of creations) {
    if (refused.includes(creation) || creation.exchange.response?.status === 429) continue;
    // White space at its ends may have been removed.
    for (const name of namesOf(creation))
      for (const one of [name, name.trim()]) refusals.delete(one);
  }
  return refusals;
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

/** How many animals show that ids are given in rising order. */
const enoughToCount = 3;

/** Whether the animal was not there before: its list did not show it then, or its id is above all that were given. */
function isNew(
  id: bigint | undefined,
  query: string | undefined,
  refusal: Answered,
  { lists, creations }: Seen,
): boolean {
  const isBefore = (one: Exchange) => one.finishedAt <= refusal.startedAt;
  const isWithout = (list: SeenList) =>
    list.count === list.pets.length && list.pets.every((pet) => id === undefined || pet.id !== id);
  if (lists.some((list) => list.query === query && isBefore(list.exchange) && isWithout(list))) {
    return true;
  }
  const given = creations.flatMap(({ pet, exchange }) =>
    isBefore(exchange) ? (pet?.id ?? []) : [],
  );
  const [first, last] = [given.at(0), given.at(-1)];
  if (id === undefined || first === undefined || last === undefined) return false;
  // Others create, too; random ids would be far apart. In between, creations side by side may overtake one another.
  const isRising = first < last && last - first < 1000n * BigInt(given.length);
  return given.length >= enoughToCount && isRising && given.every((one) => one < id);
}
