/** What is wrong with what was given. */
interface SettingProblem {
  /** The setting's name as a member of the settings: `maxBody`; undefined if it is not about one alone. */
  readonly setting: string | undefined;
  /** What would be right. */
  readonly problem: string;
  /** The text that was given; absent if it may hold a key. */
  readonly value?: string;
}

/** A setting or an argument that no run can start with: one line for its reader, exit status 2. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly about: SettingProblem;

  constructor(message: string, about: SettingProblem = { setting: undefined, problem: message }) {
    super(message);
    this.about = about;
  }
}

/** The error with changed texts. */
export function reworded(
  { message, about }: SettingsError,
  change: (text: string) => string,
): SettingsError {
  const { setting, problem, value } = about;
  return new SettingsError(change(message), {
    setting: setting === undefined ? undefined : change(setting),
    problem: change(problem),
    ...(value === undefined ? {} : { value: change(value) }),
  });
}

/** Thrown where a text is read, to say what would be right. The caller adds the setting and its value. */
export class WrongValue extends Error {
  override readonly name = 'WrongValue';
}

/** Refuses the text that is being read, saying what would be right. */
export function refuse(right: string): never {
  throw new WrongValue(right);
}
