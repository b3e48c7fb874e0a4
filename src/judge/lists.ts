import { petStatuses } from '../spec/animal.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import { mostGraces, mostMoved } from '../spec/freedoms.ts';
import { pageSize } from '../spec/operations.ts';
import { problemsOfProbed } from './answers.ts';
import {
  type About,
  appearsLate,
  type Claim,
  type Claims,
  type Contradiction,
  creationOf,
  dispute,
  inOrder,
  latestOf,
  noStatus,
  questionOf,
  readOf,
  sourceOf,
  timerSlack,
} from './claims.ts';
import { groupedBy } from './grouped.ts';
import { type Finding, findingIn } from './outcome.ts';
import type { AskedList, RefusedList, Seen, SeenList } from './seen.ts';

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
  const wrong = lists.flatMap((list) => {
    const outsiders = outsidersIn(list).filter(({ id }) => created.has(id));
    const [first] = outsiders;
    return first ? [{ list, first, ids: outsiders.map(({ id }) => id) }] : [];
  });
  const isMany = new Set(wrong.flatMap(({ ids }) => ids)).size > mostMoved;
  return wrong.map(({ list, first: { id, status }, ids }) => {
    const { exchange } = list;
    const later = exchange.finishedAt + graceMs * timerSlack;
    const stays = shown(id).some(({ by }) => by.startedAt >= later);
    return {
      requirement: requirementOf(list, 'list.status-filter'),
      weight: isMany || stays ? 'failure' : 'doubt',
      problem: `expected only animals that are ${list.status}; received ${ids.length} that were created otherwise, as id ${id} that is ${status}`,
      evidence: [exchange, ...creationOf(id, created)],
      ask: isMany ? [] : [readOf(id), questionOf(exchange)],
    };
  });
}

/** The animals in a filtered list that it shows with another status. */
const outsidersIn = ({ status: wanted, strange, pets }: SeenList) =>
  wanted === undefined || strange
    ? []
    : pets.flatMap(({ id, status = wanted }) =>
        id === undefined || status === wanted ? [] : [{ id, status }],
      );

/** Whether a claim is what an animal itself shows, after its creation. */
const isShown = (kind: Claim['kind']) => kind === 'row' || kind === 'read';

/** What a list is about; without a limit, this. */
function requirementOf({ limit, status }: AskedList, withoutLimit: RequirementId): RequirementId {
  if (limit === undefined) return withoutLimit;
  return status === undefined ? 'list.limit' : 'list.filter-with-limit';
}

/** The lists of each query that section 4.1 names, in the order of asking. */
const byQuery = ({ lists }: Seen): SeenList[][] => [
  ...groupedBy(
    lists.filter(({ strange }) => !strange),
    sourceOf,
  ).values(),
];

/** Whether a list of a whole page is empty; a shorter one may be cut before rows are dropped (`list.complete`). */
const isEmpty = ({ count, limit = pageSize.default }: SeenList) =>
  count === 0 && limit >= pageSize.default;

/** Judges lists that are empty while animals that match exist (`list.shows-animals`). */
export function judgeEmptyLists(seen: Seen, claims: Claims): Contradiction[] {
  return byQuery(seen).flatMap((lists) => {
    const list = lists.find(isEmpty);
    return list === undefined ? [] : judgeEmptyList(list, seen, claims);
  });
}

/** Judges the lists of one query, of which one is empty. */
function judgeEmptyList(list: SeenList, seen: Seen, { of, graceMs }: Claims): Contradiction[] {
  const about = list.status ?? 'any';
  const source = sourceOf(list);
  const kinds: readonly About[] = about === 'any' ? [about, ...petStatuses] : [about];
  const matching = kinds.flatMap((one) => of(one, 'exists').filter(({ value }) => value));
  const since = matching.find(({ kind }) => kind === 'creation') ?? matching[0];
  if (since === undefined) return [];
  const own = of(about, 'exists').filter((claim) => claim.source === source);
  const missed = own.filter(({ value, by }) => !value && by.startedAt >= since.to);
  const filled = own.filter(({ value, to }) => value && to >= since.to);
  const [missing, appeared] = [missed.at(-1), filled[0]];
  if (missing === undefined) return [];
  if (appeared && missed.every(({ to }) => to <= appeared.by.startedAt)) {
    const isLate = since.kind === 'creation' && missed.some(({ from }) => from >= since.to);
    return isLate ? [appearsLate(source, 'list.shows-animals', since.by, appeared)] : [];
  }
  const shown = matching.filter(
    ({ source: by, kind, to }) => by !== source && kind !== 'creation' && to >= since.to,
  );
  // A filter that is broken is no witness of its own.
  const witness = shown.findLast(({ source: by }) => !by.includes('status=')) ?? shown.at(-1);
  const id = witnessOf(about, of, seen);
  if (witness === undefined && id === undefined) return [];
  const isAnyListed = seen.lists.some(({ count }) => count > 0);
  const decidedFrom = isAnyListed ? 0 : since.to + mostGraces.ofAllLists * graceMs * timerSlack;
  const isFailure = dispute(inOrder(shown, missed, filled))?.weight === 'failure';
  return [
    {
      requirement: 'list.shows-animals',
      weight: isFailure && missing.by.startedAt >= decidedFrom ? 'failure' : 'doubt',
      decidedFrom,
      problem: `${source} is empty (#${missing.by.index}), though there are animals that match, as in #${(witness ?? since).by.index}`,
      evidence: [missing.by, (witness ?? since).by],
      ask: [witness ? questionOf(witness.by) : readOf(id ?? 0n), questionOf(missing.by)],
    },
  ];
}

