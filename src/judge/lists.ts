import { petStatuses } from '../spec/animal.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import { mostGraces, mostMoved } from '../spec/freedoms.ts';
import { pageSize } from '../spec/operations.ts';
import { problemsOfProbed } from './answers.ts';
import {
  type About,
  type Claim,
  type Claims,
  latestOf,
  noStatus,
  questionOf,
  sourceOf,
  timerSlack,
} from './claims.ts';
import { appearsLate, type Contradiction, creationOf, dispute } from './contradictions.ts';
import { groupedBy } from './grouped.ts';
import { type Finding, placeOf } from './outcome.ts';
import type { RefusedList, Seen, SeenList } from './seen.ts';

/** What lists show and leave out, compared with all other answers (section 4.1). */

/**
 * A filtered list that shows animals of the run in the status of their creation, and not in that of its filter, while
 * nobody moves any. An index may have heard of a move before the animals show it: a few of them are a failure only if
 * they still have that status a grace later.
 */
export function misfiltered({ lists }: Seen, { of, created, graceMs }: Claims): Contradiction[] {
  const shown = (id: bigint) =>
    of(id, 'status').filter(({ kind, value }) => isShown(kind) && value !== noStatus);
  const isMoved = [...created].some(([id, { pet }]) =>
    shown(id).some(({ value }) => value !== pet.status),
  );
  if (isMoved) return [];
  const wrong = lists.flatMap((list) =>
    list.status === undefined || list.strange
      ? []
      : list.pets.flatMap(({ id, status }) =>
          id !== undefined && status !== undefined && status !== list.status && created.has(id)
            ? [{ list, id, status }]
            : [],
        ),
  );
  const isMany = new Set(wrong.map(({ id }) => id)).size > mostMoved;
  return [...groupedBy(wrong, ({ list }) => list).values()].flatMap((others) =>
    others.slice(0, 1).map(({ list, id, status }) => {
      const { exchange } = list;
      const later = exchange.finishedAt + graceMs * timerSlack;
      const stays = shown(id).some(({ by }) => by.startedAt >= later);
      return {
        requirement: requirementOfList(list),
        weight: isMany || stays ? ('failure' as const) : ('doubt' as const),
        problem: `expected only animals that are ${list.status}; received ${others.length} that were created otherwise, as id ${id} that is ${status}`,
        evidence: [exchange, ...creationOf(id, created)],
        ask: isMany ? [] : [{ operation: 'getPet', id } as const, questionOf(exchange)],
      };
    }),
  );
}

/** Whether a claim is what an animal itself shows, after its creation. */
const isShown = (kind: Claim['kind']) => kind === 'row' || kind === 'read';

const requirementOfList = ({ limit }: SeenList): RequirementId =>
  limit === undefined ? 'list.status-filter' : 'list.filter-with-limit';

/** Judges lists that are empty while animals that match exist (`list.shows-animals`). */
export function judgeEmptyLists(seen: Seen, { of, graceMs }: Claims): Contradiction[] {
  const queries = groupedBy(
    seen.lists.filter(({ strange }) => !strange),
    sourceOf,
  );
  const isAnyListed = seen.lists.some(({ count }) => count > 0);
  return [...queries.values()].flatMap((lists) => {
    const empty = lists.filter(({ count }) => count === 0);
    const [list] = empty;
    // Rows may be dropped after a short page is cut: `list.complete` is about these.
    if (list === undefined || (list.limit ?? pageSize.default) < pageSize.default) return [];
    const about = list.status ?? 'any';
    const source = sourceOf(list);
    const matching = [
      ...of(about, 'exists'),
      ...(about === 'any' ? petStatuses.flatMap((status) => of(status, 'exists')) : []),
    ];
    const own = of(about, 'exists').filter((claim) => claim.source === source);
    const since =
      matching.find(({ value, kind }) => value && kind === 'creation') ??
      matching.find(({ value }) => value);
    if (since === undefined) return [];
    const missed = own.filter(({ value, by }) => !value && by.startedAt >= since.to);
    const missing = missed.at(-1);
    if (missing === undefined) return [];
    const filled = own.filter(({ value, to }) => value && to >= since.to);
    const [appeared] = filled;
    if (appeared && missed.every(({ to }) => to <= appeared.by.startedAt)) {
      const isLate = since.kind === 'creation' && missed.some(({ from }) => from >= since.to);
      return isLate ? [appearsLate(source, 'list.shows-animals', since.by, appeared)] : [];
    }
    const shown = matching.filter(
      ({ value, source: by, kind, to }) =>
        value && by !== source && kind !== 'creation' && to >= since.to,
    );
    // A filter that is broken is no witness of its own.
    const witness = shown.findLast(({ source: by }) => !by.includes('status=')) ?? shown.at(-1);
    const id = witnessOf(about, of, seen);
    const proof = witness
      ? questionOf(witness.by)
      : id === undefined
        ? undefined
        : ({ operation: 'getPet', id } as const);
    if (proof === undefined) return [];
    const relevant = [...shown, ...missed, ...filled].sort((a, b) => a.to - b.to);
    const other = witness ?? since;
    const decidedFrom = isAnyListed ? 0 : since.to + mostGraces.ofAllLists * graceMs * timerSlack;
    const isSure = missing.by.startedAt >= decidedFrom && dispute(relevant)?.weight === 'failure';
    return [
      {
        requirement: 'list.shows-animals' as const,
        weight: isSure ? ('failure' as const) : ('doubt' as const),
        decidedFrom,
        problem: `${source} is empty (#${missing.by.index}), though there are animals that match, as in #${other.by.index}`,
        evidence: [missing.by, other.by],
        ask: [proof, questionOf(missing.by)],
      },
    ];
  });
}

