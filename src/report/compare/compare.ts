import type { ReportFile } from '../read.ts';
import { changesOf } from './changes.ts';
import type { Comparison } from './comparison.ts';
import { matrixOf } from './matrix.ts';

/**
 * Two reports of one implementation, the older one first, give what changed; all others the matrix. Reports are
 * of one implementation unless both name one and the names differ. `matrix`: the matrix even for two of one.
 */
export function compareReports(files: readonly ReportFile[], matrix = false): Comparison {
  const [before, after, ...more] = files;
  const two = before !== undefined && after !== undefined && more.length === 0;
  return two && !matrix && ofOneImplementation(before, after)
    ? changesOf(before, after)
    : matrixOf(files);
}

function ofOneImplementation(before: ReportFile, after: ReportFile): boolean {
  const [was, is] = [before.report.implementation.name, after.report.implementation.name];
  return was === null || is === null || was === is;
}
