/** What the answers of a run show of the animals when they are compared (sections 2 and 4). */
import type { RequirementId } from '../catalogue/catalogue.ts';
import { pageSize, petStatuses } from '../catalogue/operations.ts';
import { type Answered, type Exchange, isAnswered } from '../http/exchange.ts';
import { brief } from '../http/json/json.ts';
import {
  type About,
  type Claim,
  type Claims,
  claimsOf,
  latestOf,
  leastChanges,
  type Member,
  noStatus,
  type Question,
  sinceTheyKeep,
  written,
} from './claims.ts';
import { mostChanges, mostEdited, mostMoved, mostRemoved } from './freedoms.ts';
import { groupedBy } from './model/grouped.ts';
import type { Seen, SeenList } from './model/seen.ts';

/** Answers that contradict one another. */
export interface Contradiction {
  readonly requirement: RequirementId;
  /**
   * `failure`: beyond the freedoms. `doubt`: within them, and to be asked again. `open`: it says nothing of the service.
   */
  readonly weight: 'failure' | 'doubt' | 'open';
  readonly problem: string;
  /** The answer that is wrong comes first. */
  readonly evidence: readonly Answered[];
  /** What to ask again, both sides in turn. */
  readonly ask: readonly Question[];
  /** Whether a doubt that does not stand says that something else edits the store. */
  readonly isRestless?: boolean;
  /** The animals that it is about. */
  readonly about?: readonly bigint[];
}

/** What to do if answers change more often than the freedoms allow. */
export const elsewhere = 'something else edits this store; run again, or use a quieter one';

/** Judges what the answers show of the animals. The same function judges them before and after they are asked again. */
export function judgeAnimals(seen: Seen, graceMs: number): Contradiction[] {
  const claims = claimsOf(seen, graceMs);
  const again = idsGivenAgain(seen, claims);
  const reused = new Set(again.ids);
  const known = claims.ids.filter((id) => !seen.touched.has(id) && !reused.has(id));
  const presence = judgePresence(known, seen, claims);
  const values = (['name', 'categoryId'] as const).flatMap((member) =>
    judgeValues(member, known, claims),
  );
  const differing = new Set(values.flatMap(({ about = [] }) => about));
  return [
    ...again.contradictions,
    ...presence,
    ...values,
    ...borrowedNames(known, claims),
    ...misfiltered(seen, claims),
    ...judgeStatuses(
      known.filter((id) => !differing.has(id)),
      seen,
      claims,
    ),
    ...judgeEmptyLists(seen, claims),
    ...judgeShortLists(seen, known, claims, graceMs),
  ];
}

const first = <T>(values: readonly T[]): T[] => values.slice(0, 1);

/** The question that an answer belongs to. */
function questionOf({ operation, request, index }: Answered): Question {
  const url = new URL(URL.canParse(request.url) ? request.url : 'http://unknown.invalid');
  if (operation === 'createPet') return { operation, like: index };
  if (operation === 'listPets') return { operation, query: url.search.replace(/^\?/, '') };
  return { operation: 'getPet', id: BigInt(url.pathname.split('/').at(-1) ?? '0') };
}

const show = (value: Claim['value']) =>
  value === noStatus ? 'none' : typeof value === 'string' ? brief(value) : `${value}`;

const said = ({ value, source, by }: Claim) =>
  `${show(value)} in ${source === 'POST /pets' ? 'its creation' : source} (#${by.index})`;

/** The requirement that a wrong claim breaks. */
function requirementOf(claim: Claim): RequirementId {
  if (claim.kind === 'read') return 'get.same-animal';
  if (claim.kind === 'row') return 'list.same-animal';
  return claim.by.request.url.includes('limit=') ? 'list.filter-with-limit' : 'list.status-filter';
}

/**
 * A dispute between claims: a failure if more changes are needed than the freedoms allow while each question keeps to its
 * answer, else a doubt if the latest answers still differ, or if questions change their answers that often.
 */
