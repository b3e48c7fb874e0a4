/** Whether recorded traffic can come from one run: what no run could have seen, and what is only odd. */
import { mostAtOnce } from '../../engine/limit/spending.ts';
import { type Exchange, ended, header, isAnswered } from '../../http/exchange.ts';
import { dateOf } from '../../http/http-date.ts';
import { firstOf } from '../../text/words.ts';
import { timelineOf } from '../rate-limit.ts';
import type { Report } from '../report.ts';
import { ofAnotherLength } from './bodies-said.ts';

/** One line each. */
export interface Coherence {
  /** No run can have recorded this. */
  readonly impossible: readonly string[];
  /** A run may have recorded this, but a reader should know. */
  readonly odd: readonly string[];
}

/** Clocks are corrected now and then, by this much. */
const clockStepMs = 5_000;
/** A clock of a service that is wrong by more is reported. */
const oddOffsetMs = 5 * 60_000;
/** No clock is so wrong, and no recording so late. */
const mostOffsetMs = 24 * 3_600_000;
const defaultConcurrency = 4;
const mostConcurrency = 32;

/** Where the traffic of a run contradicts itself or its report. `now`: milliseconds since the epoch. */
export function coherenceOf(
  report: Report,
  exchanges: readonly Exchange[],
  now: number,
): Coherence {
  const all = ended(exchanges);
  const offsets = offsetsOf(all);
  return {
    impossible: [
      ...runTimes(report, now),
      ...elsewhere(report, all),
      ...backwards(all),
      ...outside(report, all),
      ...longBefore(report, all),
      ...longAfter(report, all),
      ...tooManyAtOnce(report, all),
      ...beyondDates(offsets),
      ...otherTimeline(report, all),
      ...placed(
        ofAnotherLength(all.filter(isAnswered)),
        'an answer of another length than its Content-Length',
      ),
    ],
    odd: oddDates(offsets),
  };
}

function runTimes({ run }: Report, now: number): string[] {
  const [started, finished] = [Date.parse(run.startedAt), Date.parse(run.finishedAt)];
  if (finished < started) return [`the run finished at ${run.finishedAt}, before it started`];
  const ahead = finished - now > mostOffsetMs;
  return ahead ? [`the run finished at ${run.finishedAt}, which is in the future`] : [];
}

/** Requests to another address than the one that is certified. */
function elsewhere({ implementation }: Report, exchanges: readonly Exchange[]): string[] {
  const { baseUrl } = implementation;
  const other = exchanges.filter(({ request: { url } }) => {
    const rest = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : undefined;
    return rest === undefined || !/^[/?]/.test(rest);
  });
  return placed(other, `a request to another address than ${baseUrl}`);
}

function backwards(exchanges: readonly Exchange[]): string[] {
  const early = exchanges.filter((one, at) => {
    const before = exchanges[at - 1];
    return before !== undefined && before.startedAt - one.startedAt > clockStepMs;
  });
  const unheard = exchanges.filter(
    ({ startedAt, finishedAt, waitMs }) =>
      !(finishedAt >= startedAt - clockStepMs) || waitMs < 0 || !Number.isFinite(startedAt),
  );
  return [
    ...placed(early, 'a request before the one that was asked before it'),
    ...placed(unheard, 'an answer before its request'),
  ];
}

function outside({ run }: Report, exchanges: readonly Exchange[]): string[] {
  const [from, to] = [Date.parse(run.startedAt), Date.parse(run.finishedAt)];
  const strange = exchanges.filter(
    ({ startedAt, finishedAt }) => startedAt < from - clockStepMs || finishedAt > to + clockStepMs,
  );
  return placed(strange, 'an exchange outside of the time of the run');
}

/** A run asks at once, so the certified time must be that of asking. */
function longBefore({ run }: Report, exchanges: readonly Exchange[]): string[] {
  if (exchanges.length === 0) return [];
  const first = exchanges.reduce((least, one) => Math.min(least, one.startedAt), Infinity);
  const early = first - Date.parse(run.startedAt);
  if (early <= mostIdleMs) return [];
  const minutes = Math.round(early / 60_000);
  return [`the run started at ${run.startedAt}, ${minutes} minutes before its first exchange`];
}

