import type { Profile } from '../catalogue/plans.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Asked } from './api.ts';
import { inconclusive } from './outcomes.ts';

/** Refused log-ins that a run may make, without a key or with a wrong one: staging may lock its caller out. */
const budgets: Readonly<Record<Profile, number>> = {
  quick: 15,
  'read-only': 15,
  core: 15,
  full: 40,
};

/** Closing the connection is how some refuse who has no key; idle ones are closed on anybody. */
const closedForOne = 2;

/**
 * Ends the check as inconclusive if one more refused log-in would be beyond the budget of the profile: calls without the
 * key that were answered 401 or are still open, or twice as many whose connection was closed.
 */
export function spareLogIn(
  profile: Profile,
  { exchanges, open }: { readonly exchanges: readonly Exchange[]; readonly open: Iterable<Asked> },
): void {
  const budget = budgets[profile];
  const strangers = exchanges.filter(({ caller }) => caller === 'stranger');
  const refused = strangers.filter(({ response }) => response?.status === 401).length;
  const closed = strangers.filter(({ response }) => response === undefined).length;
  const asked = [...open].filter(({ caller }) => caller === 'stranger').length;
  if (refused + asked < budget && closed < closedForOne * budget) return;
  inconclusive(`the budget of ${budget} refused log-ins is spent`);
}
