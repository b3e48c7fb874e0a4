import type { ValidateFunction } from 'ajv/dist/2020.js';
import { firstFault, published } from '../../package/validator.ts';
import { boundedJson, openObject, TooMuch, watch } from '../given-json.ts';
import type { Envelope } from './envelope.ts';
import type { Statement } from './statement.ts';

/** A certificate names seven files and a hundred requirements. */
const mostOfCertificate = 256 * 1024;
const bounds = { marks: 10_000, depth: 20 } as const;

/** The value of a certificate's JSON; undefined if it holds none, or more than any certificate. */
export function jsonOf(bytes: Uint8Array): unknown {
  if (bytes.length > mostOfCertificate) return undefined;
  try {
    return boundedJson(bytes, bounds);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TooMuch) return undefined;
    throw error;
  }
}

/** What was read of a report and its traffic is within closer bounds already. */
const read = { marks: Number.POSITIVE_INFINITY, depth: 100 } as const;

/** A member that stands twice in an object of the file, of which readers take one or the other. The bytes must be JSON. */
export function memberTwice(bytes: Uint8Array): string | undefined {
  /** The names in each object that is open; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  let twice: string | undefined;
  watch(bytes, read, {
    opened: (mark) => open.push(mark === openObject ? new Set() : undefined),
    closed: () => open.pop(),
    named(text) {
      const names = open.at(-1);
      if (names?.has(text)) twice ??= text;
      names?.add(text);
    },
  });
  return twice;
}

const certificate = published<Statement | Envelope>('certificate');
const statement = published<Statement>('certificate', { definition: 'statement' });

/** Whether a value is a certificate: a Statement, or an Envelope that holds one; why not, in a few words. */
export function readCertificate(value: unknown): Statement | Envelope | { problem: string } {
  return checked(certificate(), value);
}

/** The Statement that an Envelope holds, or why it holds none. */
export function readStatement(value: unknown): Statement | { problem: string } {
  return checked(statement(), value);
}

function checked<T>(isRight: ValidateFunction<T>, value: unknown): T | { problem: string } {
  return isRight(value) ? value : { problem: firstFault(isRight.errors ?? []) };
}
