import type { Change } from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { drawnIds } from '../chance.ts';

/** Rows or columns of a table: a part of the ids, which says what it does, and what does it. */
export type Entries<T> = Readonly<Record<string, T>>;

/** The requirements that a fault breaks. */
export type Breaks = Fault['breaks'];

const often = 2;

/**
 * Generated faults: operators in places, of which the seed draws each twice. The id of a pair is `table.operator-place`.
 * `make` gives undefined for a pair that no conformance test can tell from a conformant server.
 */
export function crossed<Operator, Place>(
  table: string,
  operators: Entries<Operator>,
  places: Entries<Place>,
  make: (
    operator: Operator,
    place: Place,
    ids: readonly [operator: string, place: string],
  ) => Omit<Fault, 'id'> | undefined,
): Fault[] {
  const all = Object.entries(operators).flatMap(([operator, change]) =>
    Object.entries(places).flatMap(([place, where]) => {
      const made = make(change, where, [operator, place]);
      const id = `${table}.${operator}-${place}`;
      return made === undefined ? [] : [{ operator, place, fault: { id, ...made } }];
    }),
  );
  const drawn = drawnIds(
    all.map(({ fault, operator, place }) => [fault.id, operator, place]),
    often,
  );
  return all.flatMap(({ fault }) => (drawn.has(fault.id) ? [fault] : []));
}

/** Single faults that break the same requirements, by their ids. */
export const faultsOf = (
  breaks: Breaks | Breaks[0],
  changes: Entries<Change>,
  more: Partial<Fault> = {},
): Fault[] =>
  Object.entries(changes).map(([id, change]) => ({
    ...more,
    id,
    breaks: typeof breaks === 'string' ? [breaks] : breaks,
    change,
  }));
