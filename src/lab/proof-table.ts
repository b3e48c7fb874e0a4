/** The table of docs/proof.md: for each requirement, how it is asked and how many faults of the lab show that it is. */
import '../library/chapters.ts';
import { requirements } from '../catalogue/catalogue.ts';
import { checks } from '../engine/requirement.ts';
import type { Fault } from '../reference/subject.ts';

/** A line of Markdown for each required entry of the catalogue, with the faults that name it in `breaks`. */
export function proofTable(faults: readonly Pick<Fault, 'id' | 'breaks' | 'takesTurns'>[]): string {
  const lines = requirements
    .filter(({ level }) => level === 'required')
    .map(({ id, profile, decidedBy }) => {
      const asked = checks.filter((one) => one.id === id).length;
      const caught = faults.filter(({ breaks }) => breaks.some((one) => one === id)).length;
      return `| \`${id}\` | ${profile} | ${asked === 0 ? '–' : asked} | ${decidedBy} | ${caught} |`;
    });
  const turns = faults.filter(({ takesTurns }) => takesTurns).map(({ id }) => `\`${id}\``);
  return [
    '| requirement | from profile | checks of its own | decided by | faults of the lab |',
    '|---|---|---|---|---|',
    ...lines,
    '',
    `Core finds these ${turns.length} at some seeds only, as 108 requests do not hold their value or sequence beside the rest; full finds them: ${turns.join(', ')}.`,
  ].join('\n');
}
