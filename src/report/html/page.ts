import { type ComponentChild, h } from 'preact';
import type { Exchange } from '../../http/exchange.ts';
import { visible } from '../../text/visible.ts';
import { count } from '../../text/words.ts';
import { type Cause, causeOf, foldedUnder } from '../cause.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { aboutSection } from './about.ts';
import { baselineSection } from './baseline.ts';
import { htmlDocument } from './document.ts';
import { citedExchanges, exchangesSection } from './evidence.ts';
import { filterBar } from './filter.ts';
import { gapsSection } from './gaps.ts';
import { latencyChart } from './latency.ts';
import { type Kind, kindWords, ofKind } from './outcomes.ts';
import { rateCharts } from './rate-chart.ts';
import { requestsChart } from './requests.ts';
import { card, type Evidence, foldedRequirement } from './requirements.ts';
import { type Room, rooms } from './room.ts';
import { script } from './script.ts';
import { sectionsMap } from './sections.ts';
import { style } from './style.ts';

/** Bytes: longer than this, and the page shows less of each exchange. */
const maxSize = 900_000;

const introductions: Readonly<Record<Kind, readonly [title: string, text: string]>> = {
  failed: ['Failures', 'What the specification demands and this service does not do.'],
  undecided: ['Inconclusive', 'No pass and no failure: each says what was missing to decide it.'],
  warning: ['Warnings', 'Common practice beyond the specification. Warnings never decide.'],
  passed: ['Passed', 'Each with the checks and the exchanges that could have failed it.'],
  'left-out': ['Not judged', 'Outside the profile, left out by the settings, or not applicable.'],
};

/**
 * The report as one page for people: nothing is loaded, and it reads without its script. Every string that
 * comes from the service or the settings goes through preact, which escapes, and `visible`.
 */
export function page(report: Report, exchanges: readonly Exchange[]): string {
  let html = '';
  for (const room of rooms) {
    const title = `${report.verdict}: ${nameOf(report)}, pet store conformance`;
    html = htmlDocument({ title, style, script, body: body(report, exchanges, room) });
    if (Buffer.byteLength(html) <= maxSize) break;
  }
  return html;
}

function body(report: Report, all: readonly Exchange[], room: Room): ComponentChild {
  // Where a run was cut short, requests still under way leave holes; filter passes over them.
  const exchanges = all.filter(() => true);
  const cited = citedExchanges(report, exchanges, room);
  const evidence: Evidence = {
    report,
    exchanges: all,
    cited: new Set(cited.map((exchange) => exchange.index)),
    cause: causeOf(report, exchanges),
    room,
  };
  return h('body', null, [
    h('a', { class: 'skip', href: '#main' }, 'Skip to the content'),
    banner(report, evidence.cause),
    h('main', { id: 'main' }, [
      aboutSection(report, exchanges),
      sectionsMap(report),
      baselineSection(report),
      filterBar(report),
      rowsSection('failed', evidence),
      rowsSection('undecided', evidence),
      rowsSection('warning', evidence),
      rowsSection('passed', evidence),
      rowsSection('left-out', evidence),
      gapsSection(report.observations, evidence.cited),
      h('section', { id: 'pictures', 'aria-labelledby': 'pictures-title' }, [
        h('h2', { id: 'pictures-title' }, 'The run in pictures'),
        rateCharts(report),
        latencyChart(exchanges),
        requestsChart(report),
      ]),
      exchangesSection(cited, exchanges.length, room),
    ]),
    h(
      'footer',
      null,
      `${visible(report.suite.name)} ${visible(report.suite.version)}. API keys are taken out of everything shown.`,
    ),
    h('script', { dangerouslySetInnerHTML: { __html: script } }),
  ]);
}

function banner(report: Report, cause: Cause | undefined): ComponentChild {
  const { verdict, summary, specification, run } = report;
  const links = [
    ...(['failed', 'undecided', 'warning', 'passed', 'left-out'] as const).map(
      (kind) => [kind, introductions[kind][0], ofKind(report, kind).length] as const,
    ),
    ['gaps', 'Gaps', report.observations.length] as const,
  ];
  return h(
    'header',
    { class: verdict },
    h('p', { class: 'note' }, `${specification.title} ${specification.version}`),
    h('h1', null, h('span', { class: 'verdict' }, verdict), ' ', h('span', null, nameOf(report))),
    cause &&
      h(
        'p',
        { class: 'summary' },
        h('strong', null, visible(`${cause.seen}.`)),
        ` What to do: ${visible(cause.remedy)}. ${count(cause.requirements.length, 'requirement')} below follow from it.`,
      ),
    h('p', { class: 'summary' }, visible(summary)),
    run.partial && h('p', null, 'Only a part of the requirements was judged.'),
    h(
      'nav',
      { 'aria-label': 'Parts of this page' },
      h(
        'ul',
        null,
        links.map(([id, title, amount]) =>
          amount === 0
            ? null
            : h('li', null, h('a', { href: `#${id}` }, title, ' ', h('b', null, amount))),
        ),
        report.baseline && h('li', null, h('a', { href: '#baseline' }, 'Baseline')),
        h('li', null, h('a', { href: '#map' }, 'Sections')),
        h('li', null, h('a', { href: '#pictures' }, 'Pictures')),
        h('li', null, h('a', { href: '#exchanges' }, 'Exchanges')),
      ),
    ),
  );
}

function nameOf({ implementation }: Report): string {
  const { name, version, baseUrl } = implementation;
  return visible([name ?? baseUrl, ...(version === null ? [] : [version])].join(' '));
}

function rowsSection(kind: Kind, evidence: Evidence): ComponentChild {
  const requirements = ofKind(evidence.report, kind);
  if (requirements.length === 0) return null;
  const [title, text] = introductions[kind];
  const whole = kind === 'failed' || kind === 'undecided' || kind === 'warning';
  const { word } = kindWords[kind];
  const { told, folded } = foldedUnder(evidence.cause, requirements);
  const shown = (requirement: ReportedRequirement) =>
    whole ? card(requirement, evidence) : foldedRequirement(requirement, evidence);
  return h(
    'section',
    { id: kind, 'aria-labelledby': `${kind}-title`, 'data-requirements': word },
    h('h2', { id: `${kind}-title` }, `${title} (${requirements.length})`),
    h('p', null, text),
    told.map(shown),
    folded.length > 0 &&
      h(
        'details',
        null,
        h(
          'summary',
          null,
          `${count(folded.length, 'requirement')} that follow from the cause above`,
        ),
        folded.map(shown),
      ),
  );
}
