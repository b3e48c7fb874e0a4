/** What was measured, as text. */
import { markdownTable } from '../lab/page-parts.ts';

/** One line: medians over several rounds. */
export interface Row {
  readonly title: string;
  /** Requests that were sent; absent if none were. */
  readonly requests?: number;
  readonly seconds: number;
  readonly peakMiB: number;
}

/** Where it was measured, without naming the machine. */
interface Machine {
  readonly node: string;
  readonly cores: number;
  readonly platform: string;
}

/** Where the table stands. */
export const place = {
  page: 'docs/performance.md',
  name: 'measured',
  by: 'npm run bench',
};

/** The median; of an even number of values the higher of the two in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Half, 95 of 100 and the largest of some values, in words. */
export function spread(values: readonly number[], digits: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  const upTo = (part: number) =>
    (sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN).toFixed(digits);
  return `half within ${upTo(0.5)}, 95 of 100 within ${upTo(0.95)}, all within ${upTo(1)}`;
}

/** How long a program takes beside two others together: the median of the rounds in which all three were measured. */
export function share(
  whole: readonly Pick<Row, 'seconds'>[],
  ...parts: readonly [readonly Pick<Row, 'seconds'>[], readonly Pick<Row, 'seconds'>[]]
): number {
  return median(
    whole.map(({ seconds }, round) => {
      const others = parts.map((rounds) => rounds[round]?.seconds ?? Number.NaN);
      return seconds / others.reduce((sum, one) => sum + one, 0);
    }),
  );
}

/** A table in Markdown, and below it how much longer core takes than an empty vitest and the bare requests together. */
export function tableOf(
  rows: readonly Row[],
  { node, cores, platform }: Machine,
  times: number,
): string {
  const cells = rows.map(({ title, requests = '', seconds, peakMiB }) => [
    title,
    requests,
    seconds.toFixed(2),
    Math.round(peakMiB),
  ]);
  const head = ['Process', 'Requests', 'Seconds', 'Peak memory, MiB'];
  return [
    `Node ${node} on ${platform}, ${cores} cores; medians, each run a process started cold.`,
    '',
    ...markdownTable(head, cells, ['---', '---:', '---:', '---:']),
    '',
    `core takes ${times.toFixed(2)} times as long as the empty test and the bare requests together.`,
  ].join('\n');
}
