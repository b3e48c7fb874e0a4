import { type PetStatus, pageSize } from '../../catalogue/operations.ts';
import type { Answered } from '../../http/exchange.ts';
import { type Pet, pageOf } from '../pet.ts';
import { type Doubt, type RepeatedQuestion, written } from './doubts.ts';
import { dropsRows, isOneOfFew, leavesPagesShort, mayBeDropped } from './dropped-rows.ts';
import { endByChance, hadRoom, hasRoom, type Pages, pagesOf } from './room.ts';
import { latestOf, type Seen, type SeenList } from './seen.ts';

/**
 * Doubts about lists that lack an animal which another list showed, though it matches and the page had room for it
 * (section 4.1): a list without a filter must show what a filtered one with the same or a smaller limit shows, a
 * filtered one what the other shows of that status, a larger limit what a smaller one shows; and none is empty while
 * another shows a match. Others may have added, moved or taken away the animal, so both are asked in turn.
 */
export function roomDoubts(seen: Seen, graceMs: number): Doubt[] {
  const pages = pagesOf(seen, graceMs);
  const latest = latestOf(pages.lists);
  return latest.flatMap((lacking) => {
    const held = new Set(lacking.pets.map(({ id }) => id));
    // An item without a valid id may be any animal.
    if (held.has(undefined) || lacking.pets.length > pageSize.max) return [];
    return latest.flatMap((full) => {
      if (!covers(lacking, full)) return [];
      const missing = full.pets.find(
        ({ id, status }) =>
          id !== undefined &&
          !held.has(id) &&
          isDue(lacking, status) &&
          (pages.since.get(id) ?? Number.POSITIVE_INFINITY) < lacking.exchange.startedAt &&
          (hasRoom(lacking, id, pages) || hadRoom(lacking, id, pages)),
      );
      return missing?.id === undefined ? [] : [doubtOn(lacking, full, missing.id, pages)];
    });
  });
}

/** Whether what the other list shows belongs in this one, except perhaps for its status. */
function covers(list: SeenList, other: SeenList): boolean {
  if (list.query === other.query) return false;
  // A page of one may hold another animal; an empty page is wrong beside any animal.
  const shorter = (list.limit ?? pageSize.default) < (other.limit ?? pageSize.default);
  if (list.pets.length > 0 && shorter) return false;
  return list.status === undefined || other.status === undefined || list.status === other.status;
}

/** Whether an animal that another list shows with this status is due in this one. */
function isDue(list: SeenList, status: PetStatus | undefined): boolean {
  return list.status === undefined || list.status === status;
}

function doubtOn(lacking: SeenList, full: SeenList, id: bigint, pages: Pages): Doubt {
  const proof: RepeatedQuestion = { operation: 'listPets', query: full.query };
  const doubtful: RepeatedQuestion = { operation: 'listPets', query: lacking.query };
  const had = hadRoom(lacking, id, pages);
  // Against an empty page any animal will do: others may take away the one that was seen.
  const isEmpty = lacking.pets.length === 0 && [undefined, full.status].includes(lacking.status);
  const shows = (answer: Answered) =>
    petsOn(answer)?.some((pet) => (isEmpty || pet.id === id) && isDue(lacking, pet.status)) ===
    true;
  const lacks = (answer: Answered) => {
    const pets = petsOn(answer);
    if (isEmpty) return pets?.length === 0;
    // A page longer than allowed is not read to its end.
    if (pets === undefined || pets.length > pageSize.max) return false;
    if (pets.some((pet) => pet.id === id || pet.id === undefined)) return false;
    return had || hasRoom({ ...lacking, exchange: answer, pets }, id, pages);
  };
  return {
    about: 'presence',
    requirement: 'list.shows-animals',
    proof,
    doubtful,
    contradiction: (proofs, others) => {
      if (!proofs.every(shows) || !others.every(lacks)) return undefined;
      const isDropped = (answer: Answered) =>
        mayBeDropped({ ...lacking, pets: petsOn(answer) ?? [] }, full, pages.lists);
      const mayDrop = dropsRows(pages.lists) || isOneOfFew(lacking, pages.lists);
      if (mayDrop && others.every(isDropped)) return undefined;
      if (isEmpty) {
        const problem = `${written(doubtful)} is empty, though ${written(proof)} shows animals each time, asked in turn`;
        return { problem };
      }
      const isOfOtherFilter = lacking.status !== full.status;
      if (isOfOtherFilter && leavesPagesShort(pages.lists)) return undefined;
      if (areCutAlike(lacking, full, { proofs, others })) return undefined;
      if (isCutByChance(lacking, others, pages) || isCutByChance(full, proofs, pages)) {
        return undefined;
      }
      const [length = 0] = others.map((answer) => petsOn(answer)?.length ?? 0);
      const problem = `${written(doubtful)} shows ${length} animals and not the animal ${id}, which ${written(proof)} shows each time, asked in turn`;
      return { problem };
    },
  };
}

/** Whether both lists end at one length below their limits: that is how long pages are by now. */
function areCutAlike(
  lacking: SeenList,
  full: SeenList,
  { proofs, others }: Readonly<Record<'proofs' | 'others', readonly Answered[]>>,
): boolean {
  const lengths = new Set([...proofs, ...others].map((answer) => petsOn(answer)?.length ?? 0));
  const [length = 0, ...different] = lengths;
  const least = Math.min(...[lacking, full].map(({ limit = pageSize.default }) => limit));
  return different.length === 0 && length > 0 && length < least;
}

/** Whether earlier and present answers of a list end by chance. An empty one is wrong beside any animal. */
function isCutByChance(
  { query }: SeenList,
  answers: readonly Answered[],
  { byQuery }: Pages,
): boolean {
  const now = answers.map((answer) => petsOn(answer)?.length ?? 0);
  if (now.every((length) => length === 0)) return false;
  const before = (byQuery.get(query) ?? []).map(({ pets }) => pets.length);
  return endByChance([...before, ...now]);
}

const petsOn = (answer: Answered): readonly Pet[] | undefined =>
  answer.response.status === 200 ? pageOf(answer)?.pets : undefined;
