import type { Plan } from '../../../catalogue/plans.ts';
import {
  type Answered,
  type Caller,
  type Exchange,
  headerValues,
  isAnswered,
} from '../../../http/exchange.ts';
import { isDefined, placeOf } from '../../defined.ts';
import type { Finding } from '../../outcome.ts';
import { isStillAtEnd } from './away.ts';
import { type Count, countsOf, rateHeaders } from './counts.ts';
import { fallSeen } from './falling.ts';
import { judgeRemaining, mayHaveRisen, standsMs } from './remaining.ts';
import { judgeResets } from './reset.ts';
import { leastChain } from './without-fall.ts';

/**
 * What the answers of a run show of the limit when they are compared (section 8). Pure, so a recording gives the same
 * findings.
 */
export function judgeLimit(
  exchanges: readonly Exchange[],
  { plan }: { readonly plan?: Plan | undefined },
): Finding[] {
  const keys: readonly Caller[] = ['key-holder', 'limit-key'];
  // A count that never falls says nothing else: rate.remaining-falls judges it.
  const falls = fallSeen(exchanges) !== undefined;
  const ofKeys = keys.flatMap((caller) => {
    const counts = countsOf(exchanges, caller);
    const asked = { counts, exchanges: exchanges.filter((one) => one.caller === caller) };
    return [...(falls ? judgeRemaining(counts, plan) : []), ...judgeResets(asked, plan)];
  });
  return [...exchanges.flatMap(judgeRepeated), ...ofKeys];
}

/** What later answers would tell of the count of the key. */
export interface CountDoubts {
  /**
   * The number that remains rose in a run that ends before every node must know what was asked, or stands still at its
   * end, as while a store of counts is away.
   */
  readonly isContradicted: boolean;
  /** The key was used before, so no counts can be compared until its reset was seen to stand. */
  readonly isResetUnsure: boolean;
}

/** What is in doubt of the count that the key shows in a run so far. */
export function countDoubts(
  exchanges: readonly Exchange[],
  { plan }: { readonly plan?: Plan | undefined },
): CountDoubts {
  if (fallSeen(exchanges) === undefined) return { isContradicted: false, isResetUnsure: false };
  const counts = countsOf(exchanges, 'key-holder');
  const judged = judgeRemaining(counts, plan);
  const isFailed = judged.some(({ problem }) => problem !== undefined);
  return {
    isContradicted: isFailed ? isStillAtEnd(counts) : mayHaveRisen(counts, plan),
    isResetUnsure: judged.length === 0 && mayStand(counts),
  };
}

/** Whether there are enough counts, and they show one reset, which is not near. */
function mayStand(counts: readonly Count[]): boolean {
  const last = counts.at(-1);
  if (last === undefined) return false;
  const isSame = (one: Count) => one.limit === last.limit && one.resetsAt === last.resetsAt;
  const isFar = last.resetsAt - last.serverNow > 3 * standsMs;
  return isFar && counts.length >= leastChain && counts.every(isSame);
}

/** A header that is judged must not come twice with different values. */
function judgeRepeated(exchange: Exchange): Finding[] {
  if (!isAnswered(exchange) || exchange.operation === undefined) return [];
  const names = judgedHeaders(exchange).filter(
    (name) => headerValues(exchange.response, name).length > 0,
  );
  if (names.length === 0) return [];
  const finding = {
    id: 'rate.header-once',
    exchange: exchange.index,
    at: placeOf(exchange),
  } as const;
  const twice = names.flatMap((name) => {
    const values = new Set(headerValues(exchange.response, name).map((value) => value.trim()));
    return values.size > 1 ? [`${name} comes with ${[...values].join(' and with ')}`] : [];
  });
  return twice.length === 0 ? [finding] : twice.map((problem) => ({ ...finding, problem }));
}

function judgedHeaders(exchange: Answered): string[] {
  const { limit, remaining, reset } = rateHeaders;
  return [
    ...[limit, remaining, reset],
    ...(exchange.response.status === 429 ? ['Retry-After'] : []),
    ...(isDefined(exchange) ? ['Content-Type'] : []),
  ];
}
