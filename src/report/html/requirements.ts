import { type ComponentChild, h } from 'preact';
import { findRequirement } from '../../catalogue/catalogue.ts';
import { type Exchange, isAnswered } from '../../http/exchange.ts';
import { tellingExchange } from '../../judge/findings.ts';
import type { CheckResult } from '../../judge/outcome.ts';
import { cut, shortened, visible, visibleLines } from '../../text/visible.ts';
import { count } from '../../text/words.ts';
import { saidOf, usualCauseOf } from '../card.ts';
import type { Cause } from '../cause.ts';
import { rerunCommand } from '../command-line.ts';
import { coverOf, expectedWords } from '../expected.ts';
import { kindOf, placeOf } from '../kinds.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { anchor, details, note, pill, prose, table } from './elements.ts';
import { exchangeLinks } from './evidence.ts';
import { command, foldedExchange, sendAgain } from './exchange.ts';
import { marksOf, unmarked } from './marks.ts';
import type { Room } from './room.ts';
import { sectionLink } from './specification.ts';

/** What requirements are shown with. */
export interface Evidence {
  readonly report: Report;
  readonly exchanges: readonly Exchange[];
  /** Indexes of the exchanges of the run. */
  readonly known: ReadonlySet<number>;
  /** What stands behind the inconclusive, if it is one thing. */
  readonly cause?: Cause | undefined;
  readonly room: Room;
}

const maxLinks = 12;

/** A requirement that needs action: folded, except for the first; its first finding is unfolded within. */
export function card(
  requirement: ReportedRequirement,
  evidence: Evidence,
  open: boolean,
): ComponentChild {
  const kind = kindOf(requirement);
  const cover = coverOf(evidence.report, requirement.id);
  const telling = requirement.checks.filter((check) => check.outcome === requirement.outcome);
  const others = requirement.checks.filter((check) => check.outcome !== requirement.outcome);
  const [first, ...alike] = telling;
  const cause = usualCauseOf(requirement, evidence.exchanges);
  // Links lead inside, so that browsers open it.
  const inside = h('div', { class: 'inside', id: placeOf(requirement.id) }, [
    anchor(placeOf(requirement.id), requirement.id),
    cover && h('p', null, h('a', { href: '#baseline' }, expectedWords(cover))),
    first === undefined ? h('p', null, visible(requirement.reason)) : wholeCheck(first, evidence),
    cause !== undefined &&
      h('p', { class: 'cause' }, h('strong', null, 'Usual cause: '), prose(cause)),
    folded(`${count(alike.length, 'more finding')} of this kind`, alike, evidence),
    command('Run it again', rerunCommand(evidence.report, requirement.id)),
    folded(`${count(others.length, 'other check')} of this requirement`, others, evidence),
    rules(requirement),
  ]);
  const attributes = { class: `row card ${kind}`, 'data-kind': kind, open };
  return details(headingOf(requirement, cover && expectedWords(cover)), inside, attributes);
}

/** Characters of what was found: the card has the whole. */
const foundRoom = 240;

/** The heading says what was missing, or what was expected and received, so that cards need not be opened. */
function headingOf(requirement: ReportedRequirement, known: string | undefined): ComponentChild {
  return [
    h('span', { class: 'heading' }, [
      pill(kindOf(requirement)),
      ' ',
      h('strong', { class: 'id' }, visible(requirement.id)),
      ' ',
      h('span', { class: 'note' }, `section ${visible(requirement.section)}`),
      known !== undefined && h('span', { class: 'note known' }, known),
    ]),
    h('span', { class: 'statement' }, prose(requirement.statement)),
    h('span', { class: 'note why' }, visible(cut(saidOf(requirement), foundRoom))),
  ];
}

/** Checks in a table of their own, under a line. */
function folded(title: string, checks: readonly CheckResult[], evidence: Evidence): ComponentChild {
  return checks.length === 0 ? null : details(title, checkTable(checks, evidence));
}

/** What the catalogue says of how a requirement is decided, and of what it lets pass. */
function rules(requirement: ReportedRequirement): ComponentChild {
  const known = findRequirement(requirement.id);
  if (known === undefined) return null;
  const terms: readonly (readonly [string, ComponentChild])[] = [
    ['Text', sectionLink(requirement.id, requirement.section)],
    ['Decided', prose(known.decided)],
    ['Allowed', prose(known.allows)],
    ['Judged by', h('code', null, known.file ?? 'nothing')],
  ];
  const inside = terms.flatMap(([term, words]) => [h('dt', null, term), h('dd', null, words)]);
  const title = 'How it is decided, and what is not held against a service';
  return details(title, h('dl', { class: 'rules' }, inside));
}

function wholeCheck(check: CheckResult, { exchanges, known, room }: Evidence): ComponentChild {
  const index = tellingExchange(check);
  const exchange = index === undefined ? undefined : exchanges[index];
  const others = check.exchanges.filter((one) => one !== index);
  const marks =
    exchange !== undefined && isAnswered(exchange) ? marksOf(check.message, exchange) : unmarked;
  return h('div', { class: 'check' }, [
    h('h3', null, visible(check.title)),
    message(check.message, room),
    exchange && foldedExchange(exchange, { ...room, highlight: true, marks }, true),
    exchange && sendAgain(exchange),
    others.length > 0 && note('Also: ', exchangeLinks(others.slice(0, maxLinks), known)),
  ]);
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
      const words = [h('span', { class: 'label' }, label), ' ', h('code', null, rest)];
      return h('div', { class: side }, words);
    },
  );
  return h('div', { class: 'message' }, lines);
}

/** Checks in brief: title, what they said, where to look. */
function checkTable(checks: readonly CheckResult[], { known, room }: Evidence): ComponentChild {
  const alone = checks.every((check) => check.message === '');
  const requirements = checks.map((check) => {
    const more = check.exchanges.length - maxLinks;
    const outcome = check.outcome === 'passed' ? '' : ` (${check.outcome.replace('-', ' ')})`;
    return h('tr', null, [
      h('td', null, visible(check.title), outcome),
      !alone && h('td', null, message(check.message, room)),
      h('td', { class: 'links' }, [
        exchangeLinks(check.exchanges.slice(0, maxLinks), known),
        more > 0 && ` and ${more} more`,
      ]),
    ]);
  });
  return table('checks', ['Check', ...(alone ? [] : ['Found']), 'Exchanges'], requirements);
}

/** A requirement that needs no action: one line, its checks folded. */
export function foldedRequirement(
  requirement: ReportedRequirement,
  evidence: Evidence,
): ComponentChild {
  const { id, section, level, statement, reason, checks } = requirement;
  const kind = kindOf(requirement);
  const where = `section ${visible(section)}${level === 'advisory' ? ', advisory' : ''}`;
  const line = [
    h('span', { class: 'id' }, visible(id)),
    h('span', { class: 'statement' }, prose(statement)),
    h('span', { class: 'note' }, `${where}: ${visible(reason)}`),
  ];
  const inside = h('div', { id: placeOf(id), class: 'inside' }, [
    anchor(placeOf(id), id),
    checks.length > 0 ? checkTable(checks, evidence) : h('p', null, visible(reason)),
    rules(requirement),
  ]);
  return details(line, inside, { class: `row line ${kind}`, 'data-kind': kind });
}
