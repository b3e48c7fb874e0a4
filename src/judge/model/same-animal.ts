import type { RequiredId } from '../../catalogue/catalogue.ts';
import { petStatuses } from '../../catalogue/operations.ts';
import type { Answered } from '../../http/exchange.ts';
import { type Pet, pageOf, petOf } from '../pet.ts';
import { type Doubt, type RepeatedQuestion, written } from './doubts.ts';
import type { Seen, SeenList } from './seen.ts';

type Member = 'name' | 'categoryId' | 'status';

/**
 * Doubts about lists that show an animal differently from another answer: its creation, a read, another list (sections
 * 2 and 4.1). Others may have changed it in between, and its status may move at any time, so the list and a read of the
 * animal are asked in turn.
 */
export function animalDoubts(seen: Seen): Doubt[] {
  const { lists, reads, creations, touched } = seen;
  const created = creations.flatMap(({ pet }) => pet ?? []);
  const firm = [...created, ...reads.flatMap(({ pet }) => pet ?? [])];
  const listed = lists.flatMap(({ pets }) => pets);
  const origin = new Map(created.map((pet) => [pet.id, pet]));
  const doubtsOf = (member: Member, pets: readonly Pet[]) => {
    const wrongReads = readsAreWrong(member, seen);
    const voices = voicesOf(member, pets);
    const told = new Map<string, Set<bigint>>();
    const doubts: Doubt[] = [];
    // What the latest pages show is still there to be asked for again.
    for (const list of lists.toReversed()) {
      const doubted = told.get(list.query) ?? new Set();
      told.set(list.query, doubted);
      if (list.strange || doubted.size >= mostDoubted) continue;
      for (const pet of list.pets) {
        const { id } = pet;
        if (id === undefined || touched.has(id) || doubted.has(id)) continue;
        // If the creation of an animal is known, the confrontation tells which of the two is wrong.
        if (wrongReads && (member === 'status' || !origin.has(id))) continue;
        if (!voices.get(id)?.some((voice) => disagree(member, voice, pet, list))) continue;
        doubted.add(id);
        doubts.push(doubtOn(list, id, member, origin.get(id)));
      }
    }
    return doubts;
  };
  // Of two lists that differ, the one that a read or a creation contradicts comes first.
  return [firm, listed].flatMap((pets) => [
    ...doubtsOf('name', pets),
    ...doubtsOf('categoryId', pets),
    ...doubtsOf('status', pets),
  ]);
}

/** This many animals in the lists of one query are doubted; two are asked again. */
const mostDoubted = 50;

/** The most values that can differ: each status, an unknown one, and none. */
const mostVoices = petStatuses.length + 2;

/**
 * The values given for a member of each animal, each once, and no more than are needed to see whether others differ.
 */
function voicesOf(member: Member, pets: readonly Pet[]): Map<bigint, Pet[]> {
  const voices = new Map<bigint, Pet[]>();
  const isSame = (one: Pet, other: Pet) =>
    one[member] === other[member] && (member !== 'status' || one.hasStatus === other.hasStatus);
  for (const pet of pets) {
    if (pet.id === undefined) continue;
    const known = voices.get(pet.id) ?? [];
    if (known.length >= mostVoices || known.some((one) => isSame(one, pet))) continue;
    voices.set(pet.id, [...known, pet]);
  }
  return voices;
}

/**
 * Whether reads, and not lists, show an animal of this run differently from its creation: then lists are right, and
 * `get.same-animal` fails.
 */
function readsAreWrong(member: Member, { creations, reads, lists }: Seen): boolean {
  return creations.some(({ pet: created }) => {
    const { id, [member]: value } = created ?? {};
    if (id === undefined || value === undefined) return false;
    const same = (pet: Pet) => pet.id === id && pet[member] === value;
    const read = reads.flatMap(({ pet }) => (pet?.id === id ? [pet] : []));
    if (read.length === 0 || read.some(same)) return false;
    return lists.some(({ pets }) => pets.some(same));
  });
}

function disagree(member: Member, voice: Pet, shown: Pet, list: SeenList): boolean {
  if (member !== 'status') {
    return differ(voice[member], shown[member]);
  }
  if (unknownStatus(voice) || unknownStatus(shown)) return false;
  // An animal in a filtered list is said to have the requested status, whatever the list shows.
  const said = list.status ?? shown.status;
  if (said === undefined) return false;
  return differ(said, voice.status) || differ(said, shown.status);
}

const unknownStatus = (pet: Pet) => pet.hasStatus && pet.status === undefined;

/** Whether both are known and differ. */
const differ = (one: unknown, other: unknown) =>
  one !== undefined && other !== undefined && one !== other;

function doubtOn(list: SeenList, id: bigint, member: Member, created: Pet | undefined): Doubt {
  const proof: RepeatedQuestion = { operation: 'getPet', id };
  const doubtful: RepeatedQuestion = { operation: 'listPets', query: list.query };
  return {
    about: member === 'status' ? 'status' : 'identity',
    requirement: member === 'status' ? requirementOf(list) : 'list.same-animal',
    proof,
    doubtful,
    contradiction: (proofs, others) => {
      const read = unanimous(proofs.map((answer) => asRead(answer, id)?.[member]));
      const listed = unanimous(others.map((answer) => asListed(answer, id, list)?.[member]));
      if (read === undefined || listed === undefined || read === listed) return undefined;
      // If the list agrees with the creation, it is right, and the read is not.
      const wrongRead = member !== 'status' && listed === created?.[member];
      const problem = `${member} of the animal ${id} is ${show(listed)} in ${written(doubtful)} and ${show(read)} in ${written(proof)}, asked in turn`;
      return { problem, ...(wrongRead ? { requirement: 'get.same-animal' as const } : {}) };
    },
  };
}

/** A filtered list that shows an animal with another status than it has shows one that does not belong there. */
export function requirementOf({ status, limit }: SeenList): RequiredId {
  if (status === undefined) return 'list.same-animal';
  return limit === undefined ? 'list.status-filter' : 'list.filter-with-limit';
}

function asRead(answer: Answered, id: bigint): Pet | undefined {
  const pet = answer.response.status === 200 ? petOf(answer) : undefined;
  return pet?.id === id ? pet : undefined;
}

function asListed(answer: Answered, id: bigint, { status }: SeenList): Pet | undefined {
  const page = answer.response.status === 200 ? pageOf(answer) : undefined;
  const pet = page?.pets.find((one) => one.id === id);
  return pet === undefined || status === undefined ? pet : { ...pet, status };
}

/** The one value that all answers gave; undefined unless each gave it. */
function unanimous<T>(values: readonly (T | undefined)[]): T | undefined {
  const [first] = values;
  return values.every((value) => value === first) ? first : undefined;
}

const show = (value: string | bigint) =>
  typeof value === 'string' ? JSON.stringify(value) : `${value}`;
