import { type ComponentChild, h } from 'preact';
import { type Exchange, ended } from '../http/exchange.ts';
import type { CheckResult, Verdict } from '../judge/outcome.ts';
import { findRequirement } from '../spec/catalogue.ts';
import { sentencesFor } from '../spec/sentences.ts';
import { cut, shortened, visible, visibleLines } from '../text/visible.ts';
import { capital, count, firstOf, grouped, inOneLine } from '../text/words.ts';
import { baselineSummary, decidingVerdict, knownWords } from './baseline.ts';
import { type Cause, followWords } from './causes.ts';
import { whyNotCertifiable } from './certifiable.ts';
import { afterVerdict, baselinePart, type RunDocument, runDocument } from './document.ts';
import { type FailureGroup, groupFailures, otherFinding } from './failures.ts';
import {
  command,
  details,
  htmlDocument,
  list,
  note,
  partHtml,
  pill,
  prose,
  section,
  table,
} from './html.ts';
import {
  exchangeLine,
  exchangeLinks,
  exchangesSection,
  exchangeView,
  sendAgain,
} from './page-exchanges.ts';
import { script } from './page-script.ts';
import { style } from './page-style.ts';
import {
  type Kind,
  kindOf,
  kinds,
  kindWords,
  placeOf,
  type Report,
  type ReportedObservation,
  type ReportedRequirement,
} from './report.ts';
import { repeatCommand, repeatOne } from './rerun.ts';

const urgent = ['failed', 'inconclusive', 'warning'];

const titles: Readonly<Record<Kind, readonly [title: string, text: string]>> = {
  failed: [
    'Failures',
    'Requirements that this service breaks, grouped by cause, the weightiest first.',
  ],
  inconclusive: ['Inconclusive', 'Neither passed nor failed; each says what was missing.'],
  warning: [
    'Warnings',
    'Advisories that failed, and responses that were inconsistent for a while. Warnings never decide the verdict.',
  ],
  passed: ['Passed', 'Each with its checks and exchanges.'],
  'left-out': ['Not judged', 'Outside the profile, skipped by a setting, or not applicable.'],
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
  return htmlDocument({ title, style, script, icon, body: body(run, { report, exchanges }) });
}

function body(run: RunDocument, evidence: Evidence): ComponentChild {
  const { report } = evidence;
  const exchanges = ended(evidence.exchanges);
  const lines = (all: readonly ReportedRequirement[]) =>
    all.map((one) => requirementLine(one, evidence, true));
  const required = (kind: Kind) =>
    report.requirements.filter((one) => one.level === 'required' && kindOf(one) === kind);
  const follow = (run.cause?.follows ?? []).filter(({ level }) => level === 'required');
  const isTold = (one: ReportedRequirement) => !follow.includes(one);
  const advisories = report.requirements.filter(
    (one) => one.level === 'advisory' && one.outcome !== 'failed',
  );
  const part = (kind: Kind, rows: ComponentChild, amount = required(kind).length) =>
    [kind, titles[kind][0], amount, kindSection(kind, amount, rows)] as const;
  const parts: readonly (readonly [
    id: string,
    title: string,
    amount: number,
    view: ComponentChild,
  ])[] = [
    part('failed', failureCards(run, evidence)),
    part('inconclusive', [
      lines(required('inconclusive').filter(isTold)),
      followers(
        follow.filter((one) => one.outcome === 'inconclusive'),
        evidence,
      ),
    ]),
    part(
      'warning',
      run.warnings.map((group) => groupCard(group, evidence)),
      run.warnings.length,
    ),
    [
      'baseline',
      'Baseline',
      report.baseline?.entries.length ?? 0,
      baselinePart(report).map(partHtml),
    ],
    ['gaps', 'Gaps', report.observations.length, gapsSection(report.observations, evidence)],
    part('passed', lines(required('passed'))),
    part('left-out', lines(required('left-out'))),
    [
      'advisories',
      'Advisories',
      advisories.length,
      section(
        'advisories',
        `Advisories without a warning (${advisories.length})`,
        [
          h('p', null, 'Advice of the specification that never decides the verdict.'),
          lines(advisories),
        ],
        'advisory',
      ),
    ],
    ['exchanges', 'Exchanges', exchanges.length, exchangesSection(report, exchanges)],
  ];
  const shown = parts.filter(([, , amount]) => amount !== 0);
  const links = shown.map(([id, title, amount]) =>
    h('a', { href: `#${id}` }, title, ' ', h('b', null, grouped(amount))),
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
      searchBar(),
      shown.filter(([id]) => !urgent.includes(id)).map(([, , , view]) => view),
    ]),
    h(
      'footer',
      null,
      `${visible(report.suite.name)} ${visible(report.suite.version)}. ${labWords(report)}API keys are redacted.`,
    ),
    h('script', { dangerouslySetInnerHTML: { __html: script } }),
  ]);
}

