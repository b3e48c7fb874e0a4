/**
 * How the suites say what they check. It only gathers the checks; a run executes them one after the other,
 * and the tests of a clone make vitest's tests of them.
 */
import type { GapId, RequirementId } from '../catalogue/catalogue.ts';
import type { Check } from './check.ts';
import type { CheckContext } from './context.ts';

/** Every check that was defined, in the order of a run. */
export const checks: Check[] = [];

let current: RequirementId | undefined;

/** Opens a requirement of the catalogue; its checks are defined inside. */
export function requirement(id: RequirementId, define: () => void): void {
  current = id;
  define();
  current = undefined;
}

/** One question to the implementation. */
export function check(title: string, ask: Check['ask']): void {
  if (current === undefined) throw new Error(`check "${title}" stands outside a requirement`);
  checks.push({ id: current, title, ask });
}

/** The name under which the plan of questions has a check. */
export function nameOfCheck({ id, title }: Pick<Check, 'id' | 'title'>): string {
  return `${id}: ${title}`;
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
