/** Answers that contradict one another, and what a contradiction amounts to. */

import type { Answered, Exchange } from '../http/exchange.ts';
import { brief } from '../http/json.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import { mostChanges } from '../spec/freedoms.ts';
import {
  type About,
  type Claim,
  type Claims,
  latestOf,
  leastChanges,
  noStatus,
  type Preferences,
  type Question,
  questionOf,
  sinceTheyKeep,
} from './claims.ts';
import { groupedBy } from './grouped.ts';

/** Answers that contradict one another. */
export interface Contradiction {
  readonly requirement: RequirementId;
  /** `failure`: beyond the freedoms. `doubt`: within them, and to be asked again. */
  readonly weight: 'failure' | 'doubt';
  readonly problem: string;
  /** The answer that is wrong comes first. */
  readonly evidence: readonly Answered[];
  /** What to ask again, both sides in turn. */
  readonly ask: readonly Question[];
  /** Why a doubt that does not stand leaves the requirement open, and what to do; without it, the requirement passes. */
  readonly leavesOpen?: string | undefined;
  /** When a doubt can be decided, in milliseconds since the epoch, if that is later than usual. */
  readonly decidedFrom?: number;
  /** The animals that it is about. */
  readonly about?: readonly bigint[];
}

/** What to do if answers change more often than the freedoms allow. */
export const elsewhere = 'something else edits this store; run again, or use a quieter one';

export const show = (value: Claim['value']) =>
  value === noStatus ? 'none' : typeof value === 'string' ? brief(value) : `${value}`;

export const said = ({ value, source, by }: Claim) =>
  `${show(value)} in ${source === 'POST /pets' ? 'its creation' : source} (#${by.index})`;

/** The requirement that a wrong claim breaks. */
export function requirementOf(claim: Claim): RequirementId {
  if (claim.kind === 'read') return 'get.same-animal';
  if (claim.kind === 'row') return 'list.same-animal';
  return claim.by.request.url.includes('limit=') ? 'list.filter-with-limit' : 'list.status-filter';
}

/**
 * A dispute between claims: a failure if more changes are needed than the freedoms allow while each question keeps to its
 * answer, else a doubt if the latest answers still differ, or if questions change their answers that often.
 */
export function dispute(
  claims: readonly Claim[],
  most = mostChanges,
): Pick<Contradiction, 'weight' | 'evidence' | 'ask' | 'leavesOpen'> | undefined {
  const changes = leastChanges(claims);
  if (changes === 0) return undefined;
  const sides = [...groupedBy(latestOf(claims), ({ value }) => value).values()].map(
    (side) => side.findLast(({ kind }) => kind !== 'creation') ?? side[0],
  );
  const asked = sides.flatMap((claim) => claim ?? []);
  const found = { evidence: asked.map(({ by }) => by), ask: asked.map(({ by }) => questionOf(by)) };
  if (leastChanges(sinceTheyKeep(claims)) > most) return { ...found, weight: 'failure' };
  const leavesOpen = changes > most ? elsewhere : undefined;
  return asked.length < 2 && !leavesOpen ? undefined : { ...found, weight: 'doubt', leavesOpen };
}

/** The creation of an animal of the run; none of another one. */
export const creationOf = (about: About, created: Claims['created']) => {
  const exchange = typeof about === 'bigint' ? created.get(about)?.exchange : undefined;
  return exchange === undefined ? [] : [exchange];
};

/** Creations of animals like these, by turns, so many. */
export function likeEach(
  creations: readonly Exchange[],
  many: number,
  form: Preferences = {},
): Question[] {
  return Array.from({ length: many }, (_, at) => creations[at % creations.length]).flatMap(
    (exchange) =>
      exchange ? [{ operation: 'createPet', like: exchange.index, ...form } as const] : [],
  );
}

/** What came, or stayed, only later than reads may lag: a longer grace decides it. */
export function appearsLate(
  what: string,
  requirement: RequirementId,
  created: Exchange,
  { by }: Claim,
): Contradiction {
  const seconds = Math.ceil((by.startedAt - created.finishedAt) / 1000);
  return {
    requirement,
    weight: 'doubt',
    problem: `${what} appeared ${seconds} s after its creation, later than --grace allows`,
    evidence: [by],
    ask: [],
    leavesOpen: `run again with --grace ${seconds + 1}`,
  };
}
