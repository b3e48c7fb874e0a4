/** Blocks, requirements, checks and exchanges as HTML, and the page of a comparison. */
import { type ComponentChild, h } from 'preact';
import type { Exchange, HeaderPair } from '../http/exchange.ts';
import { requestIdOf } from '../http/trace.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { findRequirement } from '../spec/catalogue.ts';
import { sentencesFor } from '../spec/sentences.ts';
import { cut, shortened, visible, visibleLines } from '../text/visible.ts';
import { count, firstOf, grouped } from '../text/words.ts';
import { isShort, pathOf, tooLongToSend } from './failures.ts';
import { command, details, htmlDocument, list, note, prose, section, table } from './html.ts';
import { compareStyle, style } from './page-style.ts';
import { kindOf, kindWords, type Report } from './report.ts';
import type { Block, Entry, Line, Part, Phrase, View } from './view.ts';

/** Characters of a body where an exchange is shown as evidence, and in the list of exchanges. */
const [evidenceRoom, bodyRoom] = [1_200, 600];
/** Characters of the value of a header field, and the most fields: a real service sends some twenty. */
const [fieldRoom, mostFields] = [400, 30];
/** The exchanges that a check names. */
const mostLinks = 4;

/** Request and response: headers, bodies, time, and the command that sends it again. */
function exchangeView(exchange: Exchange, room: number): ComponentChild {
  const { request, response, failure } = exchange;
  const answer = response
    ? `HTTP ${response.status} ${cut(visible(response.statusText), 100)}`
    : `no response: ${visible(failure?.code ?? 'unknown')} ${visible(failure?.message ?? '')}`;
  const [field, id = ''] = requestIdOf(exchange) ?? [];
  const target = `${request.method} ${cut(visible(request.url), 1_000)}`;
  const time = milliseconds(exchange.finishedAt - exchange.startedAt);
  return [
    h('p', { class: 'label' }, 'Request'),
    fields(target, request.headers),
    bodyView(request.body, exchange, room),
    h('p', { class: 'label' }, `Response after ${time}`),
    fields(answer, response?.headers ?? []),
    bodyView(response?.body, exchange, room),
    field !== undefined && note(`In the service's logs: ${visible(`${field} ${cut(id, 100)}`)}`),
    isShort(exchange) ? command('Send again', exchange.curl) : note(tooLongToSend(exchange)),
  ];
}

function fields(first: string, headers: readonly HeaderPair[]): ComponentChild {
  const more = headers.length - mostFields;
  const shown = headers
    .slice(0, mostFields)
    .map(([name, value]) => [
      '\n',
      h('b', null, visible(name)),
      `: ${beginning(value, fieldRoom)}`,
    ]);
  return [
    h('pre', null, first, shown),
    more > 0 && note(`${more} more header fields are in traffic.har.`),
  ];
}

/** A list stands with an animal a line. */
function bodyView(body = '', { index }: Exchange, room: number): ComponentChild {
  if (body === '') return null;
  const whole = `Cut here: ${grouped([...body].length)} characters in all. The whole body is in traffic.har, entry ${index}.`;
  const shown = beginning(body, room).replaceAll('},{', '},\n{');
  return [h('pre', null, shown), body.length > room && note(whole)];
}

/** Only what may be shown is looked through: escapes make it longer, never shorter. */
function beginning(text: string, room: number): string {
  const { text: shown, left } = shortened(visible(text.slice(0, room * 2)), room);
  return left === 0 ? shown : `${shown}…`;
}

/** Milliseconds for a person: `0.4 ms`, `12 ms`, `1.2 s`. */
function milliseconds(value: number): string {
  if (value >= 1000) return `${(value / 1000).toFixed(1)} s`;
  return value >= 10 ? `${Math.round(value)} ms` : `${value.toFixed(1)} ms`;
}

