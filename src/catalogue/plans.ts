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
