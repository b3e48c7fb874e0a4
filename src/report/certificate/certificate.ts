/** The certificate of a run: what it says, how it is signed, and its file. */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { diskWords, WriteFailure } from '../../disk/failure.ts';
import { NotPlain, readGiven } from '../../disk/read-given.ts';
import { writeWhole } from '../../disk/write-whole.ts';
import { sha256 } from '../../package/digest.ts';
import { packageRoot } from '../../package/package.ts';
import type { Report } from '../report.ts';

/** Name of the certificate in the folder of the reports. */
export const certificateName = 'certificate.json';

/** What is known of a resource: the fields of in-toto's ResourceDescriptor that a certificate uses. */
interface Descriptor {
  readonly name: string;
  readonly uri?: string;
  readonly digest?: { readonly sha256: string };
  readonly annotations?: Readonly<Record<string, string | number | null>>;
}

/** A file that the certificate is about, with its SHA-256 in hexadecimal. */
export interface Subject {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

/** An in-toto Statement (v1) with the test-result predicate (v0.1); `schemas/certificate.schema.json` is its schema. */
export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  readonly subject: readonly Subject[];
  readonly predicateType: 'https://in-toto.io/attestation/test-result/v0.1';
  readonly predicate: {
    readonly result: 'PASSED';
    /** What was judged, by what, with what. */
    readonly configuration: readonly Descriptor[];
    readonly passedTests: readonly string[];
    /** Advisories that failed: they decide nothing. */
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
  };
}

/** A signed text: the JSON envelope of DSSE 1.0, with one signature. */
export interface Envelope {
  /** The signed bytes, in standard Base64. */
  readonly payload: string;
  readonly payloadType: typeof payloadType;
  readonly signatures: readonly [{ readonly keyid: string; readonly sig: string }];
}

const payloadType = 'application/vnd.in-toto+json';

/** Why a report earns no certificate, in a few words; undefined if it does earn one. */
export function whyNotCertifiable(report: Report): string | undefined {
  const { profile, verdict, implementation, run, requirements } = report;
  if (profile !== 'full') return `the profile is ${profile}, and only a full run certifies`;
  if (run.partial) return '--only or --skip left requirements out';
  if (run.rejudged !== null) return 'it is of recorded traffic that was judged again';
  if (run.requests === 0) return 'no request was sent';
  if (run.endedEarly !== null) return `the run ended early: ${run.endedEarly}`;
  if (verdict !== 'conformant') return `the verdict is ${verdict}`;
  const open = requirements.filter(
    ({ level, outcome }) =>
      level === 'required' && outcome !== 'passed' && outcome !== 'not-applicable',
  );
  if (open.length > 0) {
    return `${open.length} required were not decided, the first ${open[0]?.id}: ${open[0]?.outcome}`;
  }
  const { name, version, contact } = implementation;
  const unnamed = Object.entries({ name, version, contact }).filter(([, value]) => !value);
  if (unnamed.length === 0) return undefined;
  return `the implementation has no ${unnamed.map(([what]) => what).join(', no ')}`;
}

/** The challenge that a run was given; undefined if it was given none. */
export function challengeOf({ run }: Report): string | undefined {
  return run.settings['--challenge'];
}

/**
 * What a certificate says of a run: its files, what was judged and by which suite, and the requirements that passed.
 * The report must be certifiable.
 */
export function statementOf(report: Report, subject: readonly Subject[]): Statement {
  const { suite, specification, implementation, profile, summary, run } = report;
  const { name, version, contact, baseUrl } = implementation;
  const { plan, seed, startedAt, finishedAt } = run;
  const challenge = challengeOf(report) ?? null;
  const idsWith = (wanted: string) =>
    report.requirements.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subject.map(({ name, digest: { sha256 } }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: 'PASSED',
      configuration: [
        { name: 'implementation', uri: baseUrl, annotations: { name, version, contact } },
        {
          name: 'specification',
          digest: { sha256: specificationDigest() },
          annotations: { title: specification.title, version: specification.version },
        },
        {
          name: 'suite',
          uri: `pkg:npm/${suite.name}@${suite.version}`,
          digest: { sha256: suite.digest },
          annotations: { profile, plan, seed, challenge, startedAt, finishedAt, summary },
        },
      ],
      passedTests: idsWith('passed'),
      warnedTests: idsWith('failed'),
      failedTests: [],
    },
  };
}

/** The SHA-256 of the specification that this suite judges by. */
function specificationDigest(): string {
  return sha256(readFileSync(join(packageRoot, 'docs', 'specification.md')));
}

/** What is signed: the pre-authentication encoding (PAE) of DSSE 1.0. */
export function preAuthentication(type: string, body: Uint8Array): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `;
  return Buffer.concat([Buffer.from(head), body]);
}

/** Name of an Ed25519 key, public or private: SHA-256 of its public half as DER (RFC 8410), in hexadecimal. */
export function keyId(key: KeyObject): string {
  const half = key.type === 'private' ? createPublicKey(key) : key;
  return createHash('sha256')
    .update(half.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

/** The text, signed with an Ed25519 private key. */
export function seal(text: string, key: KeyObject): Envelope {
  const body = Buffer.from(text);
  return envelopeOf(body, sign(null, preAuthentication(payloadType, body), key), key);
}

/** The one form in which an envelope is written. */
export function envelopeOf(body: Buffer, signature: Buffer, key: KeyObject): Envelope {
  return {
    payload: body.toString('base64'),
    payloadType,
    signatures: [{ keyid: keyId(key), sig: signature.toString('base64') }],
  };
}

/** Whether this Ed25519 public key made the signature. The key id plays no part: it is an unsigned hint. */
export function isSignedBy({ payload, payloadType, signatures }: Envelope, key: KeyObject) {
  const body = Buffer.from(payload, 'base64');
  const sig = Buffer.from(signatures[0].sig, 'base64');
  return verify(null, preAuthentication(payloadType, body), key, sig);
}

/** The text of `certificate.json`. There is only one for each certificate, so no byte of it can differ. */
export function fileText(certificate: Statement | Envelope): string {
  return `${JSON.stringify(certificate, null, 2)}\n`;
}

/**
 * The text of the certificate for a certifiable report and the files of its run, as they now are on disk; signed if
 * there is a key. Throws a WriteFailure if a file is gone.
 */
export function certificateFor(
  report: Report,
  written: readonly string[],
  key?: KeyObject,
): string {
  const subjects = written.map((path) => ({
    name: basename(path),
    digest: { sha256: sha256(bytesOf(path)) },
  }));
  const statement = statementOf(report, subjects);
  return fileText(key === undefined ? statement : seal(JSON.stringify(statement), key));
}

/** Writes `certificate.json`, whole or not at all, and returns its path. Throws a WriteFailure. */
export async function writeCertificate(folder: string, text: string): Promise<string> {
  const path = join(folder, certificateName);
  await writeWhole(path, text).catch((error: unknown) => {
    throw new WriteFailure(`cannot write ${path}: ${diskWords(error)}`);
  });
  return path;
}

function bytesOf(path: string): Uint8Array {
  try {
    const bytes = readGiven(path);
    if (bytes !== undefined) return bytes;
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error;
    throw new WriteFailure(`no certificate: ${path} ${error.message}`);
  }
  throw new WriteFailure(`no certificate: ${path} was written and is gone`);
}
