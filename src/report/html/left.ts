import { type ComponentChild, h } from 'preact';
import { leftByPlan } from '../../engine/question-plan.ts';
import { visible } from '../../text/visible.ts';
import { count } from '../../text/words.ts';
import { placeOf } from '../place.ts';
import type { Report } from '../report.ts';
import { heading } from './outcomes.ts';

/** The questions of a requirement that the plan of the run had no room for. */
interface Left {
  readonly id: string;
  readonly titles: readonly string[];
}

/** What the plan of a run did not ask, by requirement; nothing where the run ended for another reason. */
export function questionsLeft({ requirements, run }: Report): Left[] {
  if (run.endedEarly !== null) return [];
  return requirements
    .map(({ id, checks }) => ({
      id,
      titles: checks.filter(({ message }) => message === leftByPlan).map(({ title }) => title),
    }))
    .filter(({ titles }) => titles.length > 0);
}

/** The questions left to other runs by name, folded; nothing where all was asked. */
export function leftSection(report: Report): ComponentChild {
  const left = questionsLeft(report);
  if (left.length === 0) return null;
  const questions = left.reduce((sum, { titles }) => sum + titles.length, 0);
  return h('section', { id: 'left', 'aria-labelledby': 'left-title' }, [
    heading('left', `Not asked this time (${questions})`),
    h(
      'p',
      null,
      'Questions that this run had no requests for. Another seed asks others of them, --budget more, --profile full all.',
    ),
    h('details', null, [
      h('summary', null, `${count(questions, 'question')} of ${count(left.length, 'requirement')}`),
      h(
        'ul',
        null,
        left.map(({ id, titles }) =>
          h('li', null, [
            h('a', { href: `#${placeOf(id)}` }, h('code', null, visible(id))),
            `: ${titles.map(visible).join('; ')}`,
          ]),
        ),
      ),
    ]),
  ]);
}
