import type { Verdict } from '../../judge/outcome.ts';
import { cut } from '../../text/visible.ts';
import { listed } from '../../text/words.ts';
import { kindOf, kindWords, verdictKinds } from '../kinds.ts';
import { type Line, type Phrase, plain, toned } from '../view/view.ts';
import type { Cause, RowSide } from './comparison.ts';

/** The outcome in a word; a failed advisory is a warning. */
export function outcomeWord(side: RowSide | null, level: 'required' | 'advisory'): Phrase {
  if (side === null) return toned('left-out', 'not in the suite');
  const kind = kindOf({ outcome: side.outcome, level });
  if (kind !== 'left-out') return toned(kind, kindWords[kind].word);
  return toned(kind, side.outcome === 'skipped' ? 'left out' : 'not applicable');
}

const reasonRoom = 240;

/** Passed or failed; null for anything else, which cannot be odd. */
export function decided(side: RowSide | null): 'passed' | 'failed' | null {
  return side?.outcome === 'passed' || side?.outcome === 'failed' ? side.outcome : null;
}

/** Why an outcome is as it is; empty for a pass, which needs no reason. */
export function reasonText(side: RowSide | null): string {
  return side === null || side.outcome === 'passed' ? '' : cut(side.reason, reasonRoom);
}

/** Outcome and reason. */
export function sideLine(name: string, side: RowSide | null, level: 'required' | 'advisory'): Line {
  const word = outcomeWord(side, level);
  const reason = reasonText(side);
  return [plain(`${name}: `), word, ...(reason === '' ? [] : [plain(`: ${reason}`)])];
}

const causes: Readonly<Record<Cause, string>> = {
  server: 'the server',
  suite: 'the suite',
  settings: 'the settings',
  seed: 'the seed',
  chance: 'chance',
};

/** The possible causes in one phrase: `the server`, `the server, the seed or chance`. */
export function causesText(found: readonly Cause[]): string {
  const words = found.map((cause) => causes[cause]);
  return listed(words, 'or') || 'nothing that the reports tell';
}

/** A value on one side of a change, cut if it is long. */
export function valueText(value: string | null): string {
  return value === null ? 'none' : cut(value, reasonRoom);
}

/** An answer to a gap; null if none was recorded. */
export function recorded(answer: string | null): string {
  return answer === null ? 'not recorded' : valueText(answer);
}

/** The verdict with its tone. */
export function verdictWord(verdict: Verdict): Phrase {
  return toned(verdictKinds[verdict], verdict);
}

const namesShown = 8;

/** Implementations by name; only their number if they are many and need not all be named. */
export function named(labels: readonly string[], each: boolean): string {
  return each || labels.length <= namesShown ? labels.join(', ') : `${labels.length}`;
}

/** A line for each outcome and who has it: failures first, by reason, each by name. */
export function byWhom(
  cells: readonly (RowSide | null)[],
  labels: readonly string[],
  level: 'required' | 'advisory',
): Line[] {
  const kinds = new Map<string, { readonly word: Phrase; reason: string; who: string[] }>();
  for (const [at, cell] of cells.entries()) {
    const word = outcomeWord(cell, level);
    const reason = cell?.outcome === 'failed' ? cut(cell.reason, reasonRoom) : '';
    const kind = kinds.get(`${word.text} ${reason}`) ?? { word, reason, who: [] };
    kind.who.push(labels[at] ?? '');
    kinds.set(`${word.text} ${reason}`, kind);
  }
  const told = [...kinds.values()].sort((a, b) => weight(a.word) - weight(b.word));
  return told.map(({ word, reason, who }) => {
    const each = word.tone === 'failed' || word.tone === 'warning';
    const names = who.length === labels.length ? 'all' : named(who, each);
    return [word, plain(` by ${names}${reason === '' ? '' : `: ${reason}`}`)];
  });
}

/** Failures first, passes last. */
function weight({ tone }: Phrase): number {
  return tone === 'failed' || tone === 'warning' ? 0 : tone === 'passed' ? 2 : 1;
}
