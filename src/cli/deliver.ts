import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { WriteFailure } from '../disk/failure.ts';
import type { Exchange } from '../http/exchange.ts';
import { annotations } from '../report/annotations.ts';
import { decidingVerdict } from '../report/baseline.ts';
import { renderOutcome } from '../report/console.ts';
import type { Detail } from '../report/document.ts';
import { markdown } from '../report/markdown.ts';
import { type Report, requiredWith } from '../report/report.ts';
import { codeOf } from '../settings/files.ts';
import { visible } from '../text/visible.ts';
import { type Context, type ExitStatus, lookOf, statusOfVerdict, warn } from './command-context.ts';

interface Delivery {
  readonly folder: string;
  /** What the process exits with if a signal ended the run; undefined if none did. */
  readonly stopped: ExitStatus | undefined;
  /** How much is told of failures. */
  readonly detail?: Detail;
  /** Issues a certificate once the other files are written; gives the line about it. */
  readonly certify?: (written: readonly string[]) => Promise<string>;
}

/** Writes the reports into the folder, prints the outcome, and says what the process exits with. */
export async function deliver(
  context: Context,
  report: Report,
  exchanges: readonly Exchange[],
  { folder, stopped, detail, certify }: Delivery,
): Promise<ExitStatus> {
  const { stdout, env } = context;
  const { written, failed, certificate } = await put(report, exchanges, folder, certify);
  const exit = stopped ?? statusOfVerdict(decidingVerdict(report));
  if (env.GITHUB_ACTIONS === 'true') stdout.command(annotations(report, exchanges));
  warn(context, handOnStep(env, report, exchanges));
  const look = {
    ...lookOf(stdout),
    ...detail,
    written,
    exit,
    certificate,
  };
  stdout.write(renderOutcome(report, exchanges, look));
  if (failed !== undefined) throw failed;
  return exit;
}

/** Writes the files, the certificate last. What could not be written is reported after the verdict, which stands. */
async function put(
  report: Report,
  exchanges: readonly Exchange[],
  folder: string,
  certify: Delivery['certify'],
): Promise<{ written: readonly string[]; failed?: unknown; certificate?: string | undefined }> {
  const { writeReports } = await import('../report/write.ts');
  let written: readonly string[] = [];
  try {
    written = await writeReports(report, exchanges, folder);
    return { written, certificate: await certify?.(written) };
  } catch (failed) {
    return {
      written: failed instanceof WriteFailure ? [...written, ...failed.written] : [],
      failed,
    };
  }
}

/**
 * Appends to the files that GitHub Actions names for the step, where it does: the Markdown of the run, and outputs that
 * later steps read. Returns a warning for each file that cannot be written.
 */
function handOnStep(env: Context['env'], report: Report, exchanges: readonly Exchange[]): string[] {
  const counts = (['passed', 'failed', 'inconclusive'] as const).map(
    (outcome) => `${outcome}=${requiredWith(report, outcome).length}\n`,
  );
  const texts = {
    GITHUB_STEP_SUMMARY: () => markdown(report, exchanges),
    GITHUB_OUTPUT: () => [`verdict=${report.verdict}\n`, ...counts].join(''),
  };
  return Object.entries(texts).flatMap(([variable, text]) => {
    const path = env[variable];
    if (path === undefined || path === '') return [];
    try {
      append(path, text());
      return [];
    } catch (error) {
      return [`${variable} "${visible(path)}" cannot be written (${codeOf(error)})`];
    }
  });
}

/** Appends to a file; a pipe that nobody reads is an error, not a wait. */
function append(path: string, text: string): void {
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}
