/** A setting that no run can start with. */
export interface SettingProblem {
  /** Its name as a member of the settings: `maxBody`. */
  readonly setting: string;
  /** What would be right. */
  readonly problem: string;
  /** The text that was given; absent if it may hold a key. */
  readonly value?: string;
}

/** A setting or an argument that no run can start with: one line for its reader, exit status 2. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  /** Present if one setting has a wrong value. */
  declare readonly about?: SettingProblem;

  constructor(message: string, about?: SettingProblem) {
    super(message);
    if (about !== undefined) this.about = about;
  }
}

/** The error with changed texts. */
export function reworded(
  { message, about }: SettingsError,
  change: (text: string) => string,
): SettingsError {
  if (about === undefined) return new SettingsError(change(message));
  const { value } = about;
  return new SettingsError(change(message), {
    ...about,
    problem: change(about.problem),
    ...(value === undefined ? {} : { value: change(value) }),
  });
}

/** Thrown by a parser to say what would be right. The caller adds the setting and its value. */
export class WrongValue extends Error {
  override readonly name = 'WrongValue';
}

/** Refuses the value that is being parsed, saying what would be right. */
export function refuse(right: string): never {
  throw new WrongValue(right);
}
