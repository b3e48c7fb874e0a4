/** What a report says of its waits, held against those that this suite had when it judged the traffic again. */
import { cut } from '../../text/visible.ts';
import type { Report, Wait } from '../report.ts';

/** A wait where the service does not say how long is longer by chance, at most so many times. */
const mostJitter = 2;
/** The times of answers are rounded, and what lies between them takes no time when it is judged again. */
const share = 0.8;
const slackSeconds = 5;

/** The reasons that a run has to wait: one for a moment need not come again. */
const reasons: ReadonlySet<string> = new Set([
  'few requests remain until the rate limit resets',
  '# requests remain, a reserve for other users of the key; the rate limit resets then',
  'the service answered # and said when to retry',
  'the service answered # and did not say when to retry',
  'the limit is to be spent from its reset on',
  'the caller may be locked out for bad log-ins',
  'as the # indicated',
  'a # came while lists had requests left',
  '#, which may pass',
  'a gateway answered, which may pass',
  'to see whether the count is only shared late',
]);

/** Where a report that this suite wrote waited otherwise than it did when it was judged again; one line each. */
export function unlikeWaits({ run }: Report, { run: again }: Report): string[] {
  const [told, due] = [run.waitedSeconds, again.waitedSeconds];
  const isNear = told >= due * share - slackSeconds && told <= due * mostJitter + slackSeconds;
  const had = new Set(again.waits.map(formOf));
  const isKnown = (wait: Wait) => had.has(formOf(wait)) || reasons.has(formOf(wait));
  const foreign = run.waits.find((wait) => !isKnown(wait));
  return [
    ...(isNear
      ? []
      : [`it says that it waited ${told} s; its traffic, judged again, gives ${due} s`]),
    ...(foreign === undefined
      ? []
      : [`it says that it waited for "${cut(foreign.reason, 100)}"; judged again, it does not`]),
  ];
}

/** The reason without its numbers. */
function formOf({ reason }: Wait): string {
  return reason.replaceAll(/-?\d+/g, '#');
}
