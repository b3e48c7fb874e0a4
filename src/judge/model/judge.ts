import type { Exchange } from '../../http/exchange.ts';
import { judgeLimit } from '../limit.ts';
import type { Finding } from '../outcome.ts';
import type { RunFacts } from './facts.ts';
import { judgeNowhere } from './nowhere.ts';
import { judgeStore } from './store.ts';

/**
 * All that the exchanges of a run show when they are compared. Pure: a live run and its recording give the same
 * findings. A finding has a problem only if no conformant server could have given these answers.
 */
export function judgeRun(exchanges: readonly Exchange[], facts: RunFacts): Finding[] {
  return [
    ...judgeStore(exchanges, facts),
    ...judgeLimit(exchanges, facts),
    ...judgeNowhere(exchanges, facts.plan),
  ];
}
