import type { Level, Requirement } from '../catalogue/requirement.ts';
import { freedoms } from '../judge/freedoms.ts';
import { wrapped } from '../text/wrap.ts';

/** What `list --json` says of a requirement. */
export function listedRequirement({ id, section, level, profile, statement }: Requirement) {
  return { id, section, level, profile, statement };
}

const headings = ['ID', 'SECTION', 'LEVEL', 'PROFILE', 'STATEMENT'] as const;
const gap = '  ';
const narrowestStatement = 40;

/**
 * The requirements as a table of at most `width` columns. Statements wrap in their column, or stand below their requirement
 * if the width leaves too little beside it.
 */
export function renderList(requirements: readonly Requirement[], width: number): string {
  const lines = requirements.map(({ id, section, level, profile }) => [
    id,
    section,
    level,
    profile,
  ]);
  const widths = headings
    .slice(0, -1)
    .map((heading, column) => longest([heading, ...lines.map((line) => line[column] ?? '')]));
  const facts = (cells: readonly string[]) =>
    widths.map((size, column) => (cells[column] ?? '').padEnd(size)).join(gap);
  const left = widths.reduce((sum, size) => sum + size + gap.length, 0);
  const beside = width - left >= narrowestStatement;
  const indent = beside ? left : 4;
  const render = (cells: readonly string[], statement: string) => {
    const text = wrapped(statement, width - indent).map((line) => ' '.repeat(indent) + line);
    if (!beside) return [facts(cells).trimEnd(), ...text].join('\n');
    return [facts(cells) + gap + (text[0] ?? '').trimStart(), ...text.slice(1)].join('\n');
  };
  const head = render(headings, headings[4]);
  return `${[head, ...requirements.map((requirement, index) => render(lines[index] ?? [], requirement.statement))].join('\n')}\n`;
}

const statementHeading: Record<Level, string> = {
  required: 'What is required',
  advisory: 'What is advised',
  gap: 'What the specification leaves open',
  untested: 'What the specification leaves open',
};

const weight: Record<Level, string> = {
  required: 'required: decides the verdict',
  advisory: 'advisory: a warning, never in the verdict',
  gap: 'gap: recorded, never judged',
  untested: 'untested: never probed',
};

const reach = {
  'read-only': 'every profile',
  core: 'the profiles quick, core and full',
  full: 'the profile full',
} as const;

/** One requirement in full, wrapped to `width` columns; `clauses`: the sentences of the specification that it decides. */
export function renderRequirement(
  requirement: Requirement,
  width: number,
  clauses: readonly string[] = [],
): string {
  const untested = requirement.level === 'untested';
  const parts: [heading: string, ...paragraphs: string[]][] = [
    ['Section', `${requirement.section} of the specification`],
    ['In the words of the specification', ...clauses],
    ['Level', weight[requirement.level]],
    [statementHeading[requirement.level], requirement.statement],
    [untested ? 'Why no run probes it' : 'How a run decides it', requirement.decided],
    ['What must not trip it', requirement.allows],
  ];
  if (!untested) parts.push(['Profile', `decided by ${reach[requirement.profile]}`]);
  if (requirement.file !== undefined) parts.push(['Judged by', requirement.file]);
  parts.push(['Read on in the package', pagesOf(requirement).join(', ')]);
  const filled = parts.filter(([, ...paragraphs]) => paragraphs.length > 0);
  const blocks = filled.map(([heading, ...paragraphs]) =>
    [
      heading,
      ...paragraphs.flatMap((text) => wrapped(text, width - 2).map((line) => `  ${line}`)),
    ].join('\n'),
  );
  return `${[requirement.id, ...blocks].join('\n\n')}\n`;
}

/** The pages that say more of a requirement; all of them are packed. */
function pagesOf({ level }: Requirement): string[] {
  const proof = level === 'required' ? ['docs/proof-by-requirement.md'] : [];
  return ['docs/specification.md', 'docs/rulings.md', ...proof];
}

function longest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length));
}

const levelHeadings: readonly (readonly [Level, string])[] = [
  ['required', 'Required: these decide the verdict'],
  ['advisory', 'Advisory: warnings, never in the verdict'],
  ['gap', 'Gaps: recorded, never judged'],
  ['untested', 'Untested: never probed'],
];

/** Every requirement as Markdown, by level: the clause, how it is decided and what must not trip it. */
export function rulings(requirements: readonly Requirement[]): string {
  const sections = levelHeadings.map(([level, heading]) =>
    [
      `## ${heading}`,
      ...requirements.filter((requirement) => requirement.level === level).map(ruling),
    ].join('\n\n'),
  );
  return `${[freedomsPage(), ...sections].join('\n\n')}\n`;
}

/** What others may do to the store, as Markdown. */
function freedomsPage(): string {
  const rows = freedoms.map(({ id, allowed, beyond }) => `| ${id} | ${allowed} | ${beyond} |`);
  return [
    '## Freedoms: what others may do meanwhile',
    ['| freedom | allowed | beyond |', '|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

/** The freedoms, wrapped to `width` columns. */
export function renderFreedoms(width: number): string {
  const text = (words: string) => wrapped(words, width - 2).map((line) => `  ${line}`);
  return `${freedoms
    .map(({ id, allowed, beyond }) =>
      [id, ...text(allowed), ...text(`Beyond: ${beyond}`)].join('\n'),
    )
    .join('\n\n')}\n`;
}

function ruling({ id, section, level, statement, decided, allows }: Requirement): string {
  const how = level === 'untested' ? 'Why not' : 'Decided';
  return `**\`${id}\`** (§ ${section}) ${statement}  \n${how}: ${decided}  \nAllowed: ${allows}`;
}
