import { partsOf } from './answers.ts';
import { withGroup } from './changes.ts';
import type {
  Cause,
  Changes,
  GapChange,
  Judged,
  NamedChange,
  RowChange,
  RowGroup,
} from './comparison.ts';
import { moment } from './judged.ts';
import {
  type Block,
  code,
  type Line,
  type Part,
  partOf,
  plain,
  prose,
  type Tone,
  toned,
  type View,
} from './view.ts';
import { causesText, recorded, sideLine, valueText, verdictWord } from './words.ts';

const groups: readonly (readonly [group: RowGroup, title: string, tone: Tone])[] = [
  ['broke', 'Broke', 'failed'],
  ['no-longer-decided', 'No longer decided', 'undecided'],
  ['newly-decided', 'Newly decided', 'undecided'],
  ['fixed', 'Fixed', 'passed'],
  ['new', 'New in the suite', 'plain'],
  ['gone', 'Gone from the suite', 'plain'],
  ['still-failing', 'Still failing', 'failed'],
  ['still-undecided', 'Inconclusive in another way', 'undecided'],
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
      ...partOf('reports', 'The two reports', [reportsBlock(changes)]),
      ...partOf('changed', 'Server, suite, settings: which changed', [
        { kind: 'lines', lines: differenceLines(changes) },
        { kind: 'lines', lines: changes.tellApart.map((text) => [plain(text)]) },
      ]),
      ...groups.flatMap(([group, title, tone]) => rowsPart(changes.rows, group, title, tone)),
      ...advisoriesPart(changes.rows),
      ...gapsPart(changes.gaps),
      ...rewordedPart(changes),
      ...asBeforePart(changes),
    ],
  };
}

function reportsBlock({ before, after, notes }: Changes): Block {
  return {
    kind: 'lines',
    lines: [
      reportLine('before', before),
      reportLine('after', after),
      ...notes.map((note) => [toned('undecided', 'note'), plain(`: ${note}`)]),
    ],
  };
}

function reportLine(
  when: string,
  { implementation, startedAt, verdict, profile, file }: Judged,
): Line {
  const { name, version, baseUrl } = implementation;
  const whom = [name, version, name === null ? baseUrl : `at ${baseUrl}`];
  return [
    plain(`${when}: ${whom.filter((part) => part !== null).join(' ')}, ${moment(startedAt)}, `),
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
  return [
    changeLine('server', server.differences, serverWords[server.state]),
    changeLine('suite', suite.differences, `the same, ${before.suite.version}`),
    changeLine('settings', settings.differences, 'the same'),
    ...(seed.changed
      ? [
          [
            plain(
              `seed: ${seed.before} before, ${seed.after} after: other generated data, nothing else`,
            ),
          ],
        ]
      : []),
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
  return partOf(group, `${title} (${found.length})`, [
    { kind: 'items', tone, items: found.map(rowItem) },
  ]);
}

function advisoriesPart(rows: readonly RowChange[]): Part[] {
  const found = groups
    .filter(([group]) => group !== 'still-failing')
    .flatMap(([group]) => withGroup(rows, 'advisory', group));
  return partOf('advisories', `Advisories, which never decide (${found.length})`, [
    { kind: 'items', tone: 'warning', items: found.map(rowItem) },
  ]);
}

function rowItem({ id, section, level, statement, before, after, mayAccount, group }: RowChange) {
  const same = group === 'still-failing';
  return {
    title: [code(id), plain(` (section ${section}): `), prose(statement)],
    lines: [
      ...(before === null || same ? [] : [sideLine('before', before, level)]),
      ...(after === null ? [] : [sideLine(same ? 'now' : 'after', after, level)]),
      ...(mayAccount.length === 0 ? [] : [accountLine(mayAccount)]),
    ],
  };
}

function gapsPart(gaps: readonly GapChange[]): Part[] {
  const [other, asked] = (['other-answer', 'asked-differently'] as const).map((group) =>
    gaps.filter((gap) => gap.group === group),
  );
  return [
    ...gapItems('gaps', 'Other answers where the specification is silent', other),
    ...gapItems('gaps-asked', 'Asked differently, or recorded by one run alone', asked),
  ];
}

function gapItems(name: string, title: string, gaps: readonly GapChange[] = []): Part[] {
  return partOf(name, `${title} (${gaps.length})`, [
    { kind: 'items', tone: 'plain', items: gaps.map(gapItem) },
  ]);
}

function gapItem({ id, section, question, before, after, mayAccount }: GapChange) {
  const parts = partsOf([before, after]).filter(({ values: [was, is] }) => was !== is);
  return {
    title: [code(id), plain(` (section ${section}): `), prose(question)],
    lines: [
      ...parts.map(({ name, values: [was = null, is = null] }) => [
        plain(`${name === '' ? '' : `${name}: `}before: ${recorded(was)}; after: ${recorded(is)}`),
      ]),
      ...(mayAccount.length === 0 ? [] : [accountLine(mayAccount)]),
    ],
  };
}

function accountLine(mayAccount: readonly Cause[]): Line {
  return [plain(`may account for it: ${causesText(mayAccount)}`)];
}

function rewordedPart({ differences }: Changes): Part[] {
  const { reworded } = differences.suite;
  return partOf('reworded', `What the suite words differently (${reworded.length})`, [
    {
      kind: 'items',
      tone: 'plain',
      items: reworded.map(({ id, name, before, after }) => ({
        title: [code(id), plain(` has a different ${name}`)],
        lines: [
          [plain('before: '), prose(valueText(before))],
          [plain('after: '), prose(valueText(after))],
        ],
      })),
    },
  ]);
}

function asBeforePart({ rows, gaps }: Changes): Part[] {
  const found = rows.filter(({ group }) => group === 'as-before');
  const passed = found.filter(({ after }) => after?.outcome === 'passed').length;
  const answers = gaps.filter(({ alike }) => alike).length;
  const words = `${found.length} requirements (${passed} passed) and ${answers} answers are as before.`;
  return partOf('as-before', 'As before', [{ kind: 'lines', lines: [[plain(words)]] }]);
}
