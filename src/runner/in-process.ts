import '../../suites/index.ts';
import { systemClock } from '../client/clock.ts';
import type { Settings } from '../settings/settings.ts';
import type { Emit } from '../suite/events.ts';
import { checks } from '../suite/requirement.ts';
import { Session, type SessionOptions } from '../suite/session.ts';
import { addEvent, newRecord, type RunRecord } from './record.ts';

export interface InProcessOptions extends Omit<SessionOptions, 'emit'> {
  /** Takes each event as it happens; default: none is taken. */
  readonly onEvent?: Emit;
}

/**
 * Judges the implementation that the settings name in this process and thread, without vitest. As many runs
 * as wanted may go on at once. Resolves also when aborted; a defect of the suite is told in the record.
 */
export async function runInProcess(
  settings: Settings,
  { onEvent, ...options }: InProcessOptions,
): Promise<RunRecord> {
  const { clock = systemClock } = options;
  const record = newRecord(clock.now());
  const session = new Session(settings, {
    ...options,
    emit(event) {
      addEvent(record, event);
      onEvent?.(event);
    },
  });
  try {
    for (const check of checks) await session.execute(check);
  } finally {
    await session.close();
  }
  if (options.signal.aborted) record.endedEarly ??= 'the run was interrupted';
  record.finishedAt = clock.now();
  return record;
}
