import { type ComponentChild, h } from 'preact';
import type { Exchange } from '../http/exchange.ts';
import { cut, visible } from '../text/visible.ts';
import { capital, count, firstOf, grouped } from '../text/words.ts';
import { baselineSummary, knownWords } from './baseline.ts';
import { type Cause, followWords } from './causes.ts';
import { certificateName, chosenSettings, whyNotCertifiable } from './certifiable.ts';
import {
  afterVerdict,
  baselinePart,
  groupPart,
  type RunDocument,
  runDocument,
} from './document.ts';
import type { FailureGroup } from './failures.ts';
import { command, details, htmlDocument, list, note, pill, prose, section, table } from './html.ts';
import {
  blockHtml,
  evidence,
  exchangesSection,
  partHtml,
  requirementRow,
  terms,
} from './page-parts.ts';
import { script, style } from './page-style.ts';
import {
  type Kind,
  kindOf,
  kinds,
  kindWords,
  type Report,
  type ReportedObservation,
  type ReportedRequirement,
} from './report.ts';
import { repeatCommand, repeatOne } from './rerun.ts';

const urgent = ['failed', 'inconclusive', 'warning'];

/**
 * The report as one page for people: its header stands alone on paper; then failures by cause, the specification's text,
 * the rest. Nothing is loaded, and it reads without its script. Every string that comes from the service or the settings
 * goes through preact, which escapes, and `visible`.
 */
export function page(report: Report, exchanges: readonly Exchange[]): string {
  const run = runDocument(report, exchanges);
  const wrong = report.run.misdirected ? `${report.run.misdirected.label}, ` : '';
  const title = `${report.verdict}: ${wrong}${run.title}, pet store conformance`;
  return htmlDocument({ title, style, script, body: body(run, report, exchanges) });
}

/** A part of the page that the header links to. */
function sectionOf(
  id: string,
  title: string,
  amount: number,
  intro: string,
  ...content: readonly ComponentChild[]
) {
  const view = section(id, `${title} (${amount})`, [h('p', null, intro), ...content]);
  return { id, title, amount, view };
}

function body(run: RunDocument, report: Report, exchanges: readonly Exchange[]): ComponentChild {
  const { requirements, observations, suite } = report;
  const followed = new Set(run.cause?.follows);
  const required = (kind: Kind) =>
    requirements.filter((one) => one.level === 'required' && kindOf(one) === kind);
  const advisories = requirements.filter(
    (one) => one.level === 'advisory' && one.outcome !== 'failed',
  );
  const all = (kind: Kind, title: string, intro: string) =>
    sectionOf(kind, title, required(kind).length, intro, rows(required(kind)));
  const open = required('inconclusive');
  const failed = required('failed');
  const sections = [
    sectionOf(
      'failed',
      'Failures',
      failed.length,
      `Requirements that this service breaks, by cause (${run.failures.length}), the largest group first.`,
      run.failures.map((group) => card(group, exchanges)),
      run.known.map((group) => card(group, exchanges, knownWords(group.entry))),
      followers(failed.filter((one) => followed.has(one))),
      command('Run again', repeatCommand(report)),
      note(prose(repeatOne)),
    ),
    sectionOf(
      'inconclusive',
      'Inconclusive',
      open.length,
      ['Neither passed nor failed; each says what was missing.', run.first].join(' '),
      rows(open.filter((one) => !followed.has(one))),
      followers(open.filter((one) => followed.has(one))),
    ),
    sectionOf(
      'warning',
      'Warnings',
      run.warnings.length,
      'Advisories that failed alone, and responses that were inconsistent for a while. Warnings never decide the verdict.',
      run.warnings.map((group) => card(group, exchanges)),
    ),
    ...baselinePart(report).map((part) => {
      const amount = report.baseline?.entries.length ?? 0;
      return { id: part.id, title: 'Baseline', amount, view: partHtml(part) };
    }),
    all('passed', 'Passed', 'Each with its checks.'),
    all('left-out', 'Not judged', 'Outside the profile, skipped by a setting, or not applicable.'),
    sectionOf(
      'advisories',
      'Advisories without a warning',
      advisories.length,
      'Advice from the specification or an RFC, which never decides the verdict.',
      rows(advisories),
    ),
    sectionOf(
      'gaps',
      'Gaps',
      observations.length,
      'Where the specification is silent: what this service does there is recorded, but not judged.',
      gaps(observations),
    ),
  ];
  const shown = sections.filter(({ amount }) => amount > 0);
  const links = shown.map(({ id, title, amount }) =>
    h('a', { href: `#${id}` }, title, ' ', h('b', null, grouped(amount))),
  );
  return h('body', { class: 'report' }, [
    h('a', { class: 'skip', href: '#main' }, 'Skip to the content'),
    h('header', { class: report.verdict }, [
      headerOf(run, report),
      h('nav', { 'aria-label': 'Parts of this page' }, list(null, links)),
    ]),
    h('main', { id: 'main' }, [shown.map(({ view }) => view), exchangesSection(report, exchanges)]),
    h('footer', null, `${visible(suite.name)} ${visible(suite.version)}. API keys are redacted.`),
    h('script', { dangerouslySetInnerHTML: { __html: script } }),
  ]);
}

