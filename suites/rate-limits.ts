/** Section 8: what the rate headers say, as far as it takes requests of its own. */

import { plans } from '../src/catalogue/plans.ts';
import type { CheckContext } from '../src/engine/context.ts';
import { fail, NotApplicable, undecided } from '../src/engine/outcomes.ts';
import { check, requirement } from '../src/engine/requirement.ts';
import { type Answered, header, wholeNumber } from '../src/http/exchange.ts';

// The answers are judged in src/judge/rate-headers.ts; this only says whether there is a plan to hold
// them against.
requirement('rate.plan-limit', () => {
  check('the configured plan', async ({ exchanges, inventory, settings, cite }) => {
    await inventory.survey();
    const { plan } = settings;
    if (plan === undefined) throw new NotApplicable('no plan is configured (--plan)');
    if (plans[plan] === undefined) throw new NotApplicable(`the ${plan} plan has no fixed numbers`);
    const told = exchanges.filter(
      ({ caller, response }) =>
        caller === 'key-holder' &&
        response &&
        wholeNumber(header(response, 'X-RateLimit-Limit')) !== undefined,
    );
    if (told.length === 0) undecided('no answer shows a limit');
    cite(...told.slice(0, 3));
  });
});

/** Requests sent at once, after one that tells where the count stands. */
const burst = 4;

/** A limit so high that what is shown may be rounded, or counted late. */
const beyondJudging = 100_000;

const tries = 3;

requirement('rate.remaining-falls', () => {
  check('a burst of requests', async (context) => {
    const all: Answered[] = [];
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const { before, after } = await burstOf(context);
      all.push(before, ...after);
      const limit = wholeNumber(header(before.response, 'X-RateLimit-Limit'));
      if (limit !== undefined && limit > beyondJudging) {
        throw new NotApplicable(`the limit of ${limit} is above ${beyondJudging} a window`);
      }
      const start = remainingOf(before);
      const rest = after.map(remainingOf).filter((one) => one !== undefined);
      if (start === undefined || rest.length === 0)
        undecided('the answers show no remaining requests');
      // A window may end in between, and a bucket may refill: then the next burst tells.
      if (Math.min(...rest) < start) return;
    }
    if (context.settings.concurrency < 2) {
      undecided('asked one by one a bucket may refill in between; allow more with --concurrency');
    }
    const shown = all.map((one) => remainingOf(one) ?? 'none').join(', ');
    fail(
      `expected: X-RateLimit-Remaining falls with ${burst} requests at once, in one of ${tries} bursts\n` +
        `received: ${shown}`,
      ...all,
    );
  });
});

async function burstOf({ api }: CheckContext): Promise<{ before: Answered; after: Answered[] }> {
  const ask = () => api.listPets({ limit: 1 });
  const before = await ask();
  return { before, after: await Promise.all(Array.from({ length: burst }, ask)) };
}

function remainingOf({ response }: Answered): number | undefined {
  return wholeNumber(header(response, 'X-RateLimit-Remaining'));
}
