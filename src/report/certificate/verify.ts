import type { KeyObject } from 'node:crypto';
import { sha256, suiteDigest } from '../../package/digest.ts';
import { SettingsError } from '../../settings/settings-error.ts';
import { cut } from '../../text/visible.ts';
import { exchangesOf } from '../from-har.ts';
import { firstPlace, reportValidator } from '../read.ts';
import type { Report } from '../report.ts';
import { formats } from '../write.ts';
import { whyNotCertifiable } from './certifiable.ts';
import { fileText } from './certificate.ts';
import { contradictionsOf, missingEvidence } from './contradictions.ts';
import { differenceOf } from './difference.ts';
import { type Envelope, isSignedBy, keyId } from './envelope.ts';
import { readCertificate, readStatement } from './schema.ts';
import { specificationDigest } from './specification.ts';
import { type Statement, statementOf } from './statement.ts';

/** What a certificate is verified with. */
export interface Evidence {
  /** Name of the certificate's file. */
  readonly name: string;
  readonly certificate: Uint8Array;
  /** Reads a file beside the certificate; undefined where it is missing. Throws where it cannot be read. */
  readonly read: (name: string) => Uint8Array | undefined;
  /** The Ed25519 public key of the one who must have signed. */
  readonly key?: KeyObject;
}

/** A file and what is wrong with it. */
export interface Problem {
  readonly file: string;
  readonly message: string;
}

export interface Verification {
  /** Empty where the certificate holds. */
  readonly problems: readonly Problem[];
  /** The report, where the certificate holds. */
  readonly report?: Report;
  /** The signing key's id, where the certificate is signed. */
  readonly signer?: string;
  /** Whether the suite that judged is the one that verifies. */
  readonly sameSuite: boolean;
}

/** What the certificate's own file gave. */
interface Opened {
  readonly statement?: Statement;
  readonly envelope?: Envelope;
  readonly problems: readonly string[];
}

const sources = ['conformance.json', 'traffic.har'] as const;

/**
 * Whether a certificate holds: its form, its signature, the digest of each file, and that report and traffic
 * bear it out. Throws a `SettingsError` for a signed one without key.
 */
export function verifyCertificate(evidence: Evidence): Verification {
  const { name, key } = evidence;
  const opened = open(evidence);
  const { statement, envelope, problems } = opened;
  const own = problems.map((message) => ({ file: name, message }));
  if (statement === undefined) return { problems: own, sameSuite: false };
  const files = changedFiles(statement, evidence);
  const { report, problems: reported } = readReport(evidence);
  const sameSuite = report?.suite.digest === suiteDigest();
  const all = [
    ...own,
    ...files,
    ...uncertified(statement, sameSuite).map((file) => ({
      file,
      message: `${name} does not certify it`,
    })),
    ...reported,
  ];
  // Where the report itself was changed, the certificate need not fit it.
  if (report !== undefined && !all.some(({ file }) => file === 'conformance.json')) {
    const message = deviation(evidence, opened, report);
    if (message !== undefined) all.push({ file: name, message });
  }
  if (report === undefined || all.length > 0) return { problems: all, sameSuite };
  const signer = envelope && key ? { signer: keyId(key) } : {};
  return { problems: [], report, sameSuite, ...signer };
}

function open({ name, certificate, key }: Evidence): Opened {
  const value = jsonOf(certificate);
  if (value === undefined) return { problems: ['it holds no JSON'] };
  const read = readCertificate(value);
  if ('problem' in read)
    return { problems: [`it is no certificate of this version: ${read.problem}`] };
  if (!('payload' in read)) {
    const unsigned = 'it is unsigned, so no key speaks for it; ask for a signed one';
    return { statement: read, problems: key === undefined ? [] : [unsigned] };
  }
  if (key === undefined) {
    throw new SettingsError(
      `${name} is signed: name the file of the signer's public key with --key, got from the signer and not with the certificate`,
    );
  }
  const problems = isSignedBy(read, key) ? [] : [wrongSignature(read, key)];
  const statement = readStatement(jsonOf(Buffer.from(read.payload, 'base64')));
  if (!('problem' in statement)) return { statement, envelope: read, problems };
  return { problems: [...problems, `its payload is no statement: ${statement.problem}`] };
}

function wrongSignature({ signatures }: Envelope, key: KeyObject): string {
  const [{ keyid }] = signatures;
  const given = keyId(key);
  return keyid === given
    ? 'its signature is wrong: it was changed after it was signed'
    : `it is not signed by the given key (${given}); it names the key ${keyid}`;
}

function changedFiles({ subject }: Statement, { name, read }: Evidence): Problem[] {
  return subject.flatMap(({ name: file, digest }) => {
    const bytes = read(file);
    if (bytes === undefined) return [{ file, message: `${name} names it, and it is missing` }];
    const found = sha256(bytes);
    if (found === digest.sha256) return [];
    const message = `it is not the file that was certified: its SHA-256 is ${found}, ${name} says ${digest.sha256}`;
    return [{ file, message }];
  });
}

/** The files that a certificate must be about, and is not. */
function uncertified({ subject }: Statement, sameSuite: boolean): string[] {
  const due = sameSuite ? formats.map(({ name }) => name) : sources;
  return due.filter((file) => !subject.some(({ name }) => name === file));
}

function readReport({ read }: Evidence): { report?: Report; problems: Problem[] } {
  const bytes = read('conformance.json');
  if (bytes === undefined) return { problems: [] };
  const value = jsonOf(bytes);
  const isReport = reportValidator();
  if (!isReport(value)) {
    const message = `it is no report of this version${firstPlace(isReport.errors)}`;
    return { problems: [{ file: 'conformance.json', message }] };
  }
  const because = whyNotCertifiable(value);
  const whole = value.profile === 'full' && !value.run.partial;
  const messages = [...(because ? [because] : []), ...(whole ? contradictionsOf(value) : [])];
  const problems = messages.map((message) => ({ file: 'conformance.json', message }));
  return { report: value, problems: [...problems, ...trafficProblems(value, read)] };
}

function trafficProblems(report: Report, read: Evidence['read']): Problem[] {
  const file = 'traffic.har';
  const bytes = read(file);
  if (bytes === undefined) return [];
  const exchanges = exchangesOf(jsonOf(bytes));
  if (exchanges === undefined) return [{ file, message: 'it is no traffic of this version' }];
  return missingEvidence(report, exchanges).map((message) => ({ file, message }));
}

/** Where the certificate says other than the reports beside it give, to the byte. */
function deviation({ certificate, key }: Evidence, opened: Opened, report: Report) {
  const { statement, envelope, problems } = opened;
  if (statement === undefined) return undefined;
  const right = statementOf(report, statement.subject, specificationDigest());
  const found = differenceOf(statement, right);
  if (found !== undefined) {
    const [says, gives] = [cut(found.first, 120), cut(found.second, 120)];
    return `${found.at} is ${says}; the report and the specification of this suite give ${gives}`;
  }
  // A wrong signature was told of already.
  if (problems.length > 0) return undefined;
  const text = fileText(envelope && key ? resealed(envelope, key) : right);
  if (Buffer.from(text).equals(certificate)) return undefined;
  return 'it is not byte for byte as it was written';
}

/** The envelope as the suite writes it: Base64 has one form, and the key one name. */
function resealed({ payload, payloadType, signatures }: Envelope, key: KeyObject): Envelope {
  const oneForm = (base64: string) => Buffer.from(base64, 'base64').toString('base64');
  const sig = oneForm(signatures[0].sig);
  return { payload: oneForm(payload), payloadType, signatures: [{ keyid: keyId(key), sig }] };
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}
