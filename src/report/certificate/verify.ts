/**
 * Verifies a certificate: signature, digests, suite, and whether its report and pages are what the installed suite
 * makes of the recorded traffic. Whoever signs can have written the traffic himself: no recording shows that.
 */
import type { KeyObject } from 'node:crypto';
import { dirname, join } from 'node:path';
import { NotPlain, readGiven } from '../../disk/read-given.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type Credentials, suiteCredentials } from '../../package/credentials.ts';
import { sha256 } from '../../package/digest.ts';
import { type Release, readReleases } from '../../package/releases.ts';
import { firstFault, published } from '../../package/validator.ts';
import { SettingsError } from '../../settings/settings-error.ts';
import { cut, visible } from '../../text/visible.ts';
import { exchangesOf } from '../from-har.ts';
import { reportJson } from '../given-file.ts';
import { boundedJson, TooMuch } from '../given-json.ts';
import { requiredWith } from '../kinds.ts';
import { reportValidator, type Saved } from '../read.ts';
import type { Report } from '../report.ts';
import { type Format, formats } from '../write.ts';
import {
  certificateName,
  challengeOf,
  type Envelope,
  envelopeOf,
  fileText,
  isSignedBy,
  keyId,
  type Statement,
  statementOf,
  whyNotCertifiable,
} from './certificate.ts';

/** What a certificate is verified with. */
export interface VerifyInput {
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

/** A file and what is wrong with it. */
export interface Problem {
  readonly file: string;
  readonly message: string;
}

export interface Verification {
  /** Empty if the certificate holds. */
  readonly problems: readonly Problem[];
  /** What was found to hold, a line each. */
  readonly checked: readonly string[];
  /** What nobody can check, a line each. */
  readonly unknown: readonly string[];
  /** The report as this suite judges it, if the certificate holds. */
  readonly report?: Report;
}

/** Ends the verification: nothing more can be checked. */
class Refused extends Error {
  readonly problems: readonly Problem[];

