import { type Answered, type Exchange, isAnswered } from '../http/exchange.ts';
import { mostChanges, mostGraces, mostRemoved } from '../spec/freedoms.ts';
import {
  appearsLate,
  type Claim,
  type Claims,
  type Contradiction,
  dispute,
  elsewhere,
  inOrder,
  leastChanges,
  likeEach,
  questionOf,
  readOf,
  timerSlack,
} from './claims.ts';
import { groupedBy } from './grouped.ts';
import { type Finding, findingIn } from './outcome.ts';
import { firstShown, type Seen, type SeenRead } from './seen.ts';

/** Whether the animals of a run are there, and whether ids are their own (sections 4.2 and 4.3). */

/** An animal of the run that is missing, and the answer that says so. */
interface Loss {
  readonly id: bigint;
  readonly missing: Claim;
}

/** Judges whether the animals are there (`get.found`, `get.stays`). */
export function judgePresence(ids: readonly bigint[], seen: Seen, claims: Claims): Contradiction[] {
  const lost: Loss[] = [];
  const gone: Loss[] = [];
  const found: Contradiction[] = [];
  for (const id of ids) {
    const own = claims.created.get(id)?.exchange;
    const all = claims.of(id, 'exists');
    const since = own?.finishedAt ?? all.find(({ value }) => value)?.to ?? 0;
    const missed = all.filter(({ value, by }) => !value && by.startedAt >= since);
    const missing = missed.at(-1);
    if (missing === undefined) continue;
    const shown = all.filter(({ value, kind }) => value && kind !== 'creation');
    if (shown.some(({ to }) => to >= missing.from)) {
      found.push(...comesAndGoes(id, shown, missed, claims));
    } else if (own) {
      (shown.length === 0 ? lost : gone).push({ id, missing });
    }
  }
  return [
    ...found,
    ...missingOwn('get.stays', gone, seen, claims),
    ...missingOwn('get.found', lost, seen, claims),
  ];
}

/**
 * Whether an animal of the run is missing in an answer that came too late for any lag. If reads find others of the run
 * within the grace, it is no longer than that, unless a replica that is further behind answers now and then.
 */
function isBeyondLag({ id, missing }: Loss, { of, created, graceMs }: Claims): boolean {
  const ageIn = (own: bigint, answer: Exchange) =>
    answer.startedAt - (created.get(own)?.exchange.finishedAt ?? 0);
  const isShown = of(id, 'exists').some(({ value, kind }) => value && kind !== 'creation');
  const isAnyInTime = [...created.keys()].some((own) =>
    of(own, 'exists').some(
      ({ value, kind, by }) => value && kind === 'read' && ageIn(own, by) <= graceMs,
    ),
  );
  const graces = !isAnyInTime ? mostGraces.ofAllReads : isShown ? mostGraces.ofReplica : 1;
  return ageIn(id, missing.by) >= graces * graceMs * timerSlack;
}

/** An animal that some answers show and others do not find. Nobody brings an animal back that was removed. */
function comesAndGoes(
  id: bigint,
  shown: readonly Claim[],
  missed: readonly Claim[],
  claims: Claims,
): Contradiction[] {
  const [missing, other] = [missed.at(-1), shown.at(-1)];
  if (missing === undefined || other === undefined) return [];
  const own = claims.created.get(id)?.exchange;
  const reads = shown.filter(({ kind }) => kind === 'read');
  const beyondGrace = missed.filter(({ from }) => from >= (own?.finishedAt ?? 0));
  const found: Contradiction = {
    weight: 'doubt',
    requirement: reads.length > 0 ? 'get.stays' : 'get.found',
    problem: `the animal ${id} is not found in ${missing.source} (#${missing.by.index}), and is shown in ${other.source} (#${other.by.index})`,
    evidence: [missing.by, other.by],
    ask: [questionOf(other.by), questionOf(missing.by)],
  };
  if (own && !missed.some((claim) => isBeyondLag({ id, missing: claim }, claims))) {
    const back = reads.find(({ by }) => by.startedAt >= missing.by.finishedAt);
    const late =
      back && beyondGrace.length > 0
        ? appearsLate(`the animal ${id}`, 'get.found', own, back)
        : undefined;
    const isFoundByAllLater = back !== undefined && back === reads[0];
    if (isFoundByAllLater) return late ? [late] : [];
    return [{ ...found, leavesOpen: late && `${late.problem}: ${late.leavesOpen}` }];
  }
  const all = inOrder(shown, beyondGrace);
  const changes = leastChanges(all);
  const isBack = own !== undefined && shown[0] === all[0] && changes >= mostChanges;
  const isFailure = isBack || dispute(all)?.weight === 'failure';
  const leavesOpen = changes > mostChanges ? elsewhere : undefined;
  return [{ ...found, weight: isFailure ? 'failure' : 'doubt', leavesOpen }];
}