/** The first screen, and the first sheet of paper: it stands alone. */
function headerOf(run: RunDocument, report: Report): ComponentChild {
  const { verdict, summary, specification } = report;
  const known = baselineSummary(report);
  const facts = run.facts.map(({ term, words, code }) => {
    const text = visible(words);
    return h('div', null, h('dt', null, term), h('dd', null, code ? h('code', null, text) : text));
  });
  const brief = report.requirements
    .filter((one) => urgent.includes(kindOf(one)) && !run.cause?.follows.includes(one))
    .filter((one) => one.level === 'required' || one.outcome === 'failed')
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
    // The heading has said the verdict.
    h('p', { class: 'summary' }, visible(capital(afterVerdict(summary, verdict)))),
    report.run.misdirected === undefined && run.cause && causeView(run.cause),
    known !== '' && h('p', null, h('a', { href: '#baseline' }, visible(known))),
    run.totals.map((words) => h('p', { class: 'totals' }, `${words}.`)),
    h('dl', { class: 'facts' }, facts),
    certificateFacts(report),
    // On paper the failures stand here in a line each; on the screen the cards below are such lines.
    brief.length > 0 && list('brief', brief, 'ol'),
  ];
}

function causeView(cause: Cause): ComponentChild {
  const { seen, remedy, exchange } = cause;
  return h('div', { class: 'cause' }, [
    h('strong', null, visible(`${capital(seen)}.`)),
    ` What to do: ${visible(remedy)}. ${visible(followWords(cause, 3))}.`,
    exchange && evidence(exchange, false),
  ]);
}

/** Who signed, and how to verify it; or why there is no certificate. */
function certificateFacts(report: Report): ComponentChild {
  const why = whyNotCertifiable(report);
  if (why !== undefined) return terms([['Certificate', `none: ${visible(why)}`]]);
  const { signingKey, settings } = report.run;
  const { name, version, digest } = report.suite;
  const chosen = chosenSettings(report);
  const key = signingKey === undefined ? '' : ' --key public.pem';
  return terms([
    ['Certificate', [h('code', null, certificateName), ', in the folder of this page']],
    ['Signed', signingKey === undefined ? 'by nobody' : ['by key ', h('code', null, signingKey)]],
    ['Challenge', visible(settings['--challenge'] ?? 'none')],
    ...(chosen === '' ? [] : [['Settings', `${visible(chosen)} (chosen by the vendor)`] as const]),
    ['Suite', [visible(`${name} ${version}`), ', sha256 ', h('code', null, digest)]],
    [
      'To verify',
      [
        'install the suite, not from the vendor (',
        h('code', null, '--version'),
        ' prints this SHA-256; it is not on npm), then ',
        h('code', null, `npx --no -- petstore-conformance verify FOLDER${key}`),
        key && ", with the key from the vendor's own site",
      ],
    ],
    [
      'Not proven',
      "Which machine answered at this address, and when, unless a challenge is named. Name, version and contact are the vendor's words.",
    ],
  ]);
}

const rows = (all: readonly ReportedRequirement[]) =>
  all.map((requirement) => requirementRow({ requirement, found: requirement.reason }));

/** What follows from the cause in the header. */
function followers(all: readonly ReportedRequirement[]): ComponentChild {
  if (all.length === 0) return null;
  const follow = all.length === 1 ? 'follows' : 'follow';
  const title = `${count(all.length, 'requirement')} that ${follow} from the cause above`;
  return details(title, rows(all), { class: 'follow' });
}

/** One cause, folded: its line says what it usually is, and what it breaks. */
function card(group: FailureGroup, exchanges: readonly Exchange[], known = ''): ComponentChild {
  const { title, tone, blocks } = groupPart(group, exchanges);
  const ids = firstOf(
    group.requirements.map(({ id }) => id),
    2,
  );
  const summary = [
    h('span', { class: 'heading' }, [
      pill(group.kind),
      ' ',
      h('strong', { class: 'id' }, visible(ids)),
      known !== '' && h('span', { class: 'note' }, known),
    ]),
    h('span', { class: 'why' }, prose(title)),
  ];
  const inside = blocks.map((block) => blockHtml(block, title));
  return details(summary, h('div', { class: 'inside' }, inside), { class: `card ${tone}` });
}

/** A question with its answers: `limit=0: 400; limit=101: 400` as a line each. */
function gaps(observations: readonly ReportedObservation[]): ComponentChild {
  const all = observations.map(({ id, section: place, question, answer, exchanges }) => {
    const shown = exchanges.slice(0, 4).map((index) => ` #${index}`);
    const where = note(`${visible(id)}, section ${visible(place)}${shown.join('')}`);
    const answers = cut(visible(answer), 2_000).split('; ');
    return h('tr', null, [
      h('th', { scope: 'row' }, prose(question), where),
      h(
        'td',
        null,
        answers.map((line) => h('div', null, line)),
      ),
    ]);
  });
  return table('gaps', ['Open question', 'This service'], all);
}
