import { type ComponentChild, h } from 'preact';
import { grouped } from '../../text/words.ts';
import { kinds, kindWords, ofKind } from '../kinds.ts';
import type { Report } from '../report.ts';
import { details } from './elements.ts';

/** Search and filter; the script shows it, as without script it would do nothing. */
export function filterBar(report: Report): ComponentChild {
  const options = [
    ...kinds.map((kind) => [kind, kindWords[kind].word, ofKind(report, kind).length] as const),
    ['gap', 'gaps', report.observations.length] as const,
    ['exchange', 'exchanges', report.run.requests] as const,
  ].filter(([, , amount]) => amount > 0);
  const boxes = options.map(([value, word, amount]) => {
    const box = h('input', { type: 'checkbox', value, defaultChecked: true });
    return h('label', null, box, ` ${word} (${grouped(amount)})`);
  });
  const legend = h('legend', { class: 'unseen' }, 'Show');
  const shown = h('fieldset', null, legend, boxes, h('button', { type: 'reset' }, 'Show all'));
  const form = { id: 'filter', role: 'search', 'aria-label': 'Filter this page', hidden: true };
  return h('form', form, [
    h('label', { for: 'search' }, 'Search requirements and exchanges'),
    h('input', { id: 'search', type: 'search', autocomplete: 'off' }),
    // The script folds it on a telephone, so that the first failure stands on the first screen.
    details('Show', shown, { open: true }),
    h('p', { id: 'told', role: 'status' }),
  ]);
}
