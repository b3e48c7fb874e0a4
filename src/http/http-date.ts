/** Dates of HTTP (RFC 9110, section 5.6.7), which are in UTC whatever the time zone of this machine. */
import { header, type RecordedResponse } from './exchange.ts';

const time = '\\d\\d:\\d\\d:\\d\\d';

/** IMF-fixdate, and the obsolete form of RFC 850. */
const withGmt = new RegExp(
  `^(?:[a-z]{3}, \\d{1,2} [a-z]{3} \\d{4}|[a-z]{6,9}, \\d\\d-[a-z]{3}-\\d\\d) ${time} GMT$`,
  'i',
);

/** The obsolete form of asctime, which names no zone. */
const asctime = new RegExp(`^[a-z]{3} [a-z]{3} {1,2}\\d{1,2} ${time} \\d{4}$`, 'i');

/** Not a date of HTTP, but still one moment: it names day, month and zone. */
const withZone =
  /(?:^\d{4}-\d\d-\d\dT|\d.*[a-z]{3}|[a-z]{3}.*\d).*\d\s*(?:[a-z]{1,3}|[+-]\d\d:?\d\d)$/i;

/** Longer texts are no dates. The pattern above tries each beginning with each end: 30 kB would take it hours. */
const longestDate = 100;

/** Milliseconds since the epoch; NaN if the text is not a date. */
export function httpDate(text: string): number {
  const written = text.trim();
  if (written.length > longestDate) return Number.NaN;
  if (asctime.test(written)) return Date.parse(`${written} GMT`);
  return withGmt.test(written) || withZone.test(written) ? Date.parse(written) : Number.NaN;
}

/** When a response was made, by its `Date`, in milliseconds since the epoch; NaN if it has none, or a wrong one. */
export function dateOf(response: RecordedResponse): number {
  return httpDate(header(response, 'Date') ?? '');
}
