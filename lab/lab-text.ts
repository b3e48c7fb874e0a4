import { markdownTable } from './markdown.ts';
import type { JudgedFault, LabMatrix } from './matrix.ts';

/** The figures in one sentence, for the README. */
export function figuresText({ faults, variants, requirementsPerFault }: LabMatrix): string {
  return (
    `The suite proves itself on changed reference servers: it **finds ${faults.found} of ${faults.of} seeded ` +
    `faults**, with **${variants.falsePositives} false positives on ${variants.of} conformant servers** and ` +
    `${requirementsPerFault.toFixed(2)} failed requirements a fault. A run ends incomplete on ${variants.incomplete} of the ` +
    `conformant servers.\n\`npm run lab\` shows it again in some eight minutes.`
  );
}

/** The matrix for a terminal: the figures, then what is wrong. */
export function labText(matrix: LabMatrix): string {
  const { faults, variants, hostile, requirementsPerFault, requests, seconds, problems } = matrix;
  const lines = [
    `finds ${faults.found} of ${faults.of} faults; ${variants.falsePositives} false positives on ${variants.of} conformant servers`,
    `leaves ${variants.incomplete} of them incomplete`,
    `ends well with ${hostile.well} of ${hostile.of} hostile peers`,
    ...notTried(matrix).map((one) => `not tried: ${one}`),
    ...metTwice(matrix).map((one) => `met twice: ${one}`),
    `${requirementsPerFault.toFixed(2)} failed requirements a fault; ${requests} requests in ${seconds} s`,
    ...seedLines(matrix.judgedFaults),
    ...problems.map((problem) => `- ${problem}`),
    problems.length === 0 ? 'the lab is green' : `the lab is red: ${problems.length} problems`,
  ];
  return `${lines.join('\n')}\n`;
}

function notTried({ meetings }: LabMatrix): string[] {
  return meetings.flatMap(({ id, notTried: why }) => (why === null ? [] : [`${id}, ${why}`]));
}

function metTwice({ meetings }: LabMatrix): string[] {
  return meetings.flatMap(({ id, atFirst }) => (atFirst ? [`${id}, at first: ${atFirst[0]}`] : []));
}

function seedLines(judged: readonly JudgedFault[]): string[] {
  const tried = judged.flatMap(({ otherSeeds }) => (otherSeeds ? [otherSeeds] : []));
  if (tried.length === 0) return [];
  const lucky = tried.filter((others) => others.some(({ found }) => !found)).length;
  return [`${tried.length - lucky} of ${tried.length} faults are found at every other seed, too`];
}

/** The matrix as a page of Markdown: faults by requirement, then each fault and each variant. */
export function labMarkdown(matrix: LabMatrix): string {
  const { judgedVariants, hostile, problems } = matrix;
  const servers = judgedVariants.map((one) => [one.id, one.title, one.falsePositives.join(', ')]);
  const sections = [
    `# The lab\n\n${figuresText(matrix)}`,
    ...(problems.length === 0
      ? []
      : [`## Problems\n\n${problems.map((one) => `- ${cell(one)}`).join('\n')}`]),
    table('Faults by requirement', ['requirement', 'found', 'faults'], requirementRows(matrix)),
    table('Faults', ['fault', 'what the server does', 'failed', 'also failed'], faultRows(matrix)),
    table('Conformant servers', ['variant', 'what the server does', 'false positives'], servers),
    table(
      `Hostile peers\n\nThe suite ends well with ${hostile.well} of ${hostile.of}.`,
      ['peer', 'what it does', 'a run ends', 'wrong in the report'],
      meetingRows(matrix),
    ),
  ];
  return `${sections.join('\n\n')}\n`;
}

function requirementRows({ faultsPerRequirement, judgedFaults }: LabMatrix) {
  return Object.entries(faultsPerRequirement).map(([id, count]) => {
    const found = judgedFaults.filter((one) => one.breaks.includes(id) && !one.missed.includes(id));
    return [id, `${found.length}`, `${count}`];
  });
}

function faultRows({ judgedFaults }: LabMatrix) {
  return judgedFaults.map(({ id, title, breaks, missed, surplus }) => {
    const failed = breaks.filter((requirement) => !missed.includes(requirement)).join(', ');
    return [id, title, failed || 'nothing: it got through', surplus.join(', ')];
  });
}

function meetingRows({ meetings }: LabMatrix) {
  return meetings.map(({ id, title, expected, notTried: why, problems }) => {
    const end = why === null ? expected : `not tried: ${why}`;
    return [id, title, end, problems.join(', ')];
  });
}

/** A table under its heading. */
function table(heading: string, head: readonly string[], rows: readonly (readonly string[])[]) {
  const lines = markdownTable(
    head,
    rows.map((cells) => cells.map(cell)),
  );
  return `## ${heading}\n\n${lines.join('\n')}`;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
