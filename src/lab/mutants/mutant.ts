import { createHash } from 'node:crypto';

/** One change of one place in the code, made by Stryker's instrumenter and by nobody's choice. */
export interface Mutant {
  /** Of eight hexadecimal digits; the same while file, change and what it changes are the same. */
  readonly id: string;
  /** What the instrumented code calls it; another one after every instrumentation. */
  readonly active: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The kind of change, as Stryker names it: `EqualityOperator`. */
  readonly kind: string;
  /** The change in one line: `most < 1 → most <= 1`. */
  readonly change: string;
}

/** A mutant before it has an id. */
export type Change = Omit<Mutant, 'id' | 'change'> & {
  readonly original: string;
  readonly replacement: string;
};

/** Gives each change an id that outlives edits elsewhere in its file: of equal ones the first, the second... */
export function identified(changes: readonly Change[]): Mutant[] {
  const seen = new Map<string, number>();
  return changes.map(({ original, replacement, ...change }) => {
    const what = JSON.stringify([change.file, change.kind, original, replacement]);
    const nth = (seen.get(what) ?? 0) + 1;
    seen.set(what, nth);
    const id = createHash('sha256').update(`${what} ${nth}`).digest('hex').slice(0, 8);
    return { id, ...change, change: `${brief(original)} → ${brief(replacement)}` };
  });
}

const room = 60;

function brief(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.length <= room ? line : `${line.slice(0, room - 1)}…`;
}
