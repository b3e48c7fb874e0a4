import { type Answered, isAnswered } from '../http/exchange.ts';
import { brief, tryParseJson, writeJson } from '../http/json.ts';
import { problemsOfProbed } from './answers.ts';
import { groupedBy } from './grouped.ts';
import { type Finding, findingIn } from './outcome.ts';
import type { Pet } from './pet.ts';
import { firstShown, type Seen, type SeenCreation } from './seen.ts';

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

/** A response that shows an animal. */
interface Sighting {
  readonly exchange: Answered;
  readonly pet: Pet;
}

const sightingsIn = ({ lists, reads }: Seen): Sighting[] => [
  ...lists.flatMap(({ exchange, pets }) => pets.map((pet) => ({ exchange, pet }))),
  ...reads.flatMap(({ exchange, pet }) => (pet ? [{ exchange, pet }] : [])),
];

/** Others may copy an animal of the run; hardly two of them, name by name. */
const mostCopied = 1;

/**
 * Judges that a creation makes one animal (section 4.2): a name that this run sent once is that of one id. No other run
 * gives the same names.
 */
export function judgeDoubles(seen: Seen): Finding[] {
  const { creations } = seen;
  // An animal that was given the name of another one fails `create.keeps-values`.
  if (creations.some(({ sent, pet }) => pet?.name !== undefined && pet.name !== sent?.name)) {
    return [];
  }
  const given = new Set(creations.map(({ pet }) => pet?.id));
  const byName = groupedBy(creations, ({ sent }) => sent?.name);
  const sightings = groupedBy(sightingsIn(seen), ({ pet }) => pet.name);
  const doubled = creations.flatMap(({ sent, pet, exchange }) => {
    if (pet?.name === undefined || byName.get(sent?.name)?.length !== 1) return [];
    const shown = sightings.get(pet.name) ?? [];
    if (shown.some((one) => one.exchange.finishedAt <= exchange.startedAt)) return [];
    const copy = shown.find(({ pet: { id } }) => id !== undefined && !given.has(id));
    const isThere = shown.some(({ pet: { id } }) => id === pet.id);
    return copy && isThere ? [{ name: pet.name, own: pet.id, copy, exchange }] : [];
  });
  const [first] = doubled;
  if (first === undefined || doubled.length <= mostCopied) return [];
  const { name, own, copy, exchange } = first;
  const problem = `one creation of ${JSON.stringify(name)} made the animals ${own} and ${copy.pet.id}, and so for ${doubled.length} names of this run`;
  return [{ ...findingIn(copy.exchange, 'create.server-id', problem), also: [exchange.index] }];
}

/**
 * Judges that a creation which was answered 400 or 401 left no animal (sections 4.2 and 5.3). The names are the run's
 * own; an animal that was shown before has its name from somebody else.
 */
export function judgeLeftovers(seen: Seen): Finding[] {
  const refusals = refusalsByName(seen);
  if (refusals.size === 0) return [];
  const shown = firstShown(seen);
  return sightingsIn(seen).flatMap(({ exchange, pet }): Finding[] => {
    // An animal without a string as its name does not show whose it is.
    const refusal = pet.name === undefined ? undefined : refusals.get(pet.name);
    if (refusal === undefined || exchange.startedAt < refusal.startedAt) return [];
    const first = pet.id === undefined ? undefined : shown.get(pet.id);
    if (first && first.finishedAt <= refusal.startedAt) return [];
    const problem = `the animal ${pet.id} is there under the name that was refused, ${JSON.stringify(pet.name)}`;
    const id = 'create.refused-leaves-nothing';
    return [{ ...findingIn(refusal, id, problem), also: [exchange.index] }];
  });
}

/** The first refusal of each name that only refusals sent. */
function refusalsByName({ creations }: Seen): Map<string, Answered> {
  const refusals = new Map<string, Answered>();
  const refused = creations.filter(({ exchange: { response } }) =>
    [400, 401].includes(response?.status ?? 0),
  );
  for (const creation of refused) {
    if (!isAnswered(creation.exchange)) continue;
    for (const name of namesOf(creation).filter(isOwn))
      if (!refusals.has(name)) refusals.set(name, creation.exchange);
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