/** Animals of the run that are missing: more than others remove, unless the whole store was reset. */
function missingOwn(
  requirement: 'get.stays' | 'get.found',
  losses: readonly Loss[],
  seen: Seen,
  claims: Claims,
): Contradiction[] {
  if (losses.length === 0) return [];
  const ids = losses.map(({ id }) => id);
  // What was asked too early for reads to have caught up is asked again.
  const isMany = losses.filter((loss) => isBeyondLag(loss, claims)).length > mostRemoved;
  const isReset = isMany && wasReset(ids, claims);
  const what =
    requirement === 'get.found'
      ? `created and never found: the animals ${ids.join(', ')}`
      : `animals that this run created and read are not found any more: ${ids.join(', ')}`;
  // The oldest and the latest of the others: if those from before are there, the store was not reset.
  const others = [...claims.created.keys()].filter(
    (id) => !ids.includes(id) && !seen.touched.has(id),
  );
  const some = new Set([...others.slice(0, 2), ...others.slice(-2)]);
  const alike = ids.flatMap((id) => namesakeOf(id, seen, claims));
  return [
    {
      requirement,
      weight: isMany && !isReset ? 'failure' : 'doubt',
      problem: isReset ? `${what}, as if the store had been reset` : what,
      evidence: losses.map(({ missing }) => missing.by),
      ask: [...[...ids.slice(0, 2), ...some].map(readOf), ...likeEach(alike, mostRemoved + 1)],
    },
  ];
}

/** The later creation of the same name, which may have replaced the animal; without one, its own. */
function namesakeOf(id: bigint, { creations }: Seen, { created }: Claims): Exchange[] {
  const own = created.get(id);
  const namesake = creations.findLast(
    ({ sent, exchange }) => exchange !== own?.exchange && sent?.name === own?.sent?.name,
  );
  return own === undefined ? [] : [namesake?.exchange ?? own.exchange];
}

/** Whether one moment explains what is missing: nothing of the run from before is surely there after it. */
function wasReset(ids: readonly bigint[], claims: Claims): boolean {
  const losses = ids.map((id) => {
    const since = lastThere(id, claims);
    const missed = claims
      .of(id, 'exists')
      .find(({ value, by }) => value === false && by.startedAt >= since);
    return { since, until: missed?.by.finishedAt ?? since };
  });
  const since = Math.max(...losses.map((loss) => loss.since));
  return isResetWithin(since, Math.min(...losses.map(({ until }) => until)), claims);
}

/** When an animal was there for the last time, at the least: lists may lag. */
function lastThere(id: bigint, { of }: Claims): number {
  const shown = of(id, 'exists').filter(({ value }) => value === true);
  return Math.max(...shown.map(({ kind, by, from }) => (kind === 'row' ? from : by.startedAt)));
}

/** Whether there is a moment between two times after which no animal of the run from before is surely there. */
function isResetWithin(since: number, until: number, claims: Claims): boolean {
  const own = [...claims.created].map(([id, { exchange }]) => ({
    made: exchange.finishedAt,
    last: lastThere(id, claims),
  }));
  return [since, ...own.flatMap(({ made, last }) => [made, last])].some(
    (moment) =>
      moment >= since &&
      moment <= until &&
      own.every(({ made, last }) => made > moment || last <= moment),
  );
}

/** An id that a creation gave although another animal had been seen with it: by an answer before, or by a creation. */
interface Reuse {
  readonly id: bigint;
  readonly first: Answered;
  readonly second: Answered;
}

