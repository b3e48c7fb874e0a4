/** Spends the separate count of an operation, which other operations do not lower. */
import type { Operation } from '../../catalogue/operations.ts';
import type { Answered } from '../../http/exchange.ts';
import { isAwayStatus } from '../../http/transient-answers.ts';
import { isServed, isSharedLate, remainingAfter, stateOf } from './spent-answers.ts';

/** What spending the count of one operation needs of the run. */
export interface SeparateSpender {
  /** A request of the operation that would succeed; a 429 is an answer here. */
  readonly ask: (operation: Operation) => Promise<Answered>;
  /** One that is counted and leaves nothing behind: a creation that must be refused. */
  readonly askInVain: (operation: Operation) => Promise<Answered>;
  readonly requestsLeft: () => number;
  /** Requests in flight at once. */
  readonly concurrency: number;
}

/** The result: 429s, or what was served above the limit, or neither and the reason. */
export interface SeparateCount {
  readonly operation: Operation;
  readonly refused: readonly Answered[];
  readonly above: readonly Answered[];
  readonly open?: string;
}

/** Sent together above a limit that is shown as spent: a bucket refills by one or two meanwhile. */
const volley = 4;

/** Asks until the count is spent, by the number shown or by the requests sent, and then above it. */
export async function spendSeparateCount(
  spender: SeparateSpender,
  operation: Operation,
): Promise<SeparateCount> {
  const answers: Answered[] = [];
  let left = 1;
  for (;;) {
    const isSpent = left === 0;
    const together = isSpent ? volley : Math.min(spender.concurrency, left);
    if (spender.requestsLeft() < together + volley) return open(operation, '--max-requests');
    const ask = isSpent ? spender.ask : spender.askInVain;
    const batch = await Promise.all(Array.from({ length: together }, () => ask(operation)));
    const refused = batch.filter(({ response }) => response.status === 429);
    if (refused.length > 0) return { operation, refused, above: [] };
    answers.push(...batch);
    const above = servedAbove(answers);
    if (above.length > 0) return { operation, refused: [], above };
    const counted = batch.filter(({ response }) => response.status < 500);
    const why = whyVain(answers, isSpent ? counted.some(isServed) : counted.length > 0);
    if (why !== undefined) return open(operation, why);
    left = leftAfter(answers, counted);
  }
}

/** What is left by the number shown, or nothing once as many requests as the limit were sent under one reset. */
function leftAfter(answers: readonly Answered[], batch: readonly Answered[]): number {
  const [first] = batch;
  if (first === undefined) return 0;
  const { limit } = stateOf(first);
  return Math.min(remainingAfter(batch), Math.max(0, limit - underOneReset(answers).length));
}

const open = (operation: Operation, why: string): SeparateCount => ({
  operation,
  refused: [],
  above: [],
  open: `${operation} has a count of its own, which could not be spent: ${why}`,
});

/** Why further requests would not spend the count; undefined if they may. */
function whyVain(answers: readonly Answered[], isAnswered: boolean): string | undefined {
  const [first] = answers;
  if (first === undefined || !isAnswered) return 'it is refused for another reason';
  if (answers.some(({ response }) => isAwayStatus(response.status))) return 'the service is away';
  const { limit, remaining } = stateOf(first);
  return answers.length > limit + remaining + 4 * volley
    ? 'it comes free as fast as this run asks'
    : undefined;
}

/** What was served though more than the limit had been asked for under the same reset. */
function servedAbove(answers: readonly Answered[]): readonly Answered[] {
  const last = answers.at(-1);
  if (last === undefined) return [];
  const { limit, remaining } = stateOf(last);
  const above = underOneReset(answers).slice(limit).filter(isServed);
  // A number that stays the same does not merely come late.
  return remaining < limit - 1 && isSharedLate(answers) ? [] : above;
}

/** The answers that showed the same reset as the last one. */
function underOneReset(answers: readonly Answered[]): readonly Answered[] {
  const last = answers.at(-1);
  if (last === undefined) return [];
  const { resetsAt } = stateOf(last);
  return answers.filter((one) => stateOf(one).resetsAt === resetsAt);
}
