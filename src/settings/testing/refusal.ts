import { SettingsError } from '../settings-error.ts';

/** For tests: the line with which something is refused. */
export function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}