/** Number, method, path, status and time. A status has a colour only if it is an error or none came. */
function exchangeLine({ index, request, response, failure, ...times }: Exchange): ComponentChild {
  const isBroken = response === undefined || response.status >= 500;
  const answer = response === undefined ? (failure?.code ?? 'no answer') : `${response.status}`;
  return [
    h('span', { class: 'id' }, `#${index}`),
    ' ',
    h('span', { class: 'method' }, visible(request.method)),
    ' ',
    h('span', { class: 'path' }, shortened(visible(pathOf(request.url)), 160).text),
    ' ',
    h('span', { class: isBroken ? 'status broken' : 'status' }, visible(answer)),
    ' ',
    h('span', { class: 'note' }, milliseconds(times.finishedAt - times.startedAt)),
  ];
}

/** An exchange as evidence. */
export function evidence(exchange: Exchange, open = true): ComponentChild {
  const inside = exchangeView(exchange, evidenceRoom);
  return details(exchangeLine(exchange), inside, { class: 'exchange', open });
}

/** What did not simply pass, and is told with its exchanges. */
const isTold = ({ outcome, message }: CheckResult) =>
  /^(?:failed|inconclusive)$/.test(outcome) || (outcome === 'passed' && message !== '');

/**
 * The exchanges behind what failed, was left open or was in doubt, in their order; `#12` elsewhere on the page leads
 * here. All others are in the archive alone: nobody reads those that passed, and they are most of a page.
 */
export function exchangesSection(report: Report, exchanges: readonly Exchange[]): ComponentChild {
  const cited = new Map<number, Set<string>>();
  for (const { id, checks } of report.requirements) {
    for (const index of checks.filter(isTold).flatMap(linked)) {
      cited.set(index, (cited.get(index) ?? new Set()).add(id));
    }
  }
  const rows = [...cited]
    .sort(([a], [b]) => a - b)
    .map(([index, ids]) => {
      const place = `x${index}`;
      const exchange = exchanges[index];
      if (exchange === undefined) return h('p', { id: place }, `#${index} was never answered.`);
      const by = h('span', { class: 'note' }, visible(firstOf([...ids], 2)));
      // The target of links is inside, so that browsers unfold it.
      const inside = h('div', { id: place, class: 'inside' }, exchangeView(exchange, bodyRoom));
      return details([exchangeLine(exchange), ' ', by], inside, { class: 'exchange row' });
    });
  if (rows.length === 0) return null;
  const words =
    "The exchanges of what did not pass, long bodies cut. Every exchange of the run is whole in traffic.har, under the same number; a browser's developer tools open it.";
  return section('exchanges', `Exchanges (${rows.length})`, [h('p', null, words), rows]);
}

const linked = ({ exchanges }: CheckResult) => [...new Set(exchanges)].slice(0, mostLinks);

/** A requirement in one line; its checks and how it is decided are folded. */
export function requirementRow({ requirement, found, shown }: Entry): ComponentChild {
  const { id, section: place, level, statement, reason, checks } = requirement;
  const kind = kindOf(requirement);
  const where = `section ${visible(place)}${level === 'advisory' ? ', advisory' : ''}`;
  const { mark, word } = kindWords[kind];
  const line = [
    h('span', { class: `mark ${kind}` }, mark, h('span', { class: 'unseen' }, ` ${word}`)),
    h('span', { class: 'id' }, visible(id)),
    h('span', { class: 'statement' }, prose(statement)),
    h('span', { class: 'note' }, found === '' ? where : `${where}: ${visible(found)}`),
  ];
  const inside = h('div', { class: 'inside' }, [
    checks.length === 0 && h('p', null, visible(reason)),
    checks.length > 0 && checkTable(checks, shown),
    rules(id),
  ]);
  return details(line, inside, { class: `line ${kind}` });
}

/** What the catalogue says of how a requirement is decided, and of what it lets pass. */
function rules(id: string): ComponentChild {
  const known = findRequirement(id);
  if (known === undefined) return null;
  const text = sentencesFor(id).map((sentence) =>
    h('div', null, prose(`${sentence.section || '0'}: ${sentence.text}`)),
  );
  return terms([
    ['Text', text],
    ['Decided', prose(known.decided)],
    ['Allowed', prose(known.allows)],
    ['Judged by', h('code', null, known.file ?? 'nothing')],
  ]);
}

