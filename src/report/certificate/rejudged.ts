/** Compares a report with its own traffic, judged again by the suite that verifies. */
import type { Exchange } from '../../http/exchange.ts';
import { waitForm, waitForms } from '../../http/pacing/wait-reasons.ts';
import { cut } from '../../text/visible.ts';
import type { Report, ReportedRequirement, Wait } from '../report.ts';
import { differenceOf } from './difference.ts';

const named = 5;
const room = 200;

/**
 * Where a report differs from its own traffic, judged again by the suite that verifies; one line each. `same`: that
 * suite wrote the report, so every word must agree; for another suite, every required pass.
 */
export function unlikeRejudged(report: Report, again: Report, same: boolean): string[] {
  const failures = again.requirements.flatMap(
    (requirement) => unlike(requirement, report, same) ?? [],
  );
  if (failures.length > 0) {
    const more = failures.length - named;
    return [...failures.slice(0, named), ...(more > 0 ? [`and ${more} more, judged again`] : [])];
  }
  const found = same ? differenceOf(essenceOf(report), essenceOf(again)) : undefined;
  if (found === undefined) return [];
  const [first, second] = [cut(found.first, room), cut(found.second, room)];
  return [`${found.at} is ${first}; its traffic, judged again, gives ${second}`];
}

function unlike(
  requirement: ReportedRequirement,
  report: Report,
  same: boolean,
): string | undefined {
  const { id, level, outcome, reason } = requirement;
  const told = report.requirements.find((one) => one.id === id)?.outcome;
  const holds = same
    ? told === outcome
    : level === 'advisory' || outcome === 'passed' || outcome === 'not-applicable';
  if (holds) return undefined;
  const why = cut(reason, room).replace(/\s+/g, ' ');
  return `${id} is ${told ?? 'missing'}; its traffic, judged again, makes it ${outcome}: ${why}`;
}

/** Exchanges of which the recording says something else than this suite, which asked them. */
export function unlikeAsked(saved: readonly Exchange[], again: readonly Exchange[]): string[] {
  const other = again.filter((one) => {
    const told = saved[one.index];
    return told !== undefined && asked(told) !== asked(one);
  });
  const [first] = other;
  if (first === undefined) return [];
  const what = `the command, purpose or caller of ${other.length} exchanges`;
  return [`${what} is not what this suite asked with; the first is exchange ${first.index}`];
}

function asked({ curl, purpose, caller, operation }: Exchange): string {
  return JSON.stringify([curl, purpose, caller, operation]);
}

/** The part of a report that recorded traffic decides. */
function essenceOf({ verdict, summary, profile, specification, requirements, ...rest }: Report) {
  const { requests, animalsCreated, partial, endedEarly, timeline, plan, seed, questions } =
    rest.run;
  const run = { requests, animalsCreated, partial, endedEarly, timeline, plan, seed, questions };
  const { observations } = rest;
  return { verdict, summary, profile, specification, requirements, observations, run };
}

/** A wait whose length the service does not give is longer by chance, at most by this factor. */
const mostJitter = 2;
/** The times of answers are rounded, and when traffic is judged again, no time passes between them. */
const share = 0.8;
const slackSeconds = 5;

/** Where the waits in a report of this suite differ from those when it was judged again; one line each. */
export function unlikeWaits({ run }: Report, { run: again }: Report): string[] {
  const [told, due] = [run.waitedSeconds, again.waitedSeconds];
  const isNear = told >= due * share - slackSeconds && told <= due * mostJitter + slackSeconds;
  const had = new Set(again.waits.map(({ reason }) => waitForm(reason)));
  // One for a moment need not come again.
  const isKnown = (form: string) => had.has(form) || waitForms.has(form);
  const foreign = run.waits.find(({ reason }) => !isKnown(waitForm(reason)));
  const [unlike] = isNear && foreign === undefined ? unmatched(run.waits, again.waits) : [];
  const waited = `it says that it waited ${told} s; its traffic, judged again, gives ${due} s`;
  return [
    ...(isNear ? [] : [waited]),
    ...(foreign
      ? [`it says that it waited for "${cut(foreign.reason, 100)}"; judged again, it does not`]
      : []),
    ...(unlike ? [`${waitWords(unlike)}; judged again, it does not then`] : []),
  ];
}

function waitWords({ seconds, reason, startedAt }: Wait): string {
  const at = new Date(startedAt).toISOString();
  return `it says that it waited ${seconds} s for "${cut(reason, 100)}" at ${at}`;
}

/**
 * The waits without a counterpart of the same reason that began at about that time and took about as long; none if all
 * of them together are only moments.
 */
function unmatched(told: readonly Wait[], due: readonly Wait[]): Wait[] {
  const left = new Set(due);
  const alone = told.filter((wait) => {
    const form = waitForm(wait.reason);
    const found = [...left].find((one) => waitForm(one.reason) === form && isAbout(wait, one));
    if (found !== undefined) left.delete(found);
    return found === undefined;
  });
  const seconds = alone.reduce((sum, one) => sum + one.seconds, 0);
  return seconds <= slackSeconds ? [] : alone.toSorted((a, b) => b.seconds - a.seconds);
}

function isAbout(told: Wait, due: Wait): boolean {
  return (
    Math.abs(told.startedAt - due.startedAt) <= slackSeconds * 1000 &&
    told.seconds >= due.seconds * share - slackSeconds &&
    told.seconds <= due.seconds * mostJitter + slackSeconds
  );
}
