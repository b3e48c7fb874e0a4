import { type ComponentChild, h } from 'preact';
import { visible } from '../../text/visible.ts';
import {
  details,
  htmlDocument,
  list,
  note,
  prose,
  scrolled,
  section,
  table,
} from '../html/elements.ts';
import { style } from '../html/style.ts';
import { kindWords } from '../kinds.ts';
import type { Block, Line, Part, Phrase, TableGroup, TableRow, View } from './view.ts';

/** What the report's page has no need of. */
const compareStyle = `
article.card { padding: .85rem 1.25rem; display: grid; gap: .4rem; grid-template-columns: minmax(0, 1fr); }
.scroll { overflow: auto; max-height: 85vh; margin-top: .75rem; border: 1px solid var(--border); border-radius: 6px; }
.scroll table { font-size: .9375rem; border-collapse: separate; border-spacing: 0; overflow-wrap: normal; }
.scroll td, .scroll th { min-width: 6rem; padding: .4rem .6rem; }
.scroll thead th { position: sticky; top: 0; background: var(--card); z-index: 2; vertical-align: bottom; }
.scroll tbody th, .scroll thead th:first-child { width: auto; position: sticky; left: 0; background: var(--card); min-width: 11rem; z-index: 1; }
.scroll thead th:first-child { z-index: 3; }
.scroll tr.group th { font-weight: 600; padding-top: 1.1rem; min-width: 0; position: static; }
.scroll tr.differs th::before, td.odd::before { content: '≠ '; color: var(--open); font-weight: 700; }
td.failed { background: var(--bad-ground); } td.passed { background: var(--ok-ground); } td.left-out { background: var(--off-ground); }
td.inconclusive, td.warning { background: var(--open-ground); } td .pill { background: none; padding: 0; }
tr.group th > span { position: sticky; left: .6rem; display: inline-block; } td.odd > div:first-of-type { display: inline; }
td.odd { box-shadow: inset 0 0 0 2px currentColor; }
.dense td { position: relative; min-width: 2rem; text-align: center; white-space: nowrap; } .paper { display: none; } .dense thead th + th { min-width: 2rem; writing-mode: vertical-rl; max-height: 12rem; }
.dense td div + div { display: none; }
.lines { list-style: none; padding: 0; margin-top: .5rem; display: grid; gap: .25rem; }
@media (max-width: 46rem) { nav ul { flex-wrap: wrap; mask: none; padding-right: 0; } nav li { white-space: normal; }
  .scroll tbody th, .scroll thead th:first-child { min-width: 8.75rem; max-width: 9.75rem; overflow-wrap: anywhere; }
  .scroll:not(.dense) td { min-width: 5.5rem; } }
/* Paper has no room to scroll to: the whole table, as narrow as its words. */
@media print { .scroll { overflow: visible; max-height: none; border: 0; } .scroll table { font-size: .75rem; }
  .scroll td, .scroll th, .scroll tbody th, .scroll thead th:first-child { position: static; min-width: 0; max-width: none; padding: .2rem .35rem; overflow-wrap: anywhere; }
  .scroll thead th, .scroll thead th:first-child { overflow-wrap: break-word; } article.card { break-inside: avoid; }
  .scroll td .pill { overflow-wrap: normal; } .dense table { font-size: .625rem; } .scroll.dense td, .scroll.dense thead th + th { padding: .15rem 0; overflow-wrap: normal; line-height: 1.1; }
  .scroll.dense thead th + th { min-width: 0; white-space: nowrap; max-height: none; } .dense td .pill { font-size: .5rem; }
  .dense td.odd::before { content: none; } .crowded { display: none; } .paper { display: block; } .paper + p { display: none; }
  .scroll .group th > span { position: static; } .scroll code { font-size: 1em; } .scroll td .pill { border: 0; font-size: 1em; white-space: normal; } .scroll tr { break-inside: avoid; } }
`;

/** From so many columns on, cells show marks alone, and words to those who hear them. */
const denseFrom = 14;
/** So many columns of marks are legible on a sheet of paper. */
const paperColumns = 50;

/** The view as one self-contained page: nothing is loaded, nothing runs. Preact escapes every string. */
export function viewHtml(view: View, heading = 'reports compared'): string {
  const title = `${view.verdict}: ${view.title}, pet store conformance compared`;
  return htmlDocument({ title, style: style + compareStyle, icon, body: body(view, heading) });
}

const banners = { failed: 'non-conformant', passed: 'conformant' } as const;

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M1 1h6v6H1zM9 9h6v6H9z" fill="#1b6a3b"/><path d="M9 1h6v6H9zM1 9h6v6H1z" fill="#a3231c"/></svg>';

