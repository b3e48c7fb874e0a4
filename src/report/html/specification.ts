import { type ComponentChild, h } from 'preact';
import { findRequirement } from '../../catalogue/catalogue.ts';
import {
  type Passage,
  type Sentence,
  sentencesOf,
  specification,
} from '../../catalogue/specification/text.ts';
import { shortened, visible } from '../../text/visible.ts';
import { type Kind, kindOf, kinds, kindWords, placeOf } from '../kinds.ts';
import type { Report } from '../report.ts';
import { list, prose, scrolled, section, table } from './elements.ts';

/** The state of a sentence: the worst of the requirements behind it, a gap, or nothing to judge. */
type SentenceState = Kind | 'gap' | 'no-test';

/** What was found out about an id. */
interface Found {
  readonly state: SentenceState;
  /** The answer seen, or why nothing was. */
  readonly words: string;
  /** Whether the page has a place for it. */
  readonly linked: boolean;
}

type FoundById = ReadonlyMap<string, Found>;

const answerRoom = 90;

const legend: readonly (readonly [SentenceState, string])[] = [
  ...kinds.map((kind) => [kind, kindWords[kind].word] as const),
  ['gap', 'left open: the answer seen'],
  ['no-test', 'not to be tested, and why'],
];

/** The specification as its owner wrote it, each sentence coloured by what was found about it. */
export function specificationSection(report: Report): ComponentChild {
  const found = findingsOf(report);
  const keys = legend.map(([state, word]) => h('li', { class: `says ${state}` }, word));
  const passages = specification().map((passage) => passageView(passage, found));
  return section('specification', 'The specification, sentence by sentence', [
    h('p', null, 'Each with what decides it, in the colour of what was found.'),
    h('ul', { class: 'key-list' }, keys),
    h('div', { class: 'specification' }, passages),
  ]);
}

/** A section, as the catalogue names it, as a link to its sentence that an id decides; else to the first one anywhere. */
export function sectionLink(id: string, number: string): ComponentChild {
  const sentence = sentenceOf(id, number);
  const words = `section ${visible(number)}`;
  return sentence === undefined ? words : h('a', { href: `#${sentence.id}` }, words);
}

interface Placed {
  readonly sentence: Sentence;
  /** The number of its item in a numbered list; absent outside of such. */
  readonly item?: number;
}

let placed: readonly Placed[] | undefined;

/** The sentence of the first place that a label names: `2, 4.2`; `4.1 r2`, a rule; `5.3`, a rule, too. */
function sentenceOf(id: string, label: string): Sentence | undefined {
  placed ??= specification().flatMap(placedIn);
  const all = placed.filter(({ sentence }) => sentence.ids.includes(id));
  const [first = ''] = label.split(',');
  const [, parent = '', part] = /^(.*?)(?: r|\.)(\d+)$/.exec(first) ?? [];
  const within = (section: string) =>
    all.filter(({ sentence }) => sentence.id.startsWith(`s${section}-`));
  const rule = within(parent).find(({ item }) => item === Number(part));
  return [...within(first), rule, ...within(parent), ...all].find(Boolean)?.sentence;
}

function placedIn(passage: Passage): readonly Placed[] {
  if (passage.kind !== 'list' || !passage.ordered) {
    return sentencesOf([passage]).map((sentence) => ({ sentence }));
  }
  return passage.items.flatMap((item, at) => item.map((sentence) => ({ sentence, item: at + 1 })));
}

function findingsOf({ requirements, observations }: Report): FoundById {
  const found = new Map<string, Found>();
  for (const one of requirements) {
    found.set(one.id, { state: kindOf(one), words: one.reason, linked: true });
  }
  for (const { id, answer } of observations) {
    found.set(id, { state: 'gap', words: answer, linked: true });
  }
  return found;
}

function foundOf(id: string, found: FoundById): Found {
  const known = found.get(id);
  if (known !== undefined) return known;
  const requirement = findRequirement(id);
  if (requirement?.level === 'untested')
    return { state: 'no-test', words: requirement.decided, linked: false };
  return { state: 'left-out', words: 'not asked in this run', linked: false };
}

const order: readonly SentenceState[] = [...kinds, 'gap', 'no-test'];

function stateOf({ ids }: Sentence, found: FoundById): SentenceState {
  const all = ids.map((id) => foundOf(id, found).state);
  return order.find((one) => all.includes(one) && one !== 'left-out') ?? all[0] ?? 'no-test';
}

function passageView(passage: Passage, found: FoundById): ComponentChild {
  switch (passage.kind) {
    case 'heading': {
      const words = passage.sentences.map((one) => sentence(one, found, one.ids.length > 0));
      return h(passage.level < 3 ? 'h3' : 'h4', null, words);
    }
    case 'paragraph': {
      const words = passage.sentences.map((one) => sentence(one, found));
      return h('p', null, words);
    }
    case 'list': {
      const items = passage.items.map((item) => item.map((one) => sentence(one, found)));
      return list(null, items, passage.ordered ? 'ol' : 'ul');
    }
    case 'table':
      return tableView(passage, found);
  }
}

/** A sentence with what decides it; headings and introductions stand alone. */
function sentence(one: Sentence, found: FoundById, tell = true): ComponentChild {
  const text = one.cells.map(prose);
  if (!tell) return h('span', { id: one.id }, text);
  const state = stateOf(one, found);
  return [
    h('span', { class: `says ${state}`, id: one.id }, text),
    ' ',
    h('span', { class: 'deciders' }, deciders(one, found)),
    ' ',
  ];
}

function deciders({ ids, reason }: Sentence, found: FoundById): ComponentChild {
  if (ids.length === 0) return reason;
  return ids.map((id) => {
    const { state, words, linked } = foundOf(id, found);
    const told = state === 'gap' || state === 'no-test';
    const mark = told ? '' : `${kindWords[state].mark} `;
    const word =
      state === 'gap' ? 'gap' : state === 'no-test' ? 'not tested' : kindWords[state].word;
    const chip = [
      h('span', { 'aria-hidden': true }, mark),
      id,
      h('span', { class: 'unseen' }, ` ${word}`),
    ];
    const name = `chip ${state}`;
    return [
      linked
        ? h('a', { class: name, href: `#${placeOf(id)}` }, chip)
        : h('span', { class: name }, chip),
      told && h('span', { class: 'answer' }, ` ${inBrief(words, state)}`),
      ' ',
    ];
  });
}

function tableView(
  { head, rows }: Extract<Passage, { kind: 'table' }>,
  found: FoundById,
): ComponentChild {
  const cells = rows.map((row) => {
    const [name = '', ...others] = row.cells;
    const state = stateOf(row, found);
    return h('tr', { id: row.id }, [
      h('th', { scope: 'row' }, h('span', { class: `says ${state}` }, prose(name))),
      others.map((cell, at) => h('td', { 'data-title': head[at + 1] }, prose(cell))),
      h('td', { class: 'deciders' }, deciders(row, found)),
    ]);
  });
  return scrolled(`Table of ${head[0] ?? ''}`, table('', [...head, 'Found'], cells));
}

/** Reasons of the suite up to the end of their first sentence, answers of a service as far as there is room. */
function inBrief(words: string, state: SentenceState): string {
  if (state === 'no-test') return /^.*?\.(?= |$)/.exec(words)?.[0] ?? words;
  const { text, left } = shortened(visible(words), answerRoom);
  return left === 0 ? text : `${text}…`;
}
