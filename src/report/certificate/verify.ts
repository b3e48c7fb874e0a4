import type { KeyObject } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import { type Credentials, suiteCredentials } from '../../package/credentials.ts';
import { sha256 } from '../../package/digest.ts';
import { readReleases } from '../../package/releases.ts';
import { firstFault } from '../../package/validator.ts';
import { SettingsError } from '../../settings/settings-error.ts';
import { cut } from '../../text/visible.ts';
import { exchangesOf } from '../from-har.ts';
import { reportJson } from '../given-file.ts';
import { TooMuch } from '../given-json.ts';
import { requiredWith } from '../kinds.ts';
import { reportValidator, type Saved } from '../read.ts';
import type { Report } from '../report.ts';
import { formats } from '../write.ts';
import { foreignPages, type ReadBeside, steady } from './beside.ts';
import { whyNotCertifiable } from './certifiable.ts';
import { boundTo, seedFollows } from './challenge.ts';
import { coherenceOf } from './coherence.ts';
import { contradictionsOf, missingEvidence } from './contradictions.ts';
import { lineEndsRemedy, lineEndsWords, withLineFeeds } from './line-ends.ts';
import { deviation, openCertificate } from './opened.ts';
import { memberTwice } from './read.ts';
import { unlikeAsked, unlikeRejudged, unlikeWaits } from './rejudged.ts';
import { unlikeGiven, unlikeItsSettings, unlikeItsTraffic, unlikeRecorded } from './run-said.ts';
import type { Statement } from './statement.ts';
import { matchSuite, type SuiteMatch } from './suite.ts';
import { notJudged, unknownOf } from './unknown.ts';

/** What a certificate is verified with. */
export interface VerifyInput {
  /** Name of the certificate's file. */
  readonly name: string;
  readonly certificate: Uint8Array;
  /** Reads a file beside the certificate. Throws if it cannot be read. */
  readonly read: ReadBeside;
  /** The Ed25519 public key of the expected signer. */
  readonly key?: KeyObject;
  /** The challenge that the run must have had, if the verifier gave one. */
  readonly challenge?: string;
  /** The suite that verifies; default this one. */
  readonly suite?: Credentials;
  /** Judges recorded traffic again, by the suite that verifies. */
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
  /** What is true but odd, a line each. */
  readonly odd: readonly string[];
  /** What nobody can check, or what was not checked because the certificate is refused anyway, a line each. */
  readonly unknown: readonly string[];
  /** The report as this suite judges it again, if the certificate holds. */
  readonly report?: Report;
}

/** Characters of a name in a message: a file may hold one of megabytes. */
const mostOfName = 100;

const reportName = 'conformance.json';
const trafficName = 'traffic.har';
const sources = [reportName, trafficName] as const;

/** Collects what each step finds. */
class VerifyLog {
  readonly problems: Problem[] = [];
  readonly checked: string[] = [];

  /** Notes what is wrong with a file, or the line that says what holds. */
  note(file: string, messages: readonly string[], holds?: string): void {
    this.problems.push(...messages.map((message) => ({ file, message })));
    if (messages.length === 0 && holds !== undefined) this.checked.push(holds);
  }
}

/**
 * Checks a certificate: its form and signature, the digest of each file, the suite, whether the report follows from its
 * outcomes, and whether these follow from the traffic, judged again. Throws a `SettingsError` for a signed one without
 * key, and for a file that changes meanwhile.
 */
export async function verifyCertificate(given: VerifyInput): Promise<Verification> {
  const evidence = { ...given, read: steady(given.read) };
  const found = new VerifyLog();
  const { problems, checked } = found;
  const opened = openCertificate(evidence);
  found.note(evidence.name, opened.problems, opened.told);
  const { statement } = opened;
  const refused = { problems, checked, odd: [], unknown: [] };
  if (statement === undefined) return refused;
  const areSame = checkFiles(statement, evidence, found);
  const nothing = { ...refused, unknown: areSame ? [] : [notRejudged] };
  const saved = readSaved(evidence, found);
  if (saved === undefined) return nothing;
  const { report } = saved;
  const suite = matchSuite(report.suite, given.suite ?? suiteCredentials(), readReleases());
  found.note(
    reportName,
    suite.problem === undefined ? [] : [suite.problem],
    suite.unknown === undefined ? suite.told : undefined,
  );
  const odd = checkReport(saved, suite, evidence, found);
  // A changed report need not fit the certificate.
  if (!problems.some(({ file }) => file === reportName)) {
    const message = deviation(evidence, opened, report);
    if (message !== undefined) found.note(evidence.name, [message]);
  }
  // A refused certificate is not judged again.
  if (problems.length > 0) return { ...nothing, odd };
  const again = await rejudged(saved, suite, evidence, found);
  if (again === undefined || problems.length > 0) return { ...nothing, odd };
  const unknown = [
    ...unknownOf(report, suite, { ...evidence, envelope: opened.envelope }),
    ...notJudged(report, saved.exchanges, again, suite.same),
  ];
  // The names were signed, and are not judged.
  const { implementation } = report;
  return { problems, checked, odd, unknown, report: { ...again, implementation } };
}

/** The report as this suite judges it again; undefined if what it says of its run makes no run. */
async function rejudged(
  { report, exchanges }: Saved,
  { same }: SuiteMatch,
  { rejudge }: VerifyInput,
  found: VerifyLog,
): Promise<Report | undefined> {
  try {
    const { report: again, exchanges: asked } = await rejudge(report, exchanges);
    const passed = requiredWith(again, 'passed').length;
    const holds = `judged again from the traffic, by this suite: ${again.verdict}, ${passed} requirements passed`;
    found.note(reportName, unlikeRejudged(report, again, same), holds);
    if (same) {
      found.note(reportName, unlikeWaits(report, again));
      found.note(trafficName, unlikeAsked(exchanges, asked));
    }
    return again;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    found.note(reportName, [error.message]);
    return undefined;
  }
}

