import { writtenBytes } from '../../text/written.ts';
import type { HeaderPair } from '../exchange.ts';

/** Bytes of a status line and header fields that are always recorded: those of a short answer with some ten fields. */
const ordinaryHead = 1024;

/**
 * Bytes for all longer ones of a run together: with all bodies and requests, less than a reader of the record accepts.
 */
const longHeads = 6 * 1024 * 1024;

/** Bounds the header fields of a run, so that all answers together exhaust neither the machine nor the record. */
export class HeadAllowance {
  #left = longHeads;

  /** Whether a head of so many bytes may be kept; one that is longer than usual uses up what is left. */
  fits(bytes: number): boolean {
    if (bytes <= ordinaryHead) return true;
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}

/** The most header fields of an answer, each of which is recorded. A real service sends some twenty. */
const mostFields = 200;

/** An answer whose head is too long to be kept, and that cannot be judged. */
class HeadTooLong extends Error {
  override readonly name = 'HeadTooLong';
  readonly code = 'UND_ERR_HEADERS_OVERFLOW';
}

/** The error for a head that does not fit. */
export function beyondAllowance(): Error {
  return new HeadTooLong(
    'the header fields of this answer take more than 1 KiB in the record, and those of others before it took the 6 MiB that are kept of such',
  );
}

/** Bytes that the archive's layout takes for each field. */
const layout = 81;

/** Fields that are in the archive twice: the media type and the address of a redirect. */
const twice = /^(?:content-type|location)$/i;

/** Bytes that a status line and header fields take in traffic.har. Throws if there are too many fields. */
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
