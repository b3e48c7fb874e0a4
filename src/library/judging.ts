import {
  type CatalogueRequirement,
  type RequirementId,
  requirementOf,
} from '../catalogue/catalogue.ts';
import type { Check } from '../engine/checks/check.ts';
import { checks } from '../engine/checks/requirement.ts';
import { addEvent, newRecord, refuseDefects } from '../engine/record.ts';
import { Session } from '../engine/session.ts';
import type { Exchange } from '../http/exchange.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { reportRequirement } from '../report/assemble.ts';
import { cardOf, usualCause } from '../report/card.ts';
import type { ReportedRequirement } from '../report/report.ts';
import type { Settings } from '../settings/settings.ts';
import { visible } from '../text/visible.ts';
import {
  type JudgedOutcome,
  type TestOutcome,
  tellingOnce,
  testOutcomeOf,
} from './test-outcome.ts';

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
          ...cardLines(result, record.exchanges),
          ...usualCause({ id: check.id, outcome, checks: [result] }, record.exchanges),
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
      [visible(check.title), ...cardLines(check, exchanges).map((line) => `  ${line}`)].join('\n'),
    );
  return [
    `section ${requirement.section}: ${requirement.statement}`,
    ...(cards.length > 0 ? cards : [visible(requirement.reason)]),
    ...(told.length > mostShown ? [`and ${told.length - mostShown} more`] : []),
    ...usualCause(requirement, exchanges),
    `the same data again: seed: ${seed}`,
  ].join('\n');
}

function cardLines(check: CheckResult, exchanges: readonly Exchange[]): string[] {
  const { message, evidence } = cardOf(check, exchanges, false);
  return [...message, ...evidence];
}
