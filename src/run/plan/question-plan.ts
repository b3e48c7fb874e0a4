/** Which questions a run asks: a choice from the table in questions.ts, made before the first request. */
import { findRequirement } from '../../spec/catalogue.ts';
import { budgets, type Profile } from '../../spec/plans.ts';
import { NotApplicable } from '../requests/outcomes.ts';
import { fromTurn } from '../values/by-seed.ts';
import { type Question, questions, type Turns } from './questions.ts';

/** What decides the plan of a run: the same for the same profile, budget and seed, whatever the answers are. */
interface PlanOptions {
  readonly profile: Profile;
  readonly seed: number;
  /** Requests that the plan may use; default: the profile's own. */
  readonly budget?: number;
}

/** The questions of a run. */
export interface QuestionPlan {
  /** The questions to ask, the most telling first. */
  readonly due: readonly Question[];
  /** Generated cases of each property: more than one only if the budget outlasts every question. */
  readonly cases: number;
  /** Requests that they take on an empty store, if nothing has to be asked again. */
  readonly requests: number;
  /** Whether a question is asked. A check that the table does not name sends nothing of its own, and is asked. */
  asks(name: string): boolean;
  /** Whether nothing else may be under way with a question. */
  isAlone(name: string): boolean;
}

/** Every question that the table names. */
export const allQuestions: readonly Question[] = [
  ...new Map(questions.flatMap(membersOf).map((one) => [one.name, one])).values(),
];

const named = new Set(allQuestions.map(({ name }) => name));

const alone = new Set(allQuestions.flatMap((one) => (one.alone === true ? [one.name] : [])));

/** Why a check was not asked. */
export const leftByPlan = 'not asked this time: another seed, --budget or --profile full asks them';

/** Whether a budget that was given is spent: then nothing is asked that the plan does not name. */
export function isBudgetSpent({
  settings: { budget },
  exchanges,
}: {
  readonly settings: { readonly budget?: number };
  readonly exchanges: readonly unknown[];
}): boolean {
  return budget !== undefined && exchanges.length >= budget;
}

/** Ends a check as not applicable if a budget that was given is spent. */
export function keepBudget(context: Parameters<typeof isBudgetSpent>[0]): void {
  if (isBudgetSpent(context)) throw new NotApplicable(leftByPlan);
}

/** Ends a check as not applicable if the plan of its run leaves the question out. */
export function keepPlan({ plan }: { readonly plan: QuestionPlan }, name: string): void {
  if (!plan.asks(name)) throw new NotApplicable(leftByPlan);
}

/** Takes questions from the top of the table while the budget lasts; the seed decides the order of those in turns. */
export function planQuestions({ profile, seed, budget }: PlanOptions): QuestionPlan {
  const due = new Map<string, Question>();
  let left = budget ?? budgets[profile].requests;
  for (const entry of questions) {
    let most = 'turns' in entry ? (entry.most ?? Number.POSITIVE_INFINITY) : 1;
    for (const one of inOrder(entry, seed)) {
      if (due.has(one.name) || !mayAsk(profile, one)) continue;
      const { requests } = one;
      if (most <= 0 || requests > left) continue;
      due.set(one.name, one);
      left -= requests;
      most -= 1;
    }
  }
  const taken = [...due.values()];
  const isAll = allQuestions.every((one) => due.has(one.name) || !mayAsk(profile, one));
  const spare = isAll && Number.isFinite(left) ? left : 0;
  return {
    due: taken,
    cases: 1 + Math.floor(spare / properties),
    requests: taken.reduce((sum, { requests }) => sum + requests, 0),
    asks(name) {
      if (due.has(name)) return true;
      if (named.has(name)) return false;
      if (!isCheck(name)) throw new Error(`the plan has no question ${name}`);
      return true;
    },
    isAlone: (name) => alone.has(name),
  };
}

/** Whether a run of the profile may ask the question at all, however large its budget. */
function mayAsk(profile: Profile, { creates, logsIn }: Question): boolean {
  if (profile === 'read-only' && creates === true) return false;
  return profile === 'full' || logsIn !== true;
}

/** The number of questions with generated values, one request for each value. */
const properties = 28;

function membersOf(entry: Question | Turns): readonly Question[] {
  return 'turns' in entry ? entry.turns : [entry];
}

/** How many questions of a pool are passed over from one seed to the next: about as many as a plan takes from it. */
const stride = 5;

/** The questions of an entry, beginning with the one whose turn it is. */
function inOrder(entry: Question | Turns, seed: number): readonly Question[] {
  return fromTurn(membersOf(entry), seed * stride);
}

/** A check is named after its requirement. */
function isCheck(name: string): boolean {
  const [id = ''] = name.split(': ', 1);
  return findRequirement(id) !== undefined;
}
