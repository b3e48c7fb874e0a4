import type { Plan } from '../catalogue/plans.ts';
import { type Answered, type Exchange, isAnswered } from '../http/exchange.ts';
import { isNowhere } from '../http/passing.ts';
import { isDefined, mayBeGone } from './defined.ts';
import { judgeChallenge, judgeDeprecation, judgeErrors } from './errors.ts';
import { judgeMedia } from './media.ts';
import type { Finding } from './outcome.ts';
import { judgeList, judgePets, judgeUniqueIds } from './pets.ts';
import { judgeRateHeaders } from './rate-headers.ts';

/** All that one exchange shows about the requirements that hold of every exchange. Nothing without a response. */
export function judgeExchange(exchange: Exchange, plan: Plan | undefined): Finding[] {
  // A 404 that may be a gateway's is judged once it is known to have stayed (model/nowhere.ts).
  if (!isAnswered(exchange) || mayBeGone(exchange) || isNowhere(exchange)) return [];
  return judgeAnswer(exchange, plan);
}

/** The same of an answer that is known to be the service's own. */
export function judgeAnswer(exchange: Answered, plan: Plan | undefined): Finding[] {
  const always = [...judgeRateHeaders(exchange, plan), ...judgeList(exchange)];
  if (!isDefined(exchange)) return always;
  return [
    ...always,
    ...judgePets(exchange),
    ...judgeUniqueIds(exchange),
    ...judgeErrors(exchange),
    ...judgeMedia(exchange),
    ...judgeChallenge(exchange),
    ...judgeDeprecation(exchange),
  ];
}
