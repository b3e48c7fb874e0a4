import type { Exchange } from '../../http/exchange.ts';
import type { Finding } from '../outcome.ts';
import { judgeBorrowedNames } from './borrowed-names.ts';
import { judgeCreations } from './creations.ts';
import { judgeDoubles } from './doubles.ts';
import { answersByQuestion, type Doubt, settle } from './doubts.ts';
import type { RunFacts } from './facts.ts';
import { judgeFlicker } from './flicker.ts';
import { doubtsOf } from './follow-ups.ts';
import { judgeLeftovers } from './leftovers.ts';
import { judgeLists } from './lists.ts';
import { judgeLost } from './lost.ts';
import { judgeMadeByReads } from './made-by-reads.ts';
import { judgeMisfiltered } from './misfiltered.ts';
import { judgeMisfitValues } from './misfit-values.ts';
import { judgeOutsiders } from './outsiders.ts';
import { type Seen, seenIn } from './seen.ts';
import { judgeOddReads, judgeReadIds, judgeStays } from './stays.ts';
import { judgeSwaps } from './swaps.ts';

/** What the answers show of the store when they are compared (sections 2 and 4). */
export function judgeStore(
  exchanges: readonly Exchange[],
  { graceMs, challenged }: RunFacts,
): Finding[] {
  const seen = seenIn(exchanges);
  const kept = [...judgeStays(seen, graceMs), ...settled(seen, exchanges, graceMs)];
  const outsiders = judgeOutsiders(seen, graceMs);
  const gone = kept.some(({ id }) => id === 'get.stays');
  return [
    ...judgeLists(seen),
    ...judgeCreations(seen, graceMs),
    ...judgeDoubles(seen, challenged),
    ...judgeMadeByReads(seen),
    ...judgeMisfitValues(seen),
    ...judgeMisfiltered(seen, graceMs),
    ...judgeBorrowedNames(seen),
    ...outsiders.filter((one) => kept.every(({ id }) => id !== one.id)),
    ...judgeLeftovers(seen),
    ...judgeReadIds(seen),
    ...judgeOddReads(seen),
    // An animal that goes away need not have been lost from the start, and is gone from lists, too.
    ...(gone
      ? kept.filter(({ id }) => id !== 'get.found')
      : [
          ...kept,
          ...judgeLost(seen, graceMs),
          ...judgeFlicker(seen, graceMs),
          ...judgeSwaps(seen, graceMs),
        ]),
  ];
}

/** The results of the doubts. An animal that is not the same everywhere explains what else is doubtful about it. */
function settled(seen: Seen, exchanges: readonly Exchange[], graceMs: number): Finding[] {
  const doubts = doubtsOf(seen, graceMs);
  const asked = answersByQuestion(exchanges);
  const about = (...subjects: Doubt['about'][]) =>
    doubts
      .filter((doubt) => subjects.includes(doubt.about))
      .flatMap((doubt) => settle(doubt, asked, graceMs));
  const identity = about('identity');
  return identity.length > 0 ? identity : about('status', 'presence');
}
