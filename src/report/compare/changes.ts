import { count, firstOf } from '../../text/words.ts';
import type { ReportFile } from '../read.ts';
import type { Report } from '../report.ts';
import { adviceOf, causesOfRequirement, suspects } from './causes.ts';
import type { Changes, Differences, GapChange, RowChange, RowGroup } from './comparison.ts';
import { differencesOf } from './differences.ts';
import { judgedOf, notesOf } from './judged.ts';
import { cameOutOtherwise, groupOf, groupOfAnswers, paired, sideOf } from './rows.ts';

/** What changed from the first report to the second, both of one implementation. */
export function changesOf(first: ReportFile, second: ReportFile): Changes {
  const [before, after] = judgedOf([first, second]);
  if (before === undefined || after === undefined) throw new Error('a report was lost');
  const otherwise = cameOutOtherwise(first.report, second.report);
  const differences = differencesOf(first.report, second.report, otherwise);
  const rows = rowsOf(first.report, second.report, differences);
  const gaps = gapsOf(first.report, second.report, differences);
  return {
    formatVersion: 1,
    kind: 'changes',
    summary: summaryOf(rows, gaps),
    before,
    after,
    broke: withGroup(rows, 'required', 'broke').map(({ id }) => id),
    differences,
    notes: [
      ...(before.startedAt > after.startedAt
        ? ['The first report is the younger one: give the older one first.']
        : []),
      ...notesOf([before, after]),
    ],
    tellApart: otherwise ? adviceOf(differences, before) : [],
    rows,
    gaps,
  };
}

function rowsOf(before: Report, after: Report, differences: Differences): RowChange[] {
  return paired(before.requirements, after.requirements).map(({ row, ...pair }) => {
    const { id, section, level, statement } = row;
    const same = pair.before?.outcome === pair.after?.outcome;
    return {
      id,
      section,
      level,
      statement,
      group: groupOf(pair),
      before: sideOf(pair.before),
      after: sideOf(pair.after),
      mayAccount: same ? [] : causesOfRequirement(pair, differences),
    };
  });
}

function gapsOf(before: Report, after: Report, differences: Differences): GapChange[] {
  return paired(before.observations, after.observations).map(({ row, ...pair }) => {
    const { id, section, question } = row;
    const [was, is] = [pair.before?.answer ?? null, pair.after?.answer ?? null];
    const group = groupOfAnswers(id, was, is);
    return {
      id,
      section,
      question,
      alike: was === is,
      group,
      before: was,
      after: is,
      mayAccount: group === 'other-answer' ? suspects(differences) : [],
    };
  });
}

/** The rows of a level that a group holds. */
export function withGroup(
  rows: readonly RowChange[],
  level: RowChange['level'],
  group: RowGroup,
): RowChange[] {
  return rows.filter((row) => row.level === level && row.group === group);
}

const told: readonly (readonly [group: RowGroup, words: string])[] = [
  ['fixed', 'fixed'],
  ['no-longer-decided', 'no longer decided'],
  ['newly-decided', 'newly decided'],
  ['new', 'new in the suite'],
  ['gone', 'gone from the suite'],
  ['still-failing', 'still failing'],
];

const namesShown = 3;

/** The comparison in one sentence: what broke, then how many of each other kind. */
function summaryOf(rows: readonly RowChange[], gaps: readonly GapChange[]): string {
  const broke = withGroup(rows, 'required', 'broke').map(({ id }) => id);
  const advisories = withGroup(rows, 'advisory', 'broke').length;
  const answers = gaps.filter(({ group }) => group === 'other-answer').length;
  return [
    broke.length === 0
      ? 'nothing broke'
      : `${count(broke.length, 'requirement')} broke (${firstOf(broke, namesShown)})`,
    ...told.flatMap(([group, words]) => {
      const amount = withGroup(rows, 'required', group).length;
      return amount === 0 ? [] : [`${amount} ${words}`];
    }),
    ...(advisories > 0 ? [`${count(advisories, 'warning')} more`] : []),
    ...(answers > 0 ? [`${count(answers, 'other answer')} where the specification is silent`] : []),
  ].join(', ');
}
