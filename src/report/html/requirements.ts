import { type ComponentChild, h } from 'preact';
import { findRequirement } from '../../catalogue/catalogue.ts';
import { type Exchange, isAnswered } from '../../http/exchange.ts';
import type { CheckResult } from '../../judge/outcome.ts';
import { cut, shortened, visible, visibleLines } from '../../text/visible.ts';
import { firstOf, inOneLine } from '../../text/words.ts';
import { rerunGroup } from '../document.ts';
import type { FailureGroup } from '../groups.ts';
import { type Kind, kindOf, kindWords, placeOf } from '../kinds.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { command, details, pill, prose, table } from './elements.ts';
import { exchangeLine, exchangeLinks, exchangeView, type Room, sendAgain } from './exchange.ts';
import { marksOf } from './json-view.ts';
import { sectionLink } from './specification.ts';

/** What requirements are shown with. */
export interface Evidence {
  readonly report: Report;
  readonly exchanges: readonly Exchange[];
  readonly room: Room;
}

const maxLinks = 12;
/** Characters of what was found, in the line of a card. */
const whyRoom = 240;

/** One cause: the usual cause first, then what shows it, then the requirements that it breaks. */
export function groupCard(group: FailureGroup, evidence: Evidence, known = ''): ComponentChild {
  const { kind, requirements, check, exchange, usualCause } = group;
  const found = check === undefined ? '' : inOneLine(check.message);
  const marks =
    check !== undefined && exchange !== undefined && isAnswered(exchange)
      ? marksOf(check.message, exchange)
      : undefined;
  const why = usualCause === undefined ? visible(cut(found, whyRoom)) : prose(usualCause);
  return card(kind, requirements, why, known, [
    usualCause !== undefined &&
      h('p', { class: 'cause' }, h('strong', null, 'Usual cause: '), prose(usualCause)),
    check !== undefined && message(check.message, evidence.room),
    exchange !== undefined && [
      details(
        [`#${exchange.index} `, exchangeLine(exchange)],
        exchangeView(exchange, evidence.room, evidence.room.body, marks),
        { class: 'exchange', open: true },
      ),
      sendAgain(exchange),
    ],
    requirements.map((one) => requirementLine(one, evidence)),
    command('Run again', rerunGroup(evidence.report, group)),
  ]);
}

/** Requirements that are open for one reason. */
export function openCard(
  reason: string,
  requirements: readonly ReportedRequirement[],
  evidence: Evidence,
): ComponentChild {
  const lines = requirements.map((one) => requirementLine(one, evidence));
  return card('inconclusive', requirements, visible(cut(reason, whyRoom)), '', [
    h('p', null, visible(reason)),
    lines,
  ]);
}

/** Folded: its one line says what, and why. */
function card(
  kind: Kind,
  requirements: readonly ReportedRequirement[],
  why: ComponentChild,
  known: string,
  inside: ComponentChild,
): ComponentChild {
  const ids = requirements.map(({ id }) => id);
  const summary = [
    h('span', { class: 'heading' }, [
      pill(kind),
      ' ',
      h('strong', { class: 'id' }, visible(firstOf(ids, 2))),
      known !== '' && h('span', { class: 'note known' }, known),
    ]),
    h('span', { class: 'note why' }, why),
  ];
  const attributes = { class: `row card ${kind}`, 'data-kind': kind };
  return details(summary, h('div', { class: 'inside' }, inside), attributes);
}

/** A requirement in one line; its checks and how it is decided are folded. */
export function requirementLine(
  requirement: ReportedRequirement,
  evidence: Evidence,
  isRow = false,
): ComponentChild {
  const { id, section, level, statement, reason, checks } = requirement;
  const kind = kindOf(requirement);
  const where = `section ${visible(section)}${level === 'advisory' ? ', advisory' : ''}`;
  const { mark, word } = kindWords[kind];
  const line = [
    h('span', { class: `mark ${kind}` }, mark, h('span', { class: 'unseen' }, ` ${word}`)),
    h('span', { class: 'id' }, visible(id)),
    h('span', { class: 'statement' }, prose(statement)),
    h('span', { class: 'note' }, `${where}${isRow ? `: ${visible(reason)}` : ''}`),
  ];
  // Links lead inside, so that browsers open it.
  const inside = h('div', { id: placeOf(id), class: 'inside' }, [
    checks.length > 0 ? checkTable(checks, evidence) : h('p', null, visible(reason)),
    rules(requirement),
  ]);
  const row = isRow ? { class: `row line ${kind}`, 'data-kind': kind } : { class: 'line' };
  return details(line, inside, row);
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
  return h('dl', { class: 'rules' }, inside);
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
function checkTable(checks: readonly CheckResult[], { exchanges, room }: Evidence): ComponentChild {
  const isSilent = checks.every((check) => check.message === '');
  const rows = checks.map((check) => {
    const more = check.exchanges.length - maxLinks;
    const outcome = check.outcome === 'passed' ? '' : ` (${check.outcome.replace('-', ' ')})`;
    return h('tr', null, [
      h('td', null, visible(check.title), outcome),
      !isSilent && h('td', null, message(check.message, room)),
      h('td', { class: 'links' }, [
        exchangeLinks(check.exchanges.slice(0, maxLinks), exchanges),
        more > 0 && ` and ${more} more`,
      ]),
    ]);
  });
  return table('checks', ['Check', ...(isSilent ? [] : ['Found']), 'Exchanges'], rows);
}
