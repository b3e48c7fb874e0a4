import type { ValidateFunction } from 'ajv/dist/2020.js';
import { firstFault, published } from '../../package/validator.ts';
import type { Envelope } from './envelope.ts';
import type { Statement } from './statement.ts';

const certificate = published<Statement | Envelope>('certificate');
const statement = published<Statement>('certificate', { definition: 'statement' });

/** Whether a value is a certificate: a Statement, or an Envelope that holds one; why not, in a few words. */
export function readCertificate(value: unknown): Statement | Envelope | { problem: string } {
  return read(certificate(), value);
}

/** The Statement that an Envelope holds, or why it holds none. */
export function readStatement(value: unknown): Statement | { problem: string } {
  return read(statement(), value);
}

function read<T>(isRight: ValidateFunction<T>, value: unknown): T | { problem: string } {
  return isRight(value) ? value : { problem: firstFault(isRight.errors ?? []) };
}