function dispute(
  claims: readonly Claim[],
  most = mostChanges,
): Pick<Contradiction, 'weight' | 'evidence' | 'ask' | 'isRestless'> | undefined {
  const changes = leastChanges(claims);
  if (changes === 0) return undefined;
  const sides = [...groupedBy(latestOf(claims), ({ value }) => value).values()].map(
    (side) => side.findLast(({ kind }) => kind !== 'creation') ?? side[0],
  );
  const asked = sides.flatMap((claim) => claim ?? []);
  const found = { evidence: asked.map(({ by }) => by), ask: asked.map(({ by }) => questionOf(by)) };
  if (leastChanges(sinceTheyKeep(claims)) > most) return { ...found, weight: 'failure' };
  const isRestless = changes > most;
  return asked.length < 2 && !isRestless ? undefined : { ...found, weight: 'doubt', isRestless };
}

/** Judges the names or categories of the animals (`get.same-animal`, `list.same-animal`). */
function judgeValues(
  member: 'name' | 'categoryId',
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
    } else if (now.size === 1 && leastChanges(all) <= 1) {
      if (created) edited.push(other);
    } else {
      const found = dispute(created && now.size > 1 ? shown : all);
      const wrong = wrongOf(all, created);
      if (found && wrong) disputes.push({ ...found, ...told(id, member, wrong, all), about: [id] });
    }
  }
  return [
    ...disputes,
    ...(neverKept.length === 0 ? [] : [kept(member, neverKept, claims)]),
    ...(edited.length > mostEdited ? [editedByOthers(member, edited)] : []),
  ];
}

/** The claim that is wrong: the one that differs from the creation, and without a creation that of a list. */
function wrongOf(claims: readonly Claim[], created: Claim | undefined): Claim | undefined {
  const shown = claims.filter(({ kind, value }) => kind !== 'creation' && value !== created?.value);
  const of = (kind: Claim['kind']) => shown.findLast((claim) => claim.kind === kind);
  return of('filter') ?? (created ? (of('read') ?? of('row')) : (of('row') ?? of('read')));
}

function told(
  id: bigint,
  member: Member,
  wrong: Claim,
  claims: readonly Claim[],
): Pick<Contradiction, 'requirement' | 'problem' | 'evidence'> {
  const other =
    claims.findLast(({ value, kind }) => value !== wrong.value && kind !== 'creation') ??
    claims.find(({ value }) => value !== wrong.value);
  return {
    requirement: requirementOf(wrong),
    problem: `${member} of the animal ${id} is ${said(wrong)}${other ? ` and ${said(other)}` : ''}`,
    evidence: [wrong.by, ...(other ? [other.by] : [])],
  };
}

/**
 * Animals that no answer shows as their creation did. Others may have edited them, so animals like them are created: what
 * becomes of these as well is the work of the store.
 */
function kept(member: Member, changed: readonly Claim[], { of, created }: Claims): Contradiction {
  const wrong = changed.find(({ kind }) => kind === 'read') ?? changed[0];
  if (wrong === undefined) throw new Error('no claim was changed');
  const [original] = of(wrong.about, member).filter(({ kind }) => kind === 'creation');
  const ids = changed.map(({ about }) => about).join(', ');
  const more = changed.length > 1 ? ` (so are the animals ${ids})` : '';
  const since = Math.min(...changed.map(({ to }) => to));
  const alike = changed.filter(({ about }) =>
    creationOf(about, created).some(({ startedAt }) => startedAt >= since),
  );
  return {
    requirement: requirementOf(wrong),
    weight: changed.length > mostEdited && alike.length >= mostEdited ? 'failure' : 'doubt',
    problem: `${member} of the animal ${wrong.about} is ${said(wrong)}, and ${original ? show(original.value) : 'another'} in its creation${more}`,
    evidence: changed.flatMap(({ about, by }) => [by, ...creationOf(about, created)]),
    ask: likeEach(
      changed.flatMap(({ about }) => creationOf(about, created)),
      mostEdited + 1,
    ),
    isRestless: changed.length > mostEdited,
  };
}

const creationOf = (about: About, created: Claims['created']) => {
  const exchange = typeof about === 'bigint' ? created.get(about)?.exchange : undefined;
  return exchange === undefined ? [] : [exchange];
};

/** Creations of animals like these, by turns, so many. */
function likeEach(creations: readonly Exchange[], many: number): Question[] {
  return Array.from({ length: many }, (_, at) => creations[at % creations.length]).flatMap(
    (exchange) => (exchange ? [{ operation: 'createPet', like: exchange.index } as const] : []),
  );
}

