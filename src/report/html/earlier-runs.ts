import { type ComponentChild, h } from 'preact';
import { visible } from '../../text/visible.ts';
import { kindWords, verdictKinds } from '../kinds.ts';
import { whomJudged } from '../past.ts';
import type { PastRun, Report } from '../report.ts';
import { details, list, moment } from './elements.ts';

const marksShown = 12;

/**
 * The runs against the same service that wrote into this folder before, the latest last: a mark for each, and their
 * counts under it. If the last one judged another service, that is said.
 */
export function earlierRuns(report: Report): ComponentChild {
  const { history = [] } = report;
  const whom = whomJudged(report);
  const runs = history.filter(({ of = whom }) => of === whom);
  const { of: last = whom } = history.at(-1) ?? {};
  const other =
    last === whom
      ? null
      : h('p', { class: 'past' }, `The last run in this folder was of ${visible(last)}.`);
  return [other, runs.length === 0 ? null : listOf(runs)];
}

function listOf(runs: readonly PastRun[]): ComponentChild {
  const marks = runs
    .slice(-marksShown)
    .map(({ verdict }) => [
      ' ',
      h('span', { class: verdict }, [
        h('span', { 'aria-hidden': true }, kindWords[verdictKinds[verdict]].mark),
        h('span', { class: 'unseen' }, verdict),
      ]),
    ]);
  const lines = runs.map((one) => [moment(one.startedAt), `: ${one.verdict}, ${pastWords(one)}`]);
  const title = [`Earlier runs in this folder (${runs.length}):`, marks];
  return details(title, list(null, lines, 'ol'), { class: 'past' });
}

function pastWords({ failed, inconclusive, passed, profile, version }: PastRun): string {
  const counts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(inconclusive > 0 ? [`${inconclusive} inconclusive`] : []),
    `${passed} passed`,
  ];
  const of = version === null ? '' : `, version ${visible(version)}`;
  return `${counts.join(', ')} (${profile}${of})`;
}
