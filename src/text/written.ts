import { visible } from './visible.ts';

/** Bytes that a UTF-16 unit takes in a file that `jsonText` wrote, by its code; 0 until it is asked for. */
const widths = new Uint8Array(0x10000);

/** Bytes that a UTF-16 unit of a string takes in JSON as this suite writes it: six if it is escaped there. */
export function writtenWidth(code: number): number {
  return widths[code] || remembered(code);
}

function remembered(code: number): number {
  const width = widthOf(code);
  widths[code] = width;
  return width;
}

/** The same of a text, or of so many of its first units. */
export function writtenBytes(text: string, length = text.length): number {
  let bytes = 0;
  for (let at = 0; at < length; at += 1) bytes += writtenWidth(text.charCodeAt(at));
  return bytes;
}

function widthOf(code: number): number {
  if (code === 0x22 || code === 0x5c) return 2;
  // `#` is escaped in what would be a command to a build server.
  if (code === 0x23) return 6;
  // Half of a surrogate pair, which may stand alone or belong to an invisible character.
  const isHalf = code >= 0xd800 && code <= 0xdfff;
  const sign = String.fromCharCode(code);
  if (isHalf || visible(sign) !== sign) return 6;
  return Buffer.byteLength(sign);
}
