import { type ComponentChild, h } from 'preact';
import { leftByPlan } from '../../engine/plan/question-plan.ts';
import { visible } from '../../text/visible.ts';
import { capital, count } from '../../text/words.ts';
import type { Cause } from '../cause.ts';
import { baselineSummary, decidingVerdict } from '../expected.ts';
import { type Kind, kindOf, kinds, kindWords } from '../kinds.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { requestWords } from '../words.ts';
import { earlierRuns } from './earlier-runs.ts';
import { drawing, moment, note } from './elements.ts';
import { questionsLeft } from './plan.ts';

/** The verdict, its one cause if there is one, and counts that add up: the first screen. */
export function verdictOf(report: Report, cause: Cause | undefined): ComponentChild {
  const { verdict, summary, specification, run } = report;
  return [
    note(`${specification.title} ${specification.version}`),
    h('h1', null, h('span', { class: 'verdict' }, verdict), ' ', h('span', null, nameOf(report))),
    h('p', { class: 'summary' }, visible(summary)),
    cause &&
      h('p', { class: 'cause' }, [
        h('strong', null, visible(`${capital(cause.seen)}.`)),
        ` What to do: ${visible(cause.remedy)}. ${followersOf(cause)} from it.`,
      ]),
    besideBaseline(report),
    run.partial && h('p', null, 'Only a part of the requirements was judged.'),
    h('div', { class: 'counts' }, [
      tally('required', report.requirements),
      tally('advisory', report.requirements),
    ]),
    leftToOthers(report),
    note(factsOf(report)),
    earlierRuns(report),
  ];
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

/** `45 requirements below, and 6 advisory ones, follow`. */
function followersOf({ requirements, advisories }: Cause): string {
  const beside = advisories.length === 0 ? '' : `, and ${advisories.length} advisory,`;
  const verb = requirements.length === 1 && advisories.length === 0 ? 'follows' : 'follow';
  return `${count(requirements.length, 'requirement')} below${beside} ${verb}`;
}

/** The implementation as the page calls it. */
export function nameOf({ implementation }: Report): string {
  const { name, version, baseUrl } = implementation;
  return visible([name ?? baseUrl, ...(version === null ? [] : [version])].join(' '));
}

/** What a small plan did not ask, beside the verdict. */
function leftToOthers(report: Report): ComponentChild {
  const left = questionsLeft(report);
  if (left === undefined) return null;
  const were = left.questions === 1 ? 'was' : 'were';
  return note(h('a', { href: '#left' }, left.words), ` ${were} ${leftByPlan}.`);
}

function factsOf({ implementation, profile, run, suite }: Report): ComponentChild {
  const plan = run.plan === null ? '' : `, plan ${run.plan}`;
  return [
    h('code', null, visible(implementation.baseUrl)),
    `, profile ${profile}${plan}, `,
    moment(run.startedAt),
    `, ${requestWords(run)}, ${visible(suite.name)} ${visible(suite.version)}`,
  ];
}

/** One level by outcome, each part a link: the parts add up to the whole that is named first. */
function tally(
  level: ReportedRequirement['level'],
  requirements: readonly ReportedRequirement[],
): ComponentChild {
  const of = requirements.filter((requirement) => requirement.level === level);
  const judged = of.filter((requirement) => kindOf(requirement) !== 'left-out');
  const amountOf = (kind: Kind) => judged.filter((one) => kindOf(one) === kind).length;
  const parts = kinds
    .map((kind) => [kind, amountOf(kind)] as const)
    .filter(([, amount]) => amount > 0);
  const exempt = of.filter(({ outcome }) => outcome === 'not-applicable');
  const otherSeeds = exempt.filter(({ reason }) => reason === leftByPlan).length;
  const left = of.length - judged.length - exempt.length;
  const beside = [
    ...(exempt.length > otherSeeds ? [`${exempt.length - otherSeeds} not applicable`] : []),
    ...(otherSeeds > 0 ? [`${otherSeeds} not asked this time`] : []),
    ...(left > 0 ? [`${left} not asked`] : []),
  ];
  const bars = parts.map(([kind, width], at) => {
    const x = parts.slice(0, at).reduce((sum, [, before]) => sum + before, 0);
    return h('rect', { class: kind, x, y: 0, width, height: 10 });
  });
  return h('div', { class: 'tally' }, [
    h('p', null, [
      h('strong', null, `${judged.length} ${level}`),
      ': ',
      parts.map(partLink),
      beside.length > 0 &&
        h('a', { class: 'note', href: '#left-out' }, ` (not counted: ${beside.join(', ')})`),
    ]),
    drawing(Math.max(1, judged.length), 10, bars),
  ]);
}

function partLink([kind, amount]: readonly [Kind, number], at: number): ComponentChild {
  const words = kind === 'warning' ? count(amount, 'warning') : `${amount} ${kindWords[kind].word}`;
  return [at > 0 ? ', ' : '', h('a', { class: kind, href: `#${kind}` }, words)];
}