/** How far the suite itself is proved. */
function labWords({ suite: { lab } }: Report): string {
  const { faults, faultsFound, variants, variantsWronged } = lab;
  if (faults === 0) return '';
  return `In its lab the suite finds ${faultsFound} of ${faults} seeded faults, with ${variantsWronged} false positives on ${variants} conformant servers. `;
}

function kindSection(kind: Kind, amount: number, rows: ComponentChild): ComponentChild {
  const [title, text] = titles[kind];
  return section(kind, `${title} (${amount})`, [h('p', null, text), rows], kind);
}

/** The first screen, and the first sheet of paper: it stands alone. */
function headerOf(run: RunDocument, report: Report): ComponentChild {
  const { verdict, summary, specification } = report;
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
    report.run.misdirected === undefined && causeOf(run.cause),
    besideBaseline(report),
    run.totals.map((words) => h('p', { class: 'totals' }, `${words}.`)),
    h('dl', { class: 'facts' }, facts, certificateFact(report)),
    // On paper the failures stand here in a line each; on the screen the cards below are such lines.
    brief.length > 0 && list('brief', brief, 'ol'),
  ];
}

function causeOf(cause: Cause | undefined): ComponentChild {
  if (cause === undefined) return null;
  const { seen, remedy, exchange } = cause;
  return h('p', { class: 'cause' }, [
    h('strong', null, visible(`${capital(seen)}.`)),
    ` What to do: ${visible(remedy)}. ${visible(followWords(cause, 3))}.`,
    exchange && [' Shown by ', exchangeLinks([exchange.index], [exchange]), '.'],
  ]);
}

/** The verdict with the baseline, which decides the exit status. */
function besideBaseline(report: Report): ComponentChild {
  const words = baselineSummary(report);
  if (words === '') return null;
  const deciding = decidingVerdict(report);
  return h('p', null, [
    h('a', { href: '#baseline' }, visible(words)),
    `. Exit status: that of ${deciding === 'incomplete' ? 'an' : 'a'} ${deciding} run.`,
  ]);
}

function certificateFact(report: Report): ComponentChild {
  const why = whyNotCertifiable(report);
  const { signingKey, settings } = report.run;
  const challenge = settings['--challenge'];
  const signed = signingKey === undefined ? 'unsigned' : `signed by key ${signingKey}`;
  const asked = challenge === undefined ? 'without a challenge' : `challenge ${visible(challenge)}`;
  const key =
    signingKey === undefined ? '' : " --key public.pem (the key from the vendor's own site)";
  const words =
    why === undefined
      ? [
          `certificate.json in the folder of this page, ${signed}, ${asked}, suite sha256 ${report.suite.digest}. Verify with your own copy of the suite: `,
          h('code', null, 'petstore-conformance verify FOLDER'),
          `${key}. Name, version and contact are the vendor's words.`,
        ]
      : `none: ${visible(why)}`;
  return h('div', { class: 'wide' }, h('dt', null, 'Certificate'), h('dd', null, words));
}

/** The search; the script shows it, as without script it would do nothing. */
function searchBar(): ComponentChild {
  const form = { id: 'filter', role: 'search', 'aria-label': 'Search this page', hidden: true };
  return h('form', form, [
    h('label', { for: 'search' }, 'Search requirements and exchanges'),
    h('input', { id: 'search', type: 'search', autocomplete: 'off' }),
    h('p', { id: 'told', role: 'status' }),
  ]);
}

/** New failures come before those that the baseline knows; what follows from one cause is folded. */
function failureCards({ failures, known, cause }: RunDocument, evidence: Evidence): ComponentChild {
  const follow = (cause?.follows ?? []).filter((one) => kindOf(one) === 'failed');
  return [
    failures.map((group) => groupCard(group, evidence)),
    known.map(({ requirement, entry }) =>
      groupFailures([requirement], evidence.exchanges).map((group) =>
        groupCard(group, evidence, knownWords(entry)),
      ),
    ),
    followers(follow, evidence),
    command('Run again', repeatCommand(evidence.report)),
    note(prose(repeatOne)),
  ];
}

function followers(all: readonly ReportedRequirement[], evidence: Evidence): ComponentChild {
  if (all.length === 0) return null;
  const title = `${count(all.length, 'requirement')} that ${all.length === 1 ? 'follows' : 'follow'} from the cause above`;
  const rows = all.map((one) => requirementLine(one, evidence, true));
  return details(title, rows, { class: 'follow' });
}

