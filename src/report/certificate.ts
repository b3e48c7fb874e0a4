/**
 * The certificate of a run: what it says, how it is signed, and how it is verified: signature, digests, suite, and
 * whether report and pages are what this suite makes of the recorded traffic. Whoever signs can have written the
 * traffic himself: no recording shows that.
 */
import { type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { diskWords, WriteFailure } from '../disk/failure.ts';
import { readGiven, Unfit } from '../disk/read-given.ts';
import { writeWhole } from '../disk/write-whole.ts';
import type { Exchange } from '../http/exchange.ts';
import { type Credentials, suiteCredentials } from '../package/credentials.ts';
import { sha256 } from '../package/digest.ts';
import { packageRoot } from '../package/package.ts';
import { firstFault, published } from '../package/validator.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { cut } from '../text/visible.ts';
import { certificateName, keyId, whyNotCertifiable } from './certifiable.ts';
import { reportIn } from './given.ts';
import type { Saved } from './read.ts';
import { exchangesOf } from './read-har.ts';
import { type Report, requiredWith } from './report.ts';
import { formats } from './write.ts';

/** A file that the certificate is about, with its SHA-256 in hexadecimal. */
interface Subject {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

/** An in-toto Statement (v1) with the test-result predicate (v0.1); `schemas/certificate.schema.json` is its schema. */
type Statement = ReturnType<typeof statementOf>;

/** A signed text: the JSON envelope of DSSE 1.0, with one signature. */
interface Envelope {
  /** The signed bytes, in standard Base64. */
  readonly payload: string;
  readonly payloadType: typeof payloadType;
  readonly signatures: readonly [{ readonly keyid: string; readonly sig: string }];
}

const payloadType = 'application/vnd.in-toto+json';

/** The challenge that a run was given; undefined if it was given none. */
const challengeOf = ({ run }: Report): string | undefined => run.settings['--challenge'];

/**
 * What a certificate says of a run: its files, what was judged and by which suite, and the requirements that passed.
 * The report must be certifiable.
 */
function statementOf(report: Report, subject: readonly Subject[]) {
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
          digest: { sha256: sha256(readFileSync(join(packageRoot, 'docs', 'specification.md'))) },
          annotations: { title: specification.title, version: specification.version },
        },
        {
          name: 'suite',
          uri: `pkg:generic/${suite.name}@${suite.version}`,
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

/** What is signed: the pre-authentication encoding (PAE) of DSSE 1.0. */
export function preAuthentication(type: string, body: Uint8Array): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `;
  return Buffer.concat([Buffer.from(head), body]);
}

/** The text, signed with an Ed25519 private key. */
export function seal(text: string, key: KeyObject): Envelope {
  const body = Buffer.from(text);
  const signature = sign(null, preAuthentication(payloadType, body), key);
  return {
    payload: body.toString('base64'),
    payloadType,
    signatures: [{ keyid: keyId(key), sig: signature.toString('base64') }],
  };
}

/** Whether this Ed25519 public key made the signature. The key id plays no part here. */
export function isSignedBy({ payload, payloadType, signatures }: Envelope, key: KeyObject) {
  const body = Buffer.from(payload, 'base64');
  const sig = Buffer.from(signatures[0].sig, 'base64');
  return verify(null, preAuthentication(payloadType, body), key, sig);
}

/** The one form in which a certificate is written: white space, escapes and repeated members of an edited one differ. */
const fileText = (certificate: unknown) => `${JSON.stringify(certificate, null, 2)}\n`;

/**
 * The text of the certificate for a certifiable report and the files of its run, as they now are on disk; signed if
 * there is a key. Throws a WriteFailure if a file is gone.
 */
export function certificateFor(report: Report, written: readonly string[], key?: KeyObject) {
  const subjects = written.map((path) => {
    const bytes = readGiven(path);
    if (bytes === undefined) {
      throw new WriteFailure(`no certificate: ${path} was written and is gone`);
    }
    return { name: basename(path), digest: { sha256: sha256(bytes) } };
  });
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

/** What a certificate is verified with. */
interface VerifyInput {
  /** Name of the certificate's file. */
  readonly name: string;
  readonly certificate: Uint8Array;
  /** Reads a file beside the certificate; undefined if it is missing. Throws if it cannot be read. */
  readonly read: (name: string) => Uint8Array | undefined;
  /** The Ed25519 public key of the expected signer. */
  readonly key?: KeyObject;
  /** The challenge that the run must have had, if the verifier gave one. */
  readonly challenge?: string;
  /** The suite that verifies; default this one. */
  readonly suite?: Credentials;
  /** Judges recorded traffic again, by the suite that verifies. Throws a `SettingsError` if its settings make no run. */
  readonly rejudge: (report: Report, exchanges: readonly Exchange[]) => Promise<Saved>;
}

export interface Verification {
  /** The file and what is wrong with it; absent if the certificate holds. */
  readonly problem?: { readonly file: string; readonly message: string };
  /** What was found to hold, a line each. */
  readonly checked: readonly string[];
  /** What nobody can check, a line each. */
  readonly unknown: readonly string[];
  /** The report as this suite judges it, if the certificate holds. */
  readonly report?: Report;
}

/** Ends the verification: nothing more can be checked. */
class Refused extends Error {
  readonly file: string;

  constructor(file: string, message: string) {
    super(message);
    this.file = file;
  }
}

const reportName = 'conformance.json';
const trafficName = 'traffic.har';

/**
 * Checks a certificate, step by step; the first step that finds a fault is the last. Throws a `SettingsError` for a
 * signed certificate without a key.
 */
export async function verifyCertificate(input: VerifyInput): Promise<Verification> {
  const checked: string[] = [];
  try {
    return await verified(input, checked);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { problem: error, checked, unknown: [] };
  }
}

async function verified(input: VerifyInput, checked: string[]): Promise<Verification> {
  const { name, key, challenge, suite = suiteCredentials() } = input;
  const { statement, envelope } = opened(input);
  if (key !== undefined) checked.push(`the signature, by key ${keyId(key)}`);

  // Each file is read once: what is judged is what the digest was taken of.
  const files = new Map(formats.map((format) => [format.name, input.read(format.name)]));
  checkDigests(statement, files, name);
  checked.push(`the SHA-256 of each of the ${statement.subject.length} files`);

  const report = contentsIn(reportName, files, reportIn);
  const exchanges = contentsIn(trafficName, files, exchangesOf);
  const { signingKey } = report.run;
  if (envelope === undefined && signingKey !== undefined) {
    throw new Refused(name, `${unsigned}: the run signed with key ${signingKey}`);
  }
  const { suite: judge } = report;
  const judgedBy = `${judge.name} ${judge.version} (sha256 ${judge.digest})`;
  if (judge.digest !== suite.digest) {
    const own = `${suite.version} (sha256 ${suite.digest})`;
    throw new Refused(
      reportName,
      `it was judged by ${judgedBy}, and this is ${own}: verify it with the suite that judged`,
    );
  }
  checked.push(`judged by this suite: ${judgedBy}`);
  const given = challengeOf(report);
  const another = given === undefined ? 'no challenge' : `another challenge, ${cut(given, 100)}`;
  const isBound = challenge === undefined || challenge === given;
  const unfit = whyNotCertifiable(report) ?? (isBound ? undefined : `the run had ${another}`);
  if (unfit !== undefined) throw new Refused(reportName, unfit);
  if (challenge !== undefined) checked.push(`the run used the challenge ${challenge}`);

  const again = await input.rejudge(report, exchanges).catch((error: unknown) => {
    throw error instanceof SettingsError ? new Refused(reportName, error.message) : error;
  });
  const due = reportOfTraffic(report, again.report, suite, envelope);
  checkFiles(due, exchanges, files);
  if (!isDeepStrictEqual(statementOf(due, statement.subject), statement)) {
    throw new Refused(name, 'it does not match the report');
  }
  checked.push('each file is byte for byte what this suite writes for this traffic');
  const passed = requiredWith(due, 'passed').length;
  checked.push(`judged again from the traffic: ${due.verdict}, ${passed} requirements passed`);
  return { checked, unknown: unknownOf(due, envelope, challenge), report: due };
}

interface Opened {
  readonly statement: Statement;
  /** Undefined for a certificate that nobody signed. */
  readonly envelope: Envelope | undefined;
}

const unsigned = 'its signature was removed';
const edited = 'it was reformatted or edited: ask for the original file';

const isCertificate = published<Statement | Envelope>('certificate');
const isStatement = published<Statement>('certificate', { definition: 'statement' });

/** Whether a text is the one Base64 of its bytes: the last character may hold bits that nothing reads. */
const isBase64 = (text: string): boolean => Buffer.from(text, 'base64').toString('base64') === text;

function opened({ name, certificate, key }: VerifyInput): Opened {
  const found = contentsOf(certificate, (problem) => {
    // Another file of the run may have been named, such as the report.
    const isOther = name !== certificateName;
    const instead = isOther ? `; name ${certificateName}, or the folder that holds it` : '';
    throw new Refused(name, problem + instead);
  });
  const { envelope } = found;
  if (envelope === undefined) {
    if (key === undefined) return found;
    throw new Refused(name, 'it is unsigned; ask for a signed one');
  }
  if (key === undefined) {
    throw new SettingsError(
      `${name} is signed: pass the signer's public key with --key; get it from the signer, not with the certificate`,
    );
  }
  const [{ keyid }] = envelope.signatures;
  const isNamed = keyid === keyId(key);
  if (isNamed && isSignedBy(envelope, key)) return found;
  const why = isNamed
    ? 'invalid signature: it was changed after signing'
    : `it is not signed by the given key (${keyId(key)}) but names ${keyid} as its signer`;
  throw new Refused(name, why);
}

