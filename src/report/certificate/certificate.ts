import type { KeyObject } from 'node:crypto';
import { type Envelope, seal } from './envelope.ts';
import type { Statement } from './statement.ts';

/** The text of `certificate.json`. There is one for each certificate, so that no byte of it can differ. */
export function fileText(certificate: Statement | Envelope): string {
  return `${JSON.stringify(certificate, null, 2)}\n`;
}

/** The Statement as `certificate.json` holds it, in a signed envelope if there is a key. */
export function certificateText(statement: Statement, key: KeyObject | undefined): string {
  return fileText(key === undefined ? statement : seal(JSON.stringify(statement), key));
}
