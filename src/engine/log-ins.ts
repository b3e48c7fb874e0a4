import type { Profile } from '../catalogue/plans.ts';
import type { Exchange } from '../http/exchange.ts';
import { inconclusive } from './outcomes.ts';

/** Refused log-ins that a run may make, without a key or with a wrong one: staging may lock its caller out. */
const budgets: Readonly<Record<Profile, number>> = {
  quick: 15,
  'read-only': 15,
  core: 15,
  full: 40,
};

/** Ends the check as inconclusive if one more refused log-in would be beyond the budget of the profile. */
export function spareLogIn(profile: Profile, exchanges: readonly Exchange[]): void {
  const refused = exchanges.filter(
    ({ caller, response }) => caller === 'stranger' && response?.status === 401,
  ).length;
  if (refused < budgets[profile]) return;
  inconclusive(`the budget of ${budgets[profile]} refused log-ins is spent`);
}
