/** A page that loads nothing, and the pieces that pages are made of. */
import { createHash } from 'node:crypto';
import { type ComponentChild, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { harmless, visible } from '../text/visible.ts';
import { type Kind, kindWords } from './report.ts';

/** `style` and `script` are constants of the suite, and hold nothing of a report. */
interface PageParts {
  readonly title: string;
  readonly style: string;
  readonly script?: string;
  /** The `body` element; its last child is the script, if there is one. */
  readonly body: ComponentChild;
}

/** One self-contained HTML page: its Content-Security-Policy allows its own style and script, and nothing else. */
export function htmlDocument({ title, style, script, body }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const head = h('head', null, [
    h('meta', { charset: 'utf-8' }),
    h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('title', null, visible(title)),
    h('style', { dangerouslySetInnerHTML: { __html: style } }),
  ]);
  // Every text of a report is made visible where it is shown; here one that was forgotten is made harmless.
  return harmless(`<!DOCTYPE html>\n${renderToString(h('html', { lang: 'en' }, head, body))}\n`);
}

/** A source of the Content-Security-Policy (CSP 3, section 2.3.1). */
function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** A word with a mark and a colour; the colour only repeats the word. */
export function pill(kind: Kind): ComponentChild {
  const { word, mark } = kindWords[kind];
  return h('span', { class: `pill ${kind}` }, h('span', { 'aria-hidden': true }, mark), ` ${word}`);
}

/** A section of the page with its heading. */
export function section(
  id: string,
  title: string,
  content: readonly ComponentChild[],
): ComponentChild {
  const attributes = { id, 'aria-labelledby': `${id}-title` };
  return h('section', attributes, h('h2', { id: `${id}-title` }, title), content);
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

/** A table with one line of headings; `rows` are `tr`. */
export function table(
  name: string,
  head: readonly ComponentChild[],
  rows: readonly ComponentChild[],
): ComponentChild {
  const titles = head.map((title) => h('th', { scope: 'col' }, title));
  return h('table', { class: name }, [
    h('thead', null, h('tr', null, titles)),
    h('tbody', null, rows),
  ]);
}

/** A text of the catalogue, with `code` between backticks. Control characters are shown. */
export function prose(text: string): ComponentChild[] {
  return visible(text)
    .split('`')
    .map((part, at) => (at % 2 === 1 ? h('code', null, part) : part));
}

/** A command with a button that copies it; only the script shows the button. */
export function command(label: string, text: string): ComponentChild {
  return h(
    'div',
    { class: 'command' },
    h('p', { class: 'label' }, label),
    h('pre', null, h('code', null, visible(text))),
    h('button', { type: 'button', class: 'copy', hidden: true }, 'Copy'),
  );
}
