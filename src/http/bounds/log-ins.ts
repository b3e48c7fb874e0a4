import { beforeKey } from '../../catalogue/statuses.ts';
import type { Exchange } from '../exchange.ts';
import { isAwayStatus } from '../transient-answers.ts';

/** Some services refuse a missing key by closing the connection, but idle connections are closed for anybody. */
const doubtfulForOne = 2;

/**
 * The refused log-ins of a run: calls without the key that did not succeed, whatever the status, as a lockout counts a
 * 403 like a 401. Answers that may have come before anybody looked for a key are counted apart, and twice as many are
 * allowed. A call under way counts in both.
 */
export class LogIns {
  readonly #most: number;
  #refused = 0;
  #doubtful = 0;
  #underWay = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Why one more would be too many; undefined if it would not. */
  refusal(): string | undefined {
    const fits =
      this.#refused + this.#underWay < this.#most &&
      this.#doubtful + this.#underWay < doubtfulForOne * this.#most;
    return fits ? undefined : `the budget of ${this.#most} refused log-ins is spent`;
  }

  /** Counts a log-in before it is sent. Call the returned function with its exchange. */
  sending(): (exchange: Pick<Exchange, 'response'>) => void {
    this.#underWay += 1;
    return ({ response }) => {
      this.#underWay -= 1;
      if (response === undefined || isDoubtful(response.status)) this.#doubtful += 1;
      else if (response.status < 200 || response.status > 299) this.#refused += 1;
    };
  }
}

function isDoubtful(status: number): boolean {
  return beforeKey.includes(status) || isAwayStatus(status);
}
