import { reportRow } from '../report/assemble.ts';
import { cardOf } from '../report/card.ts';
import { answerLine } from '../report/describe.ts';
import type { ReportedRequirement } from '../report/report.ts';
import { visible } from '../report/visible.ts';
import { addEvent, newRecord, refuseDefects } from '../runner/record.ts';
import type { Settings } from '../settings/settings.ts';
import type { RowId, rows } from '../spec/catalogue.ts';
import { checks } from '../suite/requirement.ts';
import { Session } from '../suite/session.ts';

/** What became of a row, for a test: passed, failed in these words, or left out for this reason. */
export type TestOutcome =
  | { readonly type: 'passed' }
  | { readonly type: 'failed'; readonly name: string; readonly message: string }
  | { readonly type: 'skipped'; readonly note: string };

export interface Judging {
  /** Asks what decides a row, and says what came of it. Throws SuiteDefect. */
  decide(row: (typeof rows)[number]): Promise<TestOutcome>;
  close(): Promise<void>;
}

/** Opens a run that decides one row at a time, in whatever order it is asked to. */
export function openJudging(settings: Settings, signal: AbortSignal): Judging {
  const record = newRecord(Date.now());
  const session = new Session(settings, { signal, emit: (event) => addEvent(record, event) });
  const answersTo = (id: RowId) =>
    record.observations.filter((one) => one.id === id).map(({ answer }) => visible(answer));
  return {
    async decide({ id }) {
      for (const check of checks) if (check.id === id) await session.execute(check);
      refuseDefects(record);
      const row = reportRow(id, record, settings);
      if (row) return outcomeOf(row, () => explain(row, record.exchanges, settings.seed));
      const answers = answersTo(id).join('; ');
      return { type: 'skipped', note: answers === '' ? 'not observed' : `recorded: ${answers}` };
    },
    close: () => session.close(),
  };
}

/** A required row that could not be decided fails, as a skip would read as a pass. */
function outcomeOf(
  { level, outcome, reason }: ReportedRequirement,
  message: () => string,
): TestOutcome {
  if (outcome === 'passed') return { type: 'passed' };
  const open = outcome === 'inconclusive';
  if (level === 'required' && (outcome === 'failed' || open)) {
    return { type: 'failed', name: open ? 'Inconclusive' : 'Failed', message: message() };
  }
  const says = level === 'advisory' && outcome === 'failed' ? 'advice' : outcome;
  return { type: 'skipped', note: `${says}: ${visible(reason)}` };
}

/** Checks of a row that a failure tells of. */
const mostShown = 3;

function explain(
  row: ReportedRequirement,
  exchanges: Parameters<typeof cardOf>[1],
  seed: number,
): string {
  const told = row.checks.filter((check) => check.outcome === row.outcome);
  const cards = told.slice(0, mostShown).map((check) => {
    const { title, message, evidence } = cardOf(check, exchanges, answerLine);
    return [title, ...[...message, ...evidence].map((line) => `  ${line}`)].join('\n');
  });
  return [
    `section ${row.section}: ${row.statement}`,
    ...(cards.length > 0 ? cards : [visible(row.reason)]),
    ...(told.length > mostShown ? [`and ${told.length - mostShown} more`] : []),
    `the same data again: seed: ${seed}`,
  ].join('\n');
}
