import type { Exchange } from '../../http/exchange.ts';
import type { Finding } from '../outcome.ts';
import { judgeCreations } from './creations.ts';
import { type Doubt, settle } from './doubts.ts';
import type { RunFacts } from './facts.ts';
import { judgeLeftovers } from './leftovers.ts';
import { judgeLists } from './lists.ts';
import { judgeLost } from './lost.ts';
import { doubtsOf } from './questions.ts';
import { type Seen, seenIn } from './seen.ts';
import { judgeReadIds, judgeStays } from './stays.ts';

/** What the answers say about the store, held against one another (sections 2 and 4). */
export function judgeStore(exchanges: readonly Exchange[], { graceMs }: RunFacts): Finding[] {
  const seen = seenIn(exchanges);
  const kept = [...judgeStays(seen, graceMs), ...settled(seen, exchanges, graceMs)];
  const gone = kept.some(({ id }) => id === 'get.stays');
  return [
    ...judgeLists(seen),
    ...judgeCreations(seen),
    ...judgeLeftovers(seen),
    ...judgeReadIds(seen),
    // What goes away need not have been lost from the start.
    ...(gone
      ? kept.filter(({ id }) => id !== 'get.found')
      : [...kept, ...judgeLost(seen, graceMs)]),
  ];
}

/** What the doubts came to. An animal that is not the same everywhere explains what else is doubtful of it. */
function settled(seen: Seen, exchanges: readonly Exchange[], graceMs: number): Finding[] {
  const doubts = doubtsOf(seen, graceMs);
  const about = (...subjects: Doubt['about'][]) =>
    doubts
      .filter((doubt) => subjects.includes(doubt.about))
      .flatMap((doubt) => settle(doubt, exchanges, graceMs));
  const identity = about('identity');
  return identity.length > 0 ? identity : about('status', 'presence');
}
