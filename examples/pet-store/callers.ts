import { createHash, timingSafeEqual } from 'node:crypto';
import { Refusal } from './refusal.ts';

export interface Options {
  readonly apiKey: string;
  /** Requests in a window; default 1,000, as in the Business plan. */
  readonly limit?: number;
  /** Default a minute. */
  readonly windowSeconds?: number;
}

/** What a request gets before anybody looks at what it asks for. */
interface Admission {
  /** Due on every answer (section 8). */
  readonly headers: Readonly<Record<string, string>>;
  /** Why the request goes no further: 401 or 429. */
  readonly refusal?: Refusal;
}

interface Count {
  readonly window: number;
  used: number;
}

/** Tells the key's holder from strangers, and counts the requests of each in windows of fixed length. */
export class Callers {
  readonly #options: Required<Options>;
  readonly #counts = new Map<boolean, Count>();

  constructor({ apiKey, limit = 1_000, windowSeconds = 60 }: Options) {
    this.#options = { apiKey, limit, windowSeconds };
  }

  /** `authorization` as the header has it; `now` in milliseconds. */
  admit(authorization = '', now = Date.now()): Admission {
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    const known = isSame(token, this.#options.apiKey);
    const { used, resetsAt } = this.#count(known, now);
    const { limit } = this.#options;
    const headers = {
      'X-RateLimit-Limit': `${limit}`,
      'X-RateLimit-Remaining': `${Math.max(0, limit - used)}`,
      'X-RateLimit-Reset': `${resetsAt}`,
    };
    if (used > limit) {
      const after = { 'Retry-After': `${Math.ceil(resetsAt - now / 1000)}` };
      const refusal = new Refusal(429, 'rate_limited', 'Too many requests.');
      return { headers: { ...headers, ...after }, refusal };
    }
    if (known) return { headers };
    const refusal = new Refusal(401, 'unauthorized', 'The API key is missing or invalid.');
    return { headers: { ...headers, 'WWW-Authenticate': 'Bearer' }, refusal };
  }

  #count(known: boolean, now: number): { used: number; resetsAt: number } {
    const { windowSeconds } = this.#options;
    const window = Math.floor(now / 1000 / windowSeconds);
    const last = this.#counts.get(known);
    const count = last?.window === window ? last : { window, used: 0 };
    count.used += 1;
    this.#counts.set(known, count);
    return { used: count.used, resetsAt: (window + 1) * windowSeconds };
  }
}

/** In a time that tells nothing about the key: digests are of one length. */
function isSame(token: string, key: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(token), digest(key));
}
