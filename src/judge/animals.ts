/** What the answers of a run show of the animals when they are compared (sections 2 and 4). */

import { type LastingMember, lastingMembers } from '../spec/animal.ts';
import { mostEdited } from '../spec/freedoms.ts';
import {
  type Claim,
  type Claims,
  type Contradiction,
  claimsOf,
  creationOf,
  dispute,
  elsewhere,
  inOrder,
  latestOf,
  leastChanges,
  likeEach,
  type Member,
  noStatus,
  preferencesOf,
  requirementOf,
  said,
  show,
} from './claims.ts';
import { judgeEmptyLists, judgeShortLists, misfiltered } from './lists.ts';
import { judgePresence, judgeReuse } from './presence.ts';
import type { Seen, SeenList } from './seen.ts';

/** Judges what the answers show of the animals. The same function judges them before and after they are asked again. */
export function judgeAnimals(seen: Seen, graceMs: number): Contradiction[] {
  const claims = claimsOf(seen, graceMs);
  const reuse = judgeReuse(seen, claims);
  const known = claims.ids.filter((id) => !seen.touched.has(id) && !reuse.ids.has(id));
  const presence = judgePresence(known, seen, claims);
  const values = lastingMembers.flatMap(({ name }) => judgeValues(name, known, claims));
  const differing = new Set(values.flatMap(({ about = [] }) => about));
  return [
    ...reuse.contradictions,
    ...presence,
    ...values,
    ...misfiltered(seen, claims),
    ...judgeStatuses(
      known.filter((id) => !differing.has(id)),
      seen,
      claims,
    ),
    ...judgeEmptyLists(seen, claims),
    ...judgeShortLists(seen, known, claims),
  ];
}

/** Judges the names or categories of the animals (`get.same-animal`, `list.same-animal`). */
function judgeValues(
  member: LastingMember['name'],
  ids: readonly bigint[],
  claims: Claims,
): Contradiction[] {
  const neverKept: Claim[] = [];
  const edited: Claim[] = [];
  const disputes: Contradiction[] = [];
  for (const id of ids) {
    const all = claims.of(id, member);
    const [created] = all.filter(({ kind }) => kind === 'creation');
    const shown = all.filter(({ kind }) => kind !== 'creation');
    const other = shown.find(({ value }) => value !== (created ?? shown[0])?.value);
    if (other === undefined) continue;
    const now = new Set(latestOf(shown).map(({ value }) => value));
    if (created && shown.every(({ value }) => value !== created.value)) {
      neverKept.push(shown.findLast(({ kind }) => kind === 'read') ?? other);
      continue;
    }
    const isOneChange = leastChanges(all) <= 1;
    if (created && isOneChange) edited.push(other);
    if (now.size > 1 || !isOneChange) {
      const found = dispute(created && now.size > 1 ? shown : all);
      const wrong = wrongOf(all, created);
      if (found && wrong)
        disputes.push({ ...found, ...describe(id, member, wrong, all), about: [id] });
    }
  }
  const all = [...edited, ...neverKept];
  return [
    ...(edited.length > 0 && all.length > mostEdited ? changedAnimals(member, all, claims) : []),
    ...disputes,
    ...changedAnimals(member, neverKept, claims),
  ];
}

/** The claim that is wrong: the one that differs from the creation, and without a creation that of a list. */
function wrongOf(claims: readonly Claim[], created: Claim | undefined): Claim | undefined {
  const shown = claims.filter(({ kind, value }) => kind !== 'creation' && value !== created?.value);
  const of = (kind: Claim['kind']) => shown.findLast((claim) => claim.kind === kind);
  return of('filter') ?? (created ? (of('read') ?? of('row')) : (of('row') ?? of('read')));
}

function describe(
  id: bigint,
  member: Member,
  wrong: Claim,
  claims: readonly Claim[],
): Pick<Contradiction, 'requirement' | 'problem' | 'evidence'> {
  const other =
    claims.findLast(({ value, kind }) => value !== wrong.value && kind !== 'creation') ??
    claims.find(({ value }) => value !== wrong.value);
  const isOneList = other !== undefined && other.by === wrong.by;
  return {
    requirement: requirementOf(wrong),
    problem: isOneList
      ? `${other.source} (#${other.by.index}) shows the animal ${id} with the ${member} ${show(other.value)}`
      : `${member} of the animal ${id} is ${said(wrong)}${other ? ` and ${said(other)}` : ''}`,
    evidence: [wrong.by, ...(other ? [other.by] : [])],
  };
}

