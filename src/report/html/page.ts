import { type ComponentChild, h } from 'preact';
import { type Exchange, ended } from '../../http/exchange.ts';
import { isJsonNumber, isJsonObject, tryParseJson } from '../../http/json.ts';
import type { Verdict } from '../../judge/outcome.ts';
import { cut, visible } from '../../text/visible.ts';
import { capital, count, grouped } from '../../text/words.ts';
import { type Cause, foldedUnder } from '../cause.ts';
import { whyNotCertifiable } from '../certificate/certificate.ts';
import { againCommand } from '../command-line.ts';
import { baselinePart, type RunDocument, runDocument } from '../document.ts';
import { baselineSummary, decidingVerdict, expectedWords } from '../expected.ts';
import { groupFailures } from '../groups.ts';
import { type Kind, kindOf, kinds, kindWords, ofKind, placeOf } from '../kinds.ts';
import type { Report, ReportedObservation } from '../report.ts';
import { partHtml } from '../view/html.ts';
import { command, details, htmlDocument, list, note, prose, section, table } from './elements.ts';
import { exchangeLinks, exchangesSection, type Room } from './exchange.ts';
import { rateCharts } from './rate-chart.ts';
import { type Evidence, groupCard, openCard, requirementLine } from './requirements.ts';
import { script } from './script.ts';
import { sectionLink, specificationSection } from './specification.ts';
import { style } from './style.ts';

/** Bytes: longer than this, and the page shows less of each exchange. */
const maxSize = 900_000;

const urgent = ['failed', 'inconclusive', 'warning'];

/** From the most to the least: the page takes the first that keeps it small enough. */
const rooms: readonly Room[] = [
  { body: 4_000, evidence: 600, header: 1_000, message: 4_000, exchanges: 600 },
  { body: 1_000, evidence: 200, header: 200, message: 1_000, exchanges: 300 },
  { body: 150, evidence: 60, header: 40, message: 150, exchanges: 40 },
];

const titles: Readonly<Record<Kind, readonly [title: string, text: string]>> = {
  failed: ['Failures', 'What the specification demands and this service does not do, by cause.'],
  inconclusive: ['Inconclusive', 'No pass and no failure: each says what was missing.'],
  warning: [
    'Warnings',
    'Advice that is not followed, and answers that differed for a time. Warnings never decide.',
  ],
  passed: ['Passed', 'Each with the checks and the exchanges that could have failed it.'],
  'left-out': ['Not judged', 'Outside the profile, left out by the settings, or not applicable.'],
};

const iconColors: Readonly<Record<Verdict, string>> = {
  conformant: '#1b6a3b',
  'non-conformant': '#a3231c',
  incomplete: '#814a00',
};

/**
 * The report as one page for people: its header stands alone on paper; then failures by cause, the specification's text,
 * the rest. Nothing is loaded, and it reads without its script. Every string that comes from the service or the settings
 * goes through preact, which escapes, and `visible`.
 */
export function page(report: Report, exchanges: readonly Exchange[]): string {
  const run = runDocument(report, exchanges);
  const wrong = report.run.misdirected ? `${report.run.misdirected.label}, ` : '';
  const title = `${report.verdict}: ${wrong}${run.title}, pet store conformance`;
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="${iconColors[report.verdict]}"/></svg>`;
  let html = '';
  for (const room of rooms) {
    const evidence = { report, exchanges, room };
    html = htmlDocument({ title, style, script, icon, body: body(run, evidence) });
    if (Buffer.byteLength(html) <= maxSize) break;
  }
  return html;
}

function body(run: RunDocument, evidence: Evidence): ComponentChild {
  const { report, room } = evidence;
  const exchanges = ended(evidence.exchanges);
  const lines = (kind: Kind) =>
    ofKind(report, kind).map((one) => requirementLine(one, evidence, true));
  const parts: readonly (readonly [
    id: string,
    title: string,
    amount: number,
    view: ComponentChild,
  ])[] = [
    kindPart('failed', report, failureCards(run, evidence)),
    kindPart('inconclusive', report, openCards(run, evidence)),
    kindPart(
      'warning',
      report,
      run.warnings.map((group) => groupCard(group, evidence)),
      run.warnings.length,
    ),
    [
      'baseline',
      'Baseline',
      report.baseline?.entries.length ?? 0,
      baselinePart(report).map(partHtml),
    ],
    ['specification', 'Specification', Number.NaN, specificationSection(report)],
    ['gaps', 'Gaps', report.observations.length, gapsSection(report.observations, evidence)],
    kindPart('passed', report, lines('passed')),
    kindPart('left-out', report, lines('left-out')),
    ['exchanges', 'Exchanges', exchanges.length, exchangesSection(report, exchanges, room)],
    ['about', 'Run', Number.NaN, aboutSection(report, exchanges)],
  ];
  const shown = parts.filter(([, , amount]) => amount !== 0);
  const links = shown.map(([id, title, amount]) =>
    h('a', { href: `#${id}` }, title, ' ', amount > 0 && h('b', null, grouped(amount))),
  );
  return h('body', { class: 'report' }, [
    h('a', { class: 'skip', href: '#main' }, 'Skip to the content'),
    h('header', { class: report.verdict }, [
      headerOf(run, report),
      h('nav', { 'aria-label': 'Parts of this page' }, list(null, links)),
    ]),
    // Failures are few, and stand before what is searched.
    h('main', { id: 'main' }, [
      shown.filter(([id]) => urgent.includes(id)).map(([, , , view]) => view),
      filterBar(report),
      shown.filter(([id]) => !urgent.includes(id)).map(([, , , view]) => view),
    ]),
    h(
      'footer',
      null,
      `${visible(report.suite.name)} ${visible(report.suite.version)}. API keys are taken out of everything shown.`,
    ),
    h('script', { dangerouslySetInnerHTML: { __html: script } }),
  ]);
}

