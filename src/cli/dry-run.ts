import { costText } from '../engine/plan/cost.ts';
import { planQuestions } from '../engine/plan/question-plan.ts';
import type { Context } from './context.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';

import { planText, rehearse } from './rehearsal.ts';
import type { Round } from './round.ts';

/** Says what a run with these settings would cost; the service that they name is sent nothing. */
export async function dryRun(context: Context, { settings }: Round): Promise<ExitStatus> {
  const cost = await rehearse(settings, new AbortController().signal);
  const questions = planText(planQuestions(settings));
  context.stdout.write(
    `${costText(cost, settings)}\nnothing was sent to ${settings.baseUrl}\n\n${questions}`,
  );
  return exitStatus.ok;
}
