/** What a report and its recording say of the run, held against the traffic and against what a run of this suite records. */
import { isDeepStrictEqual } from 'node:util';
import { type Exchange, ended, isAnswered } from '../../http/exchange.ts';
import { silenceFactor, silenceOf } from '../../http/retries/silence.ts';
import { traceparent } from '../../http/trace.ts';
import { commandForms, commandWords, userAgent } from '../../package/package.ts';
import type { Setting } from '../../settings/setting.ts';
import { allSettings, table } from '../../settings/table.ts';
import { isAgainFolder, runArguments } from '../command-line.ts';
import { waitedSeconds } from '../rate-limit.ts';
import type { Report, Wait } from '../report.ts';
import { markedAsCut } from './bodies-said.ts';

type Run = Report['run'];

/** Clocks are coarse, and a busy machine is late: so much is not a contradiction. */
const slackMs = 5_000;
/** A timer fires a little before or after its time. */
const timerSlackMs = 1_000;
/** The tolerance for sums of rounded times. */
const roundedSeconds = 0.05;

/** What a report of this suite says of its run and the traffic does not bear out; one line each. */
export function unlikeItsTraffic({ run }: Report, exchanges: readonly Exchange[]): string[] {
  const all = ended(exchanges);
  return [
    ...missingMembers(run),
    ...otherWaits(run, all),
    ...otherSilence(run, all),
    ...otherTrace(run, all),
    ...beyondTimeout(run, all),
  ];
}

/** Members that reports of old suites lack, and every run of this suite writes. */
function missingMembers(run: Run): string[] {
  const written = ['again', 'questions', 'trace'] as const;
  return written
    .filter((name) => run[name] === undefined)
    .map((name) => `${name}, which every run writes, is missing from what it says of its run`);
}

function otherWaits(run: Run, exchanges: readonly Exchange[]): string[] {
  const finishedAt = Date.parse(run.finishedAt);
  const [from, to] = [Date.parse(run.startedAt) - slackMs, finishedAt + slackMs];
  const sum = waitedSeconds(run.waits, finishedAt);
  const longest = numberSaid(table.maxWait, run);
  const outside = run.waits.filter((wait) => wait.startedAt < from || endOf(wait) > to);
  const long = run.waits.filter(({ seconds }) => seconds > longest + slackMs / 1000);
  const asked = run.waits.filter((wait) => !someoneWaited(wait, exchanges));
  const waited = `it says that it waited ${run.waitedSeconds} s, and its waits make it ${sum} s`;
  return [
    ...(isNear(sum, run.waitedSeconds) ? [] : [waited]),
    ...of(outside, 'are outside of the time of the run'),
    ...of(long, `are longer than the ${longest} s that its settings allow`),
    ...of(asked, 'are of a time in which all went on asking'),
  ];
}

/** A wait belongs to one caller, whom the service had answered before; the others may go on. */
function someoneWaited(wait: Wait, exchanges: readonly Exchange[]): boolean {
  const known = exchanges.filter(({ finishedAt }) => finishedAt <= wait.startedAt);
  const [from, to] = [wait.startedAt + timerSlackMs, endOf(wait) - timerSlackMs];
  return [...new Set(known.map(({ caller }) => caller))].some(
    (who) =>
      !exchanges.some(
        ({ caller, startedAt }) => caller === who && startedAt > from && startedAt < to,
      ),
  );
}

function endOf({ startedAt, seconds }: Wait): number {
  return startedAt + seconds * 1000;
}

function of(waits: readonly Wait[], what: string): string[] {
  const [first] = waits;
  if (first === undefined) return [];
  return [`waits that ${what}: ${waits.length}, the first of ${first.seconds} s`];
}

function otherSilence({ silence, ...run }: Run, exchanges: readonly Exchange[]): string[] {
  const lost = Math.round(silenceOf(exchanges)) / 1000;
  const allowed = silenceFactor * numberSaid(table.timeout, run);
  const silent = `it says that ${silence.seconds} s were silent, and its traffic makes it ${lost} s`;
  const most = `it says that ${silence.allowedSeconds} s of silence were allowed, and its settings allow ${allowed} s`;
  return [
    ...(isNear(silence.seconds, lost) ? [] : [silent]),
    ...(isNear(silence.allowedSeconds, allowed) ? [] : [most]),
  ];
}

/** Every request of a run carries the trace of the run, with its own number. */
function otherTrace({ trace = '' }: Run, exchanges: readonly Exchange[]): string[] {
  const other = exchanges.filter(({ index, request }) => {
    const [, due] = traceparent(trace, index);
    return !sends(request, 'traceparent', due);
  });
  return told(other, 'requests that were not sent in the trace that it names');
}

