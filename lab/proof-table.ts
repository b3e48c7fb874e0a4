/** What decides each requirement and which faults of the lab show that it does: counted in docs/proof.md, named on a page of its own. */
import '../src/library/chapters.ts';
import { requirements } from '../src/catalogue/catalogue.ts';
import { checks } from '../src/engine/checks/requirement.ts';
import type { Fault } from '../src/reference/subject.ts';
import { markdownTable } from './markdown.ts';

/** A line of Markdown for each required entry of the catalogue, with the faults that name it in `breaks`. */
export function proofTable(faults: readonly Pick<Fault, 'id' | 'breaks'>[]): string {
  const rows = requirements
    .filter(({ level }) => level === 'required')
    .map(({ id, profile, decidedBy }) => {
      const asked = checks.filter((one) => one.id === id).length;
      const caught = faults.filter(({ breaks }) => breaks.some((one) => one === id)).length;
      return [`\`${id}\``, profile, asked === 0 ? '–' : asked, decidedBy, caught];
    });
  const head = [
    'requirement',
    'from profile',
    'checks of its own',
    'decided by',
    'faults of the lab',
  ];
  return markdownTable(head, rows).join('\n');
}

/** The page docs/proof-by-requirement.md: the checks of each required entry of the catalogue, and the faults that it must catch. */
export function proofPage(faults: readonly Pick<Fault, 'id' | 'breaks'>[]): string {
  const chapters = requirements
    .filter(({ level }) => level === 'required')
    .map(({ id, statement, decidedBy }) => {
      const asked = checks.filter((one) => one.id === id).map(({ title }) => `- ${title}`);
      const caught = faults.filter(({ breaks }) => breaks.some((one) => one === id));
      return [
        `## ${id}`,
        '',
        statement,
        '',
        asked.length === 0
          ? `Decided by ${decidedBy}.`
          : `Decided by ${decidedBy}. It is asked by:`,
        '',
        ...(asked.length === 0 ? [] : [...asked, '']),
        `It must catch these ${caught.length}: ${caught.map((one) => `\`${one.id}\``).join(', ')}.`,
      ].join('\n');
    });
  return `${[heading, ...chapters].join('\n\n')}\n`;
}

const heading = `# What decides each requirement, and what it must catch

Written by \`npm run lab -- --publish\`; a test holds it to the checks and faults that there are. \`explain ID\` says how a
requirement is decided, and \`serve --fault ID\` starts a server with one of the faults.`;
