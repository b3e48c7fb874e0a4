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
    h('label', { for: 'search' }, 'Search requirements and exchanges'),
    h('input', { id: 'search', type: 'search', autocomplete: 'off' }),
    // The script folds it on a telephone, so that the first failure stands on the first screen.
    h('details', { open: true }, [
      h('summary', null, 'Show'),
      h('fieldset', null, [
        h('legend', { class: 'unseen' }, 'Show'),
        options.map(([value, word, amount]) =>
          h(
            'label',
            null,
            h('input', { type: 'checkbox', value, defaultChecked: true }),
            ` ${word} (${grouped(amount)})`,
          ),
        ),
        h('button', { type: 'reset' }, 'Show all'),
      ]),
    ]),
    h('p', { id: 'told', role: 'status' }),
  );
}
