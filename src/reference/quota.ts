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
export const fixedWindow = (limit: number, windowMs: number): ForeseeingQuota =>
  windowed(limit, windowMs, (at) => Math.floor(at / windowMs) * windowMs);

/** `limit` calls in a window that the first call of each caller opens. */
export const ownWindow = (limit: number, windowMs: number): ForeseeingQuota =>
  windowed(limit, windowMs, (at) => at);

function windowed(
  limit: number,
  windowMs: number,
  beginOf: (at: number) => number,
): ForeseeingQuota {
  const windows = new Map<string, { readonly from: number; readonly used: number }>();
  const foresee = (caller: string, at: number): Standing => {
    const known = windows.get(caller);
    const isOpen = known !== undefined && at < known.from + windowMs;
    const { from, used } = isOpen ? known : { from: beginOf(at), used: 0 };
    const allowed = used < limit;
    const resetsAt = from + windowMs;
    const remaining = allowed ? limit - used - 1 : 0;
    return { allowed, limit, remaining, resetsAt, retryAfter: allowed ? 0 : resetsAt - at };
  };
  return {
    foresee,
    take(caller, at) {
      const standing = foresee(caller, at);
      const from = standing.resetsAt - windowMs;
      windows.set(caller, { from, used: limit - standing.remaining });
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
