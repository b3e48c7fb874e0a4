/** What a decoder puts in place of bytes that are not UTF-8. */
const replacement = 0xfffd;
/** Stands for such bytes here. As half of a surrogate pair, it never comes out of UTF-8 text. */
const noUtf8 = 0xdcff;

/**
 * Bytes as text (RFC 8259, section 8.1: JSON is UTF-8; a byte order mark is ignored, as a parser may). If they are not
 * UTF-8, the text holds lone surrogates (see `isUtf8`), also when it is read back from a recording.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return marked(new TextDecoder('utf-8').decode(bytes));
  }
}

/** In place, as `replaceAll` takes a hundred bytes for each of what may be millions. */
function marked(text: string): string {
  const bytes = Buffer.from(text, 'utf16le');
  for (let at = 0; at < bytes.length; at += 2) {
    if (bytes.readUInt16LE(at) === replacement) bytes.writeUInt16LE(noUtf8, at);
  }
  return bytes.toString('utf16le');
}

/** Whether `decodeUtf8` made the text of bytes that are UTF-8. */
export function isUtf8(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}
