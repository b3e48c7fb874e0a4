import { factsOf, getPetRemoval, type Operation } from '../catalogue/operations.ts';
import { noOperation } from '../catalogue/statuses.ts';
import { type Answered, type Exchange, isAnswered } from '../http/exchange.ts';

/**
 * Whether getPet may give this answer because it is gone (section 4.3): from its removal date on it is not a documented
 * operation any more, and nothing is due.
 */
export function mayBeGone({ operation, startedAt, response }: Exchange): boolean {
  if (operation !== 'getPet' || startedAt < getPetRemoval.getTime()) return false;
  return response !== undefined && noOperation.includes(response.status);
}

/** An answer whose form the specification defines: not a 429, whose body it leaves open. */
export type Defined = Answered & { readonly operation: Operation };

export function isDefined(exchange: Exchange): exchange is Defined {
  return (
    isAnswered(exchange) &&
    exchange.purpose === 'clause' &&
    // A body that was cut off for its length cannot be judged by what is missing.
    !exchange.response.truncated &&
    exchange.operation !== undefined &&
    !mayBeGone(exchange) &&
    factsOf[exchange.operation].statuses.includes(exchange.response.status)
  );
}

/** Where a finding was made: `listPets 401`. */
export function placeOf(exchange: Answered): string {
  return `${exchange.operation ?? exchange.request.method} ${exchange.response.status}`;
}
