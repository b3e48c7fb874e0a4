/** Rate limits by plan (section 8). Enterprise limits are agreed individually, so they have no numbers. */
export const plans = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
  enterprise: undefined,
} as const;

export type Plan = keyof typeof plans;

export const planNames = Object.keys(plans) as readonly Plan[];

export const profiles = ['quick', 'read-only', 'core', 'full'] as const;

/**
 * What a run may do: `quick` asks what finds most, `read-only` creates nothing, `core` creates animals, `full` asks
 * everything and spends a rate limit.
 */
export type Profile = (typeof profiles)[number];

/** What a run of a profile may spend on a service that keeps the specification, and what it does spend. */
export interface Budget {
  /** The requests of its plan. */
  readonly requests: number;
  /** The animals of its plan at most. */
  readonly creations: number;
  /** Refused log-ins, without a key or with a wrong one: a staging service may lock its caller out. */
  readonly logIns: number;
  /** About how many requests it sends, without the limit that `full` spends. */
  readonly usual: number;
}

/** What a run may send beyond its plan: requests that are sent again, and those that settle a doubt. */
export const mostBeyondPlan = 42;

/** One window of the Free plan without the reserve is 54 requests, two are 108. */
export const budgets: Readonly<Record<Profile, Budget>> = {
  quick: {
    requests: 54,
    creations: 10,
    logIns: 15,
    usual: 54,
  },
  'read-only': {
    requests: 108,
    creations: 0,
    logIns: 15,
    usual: 90,
  },
  core: {
    requests: 108,
    creations: 30,
    logIns: 15,
    usual: 108,
  },
  full: {
    requests: Number.POSITIVE_INFINITY,
    creations: 60,
    logIns: 40,
    usual: 467,
  },
};
