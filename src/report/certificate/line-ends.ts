/** Line ends that a checkout has changed: git for Windows writes CRLF for LF unless it is told that a file is not text. */

/** The bytes with LF where they have CRLF; undefined if they have none. */
export function withLineFeeds(bytes: Uint8Array): Uint8Array | undefined {
  // One character a byte, so that no byte changes.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const changed = text.replaceAll('\r\n', '\n');
  return changed.length === text.length ? undefined : Buffer.from(changed, 'latin1');
}

/** What is said of a file in which nothing but the line ends was changed. */
export const lineEndsWords =
  'its line ends are CRLF and were LF when it was certified; nothing else was changed';

/** What to do about it. */
export const lineEndsRemedy =
  'git does so (core.autocrlf): put "* -text" into a .gitattributes of the folder and check it out again, or take the folder as the run wrote it, from its artifact';