function contentsOf(bytes: Uint8Array, refuse: (problem: string) => never): Opened {
  const value = jsonOf(bytes);
  if (value === undefined) return refuse('it is not JSON, or larger than any certificate');
  const isRight = isCertificate();
  if (!isRight(value)) {
    return refuse(`it is not a certificate of this version: ${firstFault(isRight.errors ?? [])}`);
  }
  const text = Buffer.from(bytes).toString();
  // What is signed is compact; an unsigned certificate never is.
  const isBare = !('payload' in value) && text === JSON.stringify(value);
  if (isBare) return refuse(`${unsigned}: this is the signed text alone`);
  if (fileText(value) !== text) return refuse(edited);
  if (!('payload' in value)) return { statement: value, envelope: undefined };
  if (![value.payload, value.signatures[0].sig].every(isBase64)) return refuse(edited);
  const statement = jsonOf(Buffer.from(value.payload, 'base64'));
  const isRightInside = isStatement();
  if (isRightInside(statement)) return { statement, envelope: value };
  return refuse(`its payload is not a statement: ${firstFault(isRightInside.errors ?? [])}`);
}

/** A certificate names six files and a hundred requirements. */
const mostBytes = 256 * 1024;

/** The value of a certificate's JSON; undefined if it holds none, or more than any certificate. */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    return bytes.length > mostBytes ? undefined : JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined;
  }
}

