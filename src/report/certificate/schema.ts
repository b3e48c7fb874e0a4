import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { publishedSchema } from '../../package/published-schema.ts';
import type { Envelope } from './envelope.ts';
import type { Statement } from './statement.ts';

function compile() {
  const schema = publishedSchema('certificate');
  const ajv = new Ajv2020({ strict: true });
  const isCertificate = ajv.compile<Statement | Envelope>(schema);
  return { isCertificate, isStatement: ajv.compile<Statement>(partOf(schema, 'statement')) };
}

/** The schema with one of its definitions at the top. */
function partOf(schema: object, definition: string): object {
  const defs = '$defs' in schema ? schema.$defs : {};
  return { $defs: defs, $ref: `#/$defs/${definition}` };
}

let compiled: ReturnType<typeof compile> | undefined;

/** Whether a value is a certificate: a Statement, or an Envelope that holds one; why not, in a few words. */
export function readCertificate(value: unknown): Statement | Envelope | { problem: string } {
  compiled ??= compile();
  const { isCertificate } = compiled;
  return isCertificate(value) ? value : { problem: firstOf(isCertificate.errors) };
}

/** The Statement that an Envelope holds, or why it holds none. */
export function readStatement(value: unknown): Statement | { problem: string } {
  compiled ??= compile();
  const { isStatement } = compiled;
  return isStatement(value) ? value : { problem: firstOf(isStatement.errors) };
}

function firstOf(errors: readonly ErrorObject[] | null | undefined): string {
  const [first] = errors ?? [];
  const { instancePath = '', message = '', params = {} } = first ?? {};
  const due = 'allowedValue' in params ? ` ${JSON.stringify(params.allowedValue)}` : '';
  return `${instancePath || '/'} ${message}${due}`;
}
