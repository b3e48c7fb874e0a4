import type { Profile } from '../catalogue/plans.ts';
import type { Exchange } from './exchange.ts';
import { isAwayStatus } from './passing.ts';

/** Refused log-ins that a run may make, without a key or with a wrong one: staging may lock its caller out. */
export const mostLogIns: Readonly<Record<Profile, number>> = {
  quick: 15,
  'read-only': 15,
  core: 15,
  full: 40,
};

/** Closing the connection is how some refuse who has no key; idle ones are closed on anybody. */
const doubtfulForOne = 2;

/**
 * The refused log-ins of a run: calls without the key that were answered otherwise than with success, whatever the status,
 * as a lock counts a 403 like a 401. Of those that may have been stopped before anybody looked for a key there may be twice
 * as many. One that is under way counts as both.
 */
export class LogIns {
  readonly #most: number;
  #refused = 0;
  #doubtful = 0;
  #underWay = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Why one more would be too many; undefined if it is not. */
  refusal(): string | undefined {
    const fits =
      this.#refused + this.#underWay < this.#most &&
      this.#doubtful + this.#underWay < doubtfulForOne * this.#most;
    return fits ? undefined : `the budget of ${this.#most} refused log-ins is spent`;
  }

  /** Counts one before it is sent; call what it returns with the exchange that came of it. */
  sending(): (exchange: Pick<Exchange, 'response'>) => void {
    this.#underWay += 1;
    return ({ response }) => {
      this.#underWay -= 1;
      if (response === undefined || isDoubtful(response.status)) this.#doubtful += 1;
      else if (response.status < 200 || response.status > 299) this.#refused += 1;
    };
  }
}

/** Said by something before the service, of the connection, or by whoever reads and looks up before it asks for the key. */
const ofOthers: ReadonlySet<number> = new Set([400, 404, 408, 429]);

function isDoubtful(status: number): boolean {
  return ofOthers.has(status) || isAwayStatus(status);
}
