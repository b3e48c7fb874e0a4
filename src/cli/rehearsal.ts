import { requirementOf } from '../catalogue/catalogue.ts';
import { petStatuses } from '../catalogue/operations.ts';
import { type Cost, type CostRange, costText, limitSpent } from '../engine/plan/cost.ts';
import { planQuestions, type QuestionPlan } from '../engine/plan/question-plan.ts';
import { refuseDefects } from '../engine/record.ts';
import { runSuites } from '../library/run-suites.ts';
import type { Animal } from '../reference/animal.ts';
import { startReference } from '../reference/server.ts';
import type { Settings } from '../settings/settings.ts';
import { count } from '../text/words.ts';
import type { Context } from './context.ts';
import type { Round } from './round.ts';

/** Says what a run with these settings would cost; the service that they name is sent nothing. */
export async function dryRun(context: Context, { settings }: Round): Promise<void> {
  const cost = await rehearse(settings, new AbortController().signal);
  const questions = planText(planQuestions(settings));
  context.stdout.write(
    `${costText(cost, settings)}\nnothing was sent to ${settings.baseUrl}\n\n${questions}`,
  );
}

/**
 * What a run with these settings costs, counted on runs against the embedded reference server: nothing is
 * sent to the service that the settings name.
 */
export async function rehearse(settings: Settings, signal: AbortSignal): Promise<CostRange> {
  const stocked = petStatuses.flatMap((status, kind) =>
    Array.from({ length: 100 }, (_, at): Animal => {
      const id = BigInt(kind * 100 + at + 1);
      return { id, name: 'Rehearsal', categoryId: 1n, status };
    }),
  );
  // The requests that spend the limit in a full run are known, and sending them would take long: they are added.
  const counted = async (animals: readonly Animal[]) => {
    const { requests, animals: created } = await costOf(settings, animals, signal);
    return { requests: requests + limitSpent(settings), animals: created };
  };
  return { empty: await counted([]), stocked: await counted(stocked) };
}

async function costOf(
  settings: Settings,
  animals: readonly Animal[],
  signal: AbortSignal,
): Promise<Cost> {
  const { apiKey, selected } = settings;
  const kept = selected.filter((id) => requirementOf(id).profile !== 'full');
  const reference = await startReference({ apiKey, animals, plan: 'enterprise' });
  try {
    const { baseUrl } = reference;
    const { proxy: _, ...direct } = settings;
    const record = await runSuites({ ...direct, baseUrl, selected: kept }, { signal });
    refuseDefects(record);
    const created = record.exchanges.filter(({ response }) => response?.status === 201);
    return { requests: record.exchanges.length, animals: created.length };
  } finally {
    await reference.close();
  }
}

/** The plan of questions for a terminal, the most telling first: requests of each, and of all up to it. */
export function planText({ due, cases }: QuestionPlan): string {
  let sent = 0;
  const lines = due.map(({ name, requests }) => {
    sent += requests;
    return `${String(requests).padStart(4)} ${String(sent).padStart(5)}  ${name}`;
  });
  const repeated = cases > 1 ? [`${count(cases, 'generated case')} of each property`] : [];
  return `${['requests, of all so far, question', ...lines, ...repeated, ''].join('\n')}`;
}
