/** Whether a run earns a certificate, and what its pages say of it. */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import type { Report } from './report.ts';

/** Name of the certificate in the folder of the reports. */
export const certificateName = 'certificate.json';

/** Why a report earns no certificate, in a few words; undefined if it does earn one. */
export function whyNotCertifiable(report: Report): string | undefined {
  const { profile, verdict, implementation, run, requirements } = report;
  if (run.argv.includes('--reference')) return 'the embedded reference server was judged';
  if (profile !== 'full') return `the profile is ${profile}; only a full run is certified`;
  if (run.partial) return '--only or --skip skipped requirements';
  if (run.rejudged !== null) return 'recorded traffic was judged again';
  if (run.requests === 0) return 'no request was sent';
  if (run.endedEarly !== null) return `the run ended early: ${run.endedEarly}`;
  if (verdict !== 'conformant') return `the verdict is ${verdict}`;
  const open = requirements.filter(
    ({ level, outcome }) =>
      level === 'required' && outcome !== 'passed' && outcome !== 'not-applicable',
  );
  if (open.length > 0) {
    return `${open.length} requirements were not decided, first ${open[0]?.id}: ${open[0]?.outcome}`;
  }
  const { name, version, contact } = implementation;
  const unnamed = Object.entries({ name, version, contact }).filter(([, value]) => !value);
  if (unnamed.length === 0) return undefined;
  return `the implementation has no ${unnamed.map(([what]) => what).join(', no ')}`;
}

/** Settings that any certificate has, or that have a line of their own. */
const ordinary = /^--(?:implementation(?:-version)?|contact|plan|challenge)$/;

/** What was chosen beyond the defaults: fewer cases or more patience may have earned the certificate. */
export function chosenSettings({ run }: Report): string {
  const chosen = Object.entries(run.settings).filter(([flag]) => !ordinary.test(flag));
  return chosen.map((words) => words.join(' ')).join(', ');
}

/** Name of an Ed25519 key, public or private: SHA-256 of its public half as DER (RFC 8410), in hexadecimal. */
export function keyId(key: KeyObject): string {
  const half = key.type === 'private' ? createPublicKey(key) : key;
  return createHash('sha256')
    .update(half.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
