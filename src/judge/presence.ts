import { type Answered, type Exchange, isAnswered } from '../http/exchange.ts';
import { mostChanges, mostGraces, mostRemoved } from '../spec/freedoms.ts';
import {
  type About,
  appearsLate,
  type Claim,
  type Claims,
  type Contradiction,
  dispute,
  elsewhere,
  leastChanges,
  likeEach,
  questionOf,
  timerSlack,
} from './claims.ts';
import { groupedBy } from './grouped.ts';
import { type Finding, findingIn } from './outcome.ts';
import { firstShown, type Seen, type SeenRead } from './seen.ts';

/** Whether the animals of a run are there, and whether ids are their own (sections 4.2 and 4.3). */

/** Judges whether the animals are there (`get.found`, `get.stays`). */
export function judgePresence(ids: readonly bigint[], seen: Seen, claims: Claims): Contradiction[] {
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
    if (shown.length === 0) {
      if (own) lost.push(missing);
    } else if (shown.every(({ to }) => to < missing.from)) {
      if (own) gone.push(missing);
    } else {
      found.push(...comesAndGoes(id, shown, missed, claims));
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
function isBeyondLag({ about, by }: Claim, { of, created, graceMs }: Claims): boolean {
  const ageIn = (id: About, answer: Exchange) =>
    answer.startedAt - ((typeof id === 'bigint' && created.get(id)?.exchange.finishedAt) || 0);
  const isShown = of(about, 'exists').some(({ value, kind }) => value && kind !== 'creation');
  const isAnyInTime = [...created.keys()].some((id) =>
    of(id, 'exists').some(
      (claim) => claim.value && claim.kind === 'read' && ageIn(id, claim.by) <= graceMs,
    ),
  );
  const graces = !isAnyInTime ? mostGraces.ofAllReads : isShown ? mostGraces.ofReplica : 1;
  return ageIn(about, by) >= graces * graceMs * timerSlack;
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
  const isSure = !own || missed.some((claim) => isBeyondLag(claim, claims));
  const beyondGrace = missed.filter(({ from }) => from >= (own?.finishedAt ?? 0));
  const [back] = reads.filter(({ by }) => by.startedAt >= missing.by.finishedAt);
  const late =
    own && back && beyondGrace.length > 0
      ? appearsLate(`the animal ${id}`, 'get.found', own, back)
      : undefined;
  // Found by each read but the first ones.
  if (!isSure && back && reads[0] === back) return late ? [late] : [];
  const relevant = [...shown, ...(isSure ? beyondGrace : [])].sort((a, b) => a.to - b.to);
  const changes = leastChanges(relevant);
  const isBack = own !== undefined && shown[0] === relevant[0] && changes >= mostChanges;
  return [
    {
      weight: isBack || dispute(relevant)?.weight === 'failure' ? 'failure' : 'doubt',
      requirement: reads.length > 0 ? 'get.stays' : 'get.found',
      problem: `the animal ${id} is not found in ${missing.source} (#${missing.by.index}), and is shown in ${other.source} (#${other.by.index})`,
      evidence: [missing.by, other.by],
      ask: [questionOf(other.by), questionOf(missing.by)],
      leavesOpen: !isSure
        ? late && `${late.problem}: ${late.leavesOpen}`
        : changes > mostChanges
          ? elsewhere
          : undefined,
    },
  ];
}

/** Animals of the run that are missing: more than others remove, unless the whole store was reset. */
function missingOwn(
  requirement: 'get.stays' | 'get.found',
  missing: readonly Claim[],
  seen: Seen,
  claims: Claims,
): Contradiction[] {
  if (missing.length === 0) return [];
  const { created } = claims;
  const about = missing.map(({ about: id }) => id);
  // What was asked too early for reads to have caught up is asked again.
  const sure = missing.filter((claim) => isBeyondLag(claim, claims));
  const isReset = sure.length > mostRemoved && wasReset(missing, claims);
  const list = about.join(', ');
  const what =
    requirement === 'get.found'
      ? `created and never found: the animals ${list}`
      : `animals that this run created and read are not found any more: ${list}`;
  // The oldest and the latest of the others: if those from before are there, the store was not reset.
  const others = [...created.keys()].filter((id) => !about.includes(id) && !seen.touched.has(id));
  return [
    {
      requirement,
      weight: sure.length > mostRemoved && !isReset ? 'failure' : 'doubt',
      problem: isReset ? `${what}, as if the store had been reset` : what,
      evidence: missing.map(({ by }) => by),
      ask: [
        ...about
          .slice(0, 2)
          .flatMap((id) => (typeof id === 'bigint' ? [{ operation: 'getPet', id } as const] : [])),
        ...[...new Set([...others.slice(0, 2), ...others.slice(-2)])].map(
          (id) => ({ operation: 'getPet', id }) as const,
        ),
        ...likeEach(
          about.flatMap((id) => namesakeOf(id, seen, created)),
          mostRemoved + 1,
        ),
      ],
    },
  ];
}

/** The later creation of the same name, which may have replaced the animal; without one, its own. */
function namesakeOf(about: About, { creations }: Seen, created: Claims['created']): Exchange[] {
  const own = typeof about === 'bigint' ? created.get(about) : undefined;
  const namesake = creations.findLast(
    ({ sent, exchange }) => exchange !== own?.exchange && sent?.name === own?.sent?.name,
  );
  return own === undefined ? [] : [namesake?.exchange ?? own.exchange];
}

/** Whether one moment explains what is missing: nothing of the run from before is surely there after it. */
function wasReset(missing: readonly Claim[], claims: Claims): boolean {
  const losses = missing.map(({ about }) => {
    const all = claims.of(about, 'exists');
    const since = Math.max(...all.filter(({ value }) => value === true).map(stillThere));
    const [missed] = all.filter(({ value, by }) => value === false && by.startedAt >= since);
    return { since, until: missed?.by.finishedAt ?? since };
  });
  const since = Math.max(...losses.map((loss) => loss.since));
  return isResetWithin(since, Math.min(...losses.map(({ until }) => until)), claims);
}

/** When an animal that an answer shows was still there, at the least: lists may lag. */
const stillThere = ({ kind, by, from }: Claim) => (kind === 'row' ? from : by.startedAt);

/** Whether there is a moment between two times after which no animal of the run from before is surely there. */
function isResetWithin(since: number, until: number, { of, created }: Claims): boolean {
  const own = [...created].map(([id, { exchange }]) => ({
    made: exchange.finishedAt,
    last: Math.max(
      ...of(id, 'exists')
        .filter(({ value }) => value === true)
        .map(stillThere),
    ),
  }));
  return [since, ...own.flatMap(({ made, last }) => [made, last])].some(
    (moment) =>
      moment >= since &&
      moment <= until &&
      own.every(({ made, last }) => made > moment || last <= moment),
  );
}

/** Judges ids that were given although an animal had them (`create.server-id`). */
export function idsGivenAgain(
  seen: Seen,
  claims: Claims,
): { readonly contradictions: Contradiction[]; readonly ids: readonly bigint[] } {
  const { creations, reads, touched } = seen;
  const answered = creations.flatMap(({ pet, exchange, sent }) =>
    pet?.id !== undefined && isAnswered(exchange) && !touched.has(pet.id)
      ? [{ id: pet.id, exchange, sent }]
      : [],
  );
  const shown = firstShown(seen);
  const pairs = [...groupedBy(answered, ({ id }) => id)].flatMap(([id, all]) => {
    const [earliest] = all;
    const before = shown.get(id);
    // A creation that takes less than a millisecond ends when it begins, and is not before itself.
    const isKnown =
      earliest &&
      before !== undefined &&
      before !== earliest.exchange &&
      before.finishedAt <= earliest.exchange.startedAt;
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
  const own = open.filter(({ first: { operation } }) => operation === 'createPet');
  const isReset = own.length > 0 && isResetWithin(from, to, claims);
  // An id that was sent, and is given, overwrites its animal.
  const isSent = answered.some((own) => own.exchange === second && own.sent?.id === id);
  // Others may remove as many of their own animals as they like.
  const isBeyond = (own.length > mostRemoved || isSent) && !isReset;
  // The first of two animals with one id is still shown, by its name, after the second was created.
  const nameOf = (by: Exchange) => creations.find(({ exchange }) => exchange === by)?.pet?.name;
  const kept = open.flatMap(({ id: of, first, second: later }) => {
    const name = nameOf(first);
    if (name === undefined || name === nameOf(later)) return [];
    return claims
      .of(of, 'name')
      .flatMap(({ value, from, by }) => (value === name && from >= later.finishedAt ? [by] : []));
  });
  const given = new Set(pairs.map((twice) => twice.id));
  const companions = answered.filter((own) => !given.has(own.id)).map((own) => own.id);
  return {
    ids: [...given],
    contradictions: [
      {
        requirement: 'create.server-id',
        weight: kept.length > 0 || isBeyond ? 'failure' : 'doubt',
        problem: `the id ${id} was given to a new animal though another one had it${open.length > 1 ? `, and so for ${open.length} ids` : ''}`,
        evidence: [second, one, ...kept.slice(0, 1)],
        ask: [
          ...(isReset && (open.length > mostRemoved || isSent)
            ? companions.slice(-2).map((own) => ({ operation: 'getPet', id: own }) as const)
            : []),
          ...(open.length > mostRemoved ? [] : [{ operation: 'getPet', id } as const]),
          ...likeEach(one.operation === 'createPet' ? [second, one] : [second], mostRemoved + 2),
        ],
      },
    ],
  };
}

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
