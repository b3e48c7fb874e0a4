/** How the suites say what they check: `requirement` and `check` over vitest's `describe` and `test`. */
import { describe, inject, test } from 'vitest';
import type { GapId, RowId } from '../spec/catalogue.ts';
import type { Check } from './check.ts';
import type { CheckContext } from './context.ts';
import { sessionOfWorker } from './worker.ts';

/** Every check that was defined, in order; the lab runs them without vitest's scheduling. */
export const checks: Check[] = [];

let current: RowId | undefined;

/** Opens a row of the catalogue; its checks are defined inside. */
export function requirement(id: RowId, define: () => void): void {
  const body = () => {
    current = id;
    define();
    current = undefined;
  };
  if (underRunner()) describe(id, body);
  else body();
}

/** One question to the implementation. */
export function check(title: string, ask: Check['ask']): void {
  if (current === undefined) throw new Error(`check "${title}" stands outside a requirement`);
  const one = { id: current, title, ask };
  checks.push(one);
  if (!underRunner()) return;
  test(title, { meta: { requirement: one.id } }, async ({ skip }) => {
    const result = await sessionOfWorker().execute(one);
    if (result?.outcome === 'failed') throw new Error(result.message);
    if (result?.outcome !== 'passed') skip(result?.message ?? 'not part of this run');
  });
}

/** Records what the implementation does where the specification is silent; never judges. */
export function gap(
  id: GapId,
  title: string,
  ask: (context: CheckContext) => Promise<string>,
): void {
  requirement(id, () => {
    check(title, async (context) => context.observe(id, await ask(context)));
  });
}

/** Whether the runner started this worker; the lab drives the checks itself. */
export function underRunner(): boolean {
  return inject('conformance') !== undefined;
}

declare module 'vitest' {
  interface TaskMeta {
    requirement?: RowId;
  }
}
