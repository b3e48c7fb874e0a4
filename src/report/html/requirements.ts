import { type ComponentChild, h } from 'preact';
import { findRequirement } from '../../catalogue/catalogue.ts';
import type { Exchange } from '../../http/exchange.ts';
import { tellingExchange } from '../../judge/findings.ts';
import type { CheckResult } from '../../judge/outcome.ts';
import { shortened, visible, visibleLines } from '../../text/visible.ts';
import { count } from '../../text/words.ts';
import type { Cause } from '../cause.ts';
import { rerunCommand } from '../command-line.ts';
import { coverOf, expectedWords } from '../expected.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { exchangeLinks } from './evidence.ts';
import { command, foldedExchange } from './exchange.ts';
import { kindOf, pill } from './outcomes.ts';
import type { Room } from './room.ts';
import { prose } from './text.ts';

/** What requirements are shown with. */
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

/** The id of a requirement as the name of its place on the page. */
export function shownId(id: string): string {
  return `row-${id.replaceAll(/[^a-z0-9-]/g, '-')}`;
}

/** A requirement that wants to be acted on: everything about it, exchanges folded. */
export function card(requirement: ReportedRequirement, evidence: Evidence): ComponentChild {
  const kind = kindOf(requirement);
  const whole = evidence.room.checks;
  const telling = requirement.checks.filter((check) => check.outcome === requirement.outcome);
  const others = requirement.checks.filter((check) => check.outcome !== requirement.outcome);
  const cause =
    kind === 'failed' || kind === 'warning' ? findRequirement(requirement.id)?.cause : undefined;
  return h(
    'article',
    { class: `row card ${kind}`, id: shownId(requirement.id), 'data-kind': kind },
    heading(requirement, evidence.report),
    h('p', { class: 'statement' }, prose(requirement.statement)),
    telling.length === 0 && h('p', null, visible(requirement.reason)),
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
    command('Run it again', rerunCommand(evidence.report, requirement.id)),
    others.length > 0 &&
      h(
        'details',
        null,
        h('summary', null, `${count(others.length, 'other check')} of this requirement`),
        checkList(others, evidence),
      ),
    rules(requirement),
  );
}

function heading(requirement: ReportedRequirement, report: Report): ComponentChild {
  const cover = coverOf(report, requirement.id);
  return h(
    'div',
    { class: 'heading' },
    h('h3', null, visible(requirement.id)),
    pill(kindOf(requirement)),
    h('span', { class: 'note' }, `section ${visible(requirement.section)}`),
    cover && h('a', { class: 'note', href: '#baseline' }, expectedWords(cover)),
  );
}

/** What the catalogue says of how a requirement is decided, and of what it lets pass. */
function rules(requirement: ReportedRequirement): ComponentChild {
  const known = findRequirement(requirement.id);
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

/** A requirement that needs no action: one line, its checks folded. */
export function foldedRequirement(
  requirement: ReportedRequirement,
  evidence: Evidence,
): ComponentChild {
  const kind = kindOf(requirement);
  return h(
    'details',
    { class: `row line ${kind}`, 'data-kind': kind },
    h(
      'summary',
      null,
      h('span', { class: 'id' }, visible(requirement.id)),
      h('span', { class: 'statement' }, prose(requirement.statement)),
      h(
        'span',
        { class: 'note' },
        `section ${visible(requirement.section)}${requirement.level === 'advisory' ? ', advisory' : ''}: ${visible(requirement.reason)}`,
      ),
    ),
    // Links to the requirement lead inside, so that browsers open it.
    h('div', { id: shownId(requirement.id), class: 'inside' }, [
      requirement.checks.length > 0
        ? checkList(requirement.checks, evidence)
        : h('p', null, visible(requirement.reason)),
      rules(requirement),
    ]),
  );
}
