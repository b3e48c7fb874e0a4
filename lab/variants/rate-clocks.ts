import { type Change, datedByOwnClock, undated, withHeaders } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';

/** A service whose clock is some seconds ahead. */
const clockAhead = (seconds: number) => (now: () => number) => ({
  now: () => now() + seconds * 1000,
});

const resetRounded = (round: (seconds: number) => number): Change => {
  return ({ rateHeaders }) => ({
    rateHeaders: (standing, call) => ({
      ...rateHeaders(standing, call),
      'X-RateLimit-Reset': String(round(standing.resetsAt / 1000)),
    }),
  });
};

/** Clocks, `Date` and the rounding of the reset. */
export const clockVariants: readonly Variant[] = [
  {
    id: 'clock.25-s-ahead',
    title: 'has a clock 25 s ahead, by which it dates answers',
    server: clockAhead(25),
    change: datedByOwnClock,
  },
  {
    id: 'clock.25-s-behind',
    title: 'has a clock 25 s behind, by which it dates answers',
    server: clockAhead(-25),
    change: datedByOwnClock,
  },
  {
    id: 'clock.20-s-ahead-of-its-front',
    title: 'counts by a clock 20 s ahead of the one that dates answers',
    server: clockAhead(20),
  },
  {
    id: 'clock.20-s-behind-its-front',
    title: 'counts by a clock 20 s behind the one that dates answers',
    server: clockAhead(-20),
  },
  {
    id: 'clock.undated',
    title: 'dates no answer',
    change: undated,
  },
  {
    id: 'clock.undated-and-behind',
    title: 'dates no answer, and has a clock 2 minutes behind',
    server: clockAhead(-120),
    change: undated,
  },
  {
    id: 'clock.3-minutes-ahead',
    title: 'has a clock 3 minutes ahead, by which it dates answers',
    server: clockAhead(180),
    change: datedByOwnClock,
  },
  {
    id: 'clock.a-year-behind',
    title: 'has a clock a year behind, by which it dates answers',
    server: clockAhead(-365 * 86_400),
    change: datedByOwnClock,
  },
  {
    id: 'clock.date-unreadable',
    title: 'writes a Date that is not a date',
    change: withHeaders({ Date: 'yesterday' }),
  },
  {
    id: 'clock.reset-rounded-down',
    title: 'rounds the time of reset down',
    server: () => ({ plan: 'business', windowMs: 700 }),
    change: resetRounded(Math.floor),
  },
  {
    id: 'clock.reset-rounded-up-a-minute',
    title: 'rounds the time of reset up to the next whole minute but one',
    change: resetRounded((seconds) => (Math.ceil(seconds / 60) + 1) * 60),
  },
  {
    id: 'clock.ahead-in-windows-of-a-second',
    title:
      'has a clock 25 s ahead and windows of a second, so that waits are reckoned by its clock',
    settings: { plan: 'free' },
    server: (now) => ({ ...clockAhead(25)(now), plan: 'free', windowMs: 1000 }),
    change: datedByOwnClock,
  },
];
