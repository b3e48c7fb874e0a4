import { type Answered, type Exchange, header, isAnswered, wholeNumber } from '../http/exchange.ts';

/** What is counted in whole seconds may be a second more, and be some time on its way. */
const roundedMs = 2000;

/** How many milliseconds ago the store was as an answer shows it, if it says so (`Age`: RFC 9111, section 5.1). */
export function ageOf({ response }: Answered): number {
  const seconds = wholeNumber(header(response, 'Age')) ?? 0;
  return seconds === 0 ? 0 : seconds * 1000 + roundedMs;
}

/** For how many milliseconds an answer says that it may be given again (section 5.2.2). */
function keptFor({ response }: Answered): number {
  const directives = (header(response, 'Cache-Control') ?? '').split(',');
  const ages = directives.map(
    (one) => /^\s*(?:s-maxage|max-age)="?(\d{1,9})"?\s*$/i.exec(one)?.[1],
  );
  return Math.max(0, ...ages.map((seconds = '0') => Number(seconds) * 1000));
}

/** By how many milliseconds reads may lag behind writes, by what the answer to a read says; 0 of all others. */
export function lagSaid(exchange: Exchange): number {
  const isRead = exchange.operation === 'listPets' || exchange.operation === 'getPet';
  if (!isRead || exchange.caller === 'stranger' || !isAnswered(exchange)) return 0;
  return Math.max(ageOf(exchange), keptFor(exchange));
}
