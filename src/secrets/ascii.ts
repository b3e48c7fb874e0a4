/** Digits and letters of ASCII in folded texts, by their codes. */

/** The value of a digit; undefined if it is none, or if there is no such place. */
export function digitOf(code = 0, radix: number): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return radix === 16 && code >= 0x61 && code <= 0x66 ? code - 0x57 : undefined;
}

export function isLetter(code = 0): boolean {
  return code >= 0x61 && code <= 0x7a;
}

/** Whether it is a letter or a digit. */
export function isWordCode(code = 0): boolean {
  return (code >= 0x30 && code <= 0x39) || isLetter(code);
}
