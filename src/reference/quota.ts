import { type Plan, plans } from '../spec/plans.ts';

/** What a caller may still do after the present call was counted. */
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

/** A quota that can also predict the answer to a call, without counting it. */
export interface ForeseeingQuota extends Quota {
  foresee(caller: string, at: number): Standing;
}

/** `limit` calls in each window of `windowMs`, the windows aligned to the epoch. */
export function fixedWindow(limit: number, windowMs: number): ForeseeingQuota {
  const counts = new Map<string, { window: number; used: number }>();
  const foresee = (caller: string, at: number): Standing => {
    const window = Math.floor(at / windowMs);
    const known = counts.get(caller);
    const used = known?.window === window ? known.used : 0;
    const allowed = used < limit;
    const resetsAt = (window + 1) * windowMs;
    const remaining = allowed ? limit - used - 1 : 0;
    return { allowed, limit, remaining, resetsAt, retryAfter: allowed ? 0 : resetsAt - at };
  };
  return {
    foresee,
    take(caller, at) {
      const standing = foresee(caller, at);
      const used = limit - standing.remaining;
      counts.set(caller, { window: Math.floor(at / windowMs), used });
      return standing;
    },
  };
}

/**
 * A call must fit both quotas, and counts only if it does. The headers show the quota that refuses, the longer one if
 * both do; otherwise the one with less left, or the first if they are equal.
 */
export function both(first: ForeseeingQuota, second: ForeseeingQuota): ForeseeingQuota {
  const worse = (a: Standing, b: Standing): Standing => {
    if (!a.allowed || !b.allowed) return b.retryAfter > a.retryAfter ? b : a;
    return b.remaining < a.remaining ? b : a;
  };
  const foresee = (caller: string, at: number) =>
    worse(first.foresee(caller, at), second.foresee(caller, at));
  return {
    foresee,
    take(caller, at) {
      const standing = foresee(caller, at);
      return standing.allowed ? worse(first.take(caller, at), second.take(caller, at)) : standing;
    },
  };
}

const noLimit = { perMinute: 1_000_000, perDay: 100_000_000 };

/** The quotas of a plan, for a minute and for a day; an Enterprise customer has agreed on very large ones. */
export function planQuota(plan: Plan, windowMs: number, dayMs: number): ForeseeingQuota {
  const { perMinute, perDay } = plans[plan] ?? noLimit;
  return both(fixedWindow(perMinute, windowMs), fixedWindow(perDay, dayMs));
}