function body(
  { verdict, tone, title, picture, summary, parts }: View,
  heading: string,
): ComponentChild {
  const banner = tone === 'failed' || tone === 'passed' ? banners[tone] : 'incomplete';
  const name = h('span', null, visible(title));
  return h('body', null, [
    h('a', { class: 'skip', href: '#main' }, 'Skip to the content'),
    h('header', { class: banner }, [
      note(`Pet Store Service Interface Specification, ${heading}`),
      h('h1', null, h('span', { class: 'verdict' }, verdict), ' ', name),
      picture && h('p', null, h('img', { src: picture.href, alt: visible(picture.says) })),
      h('p', { class: 'summary' }, visible(summary)),
      h('nav', { 'aria-label': 'Parts of this page' }, list(null, parts.map(link))),
    ]),
    h('main', { id: 'main' }, parts.map(partHtml)),
    h('footer', null, 'API keys are taken out of everything shown.'),
  ]);
}

function link({ id, title }: Part): ComponentChild {
  return h('a', { href: `#${id}` }, visible(title));
}

/** One part as a section of a page. */
export function partHtml({ id, title, blocks }: Part): ComponentChild {
  const shown = blocks.map((block) => blockOf(block, title));
  return section(id, visible(title), shown);
}

function blockOf(block: Block, title: string): ComponentChild {
  switch (block.kind) {
    case 'text':
      return h('p', null, block.line.map(phrase));
    case 'code':
      return h('pre', null, block.lines.map(visible).join('\n'));
    case 'details': {
      const inside = block.blocks.map((inner) => blockOf(inner, title));
      return details(visible(block.title), inside);
    }
    case 'lines':
      return lines(block.lines);
    case 'items':
      return block.items.map((item) => {
        const statement = h('p', { class: 'statement' }, item.title.map(phrase));
        return h('article', { class: `card ${block.tone}` }, statement, lines(item.lines));
      });
    case 'table':
      return tableOf(block, title);
  }
}

function lines(all: readonly Line[]): ComponentChild {
  const shown = all.map((line) => line.map(phrase));
  return list('lines', shown);
}

function tableOf(
  { head, groups }: Extract<Block, { kind: 'table' }>,
  title: string,
): ComponentChild {
  const isDense = head.length > denseFrom;
  const bodies = groups.map((group) => tableGroup(group, head.length, isDense));
  const inner = table('', head.map(visible), bodies, true);
  if (head.length <= paperColumns) {
    return scrolled(visible(title), inner, isDense ? 'scroll fades dense' : 'scroll fades');
  }
  const instead = `No sheet is wide enough for ${head.length - 1} columns: the page shows them.`;
  return [
    scrolled(visible(title), inner, 'scroll fades dense crowded'),
    h('p', { class: 'paper' }, instead),
  ];
}

function tableGroup(
  { heading, rows }: TableGroup,
  width: number,
  isDense: boolean,
): ComponentChild {
  const words = heading && h('span', null, heading.map(phrase));
  const head = h('th', { scope: 'rowgroup', colSpan: width }, words);
  return h('tbody', null, [
    words && h('tr', { class: 'group' }, head),
    rows.map((row) => tableRow(row, isDense)),
  ]);
}

function tableRow({ cells, differs, odd = [] }: TableRow, isDense: boolean): ComponentChild {
  const [first = [], ...others] = cells;
  const shown = others.map((lines, at) => {
    const { tone = 'plain', text = '' } = lines[0]?.[0] ?? {};
    const kind = `${tone}${odd.includes(at + 1) ? ' odd' : ''}`;
    if (!isDense || tone === 'plain') return h('td', { class: kind }, cell(lines));
    const reasons = lines.slice(1).flat();
    const reason = reasons.map((one) => one.text).join(' ');
    const words = visible(reason === '' ? text : `${text}: ${reason}`);
    return h('td', { class: kind, title: words }, [
      h('span', { class: `pill ${tone}`, 'aria-hidden': true }, kindWords[tone].mark),
      h('span', { class: 'unseen' }, words),
    ]);
  });
  const name = h('th', { scope: 'row' }, cell(first));
  return h('tr', { class: differs ? 'differs' : undefined }, name, shown);
}

function cell(all: readonly Line[]): ComponentChild {
  return all.map((line) => h('div', null, line.map(phrase)));
}

function phrase({ href, ...one }: Phrase): ComponentChild {
  return href === undefined ? words(one) : h('a', { href }, words(one));
}

function words({ text, tone = 'plain', code, prose: isProse }: Phrase): ComponentChild {
  if (isProse) return prose(text);
  if (code) return h('code', { class: 'id' }, visible(text));
  return tone === 'plain' ? visible(text) : h('span', { class: `pill ${tone}` }, visible(text));
}
