/** A page that loads nothing, and the pieces that pages are made of. */
import { createHash } from 'node:crypto';
import { type ComponentChild, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { harmless, visible } from '../text/visible.ts';
import { style } from './page-style.ts';
import { type Kind, kindWords } from './report.ts';
import type { Block, Line, Part, Phrase, View } from './view.ts';

/** `style`, `script` and `icon` (SVG) are constants of the suite, and hold nothing of a report. */
interface PageParts {
  readonly title: string;
  readonly style: string;
  readonly script?: string;
  readonly icon: string;
  /** The `body` element; its last child is the script, if there is one. */
  readonly body: ComponentChild;
}

/** One self-contained HTML page: its Content-Security-Policy allows its own style and script, and nothing else. */
export function htmlDocument({ title, style, script, icon, body }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    'img-src data:',
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
    h('link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }),
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

/** A section of the page with its heading and a link to it; `rows`: the kind of its rows, which the filter hides. */
export function section(
  id: string,
  title: string,
  content: readonly ComponentChild[],
  rows?: string,
): ComponentChild {
  const attributes = { id, 'aria-labelledby': `${id}-title`, 'data-rows': rows };
  const link = h('a', { class: 'anchor', href: `#${id}`, 'aria-label': `Link to ${title}` }, '#');
  return h('section', attributes, h('h2', { id: `${id}-title` }, title, ' ', link), content);
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

/** A table that may be wider than the page: it can be scrolled with the keyboard. */
function scrolled(label: string, inner: ComponentChild, name = 'scroll'): ComponentChild {
  return h('div', { class: name, role: 'group', tabIndex: 0, 'aria-label': label }, inner);
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

/** What the report's page has no need of. */
const compareStyle = `
article.card { padding: .85rem 1.25rem; display: grid; gap: .4rem; grid-template-columns: minmax(0, 1fr); }
.scroll { margin-top: .75rem; border: 1px solid var(--border); border-radius: 6px; }
.scroll table { font-size: .9375rem; border-collapse: separate; border-spacing: 0; overflow-wrap: normal; }
.scroll td, .scroll th { min-width: 6rem; padding: .4rem .6rem; }
.scroll tbody th, .scroll thead th:first-child { width: auto; position: sticky; left: 0; background: var(--card); min-width: 11rem; z-index: 1; }
td.failed { background: var(--bad-ground); } td.passed { background: var(--ok-ground); } td.left-out { background: var(--off-ground); }
td.inconclusive, td.warning { background: var(--open-ground); } td .pill { background: none; padding: 0; }
.lines { list-style: none; padding: 0; margin-top: .5rem; display: grid; gap: .25rem; }
@media (max-width: 46rem) { .scroll tbody th, .scroll thead th:first-child { min-width: 8.75rem; max-width: 9.75rem; overflow-wrap: anywhere; } }
/* Paper has no room to scroll to: the whole table, as narrow as its words. */
@media print { .scroll { overflow: visible; border: 0; } .scroll table { font-size: .75rem; } article.card, .scroll tr { break-inside: avoid; }
  .scroll td, .scroll th, .scroll tbody th, .scroll thead th:first-child { position: static; min-width: 0; max-width: none; padding: .2rem .35rem; overflow-wrap: anywhere; }
  .scroll td .pill { border: 0; font-size: 1em; white-space: normal; } }
`;

const banners = { failed: 'non-conformant', passed: 'conformant' } as const;

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M1 1h6v6H1zM9 9h6v6H9z" fill="#1b6a3b"/><path d="M9 1h6v6H9zM1 9h6v6H1z" fill="#a3231c"/></svg>';

/** The view as one self-contained page: nothing is loaded, nothing runs. Preact escapes every string. */
export function viewHtml({ verdict, tone, title, summary, parts }: View): string {
  const banner = tone === 'failed' || tone === 'passed' ? banners[tone] : 'incomplete';
  const links = parts.map((part) => h('a', { href: `#${part.id}` }, visible(part.title)));
  const body = h('body', null, [
    h('a', { class: 'skip', href: '#main' }, 'Skip to the content'),
    h('header', { class: banner }, [
      note('Pet Store Service Interface Specification, reports compared'),
      h('h1', null, [
        h('span', { class: 'verdict' }, verdict),
        ' ',
        h('span', null, visible(title)),
      ]),
      h('p', { class: 'summary' }, visible(summary)),
      h('nav', { 'aria-label': 'Parts of this page' }, list(null, links)),
    ]),
    h('main', { id: 'main' }, parts.map(partHtml)),
    h('footer', null, 'API keys are redacted.'),
  ]);
  const head = `${verdict}: ${title}, pet store conformance compared`;
  return htmlDocument({ title: head, style: style + compareStyle, icon, body });
}

/** One part as a section of a page. */
export function partHtml({ id, title, blocks }: Part): ComponentChild {
  const shown = blocks.map((block) => blockHtml(block, title));
  return section(id, visible(title), shown);
}

function blockHtml(block: Block, title: string): ComponentChild {
  const linesHtml = (all: readonly Line[]) =>
    list(
      'lines',
      all.map((line) => line.map(phrase)),
    );
  switch (block.kind) {
    case 'text':
      return h('p', null, block.line.map(phrase));
    case 'code':
      return h('pre', null, block.lines.map(visible).join('\n'));
    case 'details': {
      const inside = block.blocks.map((inner) => blockHtml(inner, title));
      return details(visible(block.title), inside);
    }
    case 'lines':
      return linesHtml(block.lines);
    case 'items':
      return block.items.map((item) => {
        const statement = h('p', { class: 'statement' }, item.title.map(phrase));
        return h('article', { class: `card ${block.tone}` }, statement, linesHtml(item.lines));
      });
    case 'table': {
      const rows = block.rows.map(tableRow);
      return scrolled(visible(title), table('', block.head.map(visible), rows), 'scroll fades');
    }
  }
}

function tableRow([name, ...cells]: Line): ComponentChild {
  const shown = cells.map((one) => h('td', { class: one.tone ?? 'plain' }, phrase(one)));
  return h('tr', null, h('th', { scope: 'row' }, name && phrase(name)), shown);
}

function phrase({ href, ...one }: Phrase): ComponentChild {
  return href === undefined ? words(one) : h('a', { href }, words(one));
}

function words({ text, tone = 'plain', code, prose: isProse }: Phrase): ComponentChild {
  if (isProse) return prose(text);
  if (code) return h('code', { class: 'id' }, visible(text));
  return tone === 'plain' ? visible(text) : h('span', { class: `pill ${tone}` }, visible(text));
}
