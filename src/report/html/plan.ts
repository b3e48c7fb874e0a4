/** What a run had planned to ask, and what its plan had no room for. */
import { type ComponentChild, h } from 'preact';
import { leftByPlan } from '../../engine/plan/question-plan.ts';
import type { CheckResult } from '../../judge/outcome.ts';
import { visible } from '../../text/visible.ts';
import { count } from '../../text/words.ts';
import { placeOf } from '../kinds.ts';
import type { Report } from '../report.ts';
import { details, list, scrolled, section, table } from './elements.ts';

/** A check with the requirement that it is one of. */
interface PlannedCheck {
  readonly id: string;
  readonly check: CheckResult;
}

/** The questions that the run had planned, folded, each beside what came; nothing if a report has no plan. */
export function planSection(report: Report): ComponentChild {
  const { questions = [], requests } = report.run;
  if (questions.length === 0) return null;
  const planned = questions.reduce((sum, question) => sum + question.requests, 0);
  const asked = new Map<string, PlannedCheck>(
    report.requirements.flatMap(({ id, checks }) =>
      checks.map((check) => [`${id}: ${check.title}`, { id, check }] as const),
    ),
  );
  const lines = questions.map(({ name, requests: own }) => {
    const one = asked.get(name);
    return h('tr', null, [
      h('td', null, named(one, name)),
      h('td', { class: 'amount' }, own),
      h('td', null, came(one)),
    ]);
  });
  const words = `What the run was to ask, made before its first request: ${count(planned, 'request')} on an empty store, the most telling questions first. ${count(requests, 'request')} came of it, with what was asked again.`;
  const plan = scrolled('The plan', table('plan', ['Question', 'Requests', 'What came'], lines));
  return section('plan', `The plan (${questions.length})`, [
    h('p', null, words),
    details(count(questions.length, 'question'), plan),
  ]);
}

function named(asked: PlannedCheck | undefined, name: string): ComponentChild {
  if (asked === undefined) return visible(name);
  return [requirementLink(asked.id), visible(name.slice(asked.id.length))];
}

function requirementLink(id: string): ComponentChild {
  return h('a', { href: `#${placeOf(id)}` }, h('code', null, visible(id)));
}

/** A question of no one requirement is asked once, for whichever check needs its answer first. */
function came(asked: PlannedCheck | undefined): string {
  if (asked === undefined) return 'for several requirements';
  const { outcome, exchanges } = asked.check;
  const word = outcome.replace('-', ' ');
  return exchanges.length === 0 ? word : `${word}, ${count(exchanges.length, 'request')}`;
}

/** The questions that the plan of the run had no room for. */
interface Left {
  readonly ofRequirements: readonly { readonly id: string; readonly titles: readonly string[] }[];
  /** How many. */
  readonly questions: number;
  /** `3 questions of 2 requirements`. */
  readonly words: string;
}

/** What the plan of a run did not ask, by requirement; undefined if it asked all, or the run ended for another reason. */
export function questionsLeft({ requirements, run }: Report): Left | undefined {
  const ofRequirements = requirements
    .map(({ id, checks }) => ({
      id,
      titles: checks.filter(({ message }) => message === leftByPlan).map(({ title }) => title),
    }))
    .filter(({ titles }) => titles.length > 0);
  if (run.endedEarly !== null || ofRequirements.length === 0) return undefined;
  const questions = ofRequirements.reduce((sum, { titles }) => sum + titles.length, 0);
  const words = `${count(questions, 'question')} of ${count(ofRequirements.length, 'requirement')}`;
  return { ofRequirements, questions, words };
}

/** The questions left to other runs by name, folded; nothing if all was asked. */
export function leftSection(report: Report): ComponentChild {
  const left = questionsLeft(report);
  if (left === undefined) return null;
  const lines = left.ofRequirements.map(({ id, titles }) => [
    requirementLink(id),
    `: ${titles.map(visible).join('; ')}`,
  ]);
  const words =
    'Questions that this run had no requests for. Another seed asks others of them, --budget more, --profile full all.';
  return section('left', `Not asked this time (${left.questions})`, [
    h('p', null, words),
    details(left.words, list(null, lines)),
  ]);
}
