import { partsOf } from './answers.ts';
import type { GapStanding, Matrix, MatrixGap } from './comparison.ts';
import {
  type Block,
  code,
  type Line,
  oddOnes,
  type Part,
  partOf,
  plain,
  prose,
  type SiteLinks,
  type Space,
  type TableGroup,
} from './view.ts';
import { named, recorded } from './words.ts';

/** The gap table: what each implementation does where the specification is silent; those that differ first. */
export function gapsPart(matrix: Matrix, space: Space, links: SiteLinks): Part[] {
  const of = (group: GapStanding) => matrix.gaps.filter((gap) => gap.group === group);
  const [differing, alike, tooFew] = [of('differing'), of('alike'), of('too-few')];
  const table = matrix.implementations.length <= space.answers;
  return [
    ...partOf('gaps', `Silent specification, different answers (${differing.length})`, [
      table ? answerTable(matrix, differing, links) : answerItems(matrix, differing, links),
    ]),
    ...partOf('gaps-alike', `Silent specification, one answer (${alike.length})`, [
      alikeItems(alike, links),
    ]),
    ...partOf(
      'gaps-too-few',
      `Silent specification, recorded by too few to compare (${tooFew.length})`,
      [soleItems(matrix, tooFew, links)],
    ),
  ];
}

function answerTable(
  { implementations }: Matrix,
  gaps: readonly MatrixGap[],
  links: SiteLinks,
): Block {
  return {
    kind: 'table',
    head: ['asked', ...implementations.map(({ label }) => label)],
    groups: gaps.map((gap) => ({ heading: headingOf(gap, links), rows: answerRows(gap) })),
  };
}

/** A row for each part of the answers. */
export function answerRows({ answers }: MatrixGap): TableGroup['rows'] {
  return partsOf(answers).map(({ name, values, alike }) => ({
    differs: !alike,
    odd: oddOnes(values).map((at) => at + 1),
    cells: [
      [[plain(name === '' ? 'answer' : name)]],
      ...values.map((value) => [[plain(recorded(value))]]),
    ],
  }));
}

/** For each part the answers, the commonest first, and who gives them; parts that divide alike go together. */
function answerItems(
  { implementations }: Matrix,
  gaps: readonly MatrixGap[],
  links: SiteLinks,
): Block {
  const labels = implementations.map(({ label }) => label);
  return {
    kind: 'items',
    tone: 'plain',
    items: gaps.map((gap) => {
      const parts = new Map<string, { names: string[]; values: readonly (string | null)[] }>();
      for (const { name, values, alike } of partsOf(gap.answers)) {
        const key = JSON.stringify(values);
        const part = parts.get(key) ?? { names: [], values };
        if (!alike) parts.set(key, { values, names: [...part.names, name] });
      }
      return {
        title: headingOf(gap, links),
        lines: [...parts.values()].flatMap(({ names, values }) =>
          answerLines(names.join(', '), values, labels),
        ),
      };
    }),
  };
}

function answerLines(
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

function alikeItems(gaps: readonly MatrixGap[], links: SiteLinks): Block {
  return {
    kind: 'items',
    tone: 'plain',
    items: gaps.map((gap) => {
      const answer = jointAnswer(gap);
      const silent = gap.answers.filter((one) => one === null).length;
      const missing = silent === 0 ? '' : ` (not recorded by ${silent})`;
      return { title: headingOf(gap, links), lines: [[plain(`${recorded(answer)}${missing}`)]] };
    }),
  };
}

/** What each said that said something: it stands beside no answer to the same question. */
function soleItems(
  { implementations }: Matrix,
  gaps: readonly MatrixGap[],
  links: SiteLinks,
): Block {
  return {
    kind: 'items',
    tone: 'plain',
    items: gaps.map((gap) => ({
      title: headingOf(gap, links),
      lines: gap.answers.flatMap((answer, at): Line[] =>
        answer === null
          ? []
          : [[plain(`${recorded(answer)} (by ${implementations[at]?.label ?? ''})`)]],
      ),
    })),
  };
}

/** The one answer that all gave, with what only some of them were asked. */
function jointAnswer({ answers }: MatrixGap): string | null {
  const said = partsOf(answers).map(({ name, values }) => {
    const value = values.find((one) => one !== null) ?? null;
    return value === null || name === '' ? value : `${name}: ${value}`;
  });
  return said.length === 1 ? (said[0] ?? null) : said.join('; ');
}

function headingOf({ id, section, question }: MatrixGap, links: SiteLinks): Line {
  return [
    { ...code(id), ...links.requirement?.(id) },
    plain(` (section ${section}): `),
    prose(question),
  ];
}