type Files = ReadonlyMap<string, Uint8Array | undefined>;

/** Refuses files that are not those that were certified, no more and no fewer. */
function checkDigests({ subject }: Statement, files: Files, certificate: string): void {
  const due = new Map(subject.map(({ name, digest }) => [name, digest.sha256]));
  if (subject.length !== files.size || ![...files.keys()].every((file) => due.has(file))) {
    throw new Refused(certificate, 'it does not list the files of a run');
  }
  for (const [file, bytes] of files) {
    if (bytes === undefined) throw new Refused(file, 'it is missing');
    if (due.get(file) === sha256(bytes)) continue;
    const message = `it is not the file that was certified: ${certificate} has the SHA-256 ${due.get(file)} (git with core.autocrlf changes line endings)`;
    throw new Refused(file, message);
  }
}

/** What is in a file. Refuses a file that no run of this version writes. */
function contentsIn<T>(file: string, files: Files, read: (bytes: Uint8Array) => T): T {
  try {
    return read(files.get(file) ?? new Uint8Array());
  } catch (error) {
    throw error instanceof Unfit ? new Refused(file, `it ${error.message}`) : error;
  }
}

/**
 * The report with all that its traffic and its certificate decide; names, times, waits and command are the signer's
 * words.
 */
function reportOfTraffic(
  report: Report,
  again: Report,
  suite: Credentials,
  envelope: Envelope | undefined,
): Report {
  const { verdict, summary, profile, specification, requirements, observations } = again;
  const { requests, animalsCreated, partial, endedEarly, plan, seed } = again.run;
  const signer = envelope && report.run.signingKey && envelope.signatures[0].keyid;
  const run = { ...report.run, requests, animalsCreated, partial, endedEarly, plan, seed };
  const judged = { verdict, summary, profile, specification, requirements, observations };
  return { ...report, ...judged, suite, run: { ...run, ...(signer && { signingKey: signer }) } };
}

/** Refuses the first file that differs by a byte from what this suite writes. */
function checkFiles(report: Report, exchanges: readonly Exchange[], files: Files): void {
  for (const { name, render } of formats) {
    const due = Buffer.from(render(report, exchanges));
    if (due.equals(files.get(name) ?? new Uint8Array())) continue;
    throw new Refused(name, 'it is not what this suite writes for this traffic');
  }
}

/** What no recording can show, or what this verifier was not given. */
function unknownOf(
  report: Report,
  envelope: Envelope | undefined,
  challenge: string | undefined,
): string[] {
  const given = challengeOf(report);
  const bound =
    given === undefined
      ? 'when it was recorded: the run had no challenge (run --challenge)'
      : `who issued the challenge ${given} (check with verify --challenge)`;
  return [
    `whether the traffic came from ${report.implementation.baseUrl} and is unaltered: the signer could have written it`,
    ...(challenge === undefined ? [bound] : []),
    ...(envelope === undefined ? ['who wrote it: it is unsigned'] : []),
  ];
}
