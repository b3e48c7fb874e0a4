import type { Settings } from '../../settings/settings.ts';
import { budgets, type Plan, plans } from '../../spec/plans.ts';
import { count, duration, grouped } from '../../text/words.ts';

type Costly = Pick<Settings, 'profile' | 'plan' | 'budget'>;

/** About how many requests a whole run sends to a conformant service; the full profile exhausts a rate limit, too. */
export function expectedRequests({ profile, plan, budget }: Costly): number {
  const spent = profile === 'full' ? (perMinuteOf(plan) ?? 0) : 0;
  return budget ?? budgets[profile].usual + spent;
}

/** The cost of a run in words: `about 108 requests and up to 30 new animals; about 5 s at 300 requests a minute`. */
export function costText(settings: Costly & Pick<Settings, 'maxCreations' | 'partial'>): string {
  const { profile, plan, budget = 0, maxCreations, partial } = settings;
  const requests = expectedRequests(settings);
  // A budget beyond that of core is spent on what else full asks.
  const { creations } = budgets[budget > budgets.core.requests ? 'full' : profile];
  const most = Math.min(creations, maxCreations);
  const animals = `${most === 0 ? 'no' : `up to ${most}`} new animals`;
  const perMinute = perMinuteOf(plan);
  const isFull = profile === 'full';
  return [
    `${partial ? 'at most ' : ''}about ${count(requests, 'request')} and ${animals}`,
    ...(perMinute === undefined
      ? []
      : [
          `about ${duration(secondsFor(requests, perMinute))} at ${grouped(perMinute)} requests a minute`,
        ]),
    ...(isFull && perMinute === undefined
      ? ['one whole rate limit of the key (--plan says how many requests that is)']
      : []),
    ...(isFull ? ['up to two windows of waiting for the limit'] : []),
    // The reader does not know whether their service refuses what it must.
    ...(profile === 'read-only'
      ? ['a creation that should be refused leaves an animal if it is accepted']
      : []),
  ].join('; ');
}

function perMinuteOf(plan: Plan | undefined): number | undefined {
  return plan === undefined ? undefined : plans[plan]?.perMinute;
}

/**
 * The requests of a window go out at once, so the first window costs half a minute's wait on average, the others a
 * whole one.
 */
function secondsFor(requests: number, perMinute: number): number {
  const windows = Math.ceil(requests / (perMinute * 0.9));
  return windows === 1 ? 5 : (windows - 1.5) * 60 + 5;
}
