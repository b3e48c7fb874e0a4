/** Stands for bytes that are not UTF-8. As half of a surrogate pair, it never comes out of UTF-8 text. */
const noUtf8 = '\udcff';

/**
 * Bytes as text (RFC 8259, section 8.1: JSON is UTF-8; a byte order mark is ignored, as a parser may). If they are not
 * UTF-8, the text holds lone surrogates (see `isUtf8`), also when it is read back from a recording.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes).replaceAll('\ufffd', noUtf8);
  }
}

/** Whether `decodeUtf8` made the text of bytes that are UTF-8. */
export function isUtf8(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}
