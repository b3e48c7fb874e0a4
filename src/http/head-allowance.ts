import { writtenBytes } from '../text/written.ts';
import type { HeaderPair } from './exchange.ts';

/** Bytes that a status line and header fields may always take in the record: a short answer's of some ten fields. */
const ordinaryHead = 1024;

/** Bytes of all longer ones of a run: with all bodies and requests they make less than a reader of the record takes. */
const longHeads = 6 * 1024 * 1024;

/** How much of header fields is read, so that all answers of a run together cannot exhaust the machine, nor its record. */
export class HeadAllowance {
  #left = longHeads;

  /** Whether a head that takes so many bytes may be kept; a longer one than usual uses up what is left. */
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
    'the header fields of this answer take more than 1 KiB in the record, and those of others before it took the 6 MiB that are kept of such',
  );
}

/** Bytes that the archive's layout takes for each field. */
const layout = 81;

/** Fields that stand in the archive twice, as the type of the content and the address of a redirect. */
const twice = /^(?:content-type|location)$/i;

/**
 * Bytes that a status line and header fields take in the archive of the traffic. Throws where the fields are more than
 * are kept of one answer.
 */
export function bytesOfHead(statusText: string, fields: readonly HeaderPair[]): number {
  if (fields.length > mostFields) {
    throw new HeadTooLong(
      `the answer has ${fields.length} header fields; no more than ${mostFields} are read`,
    );
  }
  return fields.reduce((sum, [name, value]) => {
    const times = twice.test(name) ? 2 : 1;
    return sum + layout + writtenBytes(name) + times * writtenBytes(value);
  }, writtenBytes(statusText));
}
