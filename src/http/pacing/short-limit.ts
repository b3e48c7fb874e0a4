/** A wait that long at most is for the limit of some seconds, which the headers of the other one do not show. */
const longestWaitMs = 2000;

const windowMs = 1000;

/** Fewer at once would tell nothing of what a service does with several. */
const fewest = 2;

/** A limit of a second, or of what comes at once, beside the one that is shown: learned from what it refused. */
export class ShortLimit {
  readonly #sentAt: number[] = [];
  /** This many were served within a second before one was refused. */
  #most: number | undefined;
  #learnedAt = Number.NEGATIVE_INFINITY;

  sending(now: number): void {
    this.#sentAt.push(now);
    while ((this.#sentAt[0] ?? now) <= now - windowMs) this.#sentAt.shift();
  }

  /** Learns of a refusal that asked to wait so long while requests remained. */
  refused(sentAt: number, now: number, waitMs: number): void {
    // What was under way together was refused together, and tells the same.
    if (waitMs > longestWaitMs || sentAt <= this.#learnedAt) return;
    this.#learnedAt = now;
    const before =
      this.#sentAt.filter((one) => one <= sentAt && one > sentAt - windowMs).length - 1;
    this.#most = Math.max(fewest, Math.min(before, (this.#most ?? before + 1) - 1));
  }

  /** From when on one more request is within what was learned. */
  freeAt(now: number): number {
    if (this.#most === undefined) return now;
    const place = this.#sentAt.at(-this.#most);
    return place === undefined ? now : Math.max(now, place + windowMs);
  }
}
