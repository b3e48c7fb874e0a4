import { type ComponentChild, h } from 'preact';
import { sections, sectionsOf } from '../../catalogue/sections.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { type Kind, kindOf, kinds, kindWords, pill } from './outcomes.ts';
import { shownId } from './rows.ts';

/** The specification section by section, each with its outcome and its rows. */
export function sectionsMap(report: Report): ComponentChild {
  return h(
    'section',
    { id: 'map', 'aria-labelledby': 'map-title' },
    h('h2', { id: 'map-title' }, 'The specification, section by section'),
    h(
      'ul',
      { class: 'map' },
      sections.map((section) => sectionItem(section, report)),
    ),
  );
}

function sectionItem([number, title]: readonly [string, string], report: Report): ComponentChild {
  const rows = report.requirements.filter((row) => sectionsOf(row.section).includes(number));
  const silent = report.observations.filter((row) => sectionsOf(row.section).includes(number));
  return h(
    'li',
    null,
    h('span', { class: 'title' }, h('span', { class: 'number' }, number), ` ${title}`),
    h(
      'span',
      { class: 'outcome' },
      rows.length > 0 ? pill(outcomeOf(rows)) : nothing(silent.length),
    ),
    rows.length > 0 && h('ul', { class: 'chips' }, rows.map(chip)),
  );
}

function nothing(observed: number): ComponentChild {
  const words = observed > 0 ? 'observed only' : 'nothing to judge';
  return h('span', { class: 'note' }, words);
}

/** The worst that any of its rows has; left out only where all are. */
function outcomeOf(rows: readonly ReportedRequirement[]): Kind {
  return kinds.find((kind) => rows.some((row) => kindOf(row) === kind)) ?? 'left-out';
}

function chip(row: ReportedRequirement): ComponentChild {
  const kind = kindOf(row);
  const { word, mark } = kindWords[kind];
  return h(
    'li',
    null,
    h(
      'a',
      { class: `chip ${kind}`, href: `#${shownId(row.id)}` },
      h('span', { 'aria-hidden': true }, `${mark} `),
      row.id,
      h('span', { class: 'unseen' }, ` ${word}`),
    ),
  );
}
