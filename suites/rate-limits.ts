/** Section 8: what the rate headers say, as far as this needs requests of its own. */

import { type Answered, header, wholeNumber } from '../src/http/exchange.ts';
import {
  countsOf,
  fallSeen,
  isResetNow,
  judgeLimit,
  mostFreed,
  shortestResetMs,
} from '../src/judge/limit.ts';
import type { CheckContext } from '../src/run/checks/check-context.ts';
import { check, requirement } from '../src/run/checks/registration.ts';
import { keepBudget } from '../src/run/plan/plan.ts';
import { fail, inconclusive, NotApplicable } from '../src/run/requests/outcomes.ts';
import type { RequirementId } from '../src/spec/catalogue.ts';
import { plans } from '../src/spec/plans.ts';

// src/judge/rate-headers.ts judges the answers; this only says whether there is a plan to compare with.
requirement('rate.plan-limit', () => {
  check('the configured plan', async ({ exchanges, inventory, settings, cite }) => {
    await inventory.survey();
    const { plan } = settings;
    if (plan === undefined) throw new NotApplicable('no plan is configured (--plan)');
    if (plans[plan] === undefined) throw new NotApplicable(`the ${plan} plan has no fixed numbers`);
    const shown = exchanges.filter(
      ({ caller, response }) =>
        caller === 'authenticated' &&
        response &&
        wholeNumber(header(response, 'X-RateLimit-Limit')) !== undefined,
    );
    if (shown.length === 0) inconclusive('no answer shows a limit');
    cite(...shown.slice(0, 3));
  });
});

// src/judge/limit.ts compares all answers of the run; this only says whether they can be compared.
requirement('rate.remaining-true', () => {
  check('X-RateLimit-Remaining within one window', (context) =>
    heldTogether(
      'rate.remaining-true',
      context,
      'too few answers show a count of one window whose reset stands still',
    ),
  );
});

requirement('rate.reset-true', () => {
  check('X-RateLimit-Reset over the run', (context) =>
    heldTogether(
      'rate.reset-true',
      context,
      'no response shows the per-minute limit of the plan (--plan)',
    ),
  );
});

requirement('rate.reset-value', () => {
  // Only responses some seconds apart tell a clock from a window that ends; a fast service is done before.
  check('a reset that may follow the clock', async ({ api, exchanges, inventory, waitUntil }) => {
    await inventory.survey();
    const [first, ...others] = countsOf(exchanges, 'authenticated');
    if (first === undefined || ![first, ...others].every(isResetNow)) {
      throw new NotApplicable('not every reset equals the time of its response');
    }
    const late = first.answeredAt + 1.1 * shortestResetMs;
    await waitUntil(late, 'each response shows a reset at its own time; looking once more');
    await api.listPets({ limit: 1 });
  });
});

async function heldTogether(id: RequirementId, context: CheckContext, otherwise: string) {
  const { exchanges, inventory, settings, cite } = context;
  await inventory.survey();
  const found = judgeLimit(exchanges, settings).filter((finding) => finding.id === id);
  if (found.length === 0) throw new NotApplicable(otherwise);
  const indexes = new Set(found.slice(0, 5).map(({ exchange }) => exchange));
  cite(...exchanges.filter(({ index }) => indexes.has(index)));
}

/** Requests sent at once, after one that tells where the count stands. */
const burst = 4;

/** Above this limit, the shown numbers may be rounded, or counted late. */
const beyondJudging = 100_000;

const tries = 3;

requirement('rate.remaining-falls', () => {
  check('lists sent one after another, or a burst of them', async (context) => {
    await context.inventory.survey();
    if (cited(context)) return;
    keepBudget(context);
    const bursts: Burst[] = [];
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      bursts.push(await burstOf(context));
      if (cited(context)) return;
      refuseUnlessShown(bursts);
    }
    // A count may be some seconds old when it is read.
    await context.eventually(
      () => context.api.listPets({ limit: 1 }),
      () => fallSeen(context.exchanges) !== undefined,
    );
    if (cited(context)) return;
    judgeBursts(bursts, context);
  });
});

function cited({ exchanges, cite }: CheckContext): boolean {
  const seen = fallSeen(exchanges);
  if (seen !== undefined) cite(...seen);
  return seen !== undefined;
}

interface Burst {
  readonly before: Answered;
  readonly after: readonly Answered[];
}

function refuseUnlessShown(bursts: readonly Burst[]): void {
  const all = bursts.flatMap(({ before, after }) => [before, ...after]);
  const limits = all.map(({ response }) => wholeNumber(header(response, 'X-RateLimit-Limit')) ?? 0);
  const limit = Math.max(...limits);
  if (limit > beyondJudging) {
    throw new NotApplicable(`the limit of ${limit} is above ${beyondJudging} a window`);
  }
  if (all.every((one) => remainingOf(one) === undefined)) {
    inconclusive('the answers show no remaining requests');
  }
}

/**
 * The count did not fall: a failure only if a burst was so close together that no request can have come free meanwhile.
 */
function judgeBursts(bursts: readonly Burst[], { settings, exchanges }: CheckContext): void {
  if (settings.concurrency < 2) {
    inconclusive('asked one by one a bucket may refill in between; allow more with --concurrency');
  }
  const counts = countsOf(exchanges, 'authenticated');
  const freed = mostFreed(counts, settings.plan);
  const close = bursts.filter(({ before, after }) => {
    const end = Math.max(...after.map(({ finishedAt }) => finishedAt));
    if ([before, ...after].some(({ response }) => header(response, 'Age') !== undefined))
      return false;
    return remainingOf(before) !== 0 && freed * (end - before.startedAt) < burst - 1;
  });
  if (close.length === 0) {
    inconclusive(
      'no answers came so close together, and from no cache, that the count had to fall',
    );
  }
  const all = bursts.flatMap(({ before, after }) => [before, ...after]);
  const shown = all.map((one) => remainingOf(one) ?? 'none').join(', ');
  fail(
    `expected: X-RateLimit-Remaining falls with ${burst} requests at once, in one of ${tries} bursts\n` +
      `received: ${shown}`,
    ...all,
  );
}

async function burstOf({ api }: CheckContext): Promise<Burst> {
  const ask = () => api.listPets({ limit: 1 });
  const before = await ask();
  return { before, after: await Promise.all(Array.from({ length: burst }, ask)) };
}

function remainingOf({ response }: Answered): number | undefined {
  return wholeNumber(header(response, 'X-RateLimit-Remaining'));
}
