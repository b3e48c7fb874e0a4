import type { ServerFigures } from './server-figures.ts';
import type { SuiteFigures } from './suite-figures.ts';

/** The figures of the servers' mutants in one sentence, for docs/proof.md. */
export function serverSentence(figures: ServerFigures): string {
  const { made, found, notStarted, incomplete, equivalent, leftOpen, untested, missed } = figures;
  return (
    `Of **${made} mutants** of four servers the suite **finds ${found}**; ${notStarted} do not start, or fall; ` +
    `${incomplete} are never called conformant, as their run ends incomplete. Of the others ${equivalent} are ` +
    `equivalent, ${leftOpen} differ only where the specification leaves it open, ${untested} in what no run probes ` +
    `(a day's quota, bodies of a mebibyte), and **${missed} are missed**.`
  );
}

/** The figures of the suite's mutants in one sentence, for docs/proof.md. */
export function suiteSentence(figures: SuiteFigures): string {
  const { made, tried, files, noticed, byTests, equivalent, leftOpen, missed, untested } = figures;
  const rest = untested === 0 ? '' : `, of which ${untested} were not tried on unit tests`;
  const share =
    tried === made
      ? `**${made} mutants** of the suite`
      : `**${made} mutants** of the suite **${tried}** were tried so far, in ${files.tried} of ${files.of} files; of these`;
  return (
    `Of ${share} **${noticed + byTests} are noticed**: ${noticed} by the lab and ${byTests} by unit tests, each by what ` +
    `noticed it first. Of the others ${equivalent} are equivalent, ` +
    `${leftOpen} change nothing that a verdict depends on, and **${missed} are missed**${rest}.`
  );
}

/** For a terminal: the sentence, what found them, what is wrong. */
export function figuresText(
  sentence: string,
  by: Readonly<Record<string, number>>,
  problems: readonly string[],
): string {
  return [
    sentence.replaceAll('**', ''),
    ...Object.entries(by).map(([id, count]) => `${String(count).padStart(5)} by ${id}`),
    ...problems.map((problem) => `- ${problem}`),
    problems.length === 0 ? 'every survivor has its reason' : `${problems.length} problems`,
    '',
  ].join('\n');
}
