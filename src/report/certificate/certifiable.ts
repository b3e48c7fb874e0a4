import type { Report } from '../report.ts';

/** Why a report earns no certificate, in a few words; undefined if it does earn one. */
export function whyNotCertifiable(report: Report): string | undefined {
  const { profile, verdict, implementation, run, requirements } = report;
  if (profile !== 'full') return `the profile is ${profile}, and only a full run certifies`;
  if (run.partial) return '--only or --skip left requirements out';
  if (run.rejudged !== null)
    return 'it is of recorded traffic that was judged again, and not of a run';
  if (run.requests === 0) return 'nothing was asked';
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