/**
 * Animals that answers show otherwise than their creation did, or than before. Others may have edited them. If more than
 * they may, and what became of a value depends on the value alone, animals like them are created: what becomes of these
 * as well is the work of the store.
 */
function changedAnimals(
  member: Member,
  changed: readonly Claim[],
  { of, created }: Claims,
): Contradiction[] {
  const wrong = changed.find(({ kind }) => kind === 'read') ?? changed[0];
  if (wrong === undefined) return [];
  const [original] = of(wrong.about, member).filter(({ kind }) => kind === 'creation');
  const ids = changed.map(({ about }) => about).join(', ');
  const more = changed.length > 1 ? ` (so changed the animals ${ids})` : '';
  const since = Math.min(...changed.map(({ to }) => to));
  const creations = changed.flatMap(({ about }) => creationOf(about, created));
  const alike = creations.filter(({ startedAt }) => startedAt >= since);
  const isMany = changed.length > mostEdited;
  return [
    {
      requirement: requirementOf(wrong),
      weight: isMany && alike.length >= mostEdited ? 'failure' : 'doubt',
      problem: `${member} of the animal ${wrong.about} is ${said(wrong)}, and ${original ? show(original.value) : 'another'} in its creation${more}`,
      evidence: changed.flatMap(({ about, by }) => [by, ...creationOf(about, created)]),
      ask: likeEach(creations, mostEdited + 1, preferencesOf(wrong.by.request.headers)),
      leavesOpen: isMany ? elsewhere : undefined,
    },
  ];
}

/** Judges the statuses of the animals: they move freely, but no animal has two at once. */
function judgeStatuses(
  ids: readonly bigint[],
  { lists }: Seen,
  { of, created }: Claims,
): Contradiction[] {
  const filtered = lists.filter(({ status, strange }) => status !== undefined && !strange);
  // Where the others have a status, one without has none: it is not just left out.
  const showing = new Set(
    ids.flatMap((id) => of(id, 'status')).flatMap((one) => (isBare(one) ? [] : placeIn(one))),
  );
  return ids.flatMap((id): Contradiction[] => {
    const all = of(id, 'status');
    const filters = all.filter(({ kind }) => kind === 'filter');
    const others = all.filter(({ kind }) => kind !== 'filter' && kind !== 'creation');
    const rows = others.filter(
      (one) => !isBare(one) || (filters.length > 0 && showing.has(placeIn(one))),
    );
    const own = created.get(id)?.pet.status;
    // A list may heed its filter although it shows another status, and the other way round.
    const wrongFilters = filters.filter(({ value }) => {
      const outside = rows.filter((row) => !row.by.request.url.includes(`status=${value}`));
      return value !== own && outside.length > 0 && outside.every((row) => row.value !== value);
    });
    const suspects = wrongFilters.length > 0 ? wrongFilters : filters;
    const relevant = inOrder(suspects, rows);
    const found = dispute(inEachAnswer(id, relevant, filtered));
    const due = filters.at(-1)?.value ?? own;
    const wrong =
      wrongFilters.at(-1) ?? rows.findLast(({ value }) => value !== due) ?? filters.at(-1);
    return found && wrong
      ? [{ ...found, leavesOpen: undefined, ...describe(id, 'status', wrong, relevant) }]
      : [];
  });
}

/** The claims since the last filtered list that shows the animal at other times and did not: until then it moved. */
function inEachAnswer(
  id: bigint,
  claims: readonly Claim[],
  filtered: readonly SeenList[],
): readonly Claim[] {
  const shownIn = new Set(
    claims.filter(({ kind }) => kind !== 'read').map(({ by }) => by.request.url),
  );
  const [first] = claims;
  const absent = filtered.filter(
    ({ exchange, pets }) =>
      shownIn.has(exchange.request.url) &&
      exchange.startedAt >= (first?.to ?? 0) &&
      !pets.some((pet) => pet.id === id),
  );
  const since = Math.max(0, ...absent.map(({ exchange }) => exchange.finishedAt));
  return claims.filter(({ by }) => by.startedAt >= since);
}

const isBare = ({ value }: Claim) => value === noStatus;

/** Answers that show members alike: creations, reads, lists without a filter, filtered lists. */
const placeIn = ({ kind, by }: Claim) =>
  kind === 'row' && by.request.url.includes('status=') ? 'filtered row' : kind;