const notRejudged = 'the traffic was not judged again, as a file was altered or is missing';

/** Whether the files are those that were certified. */
function checkFiles(
  { subject }: Statement,
  { name, read }: VerifyInput,
  found: VerifyLog,
): boolean {
  const known = new Set(formats.map((format) => format.name));
  const before = found.problems.length;
  const altered = subject.flatMap(({ name: file, digest }, at): Problem[] => {
    const extra = !known.has(file) || subject.findIndex((one) => one.name === file) < at;
    const message = extra
      ? `${name} names it, and no run writes it`
      : changed(read(file), digest, name);
    return message === undefined ? [] : [{ file, message }];
  });
  found.problems.push(...withRemedy(altered));
  const absent = sources.filter((file) => !subject.some((one) => one.name === file));
  for (const file of absent) found.note(file, [`${name} does not certify it`]);
  if (found.problems.length > before) return false;
  found.checked.push(`each of the ${subject.length} files has the SHA-256 that ${name} names`);
  return true;
}

/** The remedy for changed line ends is the same for all files, and stands with the first. */
function withRemedy(problems: readonly Problem[]): Problem[] {
  const first = problems.find(({ message }) => message === lineEndsWords);
  return problems.map((one) =>
    one === first ? { ...one, message: `${lineEndsWords}; ${lineEndsRemedy}` } : one,
  );
}

/** Names the certificate too, as that may be the file that was changed. */
function changed(
  bytes: Uint8Array | undefined,
  digest: { readonly sha256: string },
  certificate: string,
): string | undefined {
  if (bytes === undefined) return 'it is certified, and it is missing';
  const found = sha256(bytes);
  if (found === digest.sha256) return undefined;
  const lines = withLineFeeds(bytes);
  if (lines !== undefined && sha256(lines) === digest.sha256) return lineEndsWords;
  return `it is not the file that was certified: its SHA-256 is ${found}, and ${certificate} says ${digest.sha256}`;
}

function readSaved({ read }: VerifyInput, found: VerifyLog): Saved | undefined {
  const [reportBytes, trafficBytes] = sources.map(read);
  if (reportBytes === undefined || trafficBytes === undefined) return undefined;
  const value = within(reportName, reportBytes, reportJson, found);
  const exchanges = within(trafficName, trafficBytes, exchangesOf, found);
  if (value === tooMuch || exchanges === tooMuch) return undefined;
  const isReport = reportValidator();
  if (!isReport(value)) {
    found.note(reportName, [
      `it is not a report of this version: ${firstFault(isReport.errors ?? [])}`,
    ]);
    return undefined;
  }
  if (exchanges === undefined) {
    found.note(trafficName, ['it is not traffic of this version']);
    return undefined;
  }
  return { report: value, exchanges };
}

const tooMuch = Symbol('more than any run writes');

/** The value in a file; undefined if it is not JSON. A file with more than a run writes is noted. */
function within<T>(
  file: string,
  bytes: Uint8Array,
  read: (bytes: Uint8Array) => T,
  found: VerifyLog,
): T | undefined | typeof tooMuch {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (!(error instanceof TooMuch)) throw error;
    found.note(file, [`it ${error.message}`]);
    return tooMuch;
  }
}

/** Checks report and traffic as they are; returns what is true but odd about them. */
function checkReport(
  { report, exchanges }: Saved,
  suite: SuiteMatch,
  evidence: VerifyInput,
  found: VerifyLog,
): readonly string[] {
  const because = whyNotCertifiable(report);
  const whole = report.profile === 'full' && !report.run.partial;
  const ofWhole = () => [...contradictionsOf(report, suite.same), ...unlikeGiven(report)];
  const ofOurs = () => [...unlikeItsSettings(report), ...unlikeItsTraffic(report, exchanges)];
  found.note(
    reportName,
    [
      ...(because ? [because] : []),
      ...(whole ? ofWhole() : []),
      ...(whole && suite.same ? ofOurs() : []),
    ],
    'the verdict of the report follows from its outcomes, and these from its checks',
  );
  const { challenge } = evidence;
  found.note(reportName, seedFollows(report));
  if (challenge !== undefined) {
    const holds = `the run was given the challenge ${challenge}, and its seed follows from that`;
    found.note(reportName, boundTo(report, challenge), holds);
  }
  const { impossible, odd } = coherenceOf(report, exchanges, Date.now());
  const unrecorded = suite.same ? unlikeRecorded(report, exchanges) : [];
  found.note(
    trafficName,
    [...missingEvidence(report, exchanges), ...impossible, ...unrecorded],
    `${report.run.requests} exchanges, in order and in the time of the run, all with ${report.implementation.baseUrl}`,
  );
  checkText({ report, exchanges }, suite, evidence, found);
  return odd;
}

/** Checks that the files say nothing except what report and traffic say. */
function checkText(saved: Saved, suite: SuiteMatch, { read }: VerifyInput, found: VerifyLog): void {
  if (suite.same) {
    if (found.problems.length > 0) return;
    const message = 'it is not what this same suite writes of the report and its traffic';
    const foreign = foreignPages(saved.report, saved.exchanges, read);
    found.problems.push(...foreign.map((file) => ({ file, message })));
    if (foreign.length > 0) return;
    found.checked.push('each file is what the suite writes of report and traffic');
    return;
  }
  for (const file of sources) {
    const twice = memberTwice(read(file) ?? new Uint8Array());
    if (twice === undefined) continue;
    found.note(file, [`its member ${JSON.stringify(cut(twice, mostOfName))} stands there twice`]);
  }
}
