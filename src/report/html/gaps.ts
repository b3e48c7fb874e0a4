import { type ComponentChild, h } from 'preact';
import { shortened, visible } from '../../text/visible.ts';
import { placeOf } from '../kinds.ts';
import type { ReportedObservation } from '../report.ts';
import { note, prose, section, table } from './elements.ts';
import { exchangeLinks } from './evidence.ts';
import { sectionLink } from './specification.ts';

const answerRoom = 2_000;

/** What the implementation does where the specification is silent: never judged, and like a fingerprint. */
export function gapsSection(
  observations: readonly ReportedObservation[],
  cited: ReadonlySet<number>,
): ComponentChild {
  const rows = observations.map(({ id, section: place, question, answer, exchanges }) => {
    const where = h('span', { class: 'note' }, `${visible(id)}, `, sectionLink(id, place));
    const links = h('span', { class: 'links' }, exchangeLinks(exchanges.slice(0, 12), cited));
    return h('tr', { class: 'row', 'data-kind': 'gap', id: placeOf(id) }, [
      h('th', { scope: 'row' }, prose(question), where),
      h('td', null, answers(answer), links),
    ]);
  });
  const words =
    'What this implementation does there is recorded and never judged. Together the answers are its fingerprint.';
  const answered =
    rows.length === 0
      ? note('Nothing was recorded.')
      : table('gaps', ['The open question', 'What this service does'], rows);
  return section(
    'gaps',
    'Where the specification is silent',
    [h('p', null, words), answered],
    'gap',
  );
}

/** `limit=0: 400; limit=101: 400` as a line each. */
function answers(answer: string): ComponentChild {
  const lines = shortened(visible(answer), answerRoom).text.split('; ');
  return lines.map((line) => h('div', null, line));
}