function editedByOthers(member: Member, edited: readonly Claim[]): Contradiction {
  const ids = edited.map(({ about }) => about).join(', ');
  return {
    requirement: edited.some(({ kind }) => kind === 'read')
      ? 'get.same-animal'
      : 'list.same-animal',
    weight: 'open',
    problem: `the ${member} of the animals ${ids} changed during the run: ${elsewhere}`,
    evidence: edited.map(({ by }) => by),
    ask: [],
  };
}

/** Nobody gives an animal a name that the run has just given to another one: one answer is enough. */
function borrowedNames(ids: readonly bigint[], claims: Claims): Contradiction[] {
  const owners = groupedBy([...claims.created.values()], ({ sent }) => sent?.name);
  return ids.flatMap((id) => {
    const own = claims.created.get(id);
    if (own === undefined) return [];
    const borrowed = claims.of(id, 'name').filter(({ value, kind }) => {
      const [owner, ...others] = owners.get(`${value}`) ?? [];
      return (
        kind !== 'creation' &&
        value !== own.pet.name &&
        own.pet.name === own.sent?.name &&
        others.length === 0 &&
        owner?.pet.name === owner?.sent?.name &&
        owner !== undefined
      );
    });
    return first(borrowed).map((claim) => ({
      requirement: requirementOf(claim),
      weight: 'failure' as const,
      problem: `the animal ${id}, created as ${brief(own.pet.name ?? '')}, is ${said(claim)}, the name of another animal of the run`,
      evidence: [claim.by, own.exchange],
      ask: [],
    }));
  });
}

/**
 * A filtered list that shows several animals of the run in the status of their creation, and not in that of its filter,
 * while nobody moves any: no index has ever known them otherwise.
 */
function misfiltered({ lists }: Seen, { of, created }: Claims): Contradiction[] {
  const isMoved = [...created].some(([id, { pet }]) =>
    of(id, 'status').some(
      ({ kind, value }) =>
        (kind === 'row' || kind === 'read') && value !== noStatus && value !== pet.status,
    ),
  );
  if (isMoved) return [];
  return lists.flatMap((list) => {
    if (list.status === undefined || list.strange) return [];
    const others = list.pets.filter(
      ({ id, status }) =>
        id !== undefined && status !== undefined && status !== list.status && created.has(id),
    );
    const [other] = others;
    if (other === undefined || others.length <= mostMoved) return [];
    return [
      {
        requirement: requirementOfList(list),
        weight: 'failure' as const,
        problem: `expected only animals that are ${list.status}; received ${others.length} that were created otherwise, as id ${other.id} that is ${other.status}`,
        evidence: [list.exchange, ...creationOf(other.id ?? 0n, created)],
        ask: [],
      },
    ];
  });
}

const requirementOfList = ({ limit }: SeenList): RequirementId =>
  limit === undefined ? 'list.status-filter' : 'list.filter-with-limit';

