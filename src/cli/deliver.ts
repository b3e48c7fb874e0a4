import type { Exchange } from '../exchange/exchange.ts';
import { annotations } from '../report/annotations.ts';
import { renderOutcome } from '../report/console.ts';
import type { Report } from '../report/report.ts';
import { type Context, widthOf } from './context.ts';
import { type ExitStatus, statusOfVerdict } from './exit-status.ts';

/** Writes the reports into the folder, prints the outcome, and says what the process exits with. */
export async function deliver(
  { stdout, env }: Context,
  report: Report,
  exchanges: readonly Exchange[],
  folder: string,
): Promise<ExitStatus> {
  const { writeReports } = await import('../report/write.ts');
  const written = await writeReports(report, exchanges, folder);
  const color = stdout.isTTY === true && stdout.hasColors?.() === true;
  if (env.GITHUB_ACTIONS === 'true') stdout.write(annotations(report));
  stdout.write(renderOutcome(report, exchanges, { color, width: widthOf(stdout), written }));
  return statusOfVerdict(report.verdict);
}
