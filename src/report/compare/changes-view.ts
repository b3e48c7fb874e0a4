import { utc } from '../../text/words.ts';
import {
  code,
  items,
  type Line,
  lines,
  type Part,
  partOf,
  plain,
  prose,
  type Tone,
  toned,
  type View,
} from '../view/view.ts';
import { withGroup } from './changes.ts';
import type {
  Cause,
  Changes,
  GapChange,
  GapGroup,
  Judged,
  NamedChange,
  RowChange,
  RowGroup,
} from './comparison.ts';
import { partsOf } from './rows.ts';
import { noteLines, titled } from './shown.ts';
import { causesText, recorded, sideLine, valueText, verdictWord } from './words.ts';

const groups: readonly (readonly [group: RowGroup, title: string, tone: Tone])[] = [
  ['broke', 'Broke', 'failed'],
  ['no-longer-decided', 'No longer decided', 'inconclusive'],
  ['newly-decided', 'Newly decided', 'inconclusive'],
  ['fixed', 'Fixed', 'passed'],
  ['new', 'New in the suite', 'plain'],
  ['gone', 'Gone from the suite', 'plain'],
  ['still-failing', 'Still failing', 'failed'],
  ['still-undecided', 'Inconclusive in another way', 'inconclusive'],
];

/** What changed between two reports of one implementation, the worst first. */
export function changesView(changes: Changes): View {
  const broke = changes.broke.length > 0;
  return {
    verdict: broke ? 'broke' : 'nothing broke',
    tone: broke ? 'failed' : 'passed',
    title: changes.after.implementation.name ?? changes.after.implementation.baseUrl,
    summary: changes.summary,
    parts: [
      ...partOf('reports', 'The two reports', [
        lines([
          reportLine('before', changes.before),
          reportLine('after', changes.after),
          ...noteLines(changes.notes),
        ]),
      ]),
      ...partOf('changed', 'Server, suite, settings: which changed', [
        lines(differenceLines(changes)),
        lines(changes.tellApart.map((text) => [plain(text)])),
      ]),
      ...groups.flatMap(([group, title, tone]) => rowsPart(changes.rows, group, title, tone)),
      ...advisoriesPart(changes.rows),
      ...gapsPart(changes.gaps),
      ...rewordedPart(changes),
      ...asBeforePart(changes),
    ],
  };
}

function reportLine(when: string, judged: Judged): Line {
  const { implementation, startedAt, verdict, profile, file } = judged;
  const { name, version, baseUrl } = implementation;
  const whom = [name, version, name === null ? baseUrl : `at ${baseUrl}`];
  return [
    plain(
      `${when}: ${whom.filter((part) => part !== null).join(' ')}, ${utc(startedAt, 'second')}, `,
    ),
    verdictWord(verdict),
    plain(` for the ${profile} profile, `),
    code(file),
  ];
}

function differenceLines({ differences, before }: Changes): Line[] {
  const { server, suite, settings, seed } = differences;
  const serverWords = {
    changed: '',
    unchanged: `the same version, ${before.implementation.version ?? ''}`,
    recorded: 'both reports judge the same recording, so it is not the server',
    inferred: 'suite and settings are the same, so what differs is the server, or chance',
    unknown: 'nothing tells whether it changed (it names no version)',
  } as const;
  const seeds = `seed: ${seed.before} before, ${seed.after} after: other generated data, and other questions by turns`;
  return [
    changeLine('server', server.differences, serverWords[server.state]),
    changeLine('suite', suite.differences, `the same, ${before.suite.version}`),
    changeLine('settings', settings.differences, 'the same'),
    ...(seed.changed ? [[plain(seeds)]] : []),
  ];
}

function changeLine(what: string, found: readonly NamedChange[], otherwise: string): Line {
  if (found.length === 0) return [plain(`${what}: ${otherwise}`)];
  const told = found.map(
    ({ name, before, after }) =>
      `${name} ${short(name, before)} before, ${short(name, after)} after`,
  );
  return [plain(`${what}: `), toned('warning', 'changed'), plain(`: ${told.join('; ')}`)];
}

/** Twelve digits of a digest are enough to see that it is another one. */
function short(name: string, value: string | null): string {
  return name === 'digest' && value !== null ? value.slice(0, 12) : valueText(value);
}

function rowsPart(rows: readonly RowChange[], group: RowGroup, title: string, tone: Tone): Part[] {
  const found = withGroup(rows, 'required', group);
  return partOf(group, `${title} (${found.length})`, [items(tone, found.map(rowItem))]);
}

function advisoriesPart(rows: readonly RowChange[]): Part[] {
  const found = groups
    .filter(([group]) => group !== 'still-failing')
    .flatMap(([group]) => withGroup(rows, 'advisory', group));
  return partOf('advisories', `Advisories, which never decide (${found.length})`, [
    items('warning', found.map(rowItem)),
  ]);
}

function rowItem(row: RowChange) {
  const { level, before, after, group } = row;
  const same = group === 'still-failing';
  return {
    title: titled(row, row.statement),
    lines: [
      ...(before === null || same ? [] : [sideLine('before', before, level)]),
      ...(after === null ? [] : [sideLine(same ? 'now' : 'after', after, level)]),
      ...accountLines(row.mayAccount),
    ],
  };
}

function gapsPart(gaps: readonly GapChange[]): Part[] {
  const part = (name: string, title: string, group: GapGroup) => {
    const found = gaps.filter((gap) => gap.group === group);
    return partOf(name, `${title} (${found.length})`, [items('plain', found.map(gapItem))]);
  };
  return [
    ...part('gaps', 'Other answers where the specification is silent', 'other-answer'),
    ...part('gaps-asked', 'Asked differently, or recorded by one run alone', 'asked-differently'),
  ];
}

function gapItem(gap: GapChange) {
  const parts = partsOf([gap.before, gap.after]).filter(({ values: [was, is] }) => was !== is);
  return {
    title: titled(gap, gap.question),
    lines: [
      ...parts.map(({ name, values: [was = null, is = null] }) => [
        plain(`${name === '' ? '' : `${name}: `}before: ${recorded(was)}; after: ${recorded(is)}`),
      ]),
      ...accountLines(gap.mayAccount),
    ],
  };
}

function accountLines(mayAccount: readonly Cause[]): Line[] {
  return mayAccount.length === 0 ? [] : [[plain(`may account for it: ${causesText(mayAccount)}`)]];
}

function rewordedPart({ differences }: Changes): Part[] {
  const { reworded } = differences.suite;
  const shown = reworded.map(({ id, name, before, after }) => ({
    title: [code(id), plain(` has a different ${name}`)],
    lines: [
      [plain('before: '), prose(valueText(before))],
      [plain('after: '), prose(valueText(after))],
    ],
  }));
  const title = `What the suite words differently (${reworded.length})`;
  return partOf('reworded', title, [items('plain', shown)]);
}

function asBeforePart({ rows, gaps }: Changes): Part[] {
  const found = rows.filter(({ group }) => group === 'as-before');
  const passed = found.filter(({ after }) => after?.outcome === 'passed').length;
  const answers = gaps.filter(({ alike }) => alike).length;
  const words = `${found.length} requirements (${passed} passed) and ${answers} answers are as before.`;
  return partOf('as-before', 'As before', [lines([[plain(words)]])]);
}
