import type { JudgedFault, LabMatrix } from './matrix.ts';

/** The figures in one sentence, for the README. */
export function figuresText({ faults, variants, requirementsPerFault }: LabMatrix): string {
  return (
    `The suite proves itself on changed reference servers: it **finds ${faults.found} of ${faults.of} seeded ` +
    `faults**, with **${variants.falsePositives} false positives on ${variants.of} conformant servers** and ` +
    `${requirementsPerFault.toFixed(2)} failed requirements a fault. A run ends incomplete on ${variants.explained} of the ` +
    `conformant servers for a reason that the lab tells, and on ${variants.incomplete} without one.\n\`npm run lab\` shows it again in some four minutes.`
  );
}

/** The matrix for a terminal: the figures, then what is wrong. */
export function labText(matrix: LabMatrix): string {
  const { faults, variants, hostile, requirementsPerFault, requests, seconds, problems } = matrix;
  const lines = [
    `finds ${faults.found} of ${faults.of} faults; ${variants.falsePositives} false positives on ${variants.of} conformant servers`,
    `leaves ${variants.incomplete} of them incomplete, and ${variants.explained} more for a reason that their entry tells`,
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

/** The matrix as a page of Markdown: faults by row, then each fault and each variant. */
export function labMarkdown(matrix: LabMatrix): string {
  const { faultsPerRequirement, judgedFaults, judgedVariants, hostile, meetings, problems } =
    matrix;
  const found = (row: string) =>
    judgedFaults.filter(({ breaks, missed }) => breaks.includes(row) && !missed.includes(row))
      .length;
  return [
    '# The lab',
    '',
    figuresText(matrix),
    '',
    ...(problems.length === 0
      ? []
      : ['## Problems', '', ...problems.map((one) => `- ${cell(one)}`), '']),
    '## Faults by requirement',
    '',
    ...table(
      ['requirement', 'found', 'faults'],
      Object.entries(faultsPerRequirement).map(([row, count]) => [
        row,
        `${found(row)}`,
        `${count}`,
      ]),
    ),
    '',
    '## Faults',
    '',
    ...table(
      ['fault', 'what the server does', 'failed', 'also failed'],
      judgedFaults.map(({ id, title, breaks, missed, surplus }) => [
        id,
        title,
        breaks.filter((row) => !missed.includes(row)).join(', ') || 'nothing: it got through',
        surplus.join(', '),
      ]),
    ),
    '',
    '## Conformant servers',
    '',
    ...table(
      ['variant', 'what the server does', 'false positives'],
      judgedVariants.map(({ id, title, falsePositives }) => [id, title, falsePositives.join(', ')]),
    ),
    '',
    '## Hostile peers',
    '',
    `The suite ends well with ${hostile.well} of ${hostile.of}.`,
    '',
    ...table(
      ['peer', 'what it does', 'a run ends', 'wrong in the report'],
      meetings.map(({ id, title, expected, notTried: why, problems: wrong }) => [
        id,
        title,
        why === null ? expected : `not tried: ${why}`,
        wrong.join(', '),
      ]),
    ),
    '',
  ].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
