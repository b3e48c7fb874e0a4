import { createHash } from 'node:crypto';

/** PAIRS_SEED=7 draws other pairs of operators and places, of freedoms, limiters and stores. */
export const pairsSeed = Number(process.env.PAIRS_SEED ?? '1');

/** Numbers from 0 to 1 that look random, the same for the same seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Whether an id is in a part of all: about one in so many, the same whatever others there are. */
export const isInPart = (id: string, oneIn: number): boolean =>
  Number.parseInt(hashOf(`${oneIn} ${id}`).slice(0, 8), 16) % oneIn === 0;

/** A pair of a table: its id, its operator and its place. */
type Pair = readonly [id: string, operator: string, place: string];

/**
 * Draws pairs of a table by the seed alone, until each operator and each place has come this often, or always if it has
 * fewer pairs. A new row changes nothing for the pairs of others but through these counts.
 */
export function drawnIds(pairs: readonly Pair[], often: number): ReadonlySet<string> {
  const ranked = pairs.map((pair) => ({ pair, by: hashOf(`${pairsSeed} ${pair[0]}`) }));
  const times = new Map<string, number>();
  const drawn = new Set<string>();
  for (const { pair } of ranked.sort((a, b) => (a.by < b.by ? -1 : 1))) {
    const [id, operator, place] = pair;
    const parts = [`operator ${operator}`, `place ${place}`];
    if (parts.every((part) => (times.get(part) ?? 0) >= often)) continue;
    drawn.add(id);
    for (const part of parts) times.set(part, (times.get(part) ?? 0) + 1);
  }
  return drawn;
}

/** How often each row and each column of a table is drawn. */
const often = 2;

/**
 * Rows in columns, of which the seed draws each twice, by their ids `row-column`; `make` gives undefined for a pair that
 * means nothing.
 */
export function crossed<Row, Column, Made>(
  prefix: string,
  rows: Readonly<Record<string, Row>>,
  columns: Readonly<Record<string, Column>>,
  make: (row: Row, column: Column, ids: readonly [row: string, column: string]) => Made | undefined,
): [id: string, made: Made][] {
  const all = Object.entries(rows).flatMap(([row, one]) =>
    Object.entries(columns).flatMap(([column, other]) => {
      const made = make(one, other, [row, column]);
      return made === undefined ? [] : [{ id: `${prefix}${row}-${column}`, row, column, made }];
    }),
  );
  const drawn = drawnIds(
    all.map(({ id, row, column }) => [id, row, column]),
    often,
  );
  return all.flatMap(({ id, made }) => (drawn.has(id) ? [[id, made]] : []));
}
