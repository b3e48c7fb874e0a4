import { type ComponentChild, h } from 'preact';
import { visible } from '../../text/visible.ts';
import { htmlDocument } from '../html/document.ts';
import { style } from '../html/style.ts';
import { prose } from '../html/text.ts';
import type { Block, Line, Part, Phrase, TableGroup, TableRow, View } from './view.ts';

/** What the report's page has no need of. */
const compareStyle = `
.scroll { overflow-x: auto; margin-top: .75rem; }
.scroll table { font-size: .9375rem; } .scroll td, .scroll th { min-width: 7rem; }
.scroll tbody th { width: auto; position: sticky; left: 0; background: var(--ground); min-width: 11rem; }
.scroll tr.group th { font-weight: 600; padding-top: 1.1rem; min-width: 0; position: static; }
.scroll tr.differs th::before { content: '≠ '; color: var(--open); font-weight: 700; }
.lines { list-style: none; padding: 0; margin-top: .5rem; display: grid; gap: .25rem; }
`;

/** The view as one self-contained page: nothing is loaded, nothing runs. Preact escapes every string. */
export function viewHtml(view: View): string {
  const title = `${view.verdict}: ${view.title}, pet store conformance compared`;
  return htmlDocument({ title, style: style + compareStyle, body: body(view) });
}

const banners = { failed: 'non-conformant', passed: 'conformant' } as const;

function body({ verdict, tone, title, summary, parts }: View): ComponentChild {
  const banner = tone === 'failed' || tone === 'passed' ? banners[tone] : 'incomplete';
  return h('body', null, [
    h('a', { class: 'skip', href: '#main' }, 'Skip to the content'),
    h(
      'header',
      { class: banner },
      h('p', { class: 'note' }, 'Pet Store Service Interface Specification, reports compared'),
      h('h1', null, h('span', { class: 'verdict' }, verdict), ' ', h('span', null, visible(title))),
      h('p', { class: 'summary' }, visible(summary)),
      h('nav', { 'aria-label': 'Parts of this page' }, h('ul', null, parts.map(link))),
    ),
    h('main', { id: 'main' }, parts.map(section)),
    h('footer', null, 'API keys are taken out of everything shown.'),
  ]);
}

function link({ id, title }: Part): ComponentChild {
  return h('li', null, h('a', { href: `#${id}` }, visible(title)));
}

function section({ id, title, blocks }: Part): ComponentChild {
  return h(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, visible(title)),
    blocks.map((block) => blockOf(block, title)),
  );
}

function blockOf(block: Block, title: string): ComponentChild {
  switch (block.kind) {
    case 'lines':
      return lines(block.lines);
    case 'items':
      return block.items.map((item) =>
        h(
          'article',
          { class: `card ${block.tone}` },
          h('p', { class: 'statement' }, item.title.map(phrase)),
          lines(item.lines),
        ),
      );
    case 'table':
      return table(block, title);
  }
}

function lines(all: readonly Line[]): ComponentChild {
  return h(
    'ul',
    { class: 'lines' },
    all.map((line) => h('li', null, line.map(phrase))),
  );
}

function table({ head, groups }: Extract<Block, { kind: 'table' }>, title: string): ComponentChild {
  const [corner = '', ...columns] = head;
  return h(
    'div',
    // Who has no mouse scrolls it with the keyboard.
    { class: 'scroll', role: 'group', tabIndex: 0, 'aria-label': visible(title) },
    h('table', null, [
      h(
        'thead',
        null,
        h('tr', null, [
          h('th', { scope: 'col' }, corner),
          columns.map((label) => h('th', { scope: 'col' }, visible(label))),
        ]),
      ),
      groups.map((group) => tableGroup(group, head.length)),
    ]),
  );
}

function tableGroup({ heading, rows }: TableGroup, width: number): ComponentChild {
  return h('tbody', null, [
    heading !== null &&
      h(
        'tr',
        { class: 'group' },
        h('th', { scope: 'rowgroup', colSpan: width }, heading.map(phrase)),
      ),
    rows.map(tableRow),
  ]);
}

function tableRow({ cells, differs }: TableRow): ComponentChild {
  const [first = [], ...others] = cells;
  return h(
    'tr',
    { class: differs ? 'differs' : undefined },
    h('th', { scope: 'row' }, cell(first)),
    others.map((lines) => h('td', null, cell(lines))),
  );
}

function cell(all: readonly Line[]): ComponentChild {
  return all.map((line) => h('div', null, line.map(phrase)));
}

function phrase({ text, tone = 'plain', code, prose: isProse }: Phrase): ComponentChild {
  if (isProse) return prose(text);
  if (code) return h('code', { class: 'id' }, visible(text));
  return tone === 'plain' ? visible(text) : h('span', { class: `pill ${tone}` }, visible(text));
}