/** Judges the statuses of the animals: they move freely, but no animal has two at once. */
function judgeStatuses(
  ids: readonly bigint[],
  { lists }: Seen,
  { of, created }: Claims,
): Contradiction[] {
  const filtered = lists.filter(({ status, strange }) => status !== undefined && !strange);
  const shownBy = groupedBy(
    ids.flatMap((id) => of(id, 'status')),
    ({ kind, by }) => kindOf(kind, by),
  );
  const shows = (claim: Claim, status: Claim['value']) =>
    shownBy.get(kindOf(claim.kind, claim.by))?.some(({ value }) => value === status) === true;
  return ids.flatMap((id): Contradiction[] => {
    const all = of(id, 'status');
    const filters = all.filter(({ kind }) => kind === 'filter');
    const others = all.filter(({ kind }) => kind !== 'filter' && kind !== 'creation');
    const isBare = (claim: Claim) =>
      claim.value === noStatus &&
      filters.every(({ value }) => shows(claim, value)) &&
      others.every(
        (one) =>
          kindOf(one.kind, one.by) !== kindOf(claim.kind, claim.by) || one.value === noStatus,
      );
    const rows = others.filter(
      (claim) => claim.value !== noStatus || (filters.length > 0 && isBare(claim)),
    );
    const own = created.get(id)?.pet.status;
    const bare = others.findLast(({ kind, value }) => kind === 'row' && value === noStatus);
    const [filter] = filters;
    if (rows.length === 0 && bare && filter && !others.some(({ kind }) => kind === 'read')) {
      return [
        {
          requirement: requirementOf(filter),
          weight: 'doubt' as const,
          problem: `the animal ${id} is shown without a status in ${bare.source} (#${bare.by.index}), and not read`,
          evidence: [filter.by],
          ask: [{ operation: 'getPet', id } as const],
        },
      ];
    }
    // A list may heed its filter although it shows another status, and the other way round.
    const wrongFilters = filters.filter(({ value, by }) => {
      const elsewhereShown = rows.filter((row) => row.by.request.url !== by.request.url);
      return (
        value !== own &&
        elsewhereShown.length > 0 &&
        elsewhereShown.every((row) => row.value !== value)
      );
    });
    const byRequirement = groupedBy(wrongFilters, requirementOf);
    const disputes = [
      ...byRequirement.values(),
      ...(byRequirement.size > 0 ? [] : [filters]),
    ].flatMap((some) => {
      const relevant = [...some, ...rows].sort((a, b) => a.to - b.to);
      const found = dispute(inEachAnswer(id, relevant, filtered));
      const wrong =
        some.at(-1) ??
        wrongOf(
          rows,
          rows.find(({ value }) => value === own),
        );
      const isFilter = wrong?.kind === 'filter' && wrongFilters.length === 0;
      const claim = isFilter
        ? (rows.findLast(({ value }) => value !== wrong.value) ?? wrong)
        : wrong;
      return found && claim
        ? [{ ...found, isRestless: false, ...told(id, 'status', claim, relevant) }]
        : [];
    });
    return disputes;
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

/** Answers that show members alike: reads, lists without a filter, filtered lists. */
const kindOf = (kind: Claim['kind'], by: Answered) =>
  kind === 'row' && by.request.url.includes('status=') ? 'filtered row' : kind;

/** Judges whether the animals are there (`get.found`, `get.stays`). */
function judgePresence(ids: readonly bigint[], seen: Seen, claims: Claims): Contradiction[] {
  const lost: Claim[] = [];
  const gone: Claim[] = [];
  const found: Contradiction[] = [];
  for (const id of ids) {
    const own = claims.created.get(id)?.exchange;
    const all = claims.of(id, 'exists');
    const since = own?.finishedAt ?? all.find(({ value }) => value)?.to ?? 0;
    const missed = all.filter(({ value, by }) => !value && by.startedAt >= since);
    const missing = missed.at(-1);
    if (missing === undefined) continue;
    const shown = all.filter(({ value, kind }) => value && kind !== 'creation');
    const [earliest] = shown;
    if (earliest === undefined) {
      if (own) lost.push(missing);
    } else if (shown.every(({ to }) => to < missing.from)) {
      if (own) gone.push(missing);
    } else if (own && missed.every(({ by }) => by.finishedAt <= earliest.by.startedAt)) {
      const isLate = missed.some(({ from }) => from >= since);
      if (isLate) found.push(appearsLate(`the animal ${id}`, 'get.found', own, earliest));
    } else {
      found.push(...comesAndGoes(id, shown, missed, own));
    }
  }
  return [
    ...found,
    ...missingOwn('get.stays', gone, seen, claims),
    ...missingOwn('get.found', lost, seen, claims),
  ];
}

/** An animal that some answers show and others do not find. Nobody brings an animal back that was removed. */
function comesAndGoes(
  id: bigint,
  shown: readonly Claim[],
  missed: readonly Claim[],
  own: Exchange | undefined,
): Contradiction[] {
  const [missing, other] = [missed.at(-1), shown.at(-1)];
  if (missing === undefined || other === undefined) return [];
  // Before its creation it was not there, and reads may lag behind that.
  const sure = missed.filter(({ from }) => from >= (own?.finishedAt ?? 0));
  const relevant = [...shown, ...sure].sort((a, b) => a.to - b.to);
  const changes = leastChanges(relevant);
  const sameBefore = shown.some(
    ({ source, by }) => source === missing.source && by.index < missing.by.index,
  );
  const isLatest = shown.every(
    ({ source, by }) => source !== missing.source || by.index < missing.by.index,
  );
  if (!sameBefore && !isLatest) return [];
  const isBack = own !== undefined && shown[0] === relevant[0] && changes >= mostChanges;
  return [
    {
      weight: isBack || dispute(relevant)?.weight === 'failure' ? 'failure' : 'doubt',
      requirement: shown.some(({ kind }) => kind === 'read') ? 'get.stays' : 'get.found',
      problem: `the animal ${id} is not found in ${missing.source} (#${missing.by.index}), and is shown in ${other.source} (#${other.by.index})`,
      evidence: [missing.by, other.by],
      ask: [questionOf(other.by), questionOf(missing.by)],
      isRestless: changes > mostChanges,
    },
  ];
}

function appearsLate(
  what: string,
  requirement: RequirementId,
  created: Exchange,
  { by }: Claim,
): Contradiction {
  const seconds = Math.ceil((by.startedAt - created.finishedAt) / 1000);
  return {
    requirement,
    weight: 'open',
    problem: `${what} appeared ${seconds} s after its creation, later than --grace allows: run again with --grace ${seconds + 1}`,
    evidence: [by],
    ask: [],
  };
}

/** Animals of the run that are missing: more than others remove, unless the whole store was reset. */
function missingOwn(
  requirement: 'get.stays' | 'get.found',
  missing: readonly Claim[],
  seen: Seen,
  { of, created, ids }: Claims,
): Contradiction[] {
  const [one] = missing;
  if (one === undefined) return [];
  const about = missing.map(({ about: id }) => id);
  // What was asked too early for reads to have caught up is asked again.
  const sure = missing.filter(
    ({ about: id, from }) =>
      typeof id === 'bigint' && from >= (created.get(id)?.exchange.finishedAt ?? 0),
  );
  const isReset = sure.length > mostRemoved && wasReset(missing, { of, created, ids });
  const list = about.join(', ');
  const what =
    requirement === 'get.found'
      ? `created and never found: the animals ${list}`
      : `animals that this run created and read are not found any more: ${list}`;
  // Others of the run, made at about the same time.
  const companions = [...created.keys()].filter(
    (id) =>
      !about.includes(id) &&
      !seen.touched.has(id) &&
      of(id, 'exists').some(({ value, kind }) => value && kind !== 'creation'),
  );
  return [
    {
      requirement,
      weight: sure.length > mostRemoved && !isReset ? 'failure' : 'doubt',
      problem: isReset ? `${what}, as if the store had been reset` : what,
      evidence: missing.map(({ by }) => by),
      ask: [
        ...about
          .slice(0, 3)
          .flatMap((id) => (typeof id === 'bigint' ? [{ operation: 'getPet', id } as const] : [])),
        ...companions.slice(0, 3).map((id) => ({ operation: 'getPet', id }) as const),
        ...likeEach(
          about.flatMap((id) => creationOf(id, created)),
          mostRemoved + 1,
        ),
      ],
    },
  ];
}

/** Whether one moment explains what is missing: nothing of the run from before is surely there after it. */
function wasReset(missing: readonly Claim[], claims: Claims): boolean {
  const since = Math.max(
    ...missing.map(({ about }) =>
      Math.max(
        ...claims
          .of(about, 'exists')
          .filter(({ value }) => value === true)
          .map(({ from }) => from),
      ),
    ),
  );
  const until = Math.min(...missing.map(({ by }) => by.finishedAt));
  const moments = [...claims.created.values()].map(({ exchange }) => exchange.finishedAt);
  return [since, ...moments].some((at) => at >= since && at <= until && isCleanCut(at, claims));
}

/** Whether no animal that the run had created by this moment is surely there after it. */
function isCleanCut(moment: number, { of, created }: Claims): boolean {
  return [...created].every(
    ([id, { exchange }]) =>
      exchange.finishedAt > moment ||
      of(id, 'exists').every(({ value, from }) => value === false || from <= moment),
  );
}

/** Judges ids that were given although an animal had them (`create.server-id`). */
function idsGivenAgain(
  { creations, lists, reads, touched }: Seen,
  claims: Claims,
): { readonly contradictions: Contradiction[]; readonly ids: readonly bigint[] } {
  const answered = creations.flatMap(({ pet, exchange, sent }) =>
    pet?.id !== undefined && isAnswered(exchange) && !touched.has(pet.id)
      ? [{ id: pet.id, exchange, sent }]
      : [],
  );
  const shown = firstShown(lists, reads);
  const pairs = [...groupedBy(answered, ({ id }) => id)].flatMap(([id, all]) => {
    const [earliest] = all;
    const before = shown.get(id);
    const isKnown = earliest && before && before.finishedAt <= earliest.exchange.startedAt;
    const givers = [...(isKnown ? [before] : []), ...all.map(({ exchange }) => exchange)];
    return givers.slice(1).map((second, at) => ({ id, first: givers[at] ?? second, second }));
  });
  const open = pairs.filter(
    ({ id, first: one, second }) =>
      !reads.some(
        (read) =>
          read.id === id &&
          read.pet === undefined &&
          read.exchange.startedAt >= one.finishedAt &&
          read.exchange.finishedAt <= second.startedAt,
      ),
  );
  const [pair] = open;
  if (pair === undefined) return { contradictions: [], ids: pairs.map(({ id }) => id) };
  const { id, first: one, second } = pair;
  // One moment divides them all: the ids began anew when the whole store was reset.
  const from = Math.max(...open.map(({ first: { startedAt } }) => startedAt));
  const to = Math.min(...open.map(({ second: { finishedAt } }) => finishedAt));
  const isReset = from < to && isCleanCut(from, claims);
  const given = new Set(pairs.map((twice) => twice.id));
  const companions = answered.filter((own) => !given.has(own.id)).map((own) => own.id);
  return {
    ids: [...given],
    contradictions: [
      {
        requirement: 'create.server-id',
        weight: open.length > mostRemoved && !isReset ? 'failure' : 'doubt',
        problem: `the id ${id} was given to a new animal though another one had it${open.length > 1 ? `, and so for ${open.length} ids` : ''}`,
        evidence: [second, one],
        ask: [
          ...(isReset
            ? companions.slice(-2).map((own) => ({ operation: 'getPet', id: own }) as const)
            : []),
          ...likeEach(one.operation === 'createPet' ? [second, one] : [second], mostRemoved + 2),
        ],
      },
    ],
  };
}

/** The first answer that showed each animal. */
function firstShown(lists: Seen['lists'], reads: Seen['reads']): ReadonlyMap<bigint, Answered> {
  const shown = new Map<bigint, Answered>();
  const see = (id: bigint | undefined, exchange: Answered) => {
    const known = id === undefined ? exchange : shown.get(id);
    if (id !== undefined && (known === undefined || exchange.finishedAt < known.finishedAt)) {
      shown.set(id, exchange);
    }
  };
  for (const { pets, exchange, strange } of lists) {
    if (!strange) for (const { id } of pets) see(id, exchange);
  }
  for (const { pet, exchange } of reads) see(pet?.id, exchange);
  return shown;
}

/** Judges lists that are empty while animals that match exist (`list.shows-animals`). */
function judgeEmptyLists(seen: Seen, { of }: Claims): Contradiction[] {
  const queries = groupedBy(
    seen.lists.filter(({ strange }) => !strange),
    ({ query }) => query,
  );
  return [...queries].flatMap(([query, lists]) => {
    const empty = lists.filter(({ count }) => count === 0);
    const [list] = empty;
    // Rows may be dropped after a short page is cut: `list.complete` is about these.
    if (list === undefined || (list.limit ?? pageSize.default) < pageSize.default) return [];
    const about = list.status ?? 'any';
    const source = written({ operation: 'listPets', query });
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
    const witness = shown.at(-1);
    const id = witnessOf(about, of, seen);
    const proof = witness
      ? questionOf(witness.by)
      : id === undefined
        ? undefined
        : ({ operation: 'getPet', id } as const);
    if (proof === undefined) return [];
    const relevant = [...shown, ...missed, ...filled].sort((a, b) => a.to - b.to);
    const other = witness ?? since;
    return [
      {
        requirement: 'list.shows-animals' as const,
        weight: dispute(relevant)?.weight === 'failure' ? ('failure' as const) : ('doubt' as const),
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
function judgeShortLists(
  { lists, touched }: Seen,
  ids: readonly bigint[],
  { of, created }: Claims,
  graceMs: number,
): Contradiction[] {
  const byQuery = groupedBy(
    lists.filter(({ strange }) => !strange),
    ({ query }) => query,
  );
  const doubts: Contradiction[] = [];
  for (const [query, same] of byQuery) {
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
    const source = written({ operation: 'listPets', query });
    const lacking = same.flatMap((list): Claim[] => {
      if (shows(list, missing) || !isShort(list)) return [];
      const { startedAt, finishedAt } = list.exchange;
      return [
        {
          about: missing,
          member: 'exists',
          value: false,
          from: startedAt - graceMs * 0.95,
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
