/** What a report says of its waits, held against those that this suite had when it judged the traffic again. */
import { waitForm, waitForms } from '../../http/wait-reasons.ts';
import { cut } from '../../text/visible.ts';
import type { Report } from '../report.ts';

/** A wait where the service does not say how long is longer by chance, at most so many times. */
const mostJitter = 2;
/** The times of answers are rounded, and what lies between them takes no time when it is judged again. */
const share = 0.8;
const slackSeconds = 5;

/** Where a report that this suite wrote waited otherwise than it did when it was judged again; one line each. */
export function unlikeWaits({ run }: Report, { run: again }: Report): string[] {
  const [told, due] = [run.waitedSeconds, again.waitedSeconds];
  const isNear = told >= due * share - slackSeconds && told <= due * mostJitter + slackSeconds;
  const had = new Set(again.waits.map(({ reason }) => waitForm(reason)));
  // One for a moment need not come again.
  const isKnown = (form: string) => had.has(form) || waitForms.has(form);
  const foreign = run.waits.find(({ reason }) => !isKnown(waitForm(reason)));
  return [
    ...(isNear
      ? []
      : [`it says that it waited ${told} s; its traffic, judged again, gives ${due} s`]),
    ...(foreign === undefined
      ? []
      : [`it says that it waited for "${cut(foreign.reason, 100)}"; judged again, it does not`]),
  ];
}
