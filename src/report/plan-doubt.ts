/** Whether the given plan is that of the key: one number can belong to two plans. */
import { type Plan, planNames, plans } from '../catalogue/plans.ts';
import { type Answered, type Exchange, isAnswered } from '../http/exchange.ts';
import { readRateState } from '../http/rate-state.ts';
import { grouped } from '../text/words.ts';
import type { Report } from './report.ts';

/** A window of a minute, and the second by which a timestamp of whole seconds may be off. */
const longestMinuteMs = 61_000;

/**
 * A question about the given plan, if the limit shown is that of another plan; nothing if there is none. The daily
 * limit of Free is the minute limit of Business, so that number is not a failure, and the time of its reset must
 * decide.
 */
export function planDoubt(report: Report, exchanges: readonly Exchange[]): string[] {
  const plan = planNames.find((name) => name === report.run.plan);
  const own = plan && plans[plan];
  const answers = exchanges.filter(isAnswered).filter(ofTheKey);
  const [limit, ...others] = new Set(answers.map((one) => stateOf(one).limit));
  if (own === undefined || limit === undefined || others.length > 0) return [];
  if (limit === own.perMinute) return [];
  const isRenewedSoon = answers.every(resetsSoon);
  if (limit === own.perDay && !isRenewedSoon) return [];
  const other = planNames.find((name) => name !== plan && hasLimit(name, limit, isRenewedSoon));
  if (other === undefined) return [];
  const window = isRenewedSoon ? 'minute' : 'day';
  return [
    `the limit shown is ${grouped(limit)} a ${window}, as on plan ${other}: is --plan ${plan} that of this key?`,
  ];
}

const ofTheKey = ({ caller, response }: Answered) =>
  caller === 'key-holder' && response.status < 400;

const stateOf = ({ response, finishedAt }: Answered) => readRateState(response, finishedAt);

function resetsSoon(answer: Answered): boolean {
  const { resetsAt } = stateOf(answer);
  return resetsAt !== undefined && resetsAt - answer.finishedAt <= longestMinuteMs;
}

function hasLimit(name: Plan, limit: number, aMinute: boolean): boolean {
  const numbers = plans[name];
  return numbers !== undefined && limit === (aMinute ? numbers.perMinute : numbers.perDay);
}
