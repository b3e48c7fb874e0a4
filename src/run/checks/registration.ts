/**
 * How the suites define their checks. This file only collects them; a run executes them in this order, those of one
 * group side by side, and `npx vitest run --project suites` makes a test of each.
 */
import type { GapId, RequirementId } from '../../spec/catalogue.ts';
import type { Check } from './check.ts';
import type { CheckContext } from './check-context.ts';

/** Every check that was defined, in the order of a run. */
export const checks: Check[] = [];

let current: Pick<Check, 'id' | 'group'> | undefined;

type Define = (id: RequirementId, define: () => void) => void;
type DefineGap = (
  id: GapId,
  title: string,
  ask: (context: CheckContext) => Promise<string>,
) => void;

/** Opens requirements of the catalogue; the checks defined inside belong to the group, if there is one. */
const opener =
  (group?: string): Define =>
  (id, define) => {
    current = { id, ...(group === undefined ? {} : { group }) };
    define();
    current = undefined;
  };

/** Records what the implementation does where the specification is silent; never judges. */
const recorder =
  (open: Define): DefineGap =>
  (id, title, ask) =>
    open(id, () => {
      check(title, async (context) => context.observe(id, await ask(context)));
    });

/** Opens a requirement of the catalogue; its checks are defined inside. */
export const requirement = opener();

/** Records what the implementation does where the specification is silent; never judges. */
export const gap = recorder(requirement);

/**
 * The same for checks of one group. They depend neither on one another nor on their neighbours in the group: their
 * first questions go out together. The plan says which of them are asked alone nevertheless.
 */
export function together(group: string): { readonly requirement: Define; readonly gap: DefineGap } {
  const open = opener(group);
  return { requirement: open, gap: recorder(open) };
}

/** One question to the implementation. */
export function check(title: string, ask: Check['ask']): void {
  if (current === undefined) throw new Error(`check "${title}" stands outside a requirement`);
  checks.push({ ...current, title, ask });
}

/** The name of a check in the plan of questions. */
export function nameOfCheck({ id, title }: Pick<Check, 'id' | 'title'>): string {
  return `${id}: ${title}`;
}
