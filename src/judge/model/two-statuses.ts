import type { PetStatus } from '../../catalogue/operations.ts';
import type { Answered } from '../../http/exchange.ts';
import { type Pet, pageOf, petOf } from '../pet.ts';
import { type Doubt, type RepeatedQuestion, written } from './doubts.ts';
import { requirementOf } from './same-animal.ts';
import { latestOf, type Seen, type SeenList } from './seen.ts';

/** A list that is filtered by a status. */
type Filtered = SeenList & { readonly status: PetStatus };

/**
 * Doubts about animals that filtered lists show though they have no status, or another one (section 4.1, rule 3): one
 * that is in the lists of two statuses at the same time, and one that every other answer shows without a status, though
 * it shows that status of others.
 */
export function filterDoubts(seen: Seen): Doubt[] {
  const filtered = latestOf(seen.lists).filter(
    (list): list is Filtered => list.status !== undefined && !list.strange,
  );
  const sources = sourcesOf(seen);
  const created = withStatus(seen.creations.flatMap(({ pet }) => pet ?? []));
  const isTold = (id: bigint) =>
    created.has(id) || sources.some((source) => source.withStatus.has(id));
  const shownIn = ({ pets, status }: Filtered) =>
    new Set(
      pets.flatMap((pet) =>
        pet.id === undefined || seen.touched.has(pet.id) || (pet.status ?? status) !== status
          ? []
          : [pet.id],
      ),
    );
  const shown = new Map(filtered.map((list) => [list, shownIn(list)]));
  const shows = (list: Filtered, id: bigint) => shown.get(list)?.has(id) === true;
  return filtered.flatMap((list) => {
    const ids = [...(shown.get(list) ?? [])];
    // What reads or plain lists say about its status tells which of the two lists is wrong.
    const open = ids.filter((id) => !isTold(id));
    const other = filtered.find(
      (one) => one.status !== list.status && open.some((id) => shows(one, id)),
    );
    const shared = other && open.find((id) => shows(other, id));
    const bare = ids.find((id) =>
      sources.every((source) => isShownWithout(id, list.status, source)),
    );
    return [
      ...(other && shared !== undefined ? [doubtOfTwo(other, list, shared)] : []),
      ...(bare === undefined ? [] : [doubtOfNone(list, bare)]),
    ];
  });
}

/** The animals that are shown with a status. */
function withStatus(pets: readonly Pet[]): Set<bigint> {
  return new Set(pets.flatMap(({ id, hasStatus }) => (id !== undefined && hasStatus ? [id] : [])));
}

/** What one kind of answer says about the statuses of animals. */
interface Source {
  readonly shown: ReadonlySet<bigint>;
  readonly withStatus: ReadonlySet<bigint>;
  readonly statuses: ReadonlySet<PetStatus | undefined>;
}

/** What reads say, and what lists without a filter say. */
function sourcesOf({ reads, lists }: Seen): readonly Source[] {
  const read = reads.flatMap(({ pet }) => pet ?? []);
  const plain = lists.flatMap((list) => (list.status === undefined ? list.pets : []));
  return [read, plain].map((pets) => ({
    shown: new Set(pets.flatMap(({ id }) => id ?? [])),
    withStatus: withStatus(pets),
    statuses: new Set(pets.map(({ status }) => status)),
  }));
}

/** Whether the source, which shows this status of others, shows the animal without one. */
function isShownWithout(id: bigint, status: PetStatus, source: Source): boolean {
  return source.statuses.has(status) && source.shown.has(id) && !source.withStatus.has(id);
}

const listing = (answer: Answered, id: bigint) =>
  answer.response.status === 200 && pageOf(answer)?.pets.some((pet) => pet.id === id) === true;

const asked = ({ query }: SeenList): RepeatedQuestion => ({ operation: 'listPets', query });

function doubtOfTwo(one: Filtered, other: Filtered, id: bigint): Doubt {
  const [proof, doubtful] = [asked(one), asked(other)];
  return {
    about: 'status',
    requirement: requirementOf(other),
    proof,
    doubtful,
    contradiction: (proofs, others) =>
      [...proofs, ...others].every((answer) => listing(answer, id))
        ? {
            problem: `the animal ${id} appears in ${written(proof)} and in ${written(doubtful)} each time, asked in turn`,
          }
        : undefined,
  };
}

function doubtOfNone(list: Filtered, id: bigint): Doubt {
  const proof: RepeatedQuestion = { operation: 'getPet', id };
  const doubtful = asked(list);
  const isBare = (answer: Answered) => {
    const pet = answer.response.status === 200 ? petOf(answer) : undefined;
    return pet?.id === id && !pet.hasStatus;
  };
  return {
    about: 'status',
    requirement: requirementOf(list),
    proof,
    doubtful,
    contradiction: (proofs, others) =>
      proofs.every(isBare) && others.every((answer) => listing(answer, id))
        ? {
            problem: `the animal ${id} appears in ${written(doubtful)} and has no status in ${written(proof)}, asked in turn`,
          }
        : undefined,
  };
}
