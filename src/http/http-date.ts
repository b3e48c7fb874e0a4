/** Dates of HTTP (RFC 9110, section 5.6.7), which are in UTC whatever the time zone of this machine. */
import { header, type RecordedResponse } from './exchange.ts';

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const time = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';

/** IMF-fixdate, and the obsolete forms of RFC 850 and of asctime, which names no zone. */
const forms = [
  `[a-z]{3}, (?<day>\\d{1,2}) (?<month>[a-z]{3}) (?<year>\\d{4}) ${time} GMT`,
  `[a-z]{6,9}, (?<day>\\d\\d)-(?<month>[a-z]{3})-(?<year>\\d\\d) ${time} GMT`,
  `[a-z]{3} (?<month>[a-z]{3}) {1,2}(?<day>\\d{1,2}) ${time} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`, 'i'));

/** Not a date of HTTP, but still one moment: it names day, month and zone. */
const withZone =
  /(?:^\d{4}-\d\d-\d\dT|\d.*[a-z]{3}|[a-z]{3}.*\d).*\d\s*(?:[a-z]{1,3}|[+-]\d\d:?\d\d)$/i;

/** Longer texts are no dates. The pattern above tries each beginning with each end: 30 kB would take it hours. */
const longestDate = 100;

/**
 * Milliseconds since the epoch; NaN if the text is not a date. `now` decides the century of a two-digit year: one that
 * would be more than 50 years ahead lies in the past.
 */
export function httpDate(text: string, now: number): number {
  const written = text.trim();
  if (written.length > longestDate) return Number.NaN;
  for (const form of forms) {
    const parts = form.exec(written)?.groups;
    if (parts !== undefined) return momentOf(parts, now);
  }
  return withZone.test(written) ? Date.parse(written) : Number.NaN;
}

/** When a response was made, by its `Date`, in milliseconds since the epoch; NaN if it has none, or a wrong one. */
export function dateOf(response: RecordedResponse, now: number): number {
  return httpDate(header(response, 'Date') ?? '', now);
}

function momentOf(parts: Readonly<Record<string, string>>, now: number): number {
  const month = months.indexOf((parts.month ?? '').toLowerCase());
  if (month < 0) return Number.NaN;
  const number = (name: string) => Number(parts[name]);
  return Date.UTC(
    yearOf(parts.year ?? '', now),
    month,
    number('day'),
    number('hour'),
    number('minute'),
    number('second'),
  );
}

function yearOf(digits: string, now: number): number {
  if (digits.length > 2) return Number(digits);
  const present = new Date(now).getUTCFullYear();
  const year = present - (present % 100) + Number(digits);
  return year > present + 50 ? year - 100 : year;
}
