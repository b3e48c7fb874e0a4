import {
  type Block,
  cell,
  items,
  type Line,
  type Part,
  partOf,
  plain,
  type TableRow,
  table,
} from '../view/view.ts';
import type { GapAgreement, MatrixGap } from './comparison.ts';
import { partsOf } from './rows.ts';
import { oddOnes, type Shown, titled } from './shown.ts';
import { named, recorded } from './words.ts';

/** The gap table: what each implementation does where the specification is silent; those that differ first. */
export function gapsPart(shown: Shown): Part[] {
  const { gaps, implementations } = shown.matrix;
  const of = (group: GapAgreement) => gaps.filter((gap) => gap.group === group);
  const [differing, alike, tooFew] = [of('differing'), of('alike'), of('too-few')];
  const inTable = implementations.length <= shown.space.answers;
  const silent = 'Silent specification,';
  return [
    ...partOf('gaps', `${silent} different answers (${differing.length})`, [
      inTable ? answerTable(differing, shown) : gapItems(differing, shown, answerLines),
    ]),
    ...partOf('gaps-alike', `${silent} one answer (${alike.length})`, [
      gapItems(alike, shown, jointLines),
    ]),
    ...partOf('gaps-too-few', `${silent} recorded by too few to compare (${tooFew.length})`, [
      gapItems(tooFew, shown, soleLines),
    ]),
  ];
}

function answerTable(gaps: readonly MatrixGap[], { matrix, links }: Shown): Block {
  const groups = gaps.map((gap) => ({
    heading: titled(gap, gap.question, links),
    rows: answerRows(gap),
  }));
  return table(['asked', ...matrix.implementations.map(({ label }) => label)], groups);
}

/** A row for each part of the answers. */
export function answerRows({ answers }: MatrixGap): TableRow[] {
  return partsOf(answers).map(({ name, values, alike }) => ({
    differs: !alike,
    odd: oddOnes(values).map((at) => at + 1),
    cells: [cell(name === '' ? 'answer' : name), ...values.map((value) => cell(recorded(value)))],
  }));
}

/** Gaps, each with lines on its answers; these come with the labels of those who gave them. */
function gapItems(
  gaps: readonly MatrixGap[],
  { matrix, links }: Shown,
  linesOf: (answers: MatrixGap['answers'], labels: readonly string[]) => Line[],
): Block {
  const labels = matrix.implementations.map(({ label }) => label);
  const shown = gaps.map((gap) => ({
    title: titled(gap, gap.question, links),
    lines: linesOf(gap.answers, labels),
  }));
  return items('plain', shown);
}

/** For each part the answers, the commonest first, and who gives them; parts that divide alike go together. */
function answerLines(answers: MatrixGap['answers'], labels: readonly string[]): Line[] {
  const parts = new Map<string, { names: string[]; values: readonly (string | null)[] }>();
  for (const { name, values, alike } of partsOf(answers)) {
    const key = JSON.stringify(values);
    const part = parts.get(key) ?? { names: [], values };
    if (!alike) parts.set(key, { values, names: [...part.names, name] });
  }
  return [...parts.values()].flatMap(({ names, values }) =>
    giverLines(names.join(', '), values, labels),
  );
}

function giverLines(
  name: string,
  values: readonly (string | null)[],
  labels: readonly string[],
): Line[] {
  const givers = new Map<string | null, string[]>();
  for (const [at, value] of values.entries()) {
    givers.set(value, [...(givers.get(value) ?? []), labels[at] ?? '']);
  }
  return [...givers]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([value, who], at) => [
      plain(`${name === '' ? '' : `${name}: `}${recorded(value)} (by ${named(who, at > 0)})`),
    ]);
}

/** The one answer that all gave, with what only some of them were asked. */
function jointLines(answers: MatrixGap['answers']): Line[] {
  const said = partsOf(answers).map(({ name, values }) => {
    const value = values.find((one) => one !== null) ?? null;
    return value === null || name === '' ? value : `${name}: ${value}`;
  });
  const answer = said.length === 1 ? (said[0] ?? null) : said.join('; ');
  const silent = answers.filter((one) => one === null).length;
  const missing = silent === 0 ? '' : ` (not recorded by ${silent})`;
  return [[plain(`${recorded(answer)}${missing}`)]];
}

/** What each said that said something: it stands beside no answer to the same question. */
function soleLines(answers: MatrixGap['answers'], labels: readonly string[]): Line[] {
  return answers.flatMap((answer, at): Line[] =>
    answer === null ? [] : [[plain(`${recorded(answer)} (by ${labels[at] ?? ''})`)]],
  );
}
