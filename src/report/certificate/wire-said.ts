/** What a recording says of how its exchanges went (times, order, sender), held against what a run of this suite records. */
import type { Exchange } from '../../http/exchange.ts';
import { userAgent } from '../../package/package.ts';
import type { Report } from '../report.ts';

/** Times are rounded to a millisecond, and taken one after the other. */
const roundingMs = 20;

/** Where the recording of a run of this suite, which ended by itself, says what no such run records; one line each. */
export function unlikeRecorded({ profile }: Report, exchanges: readonly Exchange[]): string[] {
  const all = exchanges.filter(() => true);
  const sender = userAgent(profile);
  return [
    ...placed(outOfOrder(all), 'answers in an order that their times do not have'),
    ...placed(
      all.filter(
        ({ waitMs, startedAt, finishedAt }) => waitMs > finishedAt - startedAt + roundingMs,
      ),
      'answers that began after they had ended',
    ),
    ...placed(
      all.filter(({ response, reusedConnection }) => response && reusedConnection !== undefined),
      'answers that are told to be lost with their connection',
    ),
    ...placed(
      all.filter(({ request }) => !request.headers.some(isSentBy(sender))),
      `requests that were not sent as ${sender}`,
    ),
  ];
}

/** Those whose place among the answers is none, another's, or before one that came earlier. */
function outOfOrder(exchanges: readonly Exchange[]): Exchange[] {
  const inOrder = exchanges.toSorted((a, b) => (a.arrival ?? -1) - (b.arrival ?? -1));
  return inOrder.filter((one, place) => {
    const before = inOrder[place - 1];
    const isEarlier = before !== undefined && before.finishedAt - one.finishedAt > roundingMs;
    return one.arrival !== place || isEarlier;
  });
}

const isSentBy =
  (sender: string) =>
  ([name, value]: readonly [string, string]) =>
    /^user-agent$/i.test(name) && value === sender;

function placed(found: readonly Exchange[], what: string): string[] {
  const [first] = found;
  return first === undefined
    ? []
    : [`${what}: ${found.length}, the first is exchange ${first.index}`];
}
