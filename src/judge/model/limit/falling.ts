import {
  type Answered,
  type Exchange,
  header,
  isAnswered,
  wholeNumber,
} from '../../../http/exchange.ts';
import { rateHeaders } from './counts.ts';

/**
 * Two answers that show the count falling with the requests of the key: lists sent one after another with
 * nothing else in between. Undefined if no two do.
 */
export function fallSeen(
  exchanges: readonly Exchange[],
): readonly [before: Answered, after: Answered] | undefined {
  for (const run of runsOfLists(exchanges)) {
    const counted = run.map(countedIn);
    for (const [at, later] of counted.entries()) {
      const higher = counted.find((one, before) => before < at && fallsTo(one, later));
      if (higher !== undefined) return [higher.answer, later.answer];
    }
  }
  return undefined;
}

/** The numbers of two quotas that the headers show in turn are further apart. */
const nearby = 20;

/** An answer, and what it shows of the count. */
interface Counted {
  readonly answer: Answered;
  readonly remaining: number | undefined;
  readonly limit: number | undefined;
}

const countedIn = (answer: Answered): Counted => ({
  answer,
  remaining: shown(answer, rateHeaders.remaining),
  limit: shown(answer, rateHeaders.limit),
});

function fallsTo(one: Counted, later: Counted): boolean {
  // Answers that were under way together may have been counted in any order.
  if (one.answer.finishedAt >= later.answer.startedAt) return false;
  const [before, after] = [one.remaining, later.remaining];
  if (before === undefined || after === undefined || after >= before) return false;
  return one.limit === later.limit || before - after <= nearby;
}

const shown = ({ response }: Answered, name: string) => wholeNumber(header(response, name));

/** Unbroken sequences of lists with the key, in the order of asking. */
function runsOfLists(exchanges: readonly Exchange[]): Answered[][] {
  const runs: Answered[][] = [[]];
  for (const exchange of exchanges) {
    if (exchange.operation !== 'listPets' || exchange.caller !== 'key-holder') {
      if (runs.at(-1)?.length !== 0) runs.push([]);
    } else if (isAnswered(exchange)) {
      runs.at(-1)?.push(exchange);
    }
  }
  return runs;
}
