import { type ComponentChild, h } from 'preact';
import { findRequirement } from '../../catalogue/catalogue.ts';
import {
  type Passage,
  type Sentence,
  sentencesOf,
  specification,
} from '../../catalogue/specification/text.ts';
import { shortened, visible } from '../../text/visible.ts';
import { type Kind, kindOf, kinds, kindWords } from '../kinds.ts';
import { placeOf } from '../place.ts';
import type { Report } from '../report.ts';
import { heading } from './outcomes.ts';
import { scrolled, table } from './table.ts';
import { prose } from './text.ts';

/** What a sentence is worth: the worst that any requirement behind it has, a gap, or nothing to judge. */
type Standing = Kind | 'gap' | 'no-test';

/** What was found out about an id. */
interface Found {
  readonly standing: Standing;
  /** The answer seen, or why nothing was. */
  readonly words: string;
  /** Whether the page has a place for it. */
  readonly linked: boolean;
}

type Findings = ReadonlyMap<string, Found>;

const answerRoom = 90;

const legend: readonly (readonly [Standing, string])[] = [
  ...kinds.map((kind) => [kind, kindWords[kind].word] as const),
  ['gap', 'left open: the answer seen'],
  ['no-test', 'not to be tested, and why'],
];

/** The specification as its owner wrote it, each sentence coloured by what was found about it. */
export function specificationSection(report: Report): ComponentChild {
  const found = findingsOf(report);
  return h(
    'section',
    { id: 'specification', 'aria-labelledby': 'specification-title' },
    heading('specification', 'The specification, sentence by sentence'),
    h('p', null, 'Each with what decides it, in the colour of what was found.'),
    h(
      'ul',
      { class: 'key-list' },
      legend.map(([standing, word]) => h('li', { class: `says ${standing}` }, word)),
    ),
    h(
      'div',
      { class: 'specification' },
      specification().map((passage) => passageView(passage, found)),
    ),
  );
}

/** A section, as a link to the first sentence of it that an id decides. */
export function sectionLink(id: string, section: string): ComponentChild {
  const sentence = byId().get(id);
  const words = `section ${visible(section)}`;
  return sentence === undefined ? words : h('a', { href: `#${sentence.id}` }, words);
}

let sentences: ReadonlyMap<string, Sentence> | undefined;

function byId(): ReadonlyMap<string, Sentence> {
  if (sentences !== undefined) return sentences;
  const first = new Map<string, Sentence>();
  for (const passage of specification()) {
    for (const sentence of sentencesOf([passage])) {
      for (const id of sentence.ids) if (!first.has(id)) first.set(id, sentence);
    }
  }
  sentences = first;
  return first;
}

function findingsOf({ requirements, observations }: Report): Findings {
  return new Map<string, Found>([
    ...requirements.map(
      (requirement) =>
        [
          requirement.id,
          { standing: kindOf(requirement), words: requirement.reason, linked: true },
        ] as const,
    ),
    ...observations.map(
      ({ id, answer }) => [id, { standing: 'gap', words: answer, linked: true }] as const,
    ),
  ]);
}

function foundOf(id: string, found: Findings): Found {
  const known = found.get(id);
  if (known !== undefined) return known;
  const requirement = findRequirement(id);
  if (requirement?.level === 'untested')
    return { standing: 'no-test', words: requirement.decided, linked: false };
  return { standing: 'left-out', words: 'not asked in this run', linked: false };
}

const order: readonly Standing[] = [...kinds, 'gap', 'no-test'];

function standingOf({ ids }: Sentence, found: Findings): Standing {
  const all = ids.map((id) => foundOf(id, found).standing);
  return order.find((one) => all.includes(one) && one !== 'left-out') ?? all[0] ?? 'no-test';
}

function passageView(passage: Passage, found: Findings): ComponentChild {
  switch (passage.kind) {
    case 'heading':
      return h(
        passage.level < 3 ? 'h3' : 'h4',
        null,
        passage.sentences.map((one) => sentence(one, found, one.ids.length > 0)),
      );
    case 'paragraph':
      return h(
        'p',
        null,
        passage.sentences.map((one) => sentence(one, found)),
      );
    case 'list':
      return h(
        passage.ordered ? 'ol' : 'ul',
        null,
        passage.items.map((item) =>
          h(
            'li',
            null,
            item.map((one) => sentence(one, found)),
          ),
        ),
      );
    case 'table':
      return tableView(passage, found);
  }
}

/** A sentence with what decides it; what introduces or names something stands as it is. */
function sentence(one: Sentence, found: Findings, tell = true): ComponentChild {
  const text = one.cells.map(prose);
  if (!tell) return h('span', { id: one.id }, text);
  const standing = standingOf(one, found);
  return [
    h('span', { class: `says ${standing}`, id: one.id }, text),
    ' ',
    h('span', { class: 'deciders' }, deciders(one, found)),
    ' ',
  ];
}

function deciders({ ids, reason }: Sentence, found: Findings): ComponentChild {
  if (ids.length === 0) return reason;
  return ids.map((id) => {
    const { standing, words, linked } = foundOf(id, found);
    const mark = standing === 'gap' || standing === 'no-test' ? '' : `${kindWords[standing].mark} `;
    const word =
      standing === 'gap' ? 'gap' : standing === 'no-test' ? 'not tested' : kindWords[standing].word;
    const chip = [
      h('span', { 'aria-hidden': true }, mark),
      id,
      h('span', { class: 'unseen' }, ` ${word}`),
    ];
    const told = standing === 'gap' || standing === 'no-test';
    return [
      linked
        ? h('a', { class: `chip ${standing}`, href: `#${placeOf(id)}` }, chip)
        : h('span', { class: `chip ${standing}` }, chip),
      told && h('span', { class: 'answer' }, ` ${inBrief(words, standing)}`),
      ' ',
    ];
  });
}

function tableView(
  { head, requirements }: Extract<Passage, { kind: 'table' }>,
  found: Findings,
): ComponentChild {
  const cells = requirements.map((requirement) => {
    const [name = '', ...others] = requirement.cells;
    const standing = standingOf(requirement, found);
    return h('tr', { id: requirement.id }, [
      h('th', { scope: 'row' }, h('span', { class: `says ${standing}` }, prose(name))),
      others.map((cell, at) => h('td', { 'data-title': head[at + 1] }, prose(cell))),
      h('td', { class: 'deciders' }, deciders(requirement, found)),
    ]);
  });
  return scrolled(`Table of ${head[0] ?? ''}`, table('', [...head, 'Found'], cells));
}

/** The suite's own reasons are told to the end of their first sentence, answers of a service as far as there is room. */
function inBrief(words: string, standing: Standing): string {
  if (standing === 'no-test') return /^.*?\.(?= |$)/.exec(words)?.[0] ?? words;
  const { text, left } = shortened(visible(words), answerRoom);
  return left === 0 ? text : `${text}…`;
}
