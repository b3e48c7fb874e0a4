/** The table of docs/proof.md: for each requirement, how it is asked and how many faults of the lab show that it is. */
import '../library/chapters.ts';
import { requirements } from '../catalogue/catalogue.ts';
import { checks } from '../engine/requirement.ts';
import type { Fault } from '../reference/subject.ts';

/** A line of Markdown for each required entry of the catalogue, with the faults that name it in `breaks`. */
export function proofTable(faults: readonly Pick<Fault, 'breaks'>[]): string {
  const lines = requirements
    .filter(({ level }) => level === 'required')
    .map(({ id, profile, decidedBy }) => {
      const asked = checks.filter((one) => one.id === id).length;
      const caught = faults.filter(({ breaks }) => breaks.some((one) => one === id)).length;
      return `| \`${id}\` | ${profile} | ${asked === 0 ? '–' : asked} | ${decidedBy} | ${caught} |`;
    });
  return [
    '| requirement | from profile | checks of its own | decided by | faults of the lab |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
