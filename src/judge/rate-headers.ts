import { type Answered, header, unixSeconds, wholeNumber } from '../http/exchange.ts';
import { dateOf } from '../http/http-date.ts';
import { tryParseJson } from '../http/json.ts';
import type { RequiredId } from '../spec/catalogue.ts';
import { type Plan, plans } from '../spec/plans.ts';
import { type Finding, findingIn } from './outcome.ts';

/** The headers of section 8. */
export const rateHeaders = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  reset: 'X-RateLimit-Reset',
} as const;

/**
 * Judges the headers of section 8, which are due on every response of the service to a documented operation. `plan`:
 * undefined if unknown.
 */
export function judgeRateHeaders(exchange: Answered, plan: Plan | undefined): Finding[] {
  if (exchange.operation === undefined || !isOfService(exchange)) return [];
  const limit = header(exchange.response, rateHeaders.limit);
  const remaining = header(exchange.response, rateHeaders.remaining);
  const reset = header(exchange.response, rateHeaders.reset);
  const finding = (id: RequiredId, problem: string | undefined) => findingIn(exchange, id, problem);
  const present = (id: RequiredId, name: string, value: string | undefined) =>
    finding(id, value === undefined ? `no ${name} header` : undefined);
  return [
    present('rate.limit-header', rateHeaders.limit, limit),
    present('rate.remaining-header', rateHeaders.remaining, remaining),
    present('rate.reset-header', rateHeaders.reset, reset),
    ...(limit === undefined ? [] : [finding('rate.limit-value', limitProblem(limit, exchange))]),
    ...(remaining === undefined
      ? []
      : [finding('rate.remaining-value', remainingProblem(remaining, limit))]),
    ...(reset === undefined
      ? []
      : [finding('rate.reset-value', resetProblem(reset, exchange, plan))]),
    ...planFinding(exchange, limit, plan),
  ];
}

const documented: readonly number[] = [200, 201, 400, 401, 404, 429];

/**
 * Whether the answer comes from the service. Another status, or what is not JSON on a gap probe, may as well come from
 * something before it: a gateway, a firewall, a router.
 */
function isOfService({ purpose, response }: Answered): boolean {
  if (!documented.includes(response.status)) return false;
  return purpose === 'clause' || tryParseJson(response.body) !== undefined;
}

function limitProblem(limit: string, { caller, response }: Answered): string | undefined {
  const value = wholeNumber(limit);
  // A caller whose key is missing or not accepted (under `bearer` in lower case) may have a limit of 0.
  const isUnknown = caller === 'anonymous' || response.status === 401;
  return value === undefined || (value === 0 && !isUnknown)
    ? `${rateHeaders.limit} is ${JSON.stringify(limit)}; expected a positive whole number`
    : undefined;
}

function remainingProblem(remaining: string, limit: string | undefined): string | undefined {
  const value = wholeNumber(remaining);
  const most = wholeNumber(limit) ?? Number.POSITIVE_INFINITY;
  if (value === undefined) {
    return `${rateHeaders.remaining} is ${JSON.stringify(remaining)}; expected a whole number from 0 to the limit`;
  }
  // A limit of 0 for the key is wrong itself, and nothing to compare with.
  return value > most && most > 0
    ? `${rateHeaders.remaining} is ${value}, above the limit of ${most}`
    : undefined;
}

const daySeconds = 86_400;

const hourSeconds = 3600;

function resetProblem(reset: string, exchange: Answered, plan: Plan | undefined) {
  const value = unixSeconds(reset);
  const due = 'expected the Unix time in seconds at which the limit resets';
  if (value === undefined) return `${rateHeaders.reset} is ${JSON.stringify(reset)}; ${due}`;
  const date = dateOf(exchange.response);
  const [now, slack] = Number.isNaN(date) ? [exchange.finishedAt / 1000, 300] : [date / 1000, 30];
  // Only Enterprise quotas may run longer than a day; an unknown plan may be Enterprise.
  const days = plan === undefined || plan === 'enterprise' ? 31 : 1;
  // A day may have 25 hours, if clocks are set back, and a reset may be rounded up to the hour.
  const longest = days * daySeconds + 2 * hourSeconds;
  const ahead = Math.round(value - now);
  // From a cache, the reset may be that of then beside a Date of now (RFC 9111, section 5.1).
  const age = wholeNumber(header(exchange.response, 'Age')) ?? 0;
  if (ahead < -slack - age)
    return `${rateHeaders.reset} is ${value}, ${-ahead} s in the past; ${due}`;
  if (ahead > longest + slack) {
    const guess = value > now * 500 ? ', milliseconds by its size' : '';
    return `${rateHeaders.reset} is ${value}, ${ahead} s ahead${guess}; ${due}`;
  }
  return undefined;
}

function planFinding(exchange: Answered, limit: string | undefined, plan: Plan | undefined) {
  const numbers = plan === undefined ? undefined : plans[plan];
  const value = wholeNumber(limit);
  if (numbers === undefined || value === undefined) return [];
  if (exchange.caller !== 'authenticated' || exchange.response.status === 401) return [];
  // A router that does not know the path answers before it is known whose limit applies.
  if (exchange.purpose === 'gap' && exchange.response.status === 404) return [];
  const { perMinute, perDay } = numbers;
  // Another limit may have refused it, such as one for each second or for requests at once, and shows its own number.
  if (exchange.response.status === 429 && value < perMinute) return [];
  const right = value === perMinute || value === perDay;
  const wrong = `${rateHeaders.limit} is ${value}; the ${plan} plan has ${perMinute} a minute and ${perDay} a day`;
  return [findingIn(exchange, 'rate.plan-limit', right ? undefined : wrong)];
}
