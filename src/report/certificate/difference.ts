/** A place in two JSON values, as a JSON Pointer (RFC 6901), and what stands there. */
export interface Difference {
  readonly at: string;
  /** Compact JSON; `nothing` if one of the values has no such place. */
  readonly first: string;
  readonly second: string;
}

/** The first place where two JSON values differ; undefined if none does. The order of members is not a difference. */
export function differenceOf(first: unknown, second: unknown, at = ''): Difference | undefined {
  const one = membersOf(first);
  const other = membersOf(second);
  if (one === undefined || other === undefined) {
    if (first === second) return undefined;
    return { at: at || '/', first: textOf(first), second: textOf(second) };
  }
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const step = name.replaceAll('~', '~0').replaceAll('/', '~1');
    const found = differenceOf(one.get(name), other.get(name), `${at}/${step}`);
    if (found) return found;
  }
  return undefined;
}

function membersOf(value: unknown): Map<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}
