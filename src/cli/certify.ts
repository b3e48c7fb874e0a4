import { whyNotCertifiable } from '../report/certificate/certifiable.ts';
import { keyId } from '../report/certificate/envelope.ts';
import { issueCertificate } from '../report/certificate/issue.ts';
import type { Report } from '../report/report.ts';
import type { ReadSettings } from '../settings/read-settings.ts';

/**
 * Writes the certificate that a run has earned, last of its files, and says so in one line; else why there is
 * none. Undefined where the profile is another.
 */
export async function certify(
  report: Report,
  written: readonly string[],
  { settings, signingKey }: Pick<ReadSettings, 'settings' | 'signingKey'>,
  reference: boolean,
): Promise<string | undefined> {
  if (settings.profile !== 'full') return undefined;
  const because = reference
    ? 'the embedded reference server was judged, which is no implementation of yours'
    : whyNotCertifiable(report);
  if (because !== undefined) return `No certificate: ${because}`;
  const key = signingKey && { key: signingKey };
  const path = await issueCertificate({ report, written, folder: settings.out, ...key });
  const by = signingKey
    ? `signed by key ${keyId(signingKey)}`
    : 'unsigned: it tells what was found, not who says so (--sign)';
  return `Certificate: ${path}, ${by}`;
}
