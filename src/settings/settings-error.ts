/** A setting or an argument that no run can start with: one line for its reader, exit status 2. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Thrown where a text is read, to say what would be right. The caller adds the setting and its value. */
export class WrongValue extends Error {
  override readonly name = 'WrongValue';
}

/** Refuses the text that is being read, saying what would be right. */
export function refuse(right: string): never {
  throw new WrongValue(right);
}
