import type { Matrix } from './matrix.ts';

/** The matrix for a terminal: the figures, then what is wrong. */
export function labText(matrix: Matrix): string {
  const { faults, variants, rowsPerFault, requests, seconds, problems } = matrix;
  const lines = [
    `finds ${faults.found} of ${faults.of} faults, wrongs ${variants.wronged} of ${variants.of} sound servers`,
    `${rowsPerFault.toFixed(2)} failed rows a fault; ${requests} requests in ${seconds} s`,
    ...problems.map((problem) => `- ${problem}`),
    problems.length === 0 ? 'the lab is green' : `the lab is red: ${problems.length} problems`,
  ];
  return `${lines.join('\n')}\n`;
}
