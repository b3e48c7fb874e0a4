import type { HeaderPair } from './exchange.ts';

/** Bytes of a status line and header fields that are always read: what Node itself reads. */
const ordinaryHead = 16 * 1024;

/** Bytes that all longer ones of a run may have: each is kept for the record, which must fit into memory. */
const longHeads = 4 * 1024 * 1024;

/** How much of header fields is read, so that all answers of a run together cannot exhaust the machine. */
export class HeadAllowance {
  #left = longHeads;

  /** Whether a head of so many bytes may be kept; a longer one than usual uses up what is left. */
  fits(bytes: number): boolean {
    if (bytes <= ordinaryHead) return true;
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}

/** Header fields of one answer: each is kept for the record, and a real service has some twenty. */
const mostFields = 200;

/** An answer whose head is more than is kept, and so no answer that can be judged. */
class HeadTooLong extends Error {
  override readonly name = 'HeadTooLong';
  readonly code = 'UND_ERR_HEADERS_OVERFLOW';
}

/** What becomes of a head that does not fit. */
export function beyondAllowance(): Error {
  return new HeadTooLong(
    'the header fields of this answer are longer than 16 KiB, and those of others before it took all that is kept of such',
  );
}

/** Bytes of a status line and header fields. Throws where the fields are more than are kept of one answer. */
export function bytesOfHead(statusText: string, fields: readonly HeaderPair[]): number {
  if (fields.length > mostFields) {
    throw new HeadTooLong(
      `the answer has ${fields.length} header fields; no more than ${mostFields} are read`,
    );
  }
  return fields.reduce((sum, [name, value]) => sum + name.length + value.length, statusText.length);
}
