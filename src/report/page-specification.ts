import { type ComponentChild, h } from 'preact';
import { findRequirement } from '../catalogue/catalogue.ts';
import {
  type Passage,
  type Sentence,
  sentencesOf,
  specification,
} from '../catalogue/specification/text.ts';
import { shortened, visible } from '../text/visible.ts';
import { list, prose, scrolled, section, table } from './html.ts';
import { type Kind, kindOf, kinds, kindWords, placeOf, type Report } from './report.ts';

/** The state of a sentence: the worst of the requirements behind it, a gap, or nothing to judge. */
type SentenceState = Kind | 'gap' | 'no-test';

/** What was found out about an id. */
interface Found {
  readonly state: SentenceState;
  /** The answer seen, or why nothing was; empty for a requirement, whose row says it. */
  readonly words: string;
  /** Whether the page has a place for it. */
  readonly linked: boolean;
}

const stateWords: readonly (readonly [SentenceState, string])[] = [
  ...kinds.map((kind) => [kind, kindWords[kind].word] as const),
  ['gap', 'left open: the answer seen'],
  ['no-test', 'not to be tested, and why'],
];

/** The specification as its owner wrote it, each sentence coloured by what was found about it. */
export function specificationSection({ requirements, observations }: Report): ComponentChild {
  const found = new Map<string, Found>([
    ...requirements.map(
      (one) => [one.id, { state: kindOf(one), words: '', linked: true }] as const,
    ),
    ...observations.map(
      ({ id, answer }) => [id, { state: 'gap', words: answer, linked: true }] as const,
    ),
  ]);
  const foundOf = (id: string): Found => {
    const known = found.get(id);
    if (known !== undefined) return known;
    const requirement = findRequirement(id);
    return requirement?.level === 'untested'
      ? { state: 'no-test', words: firstSentence(requirement.decided), linked: false }
      : { state: 'left-out', words: '', linked: false };
  };
  const legend = stateWords.map(([state, word]) => h('span', { class: `says ${state}` }, word));
  return section('specification', 'The specification, sentence by sentence', [
    h('p', null, 'Each with what decides it, in the colour of what was found.'),
    list('key-list', legend),
    h(
      'div',
      { class: 'specification' },
      specification().map((one) => passageView(one, foundOf)),
    ),
  ]);
}

function firstSentence(words: string): string {
  return /^.*?\.(?= |$)/.exec(words)?.[0] ?? words;
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

type FoundOf = (id: string) => Found;

function stateOf({ ids }: Sentence, foundOf: FoundOf): SentenceState {
  const all = ids.map((id) => foundOf(id).state);
  const worst = stateWords.find(([state]) => all.includes(state) && state !== 'left-out');
  return worst?.[0] ?? all[0] ?? 'no-test';
}

function passageView(passage: Passage, foundOf: FoundOf): ComponentChild {
  const says = (one: Sentence) => sentence(one, foundOf);
  switch (passage.kind) {
    case 'heading': {
      const words = passage.sentences.map((one) =>
        one.ids.length > 0 ? says(one) : h('span', { id: one.id }, one.cells.map(prose)),
      );
      return h(passage.level < 3 ? 'h3' : 'h4', null, words);
    }
    case 'paragraph':
      return h('p', null, passage.sentences.map(says));
    case 'list':
      return list(
        null,
        passage.items.map((item) => item.map(says)),
        passage.ordered ? 'ol' : 'ul',
      );
    case 'table':
      return tableView(passage, foundOf);
  }
}

/** A sentence with what decides it. */
function sentence(one: Sentence, foundOf: FoundOf): ComponentChild {
  const state = stateOf(one, foundOf);
  return [
    h('span', { class: `says ${state}`, id: one.id }, one.cells.map(prose)),
    ' ',
    h('span', { class: 'deciders' }, deciders(one, foundOf)),
    ' ',
  ];
}

function deciders({ ids, reason }: Sentence, foundOf: FoundOf): ComponentChild {
  if (ids.length === 0) return reason;
  return ids.map((id) => {
    const { state, words, linked } = foundOf(id);
    const isOpen = state === 'gap' || state === 'no-test';
    const { mark, word } = isOpen
      ? { mark: '', word: state === 'gap' ? 'gap' : 'not tested' }
      : kindWords[state];
    const chip = [
      h('span', { 'aria-hidden': true }, isOpen ? '' : `${mark} `),
      id,
      h('span', { class: 'unseen' }, ` ${word}`),
    ];
    const { text, left } = shortened(visible(words), 90);
    const answer = isOpen && ` ${state === 'no-test' || left === 0 ? words : `${text}…`}`;
    const name = `chip ${state}`;
    return [
      linked
        ? h('a', { class: name, href: `#${placeOf(id)}` }, chip)
        : h('span', { class: name }, chip),
      answer && h('span', null, visible(answer)),
      ' ',
    ];
  });
}

function tableView({ head, rows }: Extract<Passage, { kind: 'table' }>, foundOf: FoundOf) {
  const cells = rows.map((row) => {
    const [name = '', ...others] = row.cells;
    return h('tr', { id: row.id }, [
      h('th', { scope: 'row' }, h('span', { class: `says ${stateOf(row, foundOf)}` }, prose(name))),
      others.map((cell, at) => h('td', { 'data-title': head[at + 1] }, prose(cell))),
      h('td', { class: 'deciders' }, deciders(row, foundOf)),
    ]);
  });
  return scrolled(`Table of ${head[0] ?? ''}`, table('', [...head, 'Found'], cells));
}
