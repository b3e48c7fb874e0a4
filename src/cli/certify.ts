import { createPublicKey, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { readGiven } from '../disk/read-given.ts';
import { SuiteDefect } from '../engine/suite-defect.ts';
import { certificateName, keyId, whyNotCertifiable } from '../report/certifiable.ts';
import { certificateFor, verifyCertificate, writeCertificate } from '../report/certificate.ts';
import type { Report } from '../report/report.ts';
import type { Settings } from '../settings/settings.ts';
import { rejudgeReport } from './rejudging.ts';

/** Where the certificate of a run goes, and who signs it. */
export interface Certified {
  readonly settings: Pick<Settings, 'out'>;
  readonly signingKey?: KeyObject;
}

/**
 * Writes the certificate that a full run has earned, after all other files. Returns a line that says so, or why there
 * is none.
 */
export async function certify(
  report: Report,
  written: readonly string[],
  certified: Certified,
): Promise<string> {
  const { settings, signingKey } = certified;
  const because = whyNotCertifiable(report);
  if (because !== undefined) return `No certificate: ${because}`;
  const text = certificateFor(report, written, signingKey);
  const fault = await faultOf(text, report, certified);
  if (fault !== undefined) {
    return `No certificate: verify would refuse it, which is a fault of this suite, please report it: ${fault}`;
  }
  const path = await writeCertificate(settings.out, text);
  const by = signingKey
    ? `signed by key ${keyId(signingKey)}`
    : 'unsigned: it tells what was found, not who says so (--sign)';
  return `Certificate: ${path}, ${by}`;
}

/** The first thing that `verify` would find wrong with the certificate; undefined if it holds. */
async function faultOf(
  text: string,
  { suite }: Report,
  { settings: { out }, signingKey }: Certified,
): Promise<string | undefined> {
  try {
    const { problems } = await verifyCertificate({
      name: certificateName,
      certificate: Buffer.from(text),
      read: (name) => readGiven(join(out, name)),
      ...(signingKey && { key: createPublicKey(signingKey) }),
      suite,
      rejudge: rejudgeReport,
    });
    return problems.map(({ file, message }) => `${file}: ${message}`)[0];
  } catch (error) {
    if (error instanceof SuiteDefect) return error.message;
    throw error;
  }
}