/** What the implementation does where the specification is silent: never judged, and like a fingerprint. */
function gapsSection(
  observations: readonly ReportedObservation[],
  { exchanges }: Evidence,
): ComponentChild {
  const rows = observations.map(({ id, section: place, question, answer, exchanges: shown }) => {
    const where = h('span', { class: 'note' }, `${visible(id)}, section ${visible(place)}`);
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
  const words = 'What this implementation does there is recorded, but not judged.';
  const head = ['Open question', 'This service'];
  const answered = table('gaps', head, rows);
  return section(
    'gaps',
    'Where the specification is silent',
    [h('p', null, words), answered],
    'gap',
  );
}

/** What requirements are shown with. */
interface Evidence {
  readonly report: Report;
  readonly exchanges: readonly Exchange[];
}

const maxLinks = 12;
/** Characters of what was found, in the line of a card. */
const whyRoom = 240;

/** One cause, folded: its line says what and why; the usual cause first, then what shows it, then what it breaks. */
function groupCard(group: FailureGroup, evidence: Evidence, known = ''): ComponentChild {
  const { kind, requirements, check, exchange, usualCause } = group;
  const found = check === undefined ? '' : inOneLine(check.message);
  const ids = requirements.map(({ id }) => id);
  const summary = [
    h('span', { class: 'heading' }, [
      pill(kind),
      ' ',
      h('strong', { class: 'id' }, visible(firstOf(ids, 2))),
      known !== '' && h('span', { class: 'note known' }, known),
    ]),
    h('span', { class: 'note why' }, usualCause ? prose(usualCause) : visible(cut(found, whyRoom))),
  ];
  const inside = [
    usualCause !== undefined &&
      h('p', { class: 'cause' }, h('strong', null, 'Usual cause: '), prose(usualCause)),
    check !== undefined && message(check.message),
    exchange !== undefined && [
      details([`#${exchange.index} `, exchangeLine(exchange)], exchangeView(exchange, 4_000), {
        class: 'exchange',
        open: true,
      }),
      sendAgain(exchange),
    ],
    requirements.map((one) => requirementLine(one, evidence, false, otherFinding(one, check))),
  ];
  const attributes = { class: `row card ${kind}`, 'data-kind': kind };
  return details(summary, h('div', { class: 'inside' }, inside), attributes);
}

/** A requirement in one line; its checks and how it is decided are folded. */
function requirementLine(
  requirement: ReportedRequirement,
  evidence: Evidence,
  isRow = false,
  found = isRow ? requirement.reason : '',
): ComponentChild {
  const { id, section, level, statement, reason, checks } = requirement;
  const kind = kindOf(requirement);
  const where = `section ${visible(section)}${level === 'advisory' ? ', advisory' : ''}`;
  const { mark, word } = kindWords[kind];
  const line = [
    h('span', { class: `mark ${kind}` }, mark, h('span', { class: 'unseen' }, ` ${word}`)),
    h('span', { class: 'id' }, visible(id)),
    h('span', { class: 'statement' }, prose(statement)),
    h('span', { class: 'note' }, found === '' ? where : `${where}: ${visible(found)}`),
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
    ['Text', clauses(requirement.id)],
    ['Decided', prose(known.decided)],
    ['Allowed', prose(known.allows)],
    ['Judged by', h('code', null, known.file ?? 'nothing')],
  ];
  const inside = terms.flatMap(([term, words]) => [h('dt', null, term), h('dd', null, words)]);
  return h('dl', { class: 'rules' }, inside);
}

/** The sentences of the specification that a requirement decides. */
function clauses(id: string): ComponentChild {
  return sentencesFor(id).map(({ text }) => h('div', null, prose(text)));
}

const labelled = /^(?<label>expected|received|came|at|smallest case found):? (?<text>.+)$/i;

/** The lines of a message; `expected: …` and the like stand one under the other. */
function message(whole: string): ComponentChild {
  if (whole === '') return null;
  const { text, left } = shortened(whole, 1_000);
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
function checkTable(checks: readonly CheckResult[], { exchanges }: Evidence): ComponentChild {
  const told = checks.filter(({ outcome }) => outcome !== 'passed');
  const passed = checks.length - told.length;
  const shown = told.length > 0 ? told : checks;
  const isSilent = shown.every((check) => check.message === '');
  const rows = shown.map((check) => {
    const more = check.exchanges.length - maxLinks;
    const outcome = check.outcome === 'passed' ? '' : ` (${check.outcome.replace('-', ' ')})`;
    return h('tr', null, [
      h('td', null, visible(check.title), outcome),
      !isSilent && h('td', null, message(check.message)),
      h('td', { class: 'links' }, [
        exchangeLinks(check.exchanges.slice(0, maxLinks), exchanges),
        more > 0 && ` and ${more} more`,
      ]),
    ]);
  });
  return [
    table('checks', ['Check', ...(isSilent ? [] : ['Found']), 'Exchanges'], rows),
    told.length > 0 && passed > 0 && note(`${count(passed, 'other check')} passed.`),
  ];
}
