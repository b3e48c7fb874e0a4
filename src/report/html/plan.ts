import { type ComponentChild, h } from 'preact';
import type { CheckResult } from '../../judge/outcome.ts';
import { visible } from '../../text/visible.ts';
import { count } from '../../text/words.ts';
import { placeOf } from '../place.ts';
import type { Report } from '../report.ts';
import { heading } from './outcomes.ts';
import { scrolled, table } from './table.ts';

/** A check with the requirement that it is one of. */
interface Asked {
  readonly id: string;
  readonly check: CheckResult;
}

/** The questions that the run had planned, folded, each beside what came; nothing where a report has no plan. */
export function planSection(report: Report): ComponentChild {
  const { questions = [], requests } = report.run;
  if (questions.length === 0) return null;
  const planned = questions.reduce((sum, question) => sum + question.requests, 0);
  const asked = new Map<string, Asked>(
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
  return h('section', { id: 'plan', 'aria-labelledby': 'plan-title' }, [
    heading('plan', `The plan (${questions.length})`),
    h(
      'p',
      null,
      `What the run was to ask, made before its first request: ${count(planned, 'request')} on an empty store, the most telling questions first. ${count(requests, 'request')} came of it, with what was asked again.`,
    ),
    h('details', null, [
      h('summary', null, count(questions.length, 'question')),
      scrolled('The plan', table('plan', ['Question', 'Requests', 'What came'], lines)),
    ]),
  ]);
}

function named(asked: Asked | undefined, name: string): ComponentChild {
  if (asked === undefined) return visible(name);
  const link = h('a', { href: `#${placeOf(asked.id)}` }, h('code', null, visible(asked.id)));
  return [link, visible(name.slice(asked.id.length))];
}

/** A question of no one requirement is asked once, for whichever check needs its answer first. */
function came(asked: Asked | undefined): string {
  if (asked === undefined) return 'for several requirements';
  const { outcome, exchanges } = asked.check;
  const word = outcome.replace('-', ' ');
  return exchanges.length === 0 ? word : `${word}, ${count(exchanges.length, 'request')}`;
}
