/** The commands `list` and `explain`: the catalogue in words. */
import { Command } from 'commander';
import { SettingsError } from '../settings/settings-error.ts';
import { findRequirement, requirements, untested } from '../spec/catalogue.ts';
import { freedoms } from '../spec/freedoms.ts';
import type { Level, Requirement } from '../spec/requirement.ts';
import { sentencesFor } from '../spec/sentences.ts';
import { didYouMean } from '../text/nearest.ts';
import { quoted } from '../text/visible.ts';
import { wrapped } from '../text/words.ts';
import { type Context, type Switches, widthOf } from './command-context.ts';

/** Every requirement of the catalogue, untested ones last. */
export const everyRequirement: readonly Requirement[] = [...requirements, ...untested];

/** `list`: requirements, advisories, gaps, and what is never tested. */
export function listCommand(context: Context): Command {
  return new Command('list')
    .description('print requirements, advisories and gaps: id, section, level, profile, statement')
    .option('--json', 'print JSON')
    .option('--lab', 'print the faults that serve --fault accepts')
    .action(async ({ json, lab }: Switches<'json' | 'lab'>) => {
      const { stdout } = context;
      if (lab) {
        // Loaded only here: a run needs no faults.
        const { faults } = await import('../reference/faults.ts');
        for (const { id, title, breaks } of faults) {
          stdout.write(`${id}: ${title} (breaks ${breaks.join(', ')})\n`);
        }
      } else if (json) stdout.write(jsonLines(everyRequirement.map(listedMembers)));
      else stdout.write(renderList(everyRequirement, widthOf(stdout)));
    });
}

/** `explain ID`: one requirement in full. */
export function explainCommand(context: Context): Command {
  return new Command('explain')
    .description(
      'print one requirement in full: specification text, how it is decided, what is allowed, which file checks it',
    )
    .argument('<id>', 'id of a requirement, such as auth.missing-key; or freedoms')
    .option('--json', 'print JSON')
    .action((id: string, { json }: Switches<'json'>) => {
      const { stdout } = context;
      if (id === 'freedoms') {
        stdout.write(renderFreedoms(widthOf(stdout)));
        return;
      }
      const found = findRequirement(id);
      if (found === undefined) {
        const ids = everyRequirement.map((known) => known.id);
        throw new SettingsError(
          `no requirement has the id ${quoted(id)}${didYouMean(id, ids, '; list prints them all')}`,
        );
      }
      stdout.write(
        json ? jsonLines(found) : renderRequirement(found, widthOf(stdout), clausesOf(id)),
      );
    });
}

function jsonLines(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The sentences of the specification that an id decides, each with its section. */
function clausesOf(id: string): string[] {
  return sentencesFor(id).map(({ section, text }) => `${section || '0'}: ${text}`);
}

/** What `list --json` says of a requirement. */
function listedMembers({ id, section, level, profile, statement }: Requirement) {
  return { id, section, level, profile, statement };
}

/** The requirements, each with its facts in columns and its statement below, at most `width` columns wide. */
function renderList(all: readonly Requirement[], width: number): string {
  const longest = Math.max(...all.map(({ id }) => id.length));
  const row = (id: string, section: string, level: string, profile: string) =>
    `${id.padEnd(longest)}  ${section.padEnd(11)}  ${level.padEnd(8)}  ${profile}\n`;
  const texts = all.map(({ id, section, level, profile, statement }) =>
    [
      row(id, section, level, profile),
      ...wrapped(statement, width - 4).map((line) => `    ${line}\n`),
    ].join(''),
  );
  return `${row('ID', 'SECTION', 'LEVEL', 'PROFILE')}${texts.join('')}`;
}

const statementHeading: Record<Level, string> = {
  required: 'Requirement',
  advisory: 'Advice',
  gap: 'Open question',
  untested: 'Open question',
};

const weight: Record<Level, string> = {
  required: 'required: decides the verdict',
  advisory: 'advisory: a warning, never part of the verdict',
  gap: 'gap: recorded, never judged',
  untested: 'untested: no run sends anything for it',
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
  const isUntested = requirement.level === 'untested';
  const parts: readonly (readonly [heading: string, ...paragraphs: string[]])[] = [
    ['Section', requirement.section],
    ['Specification', ...clauses],
    ['Level', weight[requirement.level]],
    [statementHeading[requirement.level], requirement.statement],
    [isUntested ? 'Why it is not tested' : 'How it is decided', requirement.decided],
    ['What is allowed', requirement.allows],
    ['Profile', ...(isUntested ? [] : [`runs in ${reach[requirement.profile]}`])],
    ['Checked by', ...(requirement.file === undefined ? [] : [requirement.file])],
    ['See also', 'docs/specification.md, docs/rulings.md'],
  ];
  const blocks = parts.flatMap(([heading, ...paragraphs]) => {
    if (paragraphs.length === 0) return [];
    const lines = paragraphs.flatMap((text) => wrapped(text, width - 2));
    return [[heading, ...lines.map((line) => `  ${line}`)].join('\n')];
  });
  return `${[requirement.id, ...blocks].join('\n\n')}\n`;
}

/** The freedoms, wrapped to `width` columns. */
function renderFreedoms(width: number): string {
  const text = (words: string) => wrapped(words, width - 2).map((line) => `  ${line}`);
  return `${freedoms
    .map(({ id, allowed, beyond }) =>
      [id, ...text(allowed), ...text(`Beyond: ${beyond}`)].join('\n'),
    )
    .join('\n\n')}\n`;
}
