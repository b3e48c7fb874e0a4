/** The pieces that pages are made of. */
import { type ComponentChild, h } from 'preact';
import { visible } from '../../text/visible.ts';
import { utc } from '../../text/words.ts';
import { type Kind, kindWords } from '../kinds.ts';

/** A word with a mark and a colour; the colour only repeats the word. */
export function pill(kind: Kind): ComponentChild {
  const { word, mark } = kindWords[kind];
  return h('span', { class: `pill ${kind}` }, h('span', { 'aria-hidden': true }, mark), ` ${word}`);
}

/** A link to the place that it stands at, which the script lets copy. */
export function anchor(place: string, name: string): ComponentChild {
  return h('a', { class: 'anchor', href: `#${place}`, 'aria-label': `Link to ${name}` }, '#');
}

/** A section of the page with its heading and a link to it; `rows`: the kind of its rows, which the filter hides. */
export function section(
  id: string,
  title: string,
  content: readonly ComponentChild[],
  rows?: string,
): ComponentChild {
  const attributes = { id, 'aria-labelledby': `${id}-title`, 'data-rows': rows };
  const heading = h('h2', { id: `${id}-title` }, title, ' ', anchor(id, title));
  return h('section', attributes, heading, content);
}

/** A picture under its title, and what it shows in words. */
export function figure(
  title: string,
  words: ComponentChild,
  content: ComponentChild,
  attributes: object = {},
): ComponentChild {
  const caption = h('figcaption', null, h('h3', null, title), h('p', null, words));
  return h('figure', attributes, caption, content);
}

/** Decorative shapes: the words beside them say the same. */
export function drawing(width: number, height: number, shapes: ComponentChild): ComponentChild {
  const viewBox = `0 0 ${width} ${height}`;
  return h('svg', { viewBox, preserveAspectRatio: 'none', 'aria-hidden': true }, shapes);
}

/** Content folded under a summary. */
export function details(
  summary: ComponentChild,
  content: ComponentChild,
  attributes: object = {},
): ComponentChild {
  return h('details', attributes, h('summary', null, summary), content);
}

/** A list with a class. */
export function list(
  name: string | null,
  items: readonly ComponentChild[],
  tag: 'ul' | 'ol' = 'ul',
): ComponentChild {
  const lines = items.map((item) => h('li', null, item));
  return h(tag, { class: name }, lines);
}

/** A remark in small letters. */
export function note(...words: readonly ComponentChild[]): ComponentChild {
  return h('p', { class: 'note' }, words);
}

/** A table with one line of headings; `rows` are `tr`, or `tbody` if the caller groups them. */
export function table(
  name: string,
  head: readonly ComponentChild[],
  rows: readonly ComponentChild[],
  isGrouped = false,
): ComponentChild {
  const titles = head.map((title) => h('th', { scope: 'col' }, title));
  return h('table', { class: name }, [
    h('thead', null, h('tr', null, titles)),
    isGrouped ? rows : h('tbody', null, rows),
  ]);
}

/** A table that may be wider than the page: it can be scrolled with the keyboard. */
export function scrolled(label: string, inner: ComponentChild, name = 'scroll'): ComponentChild {
  return h('div', { class: name, role: 'group', tabIndex: 0, 'aria-label': label }, inner);
}

/** A text of the catalogue, with `code` between backticks. Control characters are shown. */
export function prose(text: string): ComponentChild[] {
  return visible(text)
    .split('`')
    .map((part, at) => (at % 2 === 1 ? h('code', null, part) : part));
}

/** Milliseconds for a person: `0.4 ms`, `12 ms`, `1.2 s`. */
export function milliseconds(value: number): string {
  if (value >= 1000) return `${(value / 1000).toFixed(1)} s`;
  return value >= 10 ? `${Math.round(value)} ms` : `${value.toFixed(1)} ms`;
}

/** A moment to the minute, in UTC. */
export function moment(iso: string): ComponentChild {
  return h('time', { dateTime: iso }, utc(iso));
}
