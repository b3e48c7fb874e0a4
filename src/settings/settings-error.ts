/** A setting or an argument that no run can start with: one line for its reader, exit status 2. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  /** The setting that it is about: its name as a member of the settings, or the variable; undefined if none alone. */
  readonly about: { readonly setting: string | undefined };

  constructor(message: string, setting?: string) {
    super(message);
    this.about = { setting };
  }
}

/** Thrown where a text is read, to say what would be right. The caller adds the setting and its value. */
export class WrongValue extends Error {
  override readonly name = 'WrongValue';
}

/** Refuses the text that is being read, saying what would be right. */
export function refuse(right: string): never {
  throw new WrongValue(right);
}