function kindPart(
  kind: Kind,
  report: Report,
  rows: ComponentChild,
  amount = ofKind(report, kind).length,
) {
  const [title, text] = titles[kind];
  const view = section(kind, `${title} (${amount})`, [h('p', null, text), rows], kind);
  return [kind, title, amount, view] as const;
}

/** The first screen, and the first sheet of paper: it stands alone. */
function headerOf(run: RunDocument, report: Report): ComponentChild {
  const { verdict, summary, specification } = report;
  const facts = run.facts.map(({ term, words, code }) => {
    const text = visible(words);
    return h('div', null, h('dt', null, term), h('dd', null, code ? h('code', null, text) : text));
  });
  const brief = foldedUnder(run.cause, report.requirements)
    .told.filter((one) => urgent.includes(kindOf(one)))
    .toSorted((a, b) => kinds.indexOf(kindOf(a)) - kinds.indexOf(kindOf(b)))
    .map((one) => [
      h('b', { class: kindOf(one) }, kindWords[kindOf(one)].word),
      h('code', null, visible(` ${one.id}`)),
      ' ',
      prose(one.statement),
    ]);
  return [
    note(`${specification.title} ${specification.version}`),
    h(
      'h1',
      null,
      h('span', { class: 'verdict' }, verdict),
      ' ',
      h('span', null, visible(run.title)),
    ),
    h('p', { class: 'summary' }, visible(summary)),
    causeOf(run.cause),
    besideBaseline(report),
    h('p', { class: 'totals' }, `${run.totals}.`),
    bar(report),
    h('dl', { class: 'facts' }, facts, certificateFact(report)),
    // On paper the failures stand here in a line each; on the screen the cards below are such lines.
    brief.length > 0 && list('brief', brief, 'ol'),
  ];
}

function causeOf(cause: Cause | undefined): ComponentChild {
  if (cause === undefined) return null;
  const { requirements, advisories } = cause;
  const follow = `${requirements.length + advisories.length} below follow from it`;
  return h('p', { class: 'cause' }, [
    h('strong', null, visible(`${capital(cause.seen)}.`)),
    ` What to do: ${visible(cause.remedy)}. ${follow}.`,
  ]);
}

/** The verdict with the baseline, which decides the exit status. */
function besideBaseline(report: Report): ComponentChild {
  const words = baselineSummary(report);
  if (words === '') return null;
  const deciding = decidingVerdict(report);
  return h('p', null, [
    h('a', { href: '#baseline' }, visible(words)),
    `. The run exits as ${deciding === 'incomplete' ? 'an' : 'a'} ${deciding} one does.`,
  ]);
}

/** Required requirements by outcome: the sentence above says the same. */
function bar({ requirements }: Report): ComponentChild {
  const required = requirements.filter(({ level }) => level === 'required').map(kindOf);
  let x = 0;
  const parts = kinds.map((kind) => {
    const width = required.filter((one) => one === kind).length;
    x += width;
    return h('rect', { class: kind, x: x - width, y: 0, width, height: 10 });
  });
  const viewBox = `0 0 ${Math.max(1, required.length)} 10`;
  return h(
    'svg',
    { class: 'bar', viewBox, preserveAspectRatio: 'none', 'aria-hidden': true },
    parts,
  );
}

function certificateFact(report: Report): ComponentChild {
  const why = report.run.argv.includes('--reference')
    ? 'the embedded reference server was judged'
    : whyNotCertifiable(report);
  const { signingKey } = report.run;
  const signed = signingKey === undefined ? 'unsigned' : `signed by key ${signingKey}`;
  const verify = `petstore-conformance verify certificate.json${signingKey === undefined ? '' : ' --key public.pem'}`;
  const words =
    why === undefined
      ? [`certificate.json beside this page, ${signed}; check it: `, h('code', null, verify)]
      : `none: ${visible(why)}`;
  return h('div', { class: 'wide' }, h('dt', null, 'Certificate'), h('dd', null, words));
}

