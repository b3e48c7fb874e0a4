import { isAwayAnswer } from '../http/away.ts';
import { type Answered, type Exchange, isAnswered } from '../http/exchange.ts';
import { freedomsFor } from '../spec/freedoms.ts';
import { isRead, type ReadOperation } from '../spec/operations.ts';
import type { Plan } from '../spec/plans.ts';
import { judgeAnimals } from './animals.ts';
import { judgeGateway404s } from './answers.ts';
import type { Contradiction } from './claims.ts';
import { judgeCreations, judgeDoubles, judgeLeftovers } from './creations.ts';
import { judgeLimit } from './limit.ts';
import { judgeLists } from './lists.ts';
import { type Finding, placeOf } from './outcome.ts';
import { judgeReads } from './presence.ts';
import { seenIn } from './seen.ts';

/** What the exchanges of a run show when they are compared. */
export interface Judged {
  readonly findings: readonly Finding[];
  /** What is in doubt, or says nothing of the service; failures are among the findings. */
  readonly contradictions: readonly Contradiction[];
}

/**
 * All that the exchanges of a run show when they are compared. Pure: a live run and its recording give the same
 * findings. A finding has a problem only if no conformant server could have given these answers.
 */
export function judgeRun(exchanges: readonly Exchange[], facts: RunFacts): Judged {
  const { findings, contradictions } = judgeStore(exchanges, facts);
  const ofAnswers = [...judgeLimit(exchanges, facts), ...judgeGateway404s(exchanges, facts.plan)];
  return { findings: [...findings, ...ofAnswers], contradictions };
}

/** What they show of the animals. */
export function judgeStore(exchanges: readonly Exchange[], facts: RunFacts): Judged {
  const seen = seenIn(exchanges);
  const all = judgeAnimals(seen, facts.graceMs);
  return {
    findings: [
      ...all.filter(({ weight }) => weight === 'failure').map(findingOf),
      ...judgeLists(seen),
      ...judgeCreations(seen),
      ...judgeDoubles(seen),
      ...judgeLeftovers(seen),
      ...judgeReads(seen),
    ],
    contradictions: all.filter(({ weight }) => weight !== 'failure'),
  };
}

function findingOf({ requirement, problem, evidence }: Contradiction): Finding {
  const [wrong, ...others] = evidence;
  if (wrong === undefined) throw new Error(`no evidence: ${problem}`);
  return {
    id: requirement,
    exchange: wrong.index,
    also: others.map(({ index }) => index),
    at: placeOf(wrong),
    problem: `${problem}; not explained by tolerated changes (${freedomsFor(requirement).join(', ')}: see explain freedoms)`,
  };
}

/** What the model knows besides the exchanges. */
export interface RunFacts {
  readonly plan?: Plan | undefined;
  /** Milliseconds for which reads may lag behind writes. */
  readonly graceMs: number;
}

/**
 * The operation that the key may not use, if these exchanges show nothing else: the service has answered it 403 to each
 * question with the key. What a key permits is not described (section 5.6). Whether it may create is found out by
 * creations that are ordinary.
 */
export function forbiddenIn(
  evidence: readonly Exchange[],
  all: readonly Exchange[],
): ReadOperation | undefined {
  const [first] = evidence;
  const operation = first?.operation;
  if (!isRead(operation)) return undefined;
  const isOfIt = (one: Exchange) => one.operation === operation && one.caller === 'authenticated';
  if (!evidence.every((one) => isOfIt(one) && one.response?.status === 403)) return undefined;
  const answers = all.filter(isOfIt).filter(isAnswered);
  return answers.filter(saysMore).every(({ response }) => response.status === 403)
    ? operation
    : undefined;
}

/** A 429 and a gateway say nothing of what a key may do. */
const saysMore = (answer: Answered) => answer.response.status !== 429 && !isAwayAnswer(answer);
