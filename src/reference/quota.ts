import { type Plan, plans } from '../spec/plans.ts';

/** What a caller may still do, after the present call was counted. */
export interface Standing {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since the epoch. */
  readonly resetsAt: number;
  /** Milliseconds until a refused call may be repeated. */
  readonly retryAfter: number;
}

/** Counts the calls of each caller (section 8). */
export interface Quota {
  take(caller: string, at: number): Standing;
}

/** `limit` calls in each window of `windowMs`, the windows aligned to the epoch. */
export function fixedWindow(limit: number, windowMs: number): Quota {
  const counts = new Map<string, { window: number; used: number }>();
  return {
    take(caller, at) {
      const window = Math.floor(at / windowMs);
      const known = counts.get(caller);
      const used = known?.window === window ? known.used : 0;
      const allowed = used < limit;
      counts.set(caller, { window, used: allowed ? used + 1 : used });
      const resetsAt = (window + 1) * windowMs;
      return {
        allowed,
        limit,
        remaining: allowed ? limit - used - 1 : 0,
        resetsAt,
        retryAfter: allowed ? 0 : resetsAt - at,
      };
    },
  };
}

/** A call must fit each of the quotas; the tighter one is shown, the first where both are alike. */
export function both(first: Quota, second: Quota): Quota {
  return {
    take(caller, at) {
      const a = first.take(caller, at);
      const b = second.take(caller, at);
      if (a.allowed !== b.allowed) return a.allowed ? b : a;
      return b.remaining < a.remaining ? b : a;
    },
  };
}

const noLimit = { perMinute: 1_000_000, perDay: 100_000_000 };

/** The quotas of a plan, a minute's and a day's; an Enterprise customer has agreed on very large ones. */
export function planQuota(plan: Plan, windowMs: number, dayMs: number): Quota {
  const { perMinute, perDay } = plans[plan] ?? noLimit;
  return both(fixedWindow(perMinute, windowMs), fixedWindow(perDay, dayMs));
}
