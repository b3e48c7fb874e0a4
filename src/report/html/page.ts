import { type ComponentChild, h } from 'preact';
import { type Exchange, ended } from '../../http/exchange.ts';
import type { Verdict } from '../../judge/outcome.ts';
import { visible } from '../../text/visible.ts';
import { count, grouped } from '../../text/words.ts';
import { baselinePart } from '../baseline-part.ts';
import { causeOf, foldedUnder } from '../cause.ts';
import { coverOf } from '../expected.ts';
import { type Kind, ofKind } from '../kinds.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { partHtml } from '../view/html.ts';
import { aboutSection } from './about.ts';
import { htmlDocument } from './document.ts';
import { details, list, section } from './elements.ts';
import { citationsOf, exchangesSection, leastEvidence } from './evidence.ts';
import { latencyChart, requestsChart } from './figures.ts';
import { filterBar } from './filter.ts';
import { gapsSection } from './gaps.ts';
import { leftSection, planSection } from './plan.ts';
import { rateCharts } from './rate-chart.ts';
import { card, type Evidence, foldedRequirement } from './requirements.ts';
import { type Room, rooms } from './room.ts';
import { script } from './script.ts';
import { specificationSection } from './specification.ts';
import { style } from './style.ts';
import { timeline } from './timeline.ts';
import { nameOf, verdictOf } from './verdict.ts';

/** Bytes: longer than this, and the page shows less of each exchange. */
const maxSize = 900_000;

/** Rows; only a longer page renders just what is in view, as a picture of the whole page would miss the rest. */
const manyRows = 600;

const introductions: Readonly<Record<Kind, readonly [title: string, text: string]>> = {
  failed: ['Failures', 'What the specification demands and this service does not do.'],
  inconclusive: [
    'Inconclusive',
    'No pass and no failure: each says what was missing to decide it.',
  ],
  warning: ['Warnings', 'Common practice beyond the specification. Warnings never decide.'],
  passed: ['Passed', 'Each with the checks and the exchanges that could have failed it.'],
  'left-out': ['Not judged', 'Outside the profile, left out by the settings, or not applicable.'],
};

const iconColors: Readonly<Record<Verdict, string>> = {
  conformant: '#1b6a3b',
  'non-conformant': '#a3231c',
  incomplete: '#814a00',
};

/**
 * The report as one page for people: verdict, failures, the specification's text, then the rest. Nothing is
 * loaded, and it reads without its script. Every string that comes from the service or the settings goes through
 * preact, which escapes, and `visible`.
 */
export function page(report: Report, exchanges: readonly Exchange[]): string {
  const title = `${report.verdict}: ${nameOf(report)}, pet store conformance`;
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="${iconColors[report.verdict]}"/></svg>`;
  const all = ended(exchanges);
  const cited = citationsOf(report);
  let html = '';
  for (const [at, room] of rooms.entries()) {
    const isLast = at === rooms.length - 1;
    if (!isLast && leastEvidence(all, cited, room) > maxSize) continue;
    html = htmlDocument({ title, style, script, icon, body: body(report, exchanges, room) });
    if (Buffer.byteLength(html) <= maxSize) break;
  }
  return html;
}

function body(report: Report, all: readonly Exchange[], room: Room): ComponentChild {
  const exchanges = ended(all);
  const known = new Set(exchanges.map(({ index }) => index));
  const cause = causeOf(report, exchanges);
  const isLong = exchanges.length + report.requirements.length > manyRows;
  const evidence: Evidence = { report, exchanges: all, known, cause, room };
  return h('body', null, [
    h('a', { class: 'skip', href: '#main' }, 'Skip to the content'),
    h('header', { class: report.verdict }, verdictOf(report, cause), navigation(report, exchanges)),
    h('main', { id: 'main', class: isLong ? 'long' : null }, [
      filterBar(report),
      rowsSection('failed', evidence),
      rowsSection('inconclusive', evidence),
      rowsSection('warning', evidence),
      baselinePart(report).map(partHtml),
      specificationSection(report),
      gapsSection(report.observations, known),
      rowsSection('passed', evidence),
      rowsSection('left-out', evidence),
      planSection(report),
      leftSection(report),
      exchangesSection(report, exchanges, citationsOf(report), room),
      section('pictures', 'The run', [
        timeline(report, exchanges),
        rateCharts(report),
        latencyChart(exchanges),
        requestsChart(report),
      ]),
      aboutSection(report, exchanges),
    ]),
    h(
      'footer',
      null,
      `${visible(report.suite.name)} ${visible(report.suite.version)}. API keys are taken out of everything shown.`,
    ),
    h('script', { dangerouslySetInnerHTML: { __html: script } }),
  ]);
}

function navigation(report: Report, exchanges: readonly Exchange[]): ComponentChild {
  const kinds = (wanted: readonly Kind[]) =>
    wanted.map((kind) => [kind, introductions[kind][0], ofKind(report, kind).length] as const);
  const links: readonly (readonly [id: string, title: string, amount?: number])[] = [
    ...kinds(['failed', 'inconclusive', 'warning']),
    ['baseline', 'Baseline', report.baseline?.entries.length ?? 0],
    ['specification', 'Specification'],
    ['gaps', 'Gaps', report.observations.length],
    ...kinds(['passed', 'left-out']),
    ['exchanges', 'Exchanges', exchanges.length],
    ['pictures', 'Run'],
  ];
  const shown = links
    .filter(([, , amount]) => amount !== 0)
    .map(([id, title, amount]) =>
      h('a', { href: `#${id}` }, title, ' ', amount && h('b', null, grouped(amount))),
    );
  return h('nav', { 'aria-label': 'Parts of this page' }, list(null, shown));
}

function rowsSection(kind: Kind, evidence: Evidence): ComponentChild {
  const isKnown = ({ id }: ReportedRequirement) => coverOf(evidence.report, id) !== undefined;
  const all = ofKind(evidence.report, kind);
  // New failures come before those that the baseline knows.
  const requirements = [...all.filter((one) => !isKnown(one)), ...all.filter(isKnown)];
  if (requirements.length === 0) return null;
  const [title, text] = introductions[kind];
  const isCard = kind === 'failed' || kind === 'inconclusive' || kind === 'warning';
  const { told: rest, folded } = foldedUnder(evidence.cause, requirements);
  const { told, unasked } = withoutUnasked(evidence.report, rest);
  const shown = (requirement: ReportedRequirement, at: number) =>
    isCard
      ? card(requirement, evidence, kind === 'failed' && at === 0)
      : foldedRequirement(requirement, evidence);
  const aside = (some: readonly ReportedRequirement[], why: string) =>
    some.length > 0 &&
    details(
      `${count(some.length, 'requirement')} that ${why}`,
      some.map((requirement) => shown(requirement, -1)),
      { class: 'follow' },
    );
  const content = [
    h('p', null, text),
    told.map(shown),
    aside(folded, 'follow from the cause above'),
    aside(unasked, 'the run did not get to'),
  ];
  return section(kind, `${title} (${requirements.length})`, content, kind);
}

/** Separates what is inconclusive only because the run ended early, which the summary has said. */
function withoutUnasked({ run }: Report, requirements: readonly ReportedRequirement[]) {
  const isUnasked = ({ outcome, reason, checks }: ReportedRequirement) =>
    outcome === 'inconclusive' &&
    (reason === run.endedEarly || checks.some(({ message }) => message === run.endedEarly));
  return {
    told: requirements.filter((one) => !isUnasked(one)),
    unasked: requirements.filter(isUnasked),
  };
}
