/** The list of survivors: mutants that no requirement fails, each judged once, by hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../../package/package.ts';

const kinds = ['equivalent', 'left open', 'untested', 'missed'] as const;

/**
 * The kind of a survivor. `equivalent`: it behaves the same. `left open`: the specification allows the difference.
 * `untested`: it differs only in what no run probes, by the catalogue. `missed`: the specification forbids it, and the
 * suite must be improved.
 */
export type SurvivorKind = (typeof kinds)[number];

/** Survivors that are so for one reason. */
export interface Reason {
  readonly kind: SurvivorKind;
  /** One line. */
  readonly why: string;
  /** One line each: the mutant's id, then where it is and what it changes, for people. */
  readonly mutants: readonly string[];
}

/** Which list: of mutants of servers, or of mutants of the suite. */
export type ListName = 'server-survivors' | 'suite-survivors';

/** Reads a list. Throws if it is not of this form, or names a mutant twice. */
export function readSurvivors(name: ListName): Map<string, Reason> {
  const file = `src/lab/mutants/${name}.yaml`;
  const content: unknown = parse(readFileSync(join(packageRoot, file), 'utf8'));
  if (!Array.isArray(content)) throw new Error(`${file} is not a list`);
  const reasons = new Map<string, Reason>();
  for (const [at, reason] of content.entries()) {
    if (!isReason(reason)) throw new Error(`${file}: entry ${at + 1} lacks kind, why or mutants`);
    for (const line of reason.mutants) {
      const [id = ''] = line.split(' ', 1);
      if (reasons.has(id)) throw new Error(`${file} names ${id} twice`);
      reasons.set(id, reason);
    }
  }
  return reasons;
}

function isReason(value: unknown): value is Reason {
  if (typeof value !== 'object' || value === null) return false;
  if (!('kind' in value && 'why' in value && 'mutants' in value)) return false;
  const { kind, why, mutants } = value;
  return (
    kinds.some((one) => one === kind) &&
    typeof why === 'string' &&
    Array.isArray(mutants) &&
    mutants.every((line) => typeof line === 'string')
  );
}