  constructor(...problems: readonly Problem[]) {
    super('the certificate does not hold');
    this.problems = problems;
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
    return { problems: error.problems, checked, unknown: [] };
  }
}

async function verified(input: VerifyInput, checked: string[]): Promise<Verification> {
  const { name, certificate, key, challenge, suite: own = suiteCredentials() } = input;
  const { statement, envelope } = openCertificate(input);
  if (key !== undefined) checked.push(`the signature, by key ${keyId(key)}`);

  // Each file is read once: what is judged is what the digest was taken of.
  const files = new Map(formats.map((format) => [format.name, input.read(format.name)]));
  checkDigests(statement, files, name);
  checked.push(`each of the ${statement.subject.length} files has the SHA-256 that ${name} names`);

  const saved = savedIn(files);
  const { report, exchanges } = saved;
  const suite = matchSuite(report.suite, own, readReleases());
  refuse(reportName, suite.problem);
  if (suite.unknown === undefined) checked.push(suite.told);
  refuse(reportName, whyNotCertifiable(report) ?? boundTo(report, challenge));
  refuse(reportName, otherSigner(report, envelope));
  if (challenge !== undefined) checked.push(`the run was given the challenge ${challenge}`);
  const due = certificateOf(statementOf(report, statement.subject), envelope, key);
  refuse(name, differing(certificate, due, 'the report beside it gives another certificate'));

  const again = await rejudged(saved, suite.same, input);
  if (suite.same) {
    checkPages({ report: reportOfTraffic(report, again, own), exchanges }, files);
    checked.push('each file is, byte for byte, what this suite writes of the traffic');
  }
  const passed = requiredWith(again, 'passed').length;
  checked.push(`judged again from the traffic: ${again.verdict}, ${passed} requirements passed`);
  return {
    problems: [],
    checked,
    unknown: unknownOf(report, suite, envelope, challenge),
    // The names were signed, and are not judged.
    report: { ...again, implementation: report.implementation },
  };
}

function refuse(file: string, message: string | undefined): void {
  if (message !== undefined) throw new Refused({ file, message });
}

interface Opened {
  readonly statement: Statement;
  /** Undefined for a certificate that nobody signed. */
  readonly envelope: Envelope | undefined;
}

const isCertificate = published<Statement | Envelope>('certificate');
const isStatement = published<Statement>('certificate', { definition: 'statement' });

function openCertificate({ name, certificate, key }: VerifyInput): Opened {
  const value = jsonOf(certificate);
  const isRight = isCertificate();
  if (!isRight(value)) {
    // Another file of the run may have been named, such as the report.
    const instead =
      name === certificateName ? '' : `; name ${certificateName}, or the folder that holds it`;
    const message = `it is not a certificate of this version: ${faultOf(value, isRight.errors)}${instead}`;
    throw new Refused({ file: name, message });
  }
  if (!('payload' in value)) {
    refuse(name, key && 'it is unsigned, so no key speaks for it; ask for a signed one');
    return { statement: value, envelope: undefined };
  }
  if (key === undefined) {
    throw new SettingsError(
      `${name} is signed: name the file of the signer's public key with --key, got from the signer and not with the certificate`,
    );
  }
  if (!isSignedBy(value, key)) refuse(name, wrongSignature(value, key));
  const statement = jsonOf(Buffer.from(value.payload, 'base64'));
  const isRightInside = isStatement();
  if (isRightInside(statement)) return { statement, envelope: value };
  const fault = faultOf(statement, isRightInside.errors);
  throw new Refused({ file: name, message: `its payload is not a statement: ${fault}` });
}

/**
 * Who signed the certificate beside a report: `key ID`, `unsigned`, or null if none is there for this report. Nothing of
 * it is verified.
 */
export function certifierOf(reportPath: string): string | null {
  const value = jsonOf(readPlain(join(dirname(reportPath), certificateName)));
  const isRight = isCertificate();
  if (!isRight(value)) return null;
  const isSigned = 'payload' in value;
  const statement = isSigned ? jsonOf(Buffer.from(value.payload, 'base64')) : value;
  const isRightInside = isStatement();
  if (!isRightInside(statement)) return null;
  const due = statement.subject.find(({ name }) => name === reportName)?.digest.sha256;
  if (due !== sha256(readPlain(reportPath))) return null;
  return isSigned ? `key ${value.signatures[0].keyid.slice(0, 16)}` : 'unsigned';
}

/** The bytes of a file; none if it is missing, or no plain file. */
function readPlain(path: string): Uint8Array {
  try {
    return readGiven(path) ?? new Uint8Array();
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error;
    return new Uint8Array();
  }
}

/** A certificate names six files and a hundred requirements. */
const mostOfCertificate = 256 * 1024;

/** The value of a certificate's JSON; undefined if it holds none, or more than any certificate. */
function jsonOf(bytes: Uint8Array): unknown {
  if (bytes.length > mostOfCertificate) return undefined;
  try {
    return boundedJson(bytes, { marks: 10_000, depth: 20 });
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TooMuch) return undefined;
    throw error;
  }
}

function faultOf(value: unknown, errors: Parameters<typeof firstFault>[0] | null | undefined) {
  if (value === undefined) return 'it holds no JSON, or more than a certificate has';
  return firstFault(errors ?? []);
}

function wrongSignature({ signatures: [{ keyid }] }: Envelope, key: KeyObject): string {
  return keyid === keyId(key)
    ? 'its signature is wrong: it was changed after it was signed'
    : `it is not signed by the given key (${keyId(key)}); it names the key ${keyid}`;
}

/** The one text of a certificate with this statement and signature. */
function certificateOf(
  statement: Statement,
  envelope: Envelope | undefined,
  key: KeyObject | undefined,
): string {
  if (envelope === undefined || key === undefined) return fileText(statement);
  const signature = Buffer.from(envelope.signatures[0].sig, 'base64');
  return fileText(envelopeOf(Buffer.from(JSON.stringify(statement)), signature, key));
}

type Files = ReadonlyMap<string, Uint8Array | undefined>;