/** Judges ids that were given although an animal had them (`create.server-id`). */
export function judgeReuse(
  seen: Seen,
  claims: Claims,
): { readonly contradictions: Contradiction[]; readonly ids: ReadonlySet<bigint> } {
  const given = seen.creations.flatMap(({ pet, exchange, sent }) =>
    pet?.id !== undefined && isAnswered(exchange) && !seen.touched.has(pet.id)
      ? [{ id: pet.id, name: pet.name, exchange, sent }]
      : [],
  );
  const reuses = reusesOf(given, seen);
  const ids = new Set(reuses.map(({ id }) => id));
  const open = reuses.filter((one) => !isGoneBetween(one, seen));
  const [reuse] = open;
  if (reuse === undefined) return { contradictions: [], ids };
  const { id, first, second } = reuse;
  // One moment divides them all: the ids began anew when the whole store was reset.
  const from = Math.max(...open.map((one) => one.first.startedAt));
  const to = Math.min(...open.map((one) => one.second.finishedAt));
  // Others may remove as many of their own animals as they like.
  const own = open.filter((one) => one.first.operation === 'createPet');
  const isReset = own.length > 0 && isResetWithin(from, to, claims);
  // An id that was sent, and is given, overwrites its animal.
  const isSent = given.some(({ exchange, sent }) => exchange === second && sent?.id === id);
  const isBeyond = (own.length > mostRemoved || isSent) && !isReset;
  // The first of two animals with one id is still shown, by its name, after the second was created.
  const nameOf = (by: Answered) => given.find(({ exchange }) => exchange === by)?.name;
  const kept = open.flatMap((one) => {
    const name = nameOf(one.first);
    if (name === undefined || name === nameOf(one.second)) return [];
    const shown = claims.of(one.id, 'name').filter(({ value }) => value === name);
    return shown.flatMap(({ from, by }) => (from >= one.second.finishedAt ? [by] : []));
  });
  const isMany = open.length > mostRemoved;
  const companions = given.filter((one) => !ids.has(one.id)).map((one) => one.id);
  const contradiction: Contradiction = {
    requirement: 'create.server-id',
    weight: kept.length > 0 || isBeyond ? 'failure' : 'doubt',
    problem: `the id ${id} was given to a new animal though another one had it${open.length > 1 ? `, and so for ${open.length} ids` : ''}`,
    evidence: [second, first, ...kept.slice(0, 1)],
    ask: [
      ...(isReset && (isMany || isSent) ? companions.slice(-2).map(readOf) : []),
      ...(isMany ? [] : [readOf(id)]),
      ...likeEach(first.operation === 'createPet' ? [second, first] : [second], mostRemoved + 2),
    ],
  };
  return { contradictions: [contradiction], ids };
}

/** Each id that was given to more than one animal, once for each but the first of them. */
function reusesOf(
  given: readonly { readonly id: bigint; readonly exchange: Answered }[],
  seen: Seen,
): Reuse[] {
  const shown = firstShown(seen);
  return [...groupedBy(given, ({ id }) => id)].flatMap(([id, all]) => {
    const [earliest] = all;
    const before = shown.get(id);
    // A creation that takes less than a millisecond ends when it begins, and is not before itself.
    const isKnown =
      earliest &&
      before !== undefined &&
      before !== earliest.exchange &&
      before.finishedAt <= earliest.exchange.startedAt;
    const holders = [...(isKnown ? [before] : []), ...all.map(({ exchange }) => exchange)];
    return holders.slice(1).map((second, at) => ({ id, first: holders[at] ?? second, second }));
  });
}

/** Whether a read did not find the first animal before the second one was created. */
const isGoneBetween = ({ id, first, second }: Reuse, { reads }: Seen): boolean =>
  reads.some(
    (read) =>
      read.id === id &&
      read.pet === undefined &&
      read.exchange.startedAt >= first.finishedAt &&
      read.exchange.finishedAt <= second.startedAt,
  );

/**
 * Judges that a read of an animal which is known to exist shows that animal, not only the first read: what a cache keeps
 * of it may have another form, or be broken. A read of an id below zero must not show the animal of another id: whether
 * and how it is refused is left open.
 */
export function judgeReads(seen: Seen): Finding[] {
  const shown = firstShown(seen);
  const isKnown = ({ id, exchange }: { readonly id: bigint; readonly exchange: Answered }) =>
    (shown.get(id)?.finishedAt ?? Number.POSITIVE_INFINITY) <= exchange.startedAt;
  const unexpected = seen.unexpectedReads.filter(
    (read) => isKnown(read) && !seen.touched.has(read.id),
  );
  return [
    ...readsOfOthers('get.not-found', seen.probedReads),
    ...readsOfOthers('get.found', seen.reads.filter(isKnown)),
    ...unexpected.map(({ id, exchange }) => {
      const { status } = exchange.response;
      const received = status === 200 ? '200 without an animal' : `${status}`;
      const problem = `asked for the animal ${id}, which had been seen, it answers ${received}; expected 200 with the animal, or 404 if it has gone`;
      return findingIn(exchange, 'get.found', problem);
    }),
  ];
}

/** Each read that shows another animal than the one that it asks for. */
const readsOfOthers = (requirement: Finding['id'], reads: readonly SeenRead[]): Finding[] =>
  reads.flatMap(({ id, pet, exchange }) =>
    pet?.id === undefined || pet.id === id
      ? []
      : [
          findingIn(
            exchange,
            requirement,
            `asked for the animal ${id}, it gives the animal ${pet.id}`,
          ),
        ],
  );