/** Search and filter; the script shows it, as without script it would do nothing. */
function filterBar(report: Report): ComponentChild {
  const amounts: readonly (readonly [kind: string, word: string, amount: number])[] = [
    ...kinds.map((kind) => [kind, kindWords[kind].word, ofKind(report, kind).length] as const),
    ['gap', 'gaps', report.observations.length],
    ['exchange', 'exchanges', report.run.requests],
  ];
  const boxes = amounts
    .filter(([, , amount]) => amount > 0)
    .map(([value, word, amount]) => {
      const box = h('input', { type: 'checkbox', value, defaultChecked: true });
      return h('label', null, box, ` ${word} (${grouped(amount)})`);
    });
  const legend = h('legend', { class: 'unseen' }, 'Show');
  const form = { id: 'filter', role: 'search', 'aria-label': 'Filter this page', hidden: true };
  return h('form', form, [
    h('label', { for: 'search' }, 'Search requirements and exchanges'),
    h('input', { id: 'search', type: 'search', autocomplete: 'off' }),
    h('fieldset', null, legend, boxes, h('button', { type: 'reset' }, 'Show all')),
    h('p', { id: 'told', role: 'status' }),
  ]);
}

/** New failures come before those that the baseline knows; what follows from one cause is folded. */
function failureCards({ failures, known, cause }: RunDocument, evidence: Evidence): ComponentChild {
  const { folded } = foldedUnder(cause, ofKind(evidence.report, 'failed'));
  return [
    failures.map((group) => groupCard(group, evidence)),
    known.map(({ requirement, entry }) =>
      groupFailures([requirement], evidence.exchanges).map((group) =>
        groupCard(group, evidence, expectedWords(entry)),
      ),
    ),
    followers(
      folded.length,
      folded.map((one) => requirementLine(one, evidence, true)),
    ),
  ];
}

function openCards({ open, cause }: RunDocument, evidence: Evidence): ComponentChild {
  const all = ofKind(evidence.report, 'inconclusive');
  const { folded } = foldedUnder(cause, all);
  const advisory = all.filter((one) => one.level === 'advisory' && !folded.includes(one));
  return [
    open.map(({ reason, ids }) =>
      openCard(
        reason,
        all.filter(({ id }) => ids.includes(id)),
        evidence,
      ),
    ),
    advisory.map((one) => openCard(one.reason, [one], evidence)),
    followers(
      folded.length,
      folded.map((one) => requirementLine(one, evidence, true)),
    ),
  ];
}

function followers(amount: number, rows: ComponentChild): ComponentChild {
  const title = `${count(amount, 'requirement')} that ${amount === 1 ? 'follows' : 'follow'} from the cause above`;
  return amount > 0 && details(title, rows, { class: 'follow' });
}

/** What the implementation does where the specification is silent: never judged, and like a fingerprint. */
function gapsSection(
  observations: readonly ReportedObservation[],
  { exchanges }: Evidence,
): ComponentChild {
  const rows = observations.map(({ id, section: place, question, answer, exchanges: shown }) => {
    const where = h('span', { class: 'note' }, `${visible(id)}, `, sectionLink(id, place));
    const links = h('span', { class: 'links' }, exchangeLinks(shown.slice(0, 12), exchanges));
    // `limit=0: 400; limit=101: 400` as a line each.
    const answers = cut(visible(answer), 2_000)
      .split('; ')
      .map((line) => h('div', null, line));
    return h('tr', { class: 'row', 'data-kind': 'gap', id: placeOf(id) }, [
      h('th', { scope: 'row' }, prose(question), where),
      h('td', null, answers, links),
    ]);
  });
  const words = 'What this implementation does there is recorded and never judged.';
  const head = ['The open question', 'What this service does'];
  const answered = table('gaps', head, rows);
  return section(
    'gaps',
    'Where the specification is silent',
    [h('p', null, words), answered],
    'gap',
  );
}

/** How to run again, what became of the rate limit, and what the run did to the store. */
function aboutSection(report: Report, exchanges: readonly Exchange[]): ComponentChild {
  const { run, suite } = report;
  const { faults, faultsFound, variants, variantsWronged } = suite.lab;
  const proof = `In its lab the suite finds ${faultsFound} of ${faults} seeded faults, with ${variantsWronged} false positives on ${variants} conformant servers.`;
  return section('about', 'The run', [
    command(run.rejudged === null ? 'Run all of it again' : 'Judge it again', againCommand(report)),
    rateCharts(report),
    h('p', null, `Written to the store: ${count(run.animalsCreated, 'animal')}.`),
    run.animalsCreated > 0 && details('Their ids and names', list('animals', animals(exchanges))),
    faults > 0 && note(proof),
  ]);
}

function animals(exchanges: readonly Exchange[]): string[] {
  const created = exchanges.filter(
    ({ operation, response }) => operation === 'createPet' && response?.status === 201,
  );
  const mostShown = 200;
  const shown = created.slice(0, mostShown).map(({ response, index }) => {
    const made = tryParseJson(response?.body ?? '');
    if (!isJsonObject(made)) return `#${index} in traffic.har: the answer is not a JSON object`;
    const id = isJsonNumber(made.id) ? made.id.toString() : 'no id';
    const name = typeof made.name === 'string' ? made.name : 'no name';
    return `${visible(id)}: ${cut(visible(name), 60)}`;
  });
  const more = created.length - mostShown;
  return more > 0 ? [...shown, `and ${more} more, in traffic.har`] : shown;
}
