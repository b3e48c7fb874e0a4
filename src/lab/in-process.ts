import '../../suites/index.ts';
import type { Clock } from '../client/clock.ts';
import { assembleReport } from '../report/assemble.ts';
import type { Report } from '../report/report.ts';
import { addEvent, newRecord, type RunRecord } from '../runner/record.ts';
import type { Settings } from '../settings/settings.ts';
import type { RunEvent } from '../suite/events.ts';
import { checks } from '../suite/requirement.ts';
import { Session } from '../suite/session.ts';
import { labFigures } from './figures.ts';

/** Runs every check in this process, without vitest's scheduling, and gives what came of it. */
export async function judgeHere(
  settings: Settings,
  clock: Clock,
): Promise<{ readonly record: RunRecord; readonly report: Report }> {
  const record = newRecord(Date.now());
  const signal = new AbortController().signal;
  const emit = (event: RunEvent) => addEvent(record, event);
  const session = new Session(settings, { emit, signal, clock });
  try {
    for (const check of checks) await session.execute(check);
  } finally {
    await session.close();
  }
  record.finishedAt = Date.now();
  const report = assembleReport(record, settings, {
    suite: { name: 'lab', version: '0', digest: '0'.repeat(64), lab: labFigures },
    command: 'lab',
    settings: {},
  });
  return { record, report };
}
