import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Command } from 'commander';
import { certificateName } from '../report/certificate/name.ts';
import type { Verification } from '../report/certificate/verify.ts';
import type { Report } from '../report/report.ts';
import { codeOf } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { readVerifyingKey, verifyTable } from '../settings/verify-settings.ts';
import { quoted, visible } from '../text/visible.ts';
import type { Context } from './context.ts';
import { exitStatus } from './exit-status.ts';
import { addSettingOptions, flagsOf } from './setting-options.ts';

const notes = `
The files of the run must lie beside the certificate. Get the public key from the signer, not with the certificate.
A signer makes a key with
  openssl genpkey -algorithm ed25519 -out key.pem
  openssl pkey -in key.pem -pubout -out public.pem
keeps key.pem, gives public.pem away, and signs with run --profile full --sign key.pem.

Exit status: 0 the certificate holds, 1 it does not, 2 usage.`;

/** `verify FILE`: whether a certificate holds, and what it certifies. */
export function verifyCommand(context: Context): Command {
  const command = new Command('verify')
    .description('verify a certificate, and the reports beside it')
    .argument('<file>', 'certificate.json, or its folder')
    .addHelpText('after', notes);
  addSettingOptions(command, verifyTable);
  return command.action(async (file: string) => {
    const key = readVerifyingKey(flagsOf(command));
    const path = certificatePath(file);
    const certificate = readIfThere(path) ?? noCertificate(path);
    // Loaded here: the other commands need none of it.
    const { verifyCertificate } = await import('../report/certificate/verify.ts');
    const name = basename(path);
    const read = (beside: string) => readIfThere(join(dirname(path), beside));
    const found = verifyCertificate({ name, certificate, read, ...(key && { key }) });
    const { report } = found;
    if (report !== undefined) {
      context.stdout.write(`${visible(certified(report, found))}\n`);
      if (!found.sameSuite) context.stdout.write(`${visible(otherSuite(report, dirname(path)))}\n`);
      return;
    }
    for (const { file, message } of found.problems) {
      context.stdout.write(`${visible(`${file}: ${message}`)}\n`);
    }
    context.finish(exitStatus.nonConformant);
  });
}

function certified(report: Report, { signer }: Verification): string {
  const { implementation, specification, profile, suite, run } = report;
  const { name, version, baseUrl, contact } = implementation;
  const plan = run.plan === null ? 'plan unknown' : `plan ${run.plan}`;
  return [
    `Certified: ${name} ${version} at ${baseUrl} conforms to the ${specification.title} ${specification.version}`,
    `profile ${profile}, ${plan}`,
    `on ${run.finishedAt}`,
    `judged by ${suite.name} ${suite.version} (sha256 ${suite.digest})`,
    signer ? `signed by key ${signer}` : 'unsigned: anybody may have written it',
    `contact ${contact}`,
  ].join('; ');
}

function otherSuite({ suite }: Report, folder: string): string {
  return `Note: ${suite.name} ${suite.version} as it judged is not the suite that verifies; rejudge ${folder} judges its recording by this one`;
}

function certificatePath(file: string): string {
  const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? join(file, certificateName) : file;
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return undefined;
    throw new SettingsError(`cannot read ${quoted(path)} (${code})`);
  }
}

function noCertificate(path: string): never {
  throw new SettingsError(
    `${quoted(path)} is not there: name a certificate.json, or the folder that a full run wrote it to`,
  );
}
