import { type Change, faultsOf, remembering } from '../../src/reference/changes.ts';
import type { Standing } from '../../src/reference/quota.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';
import { isA, spendingFaults, standingAs } from '../limit-changes.ts';

const minuteMs = 60_000;

/** Accepts only this many creations a minute, and shows the limit of all calls on its refusals. */
const fewCreations = (most: number): Change =>
  remembering(() => {
    const made = new Map<number, number>();
    return standingAs((standing, call) => {
      if (!isA('createPet')(call) || !standing.allowed) return standing;
      const window = Math.floor(call.at / minuteMs);
      const count = (made.get(window) ?? 0) + 1;
      made.set(window, count);
      if (count <= most) return standing;
      return { ...standing, allowed: false, retryAfter: standing.resetsAt - call.at };
    });
  });

const everyFortieth: Change = standingAs((standing, { at, sequence }) =>
  sequence % 40 === 39
    ? { ...standing, allowed: false, retryAfter: standing.resetsAt - at }
    : standing,
);

// Found only by a full run, though not by spending: the 429s come while the other questions are asked.
const early: readonly Fault[] = faultsOf('rate.not-early', {
  'early.few-creations': [
    'refuses creations from the eleventh of a minute on, with hundreds of calls shown to remain',
    fewCreations(10),
  ],
  'early.every-fortieth': [
    'refuses every fortieth call until the reset, with hundreds of calls shown to remain',
    everyFortieth,
  ],
}).map((fault) => ({
  ...fault,
  settings: everyTurn,
  inVirtualTime: { latencyMs: [2, 12] },
  needsWholeRun: true,
}));

/** Counts calls that come while another one is being counted as one with it. */
const lostCounts: Change = ({ quota }) => {
  const lasts = new Map<string, { readonly at: number; readonly standing: Standing }>();
  return {
    quota: {
      take: (who, at) => {
        const last = lasts.get(who);
        if (last?.standing.allowed && at - last.at < 3) return last.standing;
        const standing = quota.take(who, at);
        lasts.set(who, { at, standing });
        return standing;
      },
    },
  };
};

const lost = spendingFaults(['rate.enforced', 'rate.remaining-true'], {
  'early.counts-lost': [
    'reads its count and writes it back one higher, so that calls at the same time count once',
    lostCounts,
  ],
});

/** Section 8: limits for single operations, and counts that others overwrite. */
export const earlyRefusalFaults: readonly Fault[] = [...early, ...lost];