/** Whether the files are those that were certified, no more and no fewer. */
function checkDigests({ subject }: Statement, files: Files, certificate: string): void {
  const named = new Map(subject.map(({ name, digest }) => [name, digest.sha256]));
  const problems = [...files].flatMap(([file, bytes]): Problem[] => {
    const due = named.get(file);
    if (due === undefined) return [{ file, message: `${certificate} does not certify it` }];
    if (bytes === undefined) return [{ file, message: 'it is certified, and it is missing' }];
    const found = sha256(bytes);
    if (found === due) return [];
    const message = hasCrlf(bytes, due)
      ? crlfWords
      : `it is not the file that was certified: its SHA-256 is ${found}, and ${certificate} says ${due}`;
    return [{ file, message }];
  });
  const extra = subject.filter(
    ({ name }, at) => !files.has(name) || subject.findIndex((one) => one.name === name) < at,
  );
  const more = extra.map(({ name }) => ({
    file: visible(cut(name, 100)),
    message: `${certificate} names it, and no run writes it`,
  }));
  if (problems.length + more.length > 0) throw new Refused(...problems, ...more);
}

const crlfWords =
  'its line ends were changed to CRLF, as git does with core.autocrlf: take the folder from the artifact of its run, or check it out again with "* -text" in its .gitattributes';

/** Whether the bytes have CRLF for LF, and nothing else was changed. */
function hasCrlf(bytes: Uint8Array, due: string): boolean {
  return sha256(withLineFeeds(bytes)) === due;
}

