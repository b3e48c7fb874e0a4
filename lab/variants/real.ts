import { plans } from '../../src/catalogue/plans.ts';
import { bucket } from '../../src/reference/limiters/counters.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { slidingWindow } from './quotas.ts';

/** Settings as users have them, for windows of a minute. */
const patient = { plan: 'free', maxWait: 120 } as const;

const inRealTime = { overSockets: true } as const;

/**
 * The reference server on the Free plan with windows of 60 seconds, as in reality. These take minutes, so `npm run lab
 * -- --real` runs them and `npm test` does not.
 */
export const realVariants: readonly Variant[] = [
  {
    ...inRealTime,
    id: 'real.free-core',
    title: 'has the Free plan and windows of a minute, and is asked by a core run',
    settings: patient,
    server: () => ({ plan: 'free' }),
    mostRefusals: 0,
  },
  {
    ...inRealTime,
    id: 'real.free-full',
    title: 'has the Free plan and windows of a minute, and is asked by a full run',
    settings: { ...patient, profile: 'full' },
    server: () => ({ plan: 'free' }),
    // One request of each operation above the limit, and another at the second of the reset.
    mostRefusals: 4,
  },
  {
    ...inRealTime,
    id: 'real.free-bucket',
    title: 'has a bucket of the Free plan’s size, and is asked by a core run',
    settings: patient,
    server: () => ({
      quota: bucket({ limit: plans.free.perMinute, windowMs: 60_000, reset: 'full' }),
    }),
    mostRefusals: 0,
  },
  {
    ...inRealTime,
    id: 'real.free-log',
    title: 'has a log of the calls of the last minute, and is asked by a core run',
    settings: patient,
    server: () => ({ quota: slidingWindow(plans.free.perMinute, 60_000, 'all-have-left') }),
    mostRefusals: 3,
  },
];
