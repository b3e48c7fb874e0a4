import type { KeyObject } from 'node:crypto';
import { SettingsError } from '../../settings/settings-error.ts';
import { cut } from '../../text/visible.ts';
import type { Report } from '../report.ts';
import { differenceOf } from './difference.ts';
import { type Envelope, isSignedBy, keyId } from './envelope.ts';
import { certificateName, fileText } from './file.ts';
import { lineEndsRemedy, lineEndsWords, withLineFeeds } from './line-ends.ts';
import { jsonOf, readCertificate, readStatement } from './read.ts';
import { type Statement, statementOf } from './statement.ts';

/** A certificate's own file, and the key that must have signed it. */
export interface Sealed {
  readonly name: string;
  readonly certificate: Uint8Array;
  readonly key?: KeyObject;
}

/** What was found in the file. */
export interface Opened {
  readonly statement?: Statement;
  readonly envelope?: Envelope;
  readonly problems: readonly string[];
  /** In a line: who signed it; absent if nobody did. */
  readonly told?: string;
}

/** Reads the file and its signature. Throws a `SettingsError` for a signed one without key. */
export function openCertificate({ name, certificate, key }: Sealed): Opened {
  const value = jsonOf(certificate);
  if (value === undefined)
    return { problems: [`it holds no JSON, or more than a certificate has${instead(name)}`] };
  const read = readCertificate(value);
  if ('problem' in read) {
    return {
      problems: [`it is not a certificate of this version: ${read.problem}${instead(name)}`],
    };
  }
  if (!('payload' in read)) {
    const unsigned = 'it is unsigned, so no key speaks for it; ask for a signed one';
    return { statement: read, problems: key === undefined ? [] : [unsigned] };
  }
  if (key === undefined) {
    throw new SettingsError(
      `${name} is signed: name the file of the signer's public key with --key, got from the signer and not with the certificate`,
    );
  }
  return openEnvelope(read, key);
}

/** If another file of the run was named, such as the report, its certificate is meant. */
function instead(name: string): string {
  return name === certificateName ? '' : `; name ${certificateName}, or the folder that holds it`;
}

function openEnvelope(envelope: Envelope, key: KeyObject): Opened {
  const told = `the signature, by key ${keyId(key)}`;
  const problems = isSignedBy(envelope, key) ? [] : [wrongSignature(envelope, key)];
  const statement = readStatement(jsonOf(Buffer.from(envelope.payload, 'base64')));
  if (!('problem' in statement)) return { statement, envelope, problems, told };
  return { problems: [...problems, `its payload is not a statement: ${statement.problem}`], told };
}

function wrongSignature({ signatures }: Envelope, key: KeyObject): string {
  const [{ keyid }] = signatures;
  const given = keyId(key);
  return keyid === given
    ? 'its signature is wrong: it was changed after it was signed'
    : `it is not signed by the given key (${given}); it names the key ${keyid}`;
}

/** Where the certificate differs, even by a byte, from what the reports beside it give. */
export function deviation({ certificate, key }: Sealed, opened: Opened, report: Report) {
  const { statement, envelope, problems } = opened;
  if (statement === undefined) return undefined;
  const right = statementOf(report, statement.subject);
  const found = differenceOf(statement, right);
  if (found !== undefined) {
    const [says, gives] = [cut(found.first, 120), cut(found.second, 120)];
    return `${found.at} is ${says}; the report and the specification of this suite give ${gives}`;
  }
  // A wrong signature was reported already.
  if (problems.length > 0) return undefined;
  const text = fileText(envelope && key ? resealed(envelope, right, key) : right);
  if (Buffer.from(text).equals(certificate)) return undefined;
  const lines = withLineFeeds(certificate);
  if (lines && Buffer.from(text).equals(lines)) return `${lineEndsWords}; ${lineEndsRemedy}`;
  return 'it is not byte for byte as it was written';
}

/**
 * The envelope as the suite writes it: there is one text for the statement, one form of Base64, and one name for the
 * key.
 */
function resealed(
  { payloadType, signatures }: Envelope,
  right: Statement,
  key: KeyObject,
): Envelope {
  const payload = Buffer.from(JSON.stringify(right)).toString('base64');
  const sig = Buffer.from(signatures[0].sig, 'base64').toString('base64');
  return { payload, payloadType, signatures: [{ keyid: keyId(key), sig }] };
}