/** A busy machine may be late with its first question, and with its report. */
const mostIdleMs = 5 * 60_000;

/**
 * Reports are written at once, so the certified time must be that of asking, except for a last wait after which nothing
 * came.
 */
function longAfter({ run }: Report, exchanges: readonly Exchange[]): string[] {
  if (exchanges.length === 0) return [];
  const finished = Date.parse(run.finishedAt);
  const last = exchanges.reduce((latest, one) => Math.max(latest, one.finishedAt), 0);
  const until = run.waits.reduce(
    (latest, { startedAt, seconds }) => Math.max(latest, startedAt + seconds * 1000),
    last,
  );
  if (finished - until <= mostIdleMs) return [];
  const minutes = Math.round((finished - last) / 60_000);
  return [`the run finished at ${run.finishedAt}, ${minutes} minutes after its last exchange`];
}

/**
 * A run has only so many requests under way, with times rounded to a millisecond. Those that spend a limit are handed
 * over together and timed when they are asked: with fewer connections, some wait for one.
 */
function tooManyAtOnce({ run }: Report, exchanges: readonly Exchange[]): string[] {
  const said = Number(run.settings['--concurrency'] ?? defaultConcurrency);
  const most = said >= 1 && said <= mostConcurrency ? said : defaultConcurrency;
  const ends: number[] = [];
  const crowded = exchanges
    .toSorted((a, b) => a.startedAt - b.startedAt)
    .filter(({ startedAt, finishedAt }) => {
      const open = ends.filter((end) => end > startedAt + 1);
      ends.splice(0, ends.length, ...open, finishedAt - 1);
      if (ends.length <= Math.max(most, mostAtOnce) + 1) return false;
      // Of too many, those that end last are kept: a forged recording may have any number open.
      ends.splice(ends.indexOf(Math.min(...ends)), 1);
      return true;
    });
  return placed(crowded, `more requests at once than the ${most} that the run may send`);
}

/** How far the clock of the service is ahead of that of the run, for each answer that was not cached. */
function offsetsOf(exchanges: readonly Exchange[]): number[] {
  return exchanges.flatMap(({ response, finishedAt }) => {
    if (response === undefined || header(response, 'Age') !== undefined) return [];
    const moment = dateOf(response, finishedAt);
    return Number.isNaN(moment) ? [] : [moment - finishedAt];
  });
}

function beyondDates(offsets: readonly number[]): string[] {
  const far = offsets.filter((offset) => Math.abs(offset) > mostOffsetMs);
  if (far.length === 0) return [];
  return [`the Date of ${far.length} answers is more than a day from the clock of the run`];
}

function oddDates(offsets: readonly number[]): string[] {
  if (offsets.length === 0) return [];
  const least = offsets.reduce((one, other) => Math.min(one, other));
  const most = offsets.reduce((one, other) => Math.max(one, other));
  const far = Math.abs(least) > Math.abs(most) ? least : most;
  if (Math.abs(far) <= oddOffsetMs) return [];
  const minutes = Math.round(far / 60_000);
  const whose = most - least > oddOffsetMs ? 'and not always by as much' : 'always by as much';
  return [`the service's Date differs from the clock of the run by ${minutes} minutes, ${whose}`];
}

/** Compares the table of limits in the report with the traffic. */
function otherTimeline({ run }: Report, exchanges: readonly Exchange[]): string[] {
  const due = JSON.stringify(timelineOf(exchanges).map(({ at: _, ...point }) => point));
  const told = JSON.stringify(run.timeline.map(({ at: _, ...point }) => point));
  return due === told ? [] : ['the rate limits that the report tells of are not those recorded'];
}

const shown = 3;

function placed(found: readonly Exchange[], what: string): string[] {
  if (found.length === 0) return [];
  const places = found.map(({ index }) => `${index}`);
  return [`${what}: exchange ${firstOf(places, shown)}`];
}
