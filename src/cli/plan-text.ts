import type { QuestionPlan } from '../engine/question-plan.ts';
import { count } from '../text/words.ts';

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
