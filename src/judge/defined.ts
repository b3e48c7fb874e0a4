import { getPetRemoval, type Operation } from '../catalogue/operations.ts';
import { type Answered, type Exchange, isAnswered } from '../http/exchange.ts';

/** The statuses that the specification gives an operation (section 4), except 429, whose body it leaves open. */
const definedStatuses: Record<Operation, readonly number[]> = {
  listPets: [200, 401],
  createPet: [201, 400, 401],
  getPet: [200, 401, 404],
};

/**
 * Whether getPet may give this answer because it is gone (section 4.3): from its removal date on it is not a documented
 * operation any more, and nothing is due.
 */
export function mayBeGone({ operation, startedAt, response }: Exchange): boolean {
  if (operation !== 'getPet' || startedAt < getPetRemoval.getTime()) return false;
  return response !== undefined && absences.includes(response.status);
}

/** How an operation that is not there is answered: also by a router that has another method at the address. */
const absences: readonly number[] = [404, 405, 410, 501];

/** An answer whose form the specification defines. */
export type Defined = Answered & { readonly operation: Operation };

export function isDefined(exchange: Exchange): exchange is Defined {
  return (
    isAnswered(exchange) &&
    exchange.purpose === 'clause' &&
    // A body that was cut off for its length cannot be judged by what is missing.
    !exchange.response.truncated &&
    exchange.operation !== undefined &&
    !mayBeGone(exchange) &&
    definedStatuses[exchange.operation].includes(exchange.response.status)
  );
}

/** Where a finding was made: `listPets 401`. */
export function placeOf(exchange: Answered): string {
  return `${exchange.operation ?? exchange.request.method} ${exchange.response.status}`;
}
