import { type ComponentChild, h } from 'preact';
import { shortened, visible } from '../../text/visible.ts';
import type { ReportedObservation } from '../report.ts';
import { exchangeLinks } from './evidence.ts';
import { prose } from './text.ts';

const answerRoom = 2_000;

/** What the implementation does where the specification is silent: never judged, and like a fingerprint. */
export function gapsSection(
  observations: readonly ReportedObservation[],
  cited: ReadonlySet<number>,
): ComponentChild {
  const rows = observations.map(({ id, section, question, answer, exchanges }) =>
    h(
      'tr',
      { class: 'row', 'data-kind': 'gap' },
      h(
        'th',
        { scope: 'row' },
        prose(question),
        h('span', { class: 'note' }, `${visible(id)}, section ${visible(section)}`),
      ),
      h(
        'td',
        null,
        answers(answer),
        h('span', { class: 'links' }, exchangeLinks(exchanges.slice(0, 12), cited)),
      ),
    ),
  );
  return h(
    'section',
    { id: 'gaps', 'aria-labelledby': 'gaps-title' },
    h('h2', { id: 'gaps-title' }, 'Where the specification is silent'),
    h(
      'p',
      null,
      'What this implementation does there is recorded and never judged. Together the answers are its fingerprint.',
    ),
    rows.length === 0
      ? h('p', { class: 'note' }, 'Nothing was recorded.')
      : h('table', { class: 'gaps' }, [
          h(
            'thead',
            null,
            h('tr', null, [
              h('th', { scope: 'col' }, 'The open question'),
              h('th', { scope: 'col' }, 'What this service does'),
            ]),
          ),
          h('tbody', null, rows),
        ]),
  );
}

/** `limit=0: 400; limit=101: 400` as a line each. */
function answers(answer: string): ComponentChild {
  const lines = shortened(visible(answer), answerRoom).text.split('; ');
  return lines.map((line) => h('div', null, line));
}