function witnessOf(
  about: About,
  of: Claims['of'],
  { creations, lists, touched }: Seen,
): bigint | undefined {
  const listed = new Set(lists.flatMap(({ pets }) => pets.map(({ id }) => id)));
  const matching = creations.filter(
    ({ pet }) =>
      pet?.id !== undefined && !touched.has(pet.id) && (about === 'any' || pet.status === about),
  );
  const isThere = (id: bigint) =>
    of(id, 'exists').at(-1)?.value === true && (listed.size === 0 || listed.has(id));
  return matching.flatMap(({ pet }) => pet?.id ?? []).findLast(isThere);
}

/** Lists of a run that are compared with what they leave out, at the most. */
const mostShort = 2;

/** Judges lists that are shorter than their limit and leave out an animal that matches (`list.complete`). */
export function judgeShortLists(
  { lists, touched }: Seen,
  ids: readonly bigint[],
  { of, created, graceMs }: Claims,
): Contradiction[] {
  const byQuery = groupedBy(
    lists.filter(({ strange }) => !strange),
    sourceOf,
  );
  const doubts: Contradiction[] = [];
  for (const same of byQuery.values()) {
    const latest = same.at(-1);
    if (latest === undefined || doubts.length >= mostShort) continue;
    const { status, limit = pageSize.default } = latest;
    if (latest.count === 0 && limit >= pageSize.default) continue;
    const isShort = (list: SeenList) =>
      list.count < limit && list.pets.every(({ id }) => id !== undefined);
    if (!isShort(latest)) continue;
    const shows = (list: SeenList, id: bigint) => list.pets.some((pet) => pet.id === id);
    const missing = ids.find((id) => {
      if (touched.has(id) || shows(latest, id)) return false;
      const exists = of(id, 'exists');
      const since =
        created.get(id)?.exchange.finishedAt ?? exists[0]?.to ?? Number.POSITIVE_INFINITY;
      if (since > latest.exchange.startedAt) return false;
      const now = latestOf(exists.filter(({ kind }) => kind !== 'creation'));
      if (now.length === 0 || now.some(({ value }) => value === false)) return false;
      const statuses = of(id, 'status').filter(
        ({ value, kind }) => value !== noStatus && kind !== 'creation',
      );
      return (
        status === undefined ||
        (statuses.length > 0 && statuses.every(({ value }) => value === status))
      );
    });
    if (missing === undefined) continue;
    const source = sourceOf(latest);
    const lacking = same.flatMap((list): Claim[] => {
      if (shows(list, missing) || !isShort(list)) return [];
      const { startedAt, finishedAt } = list.exchange;
      return [
        {
          about: missing,
          member: 'exists',
          value: false,
          from: startedAt - graceMs * timerSlack,
          to: finishedAt,
          by: list.exchange,
          source,
          kind: 'row',
        },
      ];
    });
    const witness = of(missing, status === undefined ? 'exists' : 'status').filter(
      ({ kind, value }) => kind !== 'creation' && (status === undefined ? value : value === status),
    );
    const from = created.get(missing)?.exchange.finishedAt ?? witness[0]?.to ?? 0;
    const shown = witness.at(-1);
    if (shown === undefined) continue;
    const relevant = [
      ...lacking.filter((claim) => claim.from >= from),
      ...witness.map((claim) => ({ ...claim, value: true as const })),
    ].sort((a, b) => a.to - b.to);
    doubts.push({
      weight: dispute(relevant, 1)?.weight === 'failure' ? 'failure' : 'doubt',
      requirement: 'list.complete',
      problem: `${source} shows ${latest.count} animals and not the animal ${missing}, which is in ${shown.source} (#${shown.by.index})`,
      evidence: [latest.exchange, shown.by],
      ask: [questionOf(shown.by), questionOf(latest.exchange)],
    });
  }
  return doubts;
}

/**
 * Judges every list by its own query, whoever asked for it and why (section 4.1): its limit and the default. Returns
 * only problems: the checks decide whether enough was seen for a pass.
 */
export function judgeLists({ lists, refusedLists }: Seen): Finding[] {
  // Without any list, a 404 says that there is none at this address.
  const refused = refusedLists.filter(
    ({ exchange }) => lists.length > 0 || exchange.response.status !== 404,
  );
  return [
    ...refused.map(refusal),
    ...lists.flatMap((list) => [...tooMany(list), ...problemsOfProbed(list.exchange)]),
  ];
}

/** Whatever the store holds, nothing included, a list that may be asked for is answered 200. */
function refusal({ exchange, query, limit, status }: RefusedList): Finding {
  const asked = query === '' ? 'without parameters' : `of ${query}`;
  const place = { exchange: exchange.index, at: placeOf(exchange) };
  const problem = `the list ${asked} is answered ${exchange.response.status}; expected 200`;
  return { id: requirementOf(limit, status), ...place, problem };
}

function requirementOf(limit: number | undefined, status: string | undefined): Finding['id'] {
  if (limit === undefined) return status === undefined ? 'list.returns-pets' : 'list.status-filter';
  return status === undefined ? 'list.limit' : 'list.filter-with-limit';
}

function tooMany(list: SeenList): Finding[] {
  const { limit = pageSize.default, status, count } = list;
  if (count <= limit) return [];
  const id =
    list.limit === undefined
      ? 'list.default-limit'
      : status === undefined
        ? 'list.limit'
        : 'list.filter-with-limit';
  const asked = list.limit === undefined ? 'without limit' : `with limit=${limit}`;
  return [findingOn(list, id, `${count} animals ${asked}, which allows ${limit} at most`)];
}

function findingOn({ exchange }: SeenList, id: Finding['id'], problem: string): Finding {
  return { id, exchange: exchange.index, at: 'listPets 200', problem };
}
