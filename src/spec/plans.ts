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

/** What a run costs a service that keeps the specification. */
export interface Cost {
  readonly requests: number;
  readonly animals: number;
}

/** What a run of a profile may spend, and what it does spend. */
export interface Budget {
  /** The requests of its plan. */
  readonly requests: number;
  /** The animals of its plan at most. */
  readonly creations: number;
  /** Refused log-ins, without a key or with a wrong one: a staging service may lock its caller out. */
  readonly logIns: number;
  /** Measured on the reference server with an empty store, without the limit that `full` spends. */
  readonly empty: Cost;
  /** The same with 100 animals of each status. */
  readonly stocked: Cost;
}

/** What a run may send beyond its plan: requests that are sent again, and those that settle a doubt. */
export const mostBeyondPlan = 42;

/** One window of the Free plan without the reserve is 54 requests, two are 108. */
export const budgets: Readonly<Record<Profile, Budget>> = {
  quick: {
    requests: 54,
    creations: 10,
    logIns: 15,
    empty: { requests: 54, animals: 8 },
    stocked: { requests: 54, animals: 7 },
  },
  'read-only': {
    requests: 108,
    creations: 0,
    logIns: 15,
    empty: { requests: 85, animals: 0 },
    stocked: { requests: 90, animals: 0 },
  },
  core: {
    requests: 108,
    creations: 30,
    logIns: 15,
    empty: { requests: 108, animals: 22 },
    stocked: { requests: 102, animals: 8 },
  },
  full: {
    requests: Number.POSITIVE_INFINITY,
    creations: 60,
    logIns: 40,
    empty: { requests: 475, animals: 43 },
    stocked: { requests: 480, animals: 42 },
  },
};
