import { type ComponentChild, h } from 'preact';
import { sections, sectionsOf } from '../../catalogue/sections.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { type Kind, kindOf, kinds, kindWords, pill } from './outcomes.ts';
import { shownId } from './requirements.ts';

/** The specification section by section, each with its outcome and its requirements. */
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
  const requirements = report.requirements.filter((requirement) =>
    sectionsOf(requirement.section).includes(number),
  );
  const silent = report.observations.filter((requirement) =>
    sectionsOf(requirement.section).includes(number),
  );
  return h(
    'li',
    null,
    h('span', { class: 'title' }, h('span', { class: 'number' }, number), ` ${title}`),
    h(
      'span',
      { class: 'outcome' },
      requirements.length > 0 ? pill(outcomeOf(requirements)) : nothing(silent.length),
    ),
    requirements.length > 0 && h('ul', { class: 'chips' }, requirements.map(chip)),
  );
}

function nothing(observed: number): ComponentChild {
  const words = observed > 0 ? 'observed only' : 'nothing to judge';
  return h('span', { class: 'note' }, words);
}

/** The worst that any of its requirements has; left out only where all are. */
function outcomeOf(requirements: readonly ReportedRequirement[]): Kind {
  return (
    kinds.find((kind) => requirements.some((requirement) => kindOf(requirement) === kind)) ??
    'left-out'
  );
}

function chip(requirement: ReportedRequirement): ComponentChild {
  const kind = kindOf(requirement);
  const { word, mark } = kindWords[kind];
  return h(
    'li',
    null,
    h(
      'a',
      { class: `chip ${kind}`, href: `#${shownId(requirement.id)}` },
      h('span', { 'aria-hidden': true }, `${mark} `),
      requirement.id,
      h('span', { class: 'unseen' }, ` ${word}`),
    ),
  );
}
