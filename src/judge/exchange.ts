import type { Plan } from '../catalogue/plans.ts';
import { isNowhere } from '../http/away.ts';
import { type Answered, type Exchange, isAnswered } from '../http/exchange.ts';
import { judgeChallenge } from './challenge.ts';
import { isDefined, mayBeGone } from './defined.ts';
import { judgeDeprecation } from './deprecation.ts';
import { judgeErrors } from './errors.ts';
import { judgeMedia } from './media.ts';
import type { Finding } from './outcome.ts';
import { judgeList, judgePets, judgeUniqueIds } from './pets.ts';
import { judgeRateHeaders } from './rate-headers.ts';

/** All that one exchange shows about the requirements that hold for every exchange; nothing without a response. */
export function judgeExchange(exchange: Exchange, plan: Plan | undefined): Finding[] {
  // A 404 that may come from a gateway is judged once it is known to have stayed (model/nowhere.ts).
  if (!isAnswered(exchange) || mayBeGone(exchange) || isNowhere(exchange)) return [];
  return judgeAnswer(exchange, plan);
}

/** The same for an answer that is known to come from the service itself. */
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
