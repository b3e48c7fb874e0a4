import { WriteFailure } from '../disk/failure.ts';
import type { Exchange } from '../http/exchange.ts';
import { annotations } from '../report/annotations.ts';
import { decidingVerdict } from '../report/baseline.ts';
import { renderOutcome } from '../report/console.ts';
import type { Detail } from '../report/document.ts';
import { markdown } from '../report/markdown.ts';
import { type Report, requiredWith } from '../report/report.ts';
import { writeReports } from '../report/write.ts';
import {
  appendForStep,
  type Context,
  type ExitStatus,
  lookOf,
  statusOfVerdict,
  warn,
} from './command-context.ts';

interface Delivery {
  readonly folder: string;
  /** What the process exits with if a signal ended the run; undefined if none did. */
  readonly stopped: ExitStatus | undefined;
  /** How much is told of failures. */
  readonly detail?: Detail;
  /** Issues a certificate once the other files are written; gives the line about it. */
  readonly certify?: (written: readonly string[]) => Promise<string>;
}

/**
 * Writes the reports into the folder, the certificate last, prints the outcome, and says what the process exits with. A
 * file that could not be written is reported after the verdict, which stands.
 */
export async function deliver(
  context: Context,
  report: Report,
  exchanges: readonly Exchange[],
  { folder, stopped, detail, certify }: Delivery,
): Promise<ExitStatus> {
  const { stdout, env } = context;
  let written: readonly string[] = [];
  let certificate: string | undefined;
  let failed: unknown;
  try {
    written = await writeReports(report, exchanges, folder);
    certificate = await certify?.(written);
  } catch (error) {
    failed = error;
    if (error instanceof WriteFailure) written = [...written, ...error.written];
  }
  const exit = stopped ?? statusOfVerdict[decidingVerdict(report)];
  if (env.GITHUB_ACTIONS === 'true') stdout.command(annotations(report, exchanges));
  warn(context, handOnStep(env, report, exchanges));
  const look = { ...lookOf(stdout), ...detail, written, exit, certificate };
  stdout.write(renderOutcome(report, exchanges, look));
  if (failed !== undefined) throw failed;
  return exit;
}

/** Gives GitHub Actions the summary of the step and the outputs that later steps read; returns warnings. */
function handOnStep(env: Context['env'], report: Report, exchanges: readonly Exchange[]): string[] {
  const counts = (['passed', 'failed', 'inconclusive'] as const).map(
    (outcome) => `${outcome}=${requiredWith(report, outcome).length}\n`,
  );
  return [
    ...appendForStep(env, 'GITHUB_STEP_SUMMARY', () => markdown(report, exchanges)),
    ...appendForStep(env, 'GITHUB_OUTPUT', () =>
      [`verdict=${report.verdict}\n`, ...counts].join(''),
    ),
  ];
}
