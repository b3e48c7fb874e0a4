import '../../suites/index.ts';
import { steadyClock } from '../http/clock.ts';
import { suiteCredentials } from '../package/credentials.ts';
import type { Facts } from '../report/assemble.ts';
import { keyId } from '../report/certifiable.ts';
import { runArguments } from '../report/rerun.ts';
import { checks } from '../run/checks/registration.ts';
import type { Emit } from '../run/events.ts';
import { addEvent, newRecord, type RunRecord } from '../run/record.ts';
import { interrupted } from '../run/requests/outcomes.ts';
import { Session, type SessionOptions } from '../run/session.ts';
import type { ReadSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';

interface SuitesOptions extends Omit<SessionOptions, 'emit'> {
  /** Takes each event as it happens; default: none is taken. */
  readonly onEvent?: Emit;
}

/**
 * Judges the implementation that the settings name, in this process and thread; as many runs as wanted may go
 * on at once. With a `recording` nothing is sent, and the record has its times. Resolves also when aborted;
 * a defect of the suite is told in the record.
 */
export async function runSuites(
  settings: Settings,
  { onEvent, ...options }: SuitesOptions,
): Promise<RunRecord> {
  const { clock = steadyClock(), recording, signal } = options;
  const record = newRecord(recording?.startedAt ?? clock.now());
  const session = new Session(settings, {
    ...options,
    clock,
    startedAt: record.startedAt,
    emit(event) {
      addEvent(record, event);
      onEvent?.(event);
    },
  });
  try {
    await session.executeAll(checks);
    await session.conclude();
  } finally {
    await session.close();
  }
  if (signal.aborted) record.endedEarly ??= interrupted;
  record.finishedAt = recording?.finishedAt ?? clock.now();
  return record;
}

/** What a report says besides the run itself: the suite, and the command that repeats the run. */
export function factsOf(
  { settings, given, signingKey }: Pick<ReadSettings, 'settings' | 'given' | 'signingKey'>,
  isReference = false,
): Facts {
  const suite = suiteCredentials();
  const argv = runArguments(settings, given, isReference);
  const signed = settings.profile === 'full' && signingKey ? { signingKey: keyId(signingKey) } : {};
  return { suite, argv, settings: given, ...signed };
}
