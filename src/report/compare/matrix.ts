import { count } from '../../text/words.ts';
import type { ReportFile } from '../read.ts';
import type { Agreement, Judged, Matrix, MatrixGap, MatrixRow, RowSide } from './comparison.ts';
import { judgedOf, notesOf, unevenness } from './judged.ts';
import { sideOf, standingOfAnswers } from './rows.ts';

/** Requirements by implementation, and what each implementation does where the specification is silent. */
export function matrixOf(files: readonly ReportFile[]): Matrix {
  const implementations = judgedOf(files);
  const rows = rowsOf(files);
  const gaps = gapsOf(files);
  return {
    formatVersion: 1,
    kind: 'matrix',
    summary: summaryOf(implementations, rows, gaps),
    implementations,
    notes: [...unevenness(implementations), ...notesOf(implementations)],
    rows,
    gaps,
  };
}

function rowsOf(files: readonly ReportFile[]): MatrixRow[] {
  const lists = files.map(({ report }) => new Map(report.requirements.map((row) => [row.id, row])));
  return union(lists).map(({ id, section, level, statement }) => {
    const cells = lists.map((list) => sideOf(list.get(id)));
    return { id, section, level, statement, standing: standingOf(cells), cells };
  });
}

function gapsOf(files: readonly ReportFile[]): MatrixGap[] {
  const lists = files.map(({ report }) => new Map(report.observations.map((row) => [row.id, row])));
  return union(lists).map(({ id, section, question }) => {
    const answers = lists.map((list) => list.get(id)?.answer ?? null);
    const group = standingOfAnswers(id, answers);
    return { id, section, question, alike: group !== 'differing', group, answers };
  });
}

/** Each row once, as the first list that has it says it, in the order of the lists. */
function union<T extends { readonly id: string }>(lists: readonly ReadonlyMap<string, T>[]): T[] {
  const all = new Map<string, T>();
  for (const list of lists) {
    for (const [id, row] of list) if (!all.has(id)) all.set(id, row);
  }
  return [...all.values()];
}

function standingOf(cells: readonly (RowSide | null)[]): Agreement {
  const failed = cells.filter((cell) => cell?.outcome === 'failed').length;
  const passed = cells.filter((cell) => cell?.outcome === 'passed').length;
  if (failed > 0) return passed === 0 ? 'failed-everywhere' : 'diverging';
  if (passed === cells.length) return 'passed-everywhere';
  return passed > 0 ? 'passed-where-decided' : 'undecided-everywhere';
}

function summaryOf(
  implementations: readonly Judged[],
  rows: readonly MatrixRow[],
  gaps: readonly MatrixGap[],
): string {
  const verdicts = (['conformant', 'non-conformant', 'incomplete'] as const).flatMap((verdict) => {
    const amount = implementations.filter((one) => one.verdict === verdict).length;
    return amount === 0 ? [] : [`${amount} ${verdict}`];
  });
  const required = rows.filter(({ level }) => level === 'required');
  const of = (standing: Agreement) => required.filter((row) => row.standing === standing).length;
  const compared = gaps.filter(({ group }) => group !== 'too-few');
  const silent = compared.filter(({ alike }) => !alike).length;
  return [
    `${count(implementations.length, 'report')} (${verdicts.join(', ')})`,
    `they diverge in ${of('diverging')} of ${count(required.length, 'requirement')} and in ${silent} of ${count(compared.length, 'gap')}`,
    ...(of('failed-everywhere') === 0 ? [] : [`${of('failed-everywhere')} failed everywhere`]),
    `${of('passed-everywhere')} passed everywhere`,
  ].join('; ');
}
