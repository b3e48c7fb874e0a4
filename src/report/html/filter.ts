import { type ComponentChild, h } from 'preact';
import { grouped } from '../../text/words.ts';
import { kinds, kindWords, ofKind } from '../kinds.ts';
import type { Report } from '../report.ts';

/** Search and filter; the script shows it, as without script it would do nothing. */
export function filterBar(report: Report): ComponentChild {
  const options = [
    ...kinds.map((kind) => [kind, kindWords[kind].word, ofKind(report, kind).length] as const),
    ['gap', 'gaps', report.observations.length] as const,
    ['exchange', 'exchanges', report.run.requests] as const,
  ].filter(([, , amount]) => amount > 0);
  return h(
    'form',
    { id: 'filter', role: 'search', 'aria-label': 'Filter this page', hidden: true },
    h('label', { for: 'search' }, 'Search ids, clauses, messages and exchanges'),
    h('input', { id: 'search', type: 'search', autocomplete: 'off' }),
    h(
      'fieldset',
      null,
      h('legend', null, 'Show'),
      options.map(([value, word, amount]) =>
        h(
          'label',
          null,
          h('input', { type: 'checkbox', value, defaultChecked: true }),
          ` ${word} (${grouped(amount)})`,
        ),
      ),
      h('button', { type: 'reset' }, 'Show all'),
    ),
    h('p', { id: 'told', role: 'status' }),
  );
}
