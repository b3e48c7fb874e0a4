/** Which requests a run sends. Each check says beside itself what it costs; one rule, decided before the first request. */
import { budgets, type Profile } from '../../spec/plans.ts';
import { NotApplicable } from '../requests/outcomes.ts';
import { mixed, seedFor } from '../values/arbitraries.ts';

/**
 * How much a request finds, by what the lab measures: 0 is what all others need, 1 is in each quick run, 2 shares what is
 * left of quick, 3 is in each core run, 4 is what full adds.
 */
export type Tier = 0 | 1 | 2 | 3 | 4;

/** What a check costs, or a request that several checks share. */
export interface Cost {
  readonly tier: Tier;
  /** Requests on an empty store, beyond those that are shared; default: 1. */
  readonly requests?: number;
  /** Whether it creates animals, or needs such ones: read-only leaves it out. */
  readonly creates?: true;
  /** Requests among them without a key or with a wrong one; default: none. Staging may lock its caller out for them. */
  readonly logIns?: number;
}

/** What a plan takes as a whole or leaves out. */
export interface Step extends Cost {
  readonly name: string;
  readonly requests: number;
}

/** Every step that the suite has defined. */
export const steps: Step[] = [];

/** Defines a step: the requests of one check, or requests that several checks share. */
export function step(name: string, cost: Cost): Step {
  const defined = { requests: 1, ...cost, name };
  steps.push(defined);
  return defined;
}

/** What decides the plan of a run: the same for the same profile, budget and seed, whatever the answers are. */
interface PlanOptions {
  readonly profile: Profile;
  readonly seed: number;
  /** Requests that the plan may use; default: the profile's own. */
  readonly budget?: number;
}

/** What a run asks. */
export interface RunPlan {
  /** The steps that it takes, the most telling first. */
  readonly due: readonly Step[];
  /** Generated cases of each property: more than one only if the budget outlasts every step. */
  readonly cases: number;
  /** Requests that they take on an empty store, if nothing has to be asked again. */
  readonly requests: number;
  has(step: Step): boolean;
}

/** Takes steps by tier, within a tier in an order that the seed draws, while the budget lasts. */
export function planRun({ profile, seed, budget }: PlanOptions): RunPlan {
  const most = budgets[profile];
  const left = { requests: budget ?? most.requests, logIns: most.logIns };
  const drawn = new Map(steps.map((one) => [one, mixed(seedFor(seed, one.name))]));
  const inOrder = steps.toSorted(
    (a, b) => a.tier - b.tier || (drawn.get(a) ?? 0) - (drawn.get(b) ?? 0),
  );
  const allowed = inOrder.filter(({ creates }) => creates !== true || most.creations > 0);
  const due = allowed.filter(({ requests, logIns = 0 }) => {
    if (requests > left.requests || logIns > left.logIns) return false;
    left.requests -= requests;
    left.logIns -= logIns;
    return true;
  });
  const taken = new Set(due);
  // What is left out for its log-ins takes no requests.
  const isWhole = allowed.every((one) => taken.has(one) || (one.logIns ?? 0) > left.logIns);
  const spare = isWhole && Number.isFinite(left.requests) ? left.requests : 0;
  return {
    due,
    cases: 1 + Math.floor(spare / properties),
    requests: due.reduce((sum, { requests }) => sum + requests, 0),
    has: (one) => taken.has(one),
  };
}

/** The number of checks with generated values, one request for each value. */
const properties = 40;

/** Why a check was not asked. */
export const leftByPlan =
  'not sent in this run: another seed or a larger --budget may send it, --profile full sends all';

/** Ends a check as not applicable if the plan of its run leaves the step out. */
export function keepPlan({ plan }: { readonly plan: RunPlan }, due: Step): void {
  if (!plan.has(due)) throw new NotApplicable(leftByPlan);
}

/** Whether a budget that was given is spent: then nothing is asked beyond the plan. */
export function isBudgetSpent({
  settings: { budget },
  exchanges,
}: {
  readonly settings: { readonly budget?: number };
  readonly exchanges: readonly unknown[];
}): boolean {
  return budget !== undefined && exchanges.length >= budget;
}

/** Ends a check as not applicable if a budget that was given is spent. */
export function keepBudget(context: Parameters<typeof isBudgetSpent>[0]): void {
  if (isBudgetSpent(context)) throw new NotApplicable(leftByPlan);
}
