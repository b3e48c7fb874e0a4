import type { Exchange } from '../http/exchange.ts';
import type { Outcome } from '../judge/outcome.ts';
import { reportRequirement } from '../report/assemble.ts';
import { checkLines, usualCauseOf } from '../report/failures.ts';
import type { ReportedRequirement } from '../report/report.ts';
import type { Check } from '../run/checks/registration.ts';
import { checks } from '../run/checks/registration.ts';
import { addEvent, newRecord, refuseDefects } from '../run/record.ts';
import { Session } from '../run/session.ts';
import type { Settings } from '../settings/settings.ts';
import { type CatalogueRequirement, type RequirementId, requirementOf } from '../spec/catalogue.ts';
import type { Level } from '../spec/requirement.ts';
import { visible } from '../text/visible.ts';
import '../../suites/index.ts';

export interface Judging {
  /** Asks what decides a requirement, and says what came of it. Throws SuiteDefect. */
  decide(requirement: CatalogueRequirement): Promise<TestOutcome>;
  /** Asks one check, and says what came of it alone. Throws SuiteDefect. */
  perform(check: Check): Promise<TestOutcome>;
  close(): Promise<void>;
}

/** Opens a run that decides one requirement at a time, in whatever order it is asked to. */
export function openJudging(settings: Settings, signal: AbortSignal): Judging {
  const record = newRecord(Date.now());
  const session = new Session(settings, {
    signal,
    startedAt: record.startedAt,
    emit: (event) => addEvent(record, event),
  });
  const tell = tellingOnce();
  const outcomeOf = (judged: JudgedOutcome, message: () => string) =>
    tell(testOutcomeOf(judged, message), judged, record.endedEarly);
  const recordedOf = (id: RequirementId) =>
    record.observations
      .filter((one) => one.id === id)
      .map(({ answer }) => visible(answer))
      .join('; ');
  return {
    async decide({ id }) {
      for (const check of checks) if (check.id === id) await session.execute(check);
      await session.conclude();
      refuseDefects(record);
      const requirement = reportRequirement(id, record, settings);
      if (requirement)
        return outcomeOf(requirement, () => explain(requirement, record.exchanges, settings.seed));
      const answers = recordedOf(id);
      return { type: 'skipped', note: answers === '' ? 'not observed' : `recorded: ${answers}` };
    },
    async perform(check) {
      const result = await session.execute(check);
      refuseDefects(record);
      const { level } = requirementOf(check.id);
      if (result === undefined) return { type: 'skipped', note: 'not part of this run' };
      if (level === 'gap') return { type: 'skipped', note: `recorded: ${recordedOf(check.id)}` };
      const { outcome, message } = result;
      return outcomeOf({ level, outcome, reason: message }, () =>
        [
          ...checkLines(result, record.exchanges, false),
          ...causeLines({ id: check.id, outcome, checks: [result] }, record.exchanges),
        ].join('\n'),
      );
    },
    close: () => session.close(),
  };
}

/** Checks of a requirement that a failure tells of. */
const mostShown = 3;

function explain(
  requirement: ReportedRequirement,
  exchanges: readonly Exchange[],
  seed: number,
): string {
  const told = requirement.checks.filter((check) => check.outcome === requirement.outcome);
  const cards = told
    .slice(0, mostShown)
    .map((check) =>
      [
        visible(check.title),
        ...checkLines(check, exchanges, false).map((line) => `  ${line}`),
      ].join('\n'),
    );
  return [
    `section ${requirement.section}: ${requirement.statement}`,
    ...(cards.length > 0 ? cards : [visible(requirement.reason)]),
    ...(told.length > mostShown ? [`and ${told.length - mostShown} more`] : []),
    ...causeLines(requirement, exchanges),
    `the same data again: seed: ${seed}`,
  ].join('\n');
}

function causeLines(...judged: Parameters<typeof usualCauseOf>): string[] {
  const cause = usualCauseOf(...judged);
  return cause === undefined ? [] : [`usual cause: ${cause}`];
}

/**
 * The outcome of a requirement, or of one of its checks, as that of a test: passed, failed with a message, or skipped.
 */
type TestOutcome =
  | { readonly type: 'passed' }
  | { readonly type: 'failed'; readonly name: string; readonly message: string }
  | { readonly type: 'skipped'; readonly note: string };

interface JudgedOutcome {
  readonly level: Level;
  readonly outcome: Outcome;
  /** Why, in one sentence. */
  readonly reason: string;
}

/**
 * The outcome of a test; `message` makes the text of a failure. A required one that could not be decided fails, as a
 * skip would look like a pass. Advice never fails.
 */
function testOutcomeOf(judged: JudgedOutcome, message: () => string): TestOutcome {
  const { level, outcome, reason } = judged;
  if (outcome === 'passed') return { type: 'passed' };
  const inconclusive = outcome === 'inconclusive';
  if (level === 'required' && (outcome === 'failed' || inconclusive)) {
    const name = inconclusive ? 'Inconclusive' : 'Failed';
    return { type: 'failed', name, message: message() };
  }
  const kind = level === 'advisory' && outcome === 'failed' ? 'advice' : outcome;
  return { type: 'skipped', note: `${kind}: ${visible(reason)}` };
}

/** Ends the test that asked for the outcome: throws if it failed, and skips with a note. */
export function settle(outcome: TestOutcome | undefined, skip: (note: string) => never): void {
  if (outcome?.type === 'skipped') skip(outcome.note);
  if (outcome?.type === 'failed') throw new RequirementError(outcome);
}

/** A failure in the suite's own words: frames of this package would show nobody's mistake. */
class RequirementError extends Error {
  constructor({ name, message }: TestOutcome & { readonly type: 'failed' }) {
    super(message);
    this.name = name;
    // vitest 3 searches a stack without any frame by a pattern whose time grows with the square of a line.
    this.stack = `${name}: ${message}\n    at petstore-conformance (native)`;
  }
}

/** Adjusts the outcome of a test, given what was judged and why the run has ended, if it has. */
type Telling = (
  outcome: TestOutcome,
  judged: Pick<JudgedOutcome, 'outcome' | 'reason'>,
  endedEarly: string | undefined,
) => TestOutcome;

/**
 * What ended a run, such as an address at which nothing listens, fails the first test that it leaves inconclusive. The
 * others are skipped: a hundred failures would hide the one to read.
 */
function tellingOnce(): Telling {
  let isTold = false;
  return (outcome, { outcome: judged, reason }, endedEarly) => {
    if (outcome.type !== 'failed' || judged !== 'inconclusive') return outcome;
    if (endedEarly === undefined || !reason.includes(endedEarly)) return outcome;
    if (isTold) return { type: 'skipped', note: `the run had ended: ${visible(endedEarly)}` };
    isTold = true;
    const rest = 'this ended the run: what it leaves inconclusive is skipped';
    return { ...outcome, message: `${outcome.message}\n${rest}` };
  };
}
