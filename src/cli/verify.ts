import { createPublicKey, type KeyObject } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readGiven, Unfit } from '../disk/read-given.ts';
import {
  certificateName,
  chosenSettings,
  keyId,
  whyNotCertifiable,
} from '../report/certifiable.ts';
import {
  certificateFor,
  type Verification,
  verifyCertificate,
  writeCertificate,
} from '../report/certificate.ts';
import { ofKind, type Report, requiredWith } from '../report/report.ts';
import { formats } from '../report/write.ts';
import { type Environment, isFolder } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { verifyTable } from '../settings/settings-table.ts';
import { commandLine, readValues } from '../settings/sources.ts';
import { quoted, visible, withoutGaps } from '../text/visible.ts';
import { count, firstOf } from '../text/words.ts';
import { type Context, exitStatus } from './command-context.ts';
import { rejudgeReport } from './rejudge.ts';

/** Says whether a certificate holds, and what it certifies. */
export async function verify(context: Context, file: string, flags: Environment): Promise<void> {
  const source = commandLine({ flags, env: {}, dotenv: {} });
  const { key, challenge } = readValues(verifyTable, source);
  const path = isFolder(file) ? join(file, certificateName) : file;
  const certificate = readIfThere(path);
  if (certificate === undefined) {
    throw new SettingsError(
      `${quoted(path)} is not there: name a certificate.json, or the folder that a full run wrote it to`,
    );
  }
  const found = await verifyCertificate({
    name: basename(path),
    certificate,
    read: (beside: string) => readIfThere(join(dirname(path), beside)),
    ...(key && { key: createPublicKey(key) }),
    ...(challenge === undefined ? {} : { challenge }),
    rejudge: rejudgeReport,
  });
  const lines = found.report
    ? [...held(found.report, found, key !== undefined), ...uncovered(dirname(path), basename(path))]
    : refused(found);
  for (const line of lines) context.stdout.write(`${visible(withoutGaps(line))}\n`);
  if (found.report === undefined) context.finish(exitStatus.nonConformant);
}

function refused({ problem, checked }: Verification): string[] {
  return [
    `${problem?.file}: ${problem?.message}`,
    ...checked.map((line) => `checked: ${line}`),
    'not certified',
  ];
}

/** What holds, in words of this suite; what the signer says has a line of its own. */
function held(report: Report, { checked, unknown }: Verification, isSigned: boolean): string[] {
  const { implementation, specification, profile, run } = report;
  const { name, version, baseUrl, contact } = implementation;
  const opening = isSigned ? 'Certified' : 'Unsigned, so nobody vouches for it';
  const who = isSigned ? 'signer' : 'vendor';
  const chosen = chosenSettings(report);
  const passed = requiredWith(report, 'passed');
  const plan = run.plan === null ? 'plan unknown' : `plan ${run.plan}`;
  const warned = ofKind(report, 'warning').map(({ id }) => id);
  return [
    [
      `${opening}: what answered at ${baseUrl} conforms to the ${specification.title} ${specification.version}`,
      `profile ${profile}, ${plan}`,
      `${count(passed.length, 'requirement')} passed`,
      `on ${run.finishedAt}`,
    ].join('; '),
    `stated by the ${who}, not checked: ${name} ${version}; contact ${contact}`,
    ...(chosen === '' ? [] : [`chosen by the ${who}: ${chosen}`]),
    ...(warned.length > 0 ? [`warnings, which decide nothing: ${warned.join(', ')}`] : []),
    ...checked.map((line) => `checked: ${line}`),
    ...unknown.map((line) => `not known: ${line}`),
  ];
}

/** What else is in the folder, as somebody may take it for certified, too. */
function uncovered(folder: string, certificate: string): string[] {
  const covered = new Set([certificate, ...formats.map(({ name }) => name)]);
  const others = readdirSync(folder).filter((name) => !covered.has(name));
  return others.length === 0 ? [] : [`not covered by the certificate: ${firstOf(others, 8)}`];
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readGiven(path);
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    throw new SettingsError(`${quoted(path)} ${error.message}; name a folder that a run wrote`);
  }
}

/**
 * Writes the certificate that a full run has earned, after all other files. Returns a line that says so, or why there
 * is none.
 */
export async function certify(
  report: Report,
  written: readonly string[],
  folder: string,
  signingKey?: KeyObject,
): Promise<string> {
  const because = whyNotCertifiable(report);
  if (because !== undefined) return `No certificate: ${because}`;
  const text = certificateFor(report, written, signingKey);
  const { problem } = await verifyCertificate({
    name: certificateName,
    certificate: Buffer.from(text),
    read: (name) => readGiven(join(folder, name)),
    ...(signingKey && { key: createPublicKey(signingKey) }),
    suite: report.suite,
    rejudge: rejudgeReport,
  });
  if (problem !== undefined) {
    return `No certificate: verify would reject it, which is a bug in this suite, please report it: ${problem.file}: ${problem.message}`;
  }
  const path = await writeCertificate(folder, text);
  const by = signingKey ? `signed by key ${keyId(signingKey)}` : 'unsigned (--sign signs it)';
  return `Certificate: ${path}, ${by}`;
}