/** Terms in a column, each with what it means. */
export function terms(all: readonly (readonly [string, ComponentChild])[]): ComponentChild {
  const rows = all.flatMap(([term, words]) => [h('dt', null, term), h('dd', null, words)]);
  return h('dl', { class: 'terms' }, rows);
}

/** Checks in brief: title, what they said, where to look. Those with nothing to tell are listed if all are such. */
function checkTable(checks: readonly CheckResult[], above?: CheckResult): ComponentChild {
  const told = checks.filter(isTold);
  const others = checks.length - told.length;
  const shown = told.length > 0 ? told : checks;
  const isSilent = shown.every((check) => check.message === '' || check === above);
  const rows = shown.map((check) => {
    const outcome = check.outcome === 'passed' ? '' : ` (${check.outcome.replace('-', ' ')})`;
    const more = check.exchanges.length - mostLinks;
    const links = linked(check).map((index) => {
      const name = `#${index}`;
      return [isTold(check) ? h('a', { href: `#x${index}` }, name) : name, ' '];
    });
    return h('tr', null, [
      h('td', null, visible(check.title), outcome),
      !isSilent && h('td', null, check === above ? 'as above' : messageView(check.message)),
      h('td', { class: 'links' }, links, more > 0 && `and ${more} more`),
    ]);
  });
  return [
    table('checks', ['Check', ...(isSilent ? [] : ['Found']), 'Exchanges'], rows),
    told.length > 0 &&
      others > 0 &&
      note(`${count(others, 'other check')} passed or did not apply.`),
  ];
}

const labelled = /^(?<label>expected|received|came|at):? (?<text>.+)$/i;

/** The lines of a message; `expected: …` and the like stand one under the other. */
function messageView(message: string): ComponentChild {
  const { text, left } = shortened(message, 1_000);
  const whole = left > 0 ? `${text}… (the rest is in conformance.json)` : text;
  const lines = visibleLines(whole).map((line) => {
    const { label, text: rest } = labelled.exec(line.trim())?.groups ?? {};
    if (label === undefined || rest === undefined) return h('div', { class: 'plain' }, line);
    const side = label.toLowerCase() === 'expected' ? 'expected' : 'received';
    const words = [h('span', { class: 'label' }, label), ' ', h('code', null, rest)];
    return h('div', { class: side }, words);
  });
  return h('div', { class: 'message' }, lines);
}

const banners = { failed: 'non-conformant', passed: 'conformant' } as const;

/** A comparison as one self-contained page: nothing is loaded, nothing runs. Preact escapes every string. */
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
  return htmlDocument({ title: head, style: style + compareStyle, body });
}

/** One part as a section of a page. */
export function partHtml({ id, title, blocks }: Part): ComponentChild {
  const shown = blocks.map((block) => blockHtml(block, title));
  return section(id, visible(title), shown);
}

/** A block; `title`: that of its part. */
export function blockHtml(block: Block, title: string): ComponentChild {
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
    case 'message':
      return messageView(block.message);
    case 'exchange':
      return evidence(block.exchange);
    case 'requirements':
      return block.entries.map(requirementRow);
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
      return scrolled(visible(title), table('', block.head.map(visible), rows));
    }
  }
}

/** A table that may be wider than the page: it can be scrolled with the keyboard. */
function scrolled(label: string, inner: ComponentChild): ComponentChild {
  return h(
    'div',
    { class: 'scroll fades', role: 'group', tabIndex: 0, 'aria-label': label },
    inner,
  );
}

function tableRow([name, ...cells]: Line): ComponentChild {
  const shown = cells.map((one) => h('td', { class: one.tone ?? 'plain' }, phrase(one)));
  return h('tr', null, h('th', { scope: 'row' }, name && phrase(name)), shown);
}

function phrase({ text, tone = 'plain', code, prose: isProse }: Phrase): ComponentChild {
  if (isProse) return prose(text);
  if (code) return h('code', { class: 'id' }, visible(text));
  return tone === 'plain' ? visible(text) : h('span', { class: `pill ${tone}` }, visible(text));
}