/** An animal of the run that matches, and that lists may show. */
function witnessOf(about: About, of: Claims['of'], seen: Seen): bigint | undefined {
  const listed = new Set(seen.lists.flatMap(({ pets }) => pets.map(({ id }) => id)));
  const matching = seen.creations.flatMap(({ pet }) =>
    pet?.id !== undefined && (about === 'any' || pet.status === about) ? [pet.id] : [],
  );
  return matching.findLast(
    (id) =>
      !seen.touched.has(id) &&
      of(id, 'exists').at(-1)?.value === true &&
      (listed.size === 0 || listed.has(id)),
  );
}

/** Lists of a run that are compared with what they leave out, at the most. */
const mostShort = 2;

/** Judges lists that are shorter than their limit and leave out an animal that matches (`list.complete`). */
export function judgeShortLists(
  seen: Seen,
  ids: readonly bigint[],
  claims: Claims,
): Contradiction[] {
  return byQuery(seen)
    .flatMap((lists) => judgeShortList(lists, ids, claims))
    .slice(0, mostShort);
}

/** Judges the latest list of one query. */
function judgeShortList(
  lists: readonly SeenList[],
  ids: readonly bigint[],
  claims: Claims,
): Contradiction[] {
  const latest = lists.at(-1);
  if (latest === undefined || !isShort(latest) || isEmpty(latest)) return [];
  const missing = ids.find((id) => isLeftOut(id, latest, claims));
  if (missing === undefined) return [];
  const { status, exchange, count } = latest;
  const shown = claims
    .of(missing, status === undefined ? 'exists' : 'status')
    .filter(({ kind, value }) => kind !== 'creation' && value === (status ?? true));
  const witness = shown.at(-1);
  if (witness === undefined) return [];
  const source = sourceOf(latest);
  const since = claims.created.get(missing)?.exchange.finishedAt ?? shown[0]?.to ?? 0;
  const lacking = lists.flatMap((list): Claim[] => {
    const { startedAt, finishedAt: to } = list.exchange;
    const from = startedAt - claims.graceMs * timerSlack;
    if (from < since || !isShort(list) || shows(list, missing)) return [];
    const claim = { about: missing, member: 'exists', value: false, kind: 'row' } as const;
    return [{ ...claim, from, to, by: list.exchange, source }];
  });
  const there = shown.map((claim) => ({ ...claim, value: true }));
  return [
    {
      requirement: 'list.complete',
      weight: dispute(inOrder(lacking, there), 1)?.weight === 'failure' ? 'failure' : 'doubt',
      problem: `${source} shows ${count} animals and not the animal ${missing}, which is in ${witness.source} (#${witness.by.index})`,
      evidence: [exchange, witness.by],
      ask: [questionOf(witness.by), questionOf(exchange)],
    },
  ];
}

const shows = ({ pets }: SeenList, id: bigint) => pets.some((pet) => pet.id === id);

const isShort = ({ count, limit = pageSize.default, pets }: SeenList): boolean =>
  count < limit && pets.every(({ id }) => id !== undefined);

/** Whether a list leaves out an animal that was there before, and that all other answers show as one that matches. */
function isLeftOut(id: bigint, list: SeenList, { of, created }: Claims): boolean {
  if (shows(list, id)) return false;
  const exists = of(id, 'exists');
  const since = created.get(id)?.exchange.finishedAt ?? exists[0]?.to ?? Number.POSITIVE_INFINITY;
  if (since > list.exchange.startedAt) return false;
  const now = latestOf(exists.filter(({ kind }) => kind !== 'creation'));
  if (now.length === 0 || now.some(({ value }) => value === false)) return false;
  const statuses = of(id, 'status').filter(
    ({ value, kind }) => value !== noStatus && kind !== 'creation',
  );
  return (
    list.status === undefined ||
    (statuses.length > 0 && statuses.every(({ value }) => value === list.status))
  );
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
function refusal(list: RefusedList): Finding {
  const { exchange, query, status } = list;
  const asked = query === '' ? 'without parameters' : `of ${query}`;
  const plain = status === undefined ? 'list.returns-pets' : 'list.status-filter';
  const problem = `the list ${asked} is answered ${exchange.response.status}; expected 200`;
  return findingIn(exchange, requirementOf(list, plain), problem);
}

function tooMany(list: SeenList): Finding[] {
  const { limit = pageSize.default, count, exchange } = list;
  if (count <= limit) return [];
  const asked = list.limit === undefined ? 'without limit' : `with limit=${limit}`;
  const problem = `${count} animals ${asked}, which allows ${limit} at most`;
  return [findingIn(exchange, requirementOf(list, 'list.default-limit'), problem)];
}
