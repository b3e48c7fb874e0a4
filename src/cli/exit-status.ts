import type { Verdict } from '../judge/outcome.ts';

/** Exit statuses, as README lists them. */
export const exitStatus = {
  ok: 0,
  nonConformant: 1,
  /** `compare`: a requirement broke. */
  broke: 1,
  usage: 2,
  incomplete: 3,
  /** EX_SOFTWARE of sysexits: neither a verdict nor a mistake of the caller. */
  internal: 70,
  /** EX_IOERR of sysexits: there is a verdict, but one of its files, or what was printed, is not whole. */
  notWritten: 74,
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

const byVerdict: Record<Verdict, ExitStatus> = {
  conformant: exitStatus.ok,
  'non-conformant': exitStatus.nonConformant,
  incomplete: exitStatus.incomplete,
};

export function statusOfVerdict(verdict: Verdict): ExitStatus {
  return byVerdict[verdict];
}
