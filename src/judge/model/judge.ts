import type { Exchange } from '../../http/exchange.ts';
import { judgeAnimals } from '../animals.ts';
import type { Contradiction } from '../contradictions.ts';
import { placeOf } from '../defined.ts';
import { judgeLimit } from '../limit.ts';
import type { Finding } from '../outcome.ts';
import { judgeCreations } from './creations.ts';
import { judgeDoubles } from './doubles.ts';
import type { RunFacts } from './facts.ts';
import { judgeLeftovers } from './leftovers.ts';
import { judgeLists } from './lists.ts';
import { judgeMadeByReads } from './made-by-reads.ts';
import { judgeNowhere } from './nowhere.ts';
import { judgeOddReads, judgeReadIds } from './reads.ts';
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
  const ofAnswers = [...judgeLimit(exchanges, facts), ...judgeNowhere(exchanges, facts.plan)];
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
      ...judgeDoubles(seen, facts.challenged),
      ...judgeMadeByReads(seen),
      ...judgeLeftovers(seen),
      ...judgeReadIds(seen),
      ...judgeOddReads(seen),
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
    problem,
  };
}
