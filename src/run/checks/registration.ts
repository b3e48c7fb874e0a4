/**
 * How the suites define their checks. This file only collects them; a run executes them in this order, those of one
 * group side by side, and `npx vitest run --project suites` makes a test of each.
 */
import type { GapId, RequirementId } from '../../spec/catalogue.ts';
import { type Cost, type Step, step } from '../plan/plan.ts';
import { mixed, seedFor } from '../values/arbitraries.ts';
import { bySeed } from '../values/by-seed.ts';
import type { CheckContext } from './check-context.ts';

/** One test of a requirement; it passes by returning, or ends by throwing one of the errors of `outcomes.ts`. */
export interface Check {
  readonly id: RequirementId;
  readonly title: string;
  /** What it adds to the plan of a run; absent if it sends nothing of its own. */
  readonly step?: Step;
  /** Neighbouring checks of one group do not depend on one another: they are asked side by side. */
  readonly group?: string;
  readonly ask: Ask;
}

type Ask = (context: CheckContext) => Promise<void>;

/** Every check that was defined, in the order of a run. */
export const checks: Check[] = [];

let current: Pick<Check, 'id' | 'group'> | undefined;

type Define = (id: RequirementId, define: () => void) => void;
type Answer = (context: CheckContext) => Promise<string>;
type DefineGap = (id: GapId, title: string, ...rest: [Answer] | [Cost, Answer]) => void;

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
  (id, title, ...rest) =>
    open(id, () => {
      const record =
        (answer: Answer): Ask =>
        async (context) =>
          context.observe(id, await answer(context));
      if (rest.length === 1) check(title, record(rest[0]));
      else check(title, rest[0], record(rest[1]));
    });

/** Opens a requirement of the catalogue; its checks are defined inside. */
export const requirement = opener();

/** Records what the implementation does where the specification is silent; never judges. */
export const gap = recorder(requirement);

/**
 * The same for checks of one group. They depend neither on one another nor on their neighbours in the group: their
 * first requests go out together.
 */
export function together(group: string): { readonly requirement: Define; readonly gap: DefineGap } {
  const open = opener(group);
  return { requirement: open, gap: recorder(open) };
}

/** A check, with what it costs unless it sends nothing of its own. */
export function check(title: string, ...rest: [Ask] | [Cost, Ask]): void {
  const { name, ...place } = placeOf(title);
  if (rest.length === 1) {
    checks.push({ ...place, title, ask: rest[0] });
    return;
  }
  const [cost, ask] = rest;
  checks.push({ ...place, title, step: step(name, cost), ask });
}

/** The requirement that is open, and the name that a check of it has in the plan. */
function placeOf(title: string) {
  if (current === undefined) throw new Error(`check "${title}" stands outside a requirement`);
  return { ...current, name: `${current.id}: ${title}` };
}

/** A check of several cases: which of them is asked depends on the seed, and full asks all. */
export function checkCases<T>(
  title: string,
  { cases, ...cost }: Cost & { readonly cases: readonly T[] },
  ask: (context: CheckContext, one: T, place: number) => Promise<void>,
): void {
  const { name } = placeOf(title);
  const more = cases.length - 1;
  const { requests = 1, logIns = 0 } = cost;
  const others = step(`${name}: all ${cases.length} cases`, {
    ...cost,
    tier: 4,
    requests: more * requests,
    logIns: more * logIns,
  });
  const numbered = cases.map((one, place) => ({ one, place }));
  check(title, cost, async (context) => {
    const due = context.plan.has(others)
      ? numbered
      : [bySeed(numbered, context.settings.seed, turnOf(name))];
    for (const { one, place } of due) await ask(context, one, place);
  });
}

/** Which case of a check is asked with the seed 0: not the same place for all checks. */
const turnOf = (name: string): number => mixed(seedFor(0, name));
