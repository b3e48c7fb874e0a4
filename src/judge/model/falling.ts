import {
  type Answered,
  type Exchange,
  header,
  isAnswered,
  wholeNumber,
} from '../../http/exchange.ts';
import { rateHeaders } from './counts.ts';

/**
 * Two answers that show the count falling with the requests of the key: lists sent one after another with
 * nothing else in between. Undefined if no two do.
 */
export function fallSeen(
  exchanges: readonly Exchange[],
): readonly [before: Answered, after: Answered] | undefined {
  for (const run of runsOfLists(exchanges)) {
    for (const [at, later] of run.entries()) {
      const higher = run.slice(0, at).find((one) => fallsTo(one, later));
      if (higher !== undefined) return [higher, later];
    }
  }
  return undefined;
}

/** The numbers of two quotas that the headers show in turn lie further apart. */
const nearby = 20;

function fallsTo(one: Answered, later: Answered): boolean {
  // Those under way together may have been counted in any order.
  if (one.finishedAt >= later.startedAt) return false;
  const [before, after] = [one, later].map((answer) => shown(answer, rateHeaders.remaining));
  if (before === undefined || after === undefined || after >= before) return false;
  const [limit, other] = [one, later].map((answer) => shown(answer, rateHeaders.limit));
  return limit === other || before - after <= nearby;
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
