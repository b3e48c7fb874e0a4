import { type ComponentChild, h } from 'preact';
import { type Kind, kindWords } from '../kinds.ts';

/** A word with a mark and a colour: the colour says nothing that the word does not. */
export function pill(kind: Kind): ComponentChild {
  const { word, mark } = kindWords[kind];
  return h('span', { class: `pill ${kind}` }, h('span', { 'aria-hidden': true }, mark), ` ${word}`);
}

/** A link to the place that it stands at, which the script lets copy. */
export function anchor(place: string, name: string): ComponentChild {
  return h('a', { class: 'anchor', href: `#${place}`, 'aria-label': `Link to ${name}` }, '#');
}

/** The heading of a part of the page, with a link to it. */
export function heading(place: string, title: string): ComponentChild {
  return h('h2', { id: `${place}-title` }, title, ' ', anchor(place, title));
}
