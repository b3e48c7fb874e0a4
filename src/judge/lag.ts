import { isRead } from '../catalogue/operations.ts';
import { type Answered, type Exchange, header, isAnswered, wholeNumber } from '../http/exchange.ts';

/** Whole seconds are up to one second short, and an answer takes some time on its way. */
const roundedMs = 2000;

/**
 * How old the state of the store in an answer is, in milliseconds, if the answer says so (`Age`: RFC 9111, section
 * 5.1).
 */
export function ageOf({ response }: Answered): number {
  const seconds = wholeNumber(header(response, 'Age')) ?? 0;
  return seconds === 0 ? 0 : seconds * 1000 + roundedMs;
}

/** For how many milliseconds an answer allows caches to reuse it (RFC 9111, section 5.2.2). */
function keptFor({ response }: Answered): number {
  const directives = (header(response, 'Cache-Control') ?? '').split(',');
  const ages = directives.map(
    (one) => /^\s*(?:s-maxage|max-age)="?(\d{1,9})"?\s*$/i.exec(one)?.[1],
  );
  return Math.max(0, ...ages.map((seconds = '0') => Number(seconds) * 1000));
}

/** How many milliseconds reads may lag behind writes, by the answer to a read; 0 for all others. */
export function lagSaid(exchange: Exchange): number {
  if (!isRead(exchange.operation) || exchange.caller === 'stranger' || !isAnswered(exchange))
    return 0;
  return Math.max(ageOf(exchange), keptFor(exchange));
}