function withLineFeeds(bytes: Uint8Array): Buffer {
  // One character a byte, so that no byte changes.
  return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

/** What is wrong with bytes that should be this text; undefined if nothing is. */
function differing(bytes: Uint8Array, due: string, otherwise: string): string | undefined {
  const expected = Buffer.from(due);
  if (expected.equals(bytes)) return undefined;
  return withLineFeeds(bytes).equals(expected) ? crlfWords : otherwise;
}

function savedIn(files: Files): Saved {
  const report = valueIn(reportName, files, reportJson);
  const exchanges = valueIn(trafficName, files, exchangesOf);
  const isReport = reportValidator();
  if (!isReport(report)) {
    const message = `it is not a report of this version: ${firstFault(isReport.errors ?? [])}`;
    throw new Refused({ file: reportName, message });
  }
  if (exchanges !== undefined) return { report, exchanges };
  throw new Refused({ file: trafficName, message: 'it is not traffic of this version' });
}

/** The value in a file; undefined if it is not JSON. Refuses a file with more than a run writes. */
function valueIn<T>(file: string, files: Files, read: (bytes: Uint8Array) => T): T | undefined {
  try {
    return read(files.get(file) ?? new Uint8Array());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (!(error instanceof TooMuch)) throw error;
    throw new Refused({ file, message: `it ${error.message}` });
  }
}

/** The suite that judged, compared with the one that verifies. */
export interface SuiteMatch {
  readonly same: boolean;
  /** Why it cannot be trusted; undefined if it can. */
  readonly problem?: string;
  /** In a line: which it is. */
  readonly told: string;
  /** In a line: what is not known of it. */
  readonly unknown?: string;
}

/** Compares the suite that a report names with the one that verifies, and with the releases known here. */
export function matchSuite(
  judged: Credentials,
  own: Credentials,
  releases: readonly Release[],
): SuiteMatch {
  const { name, version, digest } = judged;
  const named = `${name} ${version} (sha256 ${digest})`;
  if (digest === own.digest) return { same: true, told: `this same suite judged: ${named}` };
  const told = `judged by ${named}, as it was released`;
  if (name !== own.name) {
    return { same: false, told, problem: `it was judged by ${named}, which is not ${own.name}` };
  }
  const release = releases.find((one) => one.version === version);
  const due = version === own.version ? own.digest : release?.digest;
  if (due !== undefined && due !== digest) {
    const problem = `it was judged by a suite that calls itself ${version} and was changed: its digest is ${digest}, that of ${version} is ${due}`;
    return { same: false, told, problem };
  }
  if (release !== undefined) return { same: false, told };
  return { same: false, told, unknown: `the suite that judged, ${named}: no release known here` };
}

/** What the page says of the signer must be true. */
function otherSigner({ run }: Report, envelope: Envelope | undefined): string | undefined {
  const signer = envelope?.signatures[0].keyid;
  if (run.signingKey === undefined || run.signingKey === signer) return undefined;
  return `it names the signing key ${run.signingKey}, and the certificate ${signer ?? 'none'}`;
}

/** Why a report is not of a run with this challenge; undefined if it is, or if none is asked for. */
function boundTo(report: Report, challenge: string | undefined): string | undefined {
  const given = challengeOf(report);
  if (challenge === undefined || challenge === given) return undefined;
  if (given === undefined) return 'its run was given no challenge';
  return `its run was given another challenge, ${cut(given, 100)}`;
}

/** The report as this suite judges it from the traffic. Refuses outcomes that the traffic does not give. */
async function rejudged(
  { report, exchanges }: Saved,
  same: boolean,
  { rejudge }: VerifyInput,
): Promise<Report> {
  const again = await rejudge(report, exchanges).catch((error: unknown) => {
    if (!(error instanceof SettingsError)) throw error;
    throw new Refused({ file: reportName, message: error.message });
  });
  const unlike = again.report.requirements.flatMap((requirement): Problem[] => {
    const { id, level, outcome, reason } = requirement;
    const told = report.requirements.find((one) => one.id === id)?.outcome ?? 'missing';
    // Another version of the suite may find otherwise in what decides nothing.
    const holds = same ? told === outcome : level === 'advisory' || isMet(outcome);
    const why = cut(reason, 200).replace(/\s+/g, ' ');
    const message = `${id} is ${told}; its traffic, judged again, makes it ${outcome}: ${why}`;
    return holds ? [] : [{ file: reportName, message }];
  });
  if (unlike.length > 0) throw new Refused(...unlike.slice(0, 5));
  return again.report;
}

function isMet(outcome: string): boolean {
  return outcome === 'passed' || outcome === 'not-applicable';
}

/** The report with all that its traffic decides, judged again; times, waits and command are the signer's words. */
function reportOfTraffic(report: Report, again: Report, suite: Credentials): Report {
  const { verdict, summary, profile, specification, requirements, observations } = again;
  const { requests, animalsCreated, partial, endedEarly, timeline, plan, seed } = again.run;
  const { questions } = again.run;
  const decided = { requests, animalsCreated, partial, endedEarly, timeline, plan, seed };
  const run = { ...report.run, ...decided, ...(questions && { questions }) };
  const judged = { verdict, summary, profile, specification, requirements, observations };
  return { ...report, ...judged, suite, run };
}

/** Refuses files that differ by a byte from what this suite writes. */
function checkPages({ report, exchanges }: Saved, files: Files): void {
  const foreign = formats.filter(
    (format) => !isOwn(format, report, exchanges, files.get(format.name) ?? new Uint8Array()),
  );
  const message = 'it is not what this same suite writes of the traffic';
  if (foreign.length === 0) return;
  throw new Refused(...foreign.map(({ name }) => ({ file: name, message })));
}

function isOwn(
  { render, pieces = (...of) => [render(...of)] }: Format,
  report: Report,
  exchanges: readonly Exchange[],
  bytes: Uint8Array,
): boolean {
  let at = 0;
  for (const piece of pieces(report, exchanges)) {
    const due = Buffer.from(piece);
    if (!due.equals(bytes.subarray(at, at + due.length))) return false;
    at += due.length;
  }
  return at === bytes.length;
}

/** What no recording can show, or what this verifier was not given. */
function unknownOf(
  report: Report,
  { same, unknown }: SuiteMatch,
  envelope: Envelope | undefined,
  challenge: string | undefined,
): string[] {
  const given = challengeOf(report);
  const bound =
    given === undefined
      ? 'when it was recorded: the run was given no challenge (run --challenge)'
      : `who gave the challenge ${given} (verify --challenge tells whether it is yours)`;
  const pages =
    'what the pages beside the traffic say: another version wrote them, and they were not rendered again';
  return [
    `whether the traffic is of ${report.implementation.baseUrl} and unaltered: whoever signs could have written it`,
    ...(challenge === undefined ? [bound] : []),
    ...(envelope === undefined ? ['who wrote it: it is unsigned'] : []),
    ...(unknown === undefined ? [] : [unknown]),
    ...(same ? [] : [pages]),
  ];
}
