import { type ComponentChild, h } from 'preact';
import { findRow } from '../../catalogue/catalogue.ts';
import type { Exchange } from '../../http/exchange.ts';
import { tellingExchange } from '../../judge/findings.ts';
import type { CheckResult } from '../../judge/outcome.ts';
import { shortened, visible, visibleLines } from '../../text/visible.ts';
import { count } from '../../text/words.ts';
import type { Cause } from '../cause.ts';
import { rerunCommand } from '../command-line.ts';
import { coverOf, knownWords } from '../known.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { exchangeLinks } from './evidence.ts';
import { command, foldedExchange } from './exchange.ts';
import { kindOf, pill } from './outcomes.ts';
import type { Room } from './room.ts';
import { prose } from './text.ts';

/** What rows are shown with. */
export interface Evidence {
  readonly report: Report;
  readonly exchanges: readonly Exchange[];
  /** Indexes of the exchanges that stand on the page. */
  readonly cited: ReadonlySet<number>;
  /** What stands behind the undecided, where it is one thing. */
  readonly cause?: Cause | undefined;
  readonly room: Room;
}

const maxLinks = 12;

/** The id of a row as the name of its place on the page. */
export function shownId(id: string): string {
  return `row-${id.replaceAll(/[^a-z0-9-]/g, '-')}`;
}

/** A row that wants to be acted on: everything about it, exchanges folded. */
export function card(row: ReportedRequirement, evidence: Evidence): ComponentChild {
  const kind = kindOf(row);
  const whole = evidence.room.checks;
  const telling = row.checks.filter((check) => check.outcome === row.outcome);
  const others = row.checks.filter((check) => check.outcome !== row.outcome);
  const cause = kind === 'failed' || kind === 'warning' ? findRow(row.id)?.cause : undefined;
  return h(
    'article',
    { class: `row card ${kind}`, id: shownId(row.id), 'data-kind': kind },
    heading(row, evidence.report),
    h('p', { class: 'statement' }, prose(row.statement)),
    telling.length === 0 && h('p', null, visible(row.reason)),
    telling.slice(0, whole).map((check) => wholeCheck(check, evidence)),
    telling.length > whole &&
      h(
        'details',
        null,
        h('summary', null, `${count(telling.length - whole, 'more check')} of this kind`),
        checkList(telling.slice(whole), evidence),
      ),
    cause !== undefined &&
      h('p', { class: 'cause' }, h('strong', null, 'Usual cause: '), prose(cause)),
    command('Run it again', rerunCommand(evidence.report, row.id)),
    others.length > 0 &&
      h(
        'details',
        null,
        h('summary', null, `${count(others.length, 'other check')} of this row`),
        checkList(others, evidence),
      ),
    rules(row),
  );
}

function heading(row: ReportedRequirement, report: Report): ComponentChild {
  const cover = coverOf(report, row.id);
  return h(
    'div',
    { class: 'heading' },
    h('h3', null, visible(row.id)),
    pill(kindOf(row)),
    h('span', { class: 'note' }, `section ${visible(row.section)}`),
    cover && h('a', { class: 'note', href: '#baseline' }, knownWords(cover)),
  );
}

/** What the catalogue says of how a row is decided, and of what it lets pass. */
function rules(row: ReportedRequirement): ComponentChild {
  const known = findRow(row.id);
  if (known === undefined) return null;
  return h(
    'details',
    null,
    h('summary', null, 'How it is decided, and what is not held against a service'),
    h('dl', { class: 'rules' }, [
      h('dt', null, 'Decided'),
      h('dd', null, prose(known.decided)),
      h('dt', null, 'Allowed'),
      h('dd', null, prose(known.allows)),
      h('dt', null, 'Judged by'),
      h('dd', null, h('code', null, known.file ?? 'nothing')),
    ]),
  );
}

function wholeCheck(check: CheckResult, { exchanges, cited, room }: Evidence): ComponentChild {
  const index = tellingExchange(check);
  const exchange = index === undefined ? undefined : exchanges[index];
  const others = check.exchanges.filter((one) => one !== index);
  return h(
    'div',
    { class: 'check' },
    h('h4', null, visible(check.title)),
    message(check.message, room),
    exchange && foldedExchange(exchange, { ...room, highlight: true }),
    exchange && command('Send it again', exchange.curl),
    others.length > 0 &&
      h('p', { class: 'note' }, 'Also: ', exchangeLinks(others.slice(0, maxLinks), cited)),
  );
}

const labelled = /^(?<label>expected|received|came|at|smallest case found):? (?<text>.+)$/i;

/** The lines of a message; `expected: …` and the like stand one under the other. */
function message(whole: string, room: Room): ComponentChild {
  if (whole === '') return null;
  const { text, left } = shortened(whole, room.message);
  const lines = visibleLines(left > 0 ? `${text}… (the rest is in conformance.json)` : text).map(
    (line) => {
      const { label, text: rest } = labelled.exec(line.trim())?.groups ?? {};
      if (label === undefined || rest === undefined) return h('div', { class: 'plain' }, line);
      const side = label.toLowerCase() === 'expected' ? 'expected' : 'received';
      return h(
        'div',
        { class: side },
        h('span', { class: 'label' }, label),
        ' ',
        h('code', null, rest),
      );
    },
  );
  return h('div', { class: 'message' }, lines);
}

/** Checks in brief: title, what they said, where to look. */
export function checkList(
  checks: readonly CheckResult[],
  { cited, room }: Evidence,
): ComponentChild {
  return h(
    'ul',
    { class: 'checks' },
    checks.map((check) => {
      const links = exchangeLinks(check.exchanges.slice(0, maxLinks), cited);
      const more = check.exchanges.length - maxLinks;
      const outcome = check.outcome === 'passed' ? '' : ` (${check.outcome})`;
      return h(
        'li',
        null,
        visible(check.title),
        outcome,
        ' ',
        h('span', { class: 'links' }, links, more > 0 && ` and ${more} more`),
        message(check.message, room),
      );
    }),
  );
}

/** A row that needs no action: one line, its checks folded. */
export function foldedRow(row: ReportedRequirement, evidence: Evidence): ComponentChild {
  const kind = kindOf(row);
  return h(
    'details',
    { class: `row line ${kind}`, 'data-kind': kind },
    h(
      'summary',
      null,
      h('span', { class: 'id' }, visible(row.id)),
      h('span', { class: 'statement' }, prose(row.statement)),
      h(
        'span',
        { class: 'note' },
        `section ${visible(row.section)}${row.level === 'advisory' ? ', advisory' : ''}: ${visible(row.reason)}`,
      ),
    ),
    // Links to the row lead inside, so that browsers open it.
    h('div', { id: shownId(row.id), class: 'inside' }, [
      row.checks.length > 0 ? checkList(row.checks, evidence) : h('p', null, visible(row.reason)),
      rules(row),
    ]),
  );
}