/** No answer is waited for longer than that. */
function beyondTimeout(run: Run, exchanges: readonly Exchange[]): string[] {
  const seconds = numberSaid(table.timeout, run);
  const late = exchanges.filter(
    ({ startedAt, finishedAt }) => finishedAt - startedAt > seconds * 1000 + slackMs,
  );
  return told(
    late,
    `answers that took longer than the ${seconds} s that its settings allow (--timeout)`,
  );
}

/** Whether a request has a header field of this name and value. */
function sends({ headers }: Exchange['request'], name: string, due: string): boolean {
  return headers.some(([field, value]) => field.toLowerCase() === name && value === due);
}

function told([first, ...others]: readonly Exchange[], what: string): string[] {
  if (first === undefined) return [];
  return [`${what}: ${others.length + 1}, the first is exchange ${first.index}`];
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= roundedSeconds;
}

/** The value of a setting in a report, or its default. */
function numberSaid({ flag = '', fallback }: Setting<number>, { settings }: Pick<Run, 'settings'>) {
  const value = Number(settings[flag] ?? fallback);
  // A value that is not a number is refused elsewhere.
  return Number.isNaN(value) ? fallback : value;
}

/** Times are rounded to a millisecond, and taken one after the other. */
const roundingMs = 20;

/** Where the recording says what no complete run of this suite records; one line each. */
export function unlikeRecorded({ profile }: Report, exchanges: readonly Exchange[]): string[] {
  const all = ended(exchanges);
  const answers = all.filter(isAnswered);
  const sender = userAgent(profile);
  return [
    ...told(outOfOrder(all), 'answers in an order that their times do not have'),
    ...told(
      all.filter(
        ({ waitMs, startedAt, finishedAt }) => waitMs > finishedAt - startedAt + roundingMs,
      ),
      'answers that began after they had ended',
    ),
    ...told(
      all.filter(({ response, reusedConnection }) => response && reusedConnection !== undefined),
      'answers that are told to be lost with their connection',
    ),
    ...told(
      all.filter(({ request }) => !sends(request, 'user-agent', sender)),
      `requests that were not sent as ${sender}`,
    ),
    ...told(
      markedAsCut(answers),
      'answers that are told to be cut off or unreadable, and are neither',
    ),
  ];
}

/** Exchanges without a place among the answers, in the place of another, or before one that came earlier. */
function outOfOrder(exchanges: readonly Exchange[]): Exchange[] {
  const inOrder = exchanges.toSorted((a, b) => (a.arrival ?? -1) - (b.arrival ?? -1));
  return inOrder.filter((one, place) => {
    const before = inOrder[place - 1];
    const isEarlier = before !== undefined && before.finishedAt - one.finishedAt > roundingMs;
    return one.arrival !== place || isEarlier;
  });
}

/** Settings that traffic may not show: only the report says what they were. */
const unseen: readonly Setting<unknown>[] = [
  table.maxWait,
  table.timeout,
  table.grace,
  table.concurrency,
  table.maxBody,
  table.ca,
];

/** The values that a report gives for those settings, as words of a command. */
export function settingsByWord({ run: { settings } }: Report): string {
  return unseen
    .map(({ flag = '', fallback }) => `${flag} ${settings[flag] ?? fallback ?? 'not given'}`)
    .join(', ');
}

const known: ReadonlySet<string> = new Set(allSettings.flatMap(({ flag }) => flag ?? []));

const named = [
  ['name', '--implementation'],
  ['version', '--implementation-version'],
  ['contact', '--contact'],
] as const;

/** Where the names and the plan in a report, of whichever suite, differ from its settings; one line each. */
export function unlikeGiven({ implementation, run: { settings, plan } }: Report): string[] {
  const renamed = named.filter(([what, flag]) => implementation[what] !== settings[flag]?.trim());
  return [
    ...renamed.map(([what]) => `the implementation's ${what} is not that of its settings`),
    ...((settings['--plan'] ?? null) === plan ? [] : ['its plan is not that of its settings']),
  ];
}

/** Where the command and the settings in a report of this suite do not fit each other; one line each. */
export function unlikeItsSettings(report: Report): string[] {
  const { settings, again } = report.run;
  const foreign = Object.keys(settings).filter((flag) => !known.has(flag));
  const isProposed = again === undefined || isAgainFolder(again);
  return [
    ...(isOwnCommand(report) ? [] : ['its command (argv) is not that of a run with its settings']),
    ...(isProposed
      ? []
      : ['the folder for another run (again) is not one that the suite proposes']),
    ...foreign.map((flag) => `${flag} among its settings is not a setting of this suite`),
  ];
}

function isOwnCommand({ implementation, profile, run }: Report): boolean {
  const { baseUrl } = implementation;
  const { seed, settings, argv } = run;
  const due = runArguments({ baseUrl, profile, seed }, settings, false).slice(commandWords.length);
  return commandForms.some((words) => isDeepStrictEqual(argv, [...words, ...due]));
}
