import type { Settings } from '../../settings/settings.ts';
import { type Budget, budgets, type Cost, type Plan, plans } from '../../spec/plans.ts';
import { duration } from '../../text/words.ts';

export type { Cost };

/** The cost on a store that starts empty, and on one with 100 animals of every status. */
type CostRange = Pick<Budget, 'empty' | 'stocked'>;

/** Requests that spend a rate limit: none except in the full profile, and none if the plan has no number. */
function limitSpent({ profile, plan }: Pick<Settings, 'profile' | 'plan'>): number {
  return profile === 'full' ? (perMinuteOf(plan) ?? 0) : 0;
}

/** What a whole run of the profile costs; a partial one costs less. The full profile spends a limit, too. */
export function expectedCost(settings: Pick<Settings, 'profile' | 'plan' | 'budget'>): CostRange {
  const { budget } = settings;
  const spent = limitSpent(settings);
  const { empty, stocked } = budgets[settings.profile];
  if (budget !== undefined) {
    const requests = budget;
    return { empty: { ...empty, requests }, stocked: { ...stocked, requests } };
  }
  return {
    empty: { ...empty, requests: empty.requests + spent },
    stocked: { ...stocked, requests: stocked.requests + spent },
  };
}

/** The cost in words: `about 158 requests and 33 animals on an empty store, ...`. */
export function costText(
  { empty, stocked }: CostRange,
  { plan, profile }: Pick<Settings, 'profile' | 'plan'>,
): string {
  const of = ({ requests, animals }: Cost) => `${requests} requests and ${animals} animals`;
  const range =
    empty.requests === stocked.requests && empty.animals === stocked.animals
      ? of(empty)
      : `${of(empty)} on an empty store, ${of(stocked)} on one with many animals`;
  const perMinute = perMinuteOf(plan);
  // A promise about the store holds for services that refuse; the reader does not know whether theirs does.
  const beware =
    profile === 'read-only' ? '; a refusal that fails may leave an animal (--max-creations)' : '';
  const waits = profile === 'full' ? ', and up to two windows of waiting for the limit' : '';
  const whole =
    profile === 'full' && perMinute === undefined
      ? ', and one whole limit of the key, whatever it is (--plan tells)'
      : '';
  if (perMinute === undefined) return `about ${range}${whole}${waits}${beware}`;
  const seconds = duration(secondsFor(empty.requests, perMinute));
  return `about ${range}; at ${perMinute} a minute some ${seconds}${waits}${beware}`;
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
