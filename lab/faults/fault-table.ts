import type { Change } from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { crossed as pairs } from '../chance.ts';

/** Rows or columns of a table: a part of the ids, which says what it does, and what does it. */
export type Entries<T> = Readonly<Record<string, T>>;

/** The requirements that a fault breaks. */
export type Breaks = Fault['breaks'];

/**
 * Generated faults: operators in places, by the ids `table.operator-place`. `make` gives undefined for a pair that no
 * conformance test can tell from a conformant server.
 */
export const crossed = <Operator, Place>(
  table: string,
  operators: Entries<Operator>,
  places: Entries<Place>,
  make: (
    operator: Operator,
    place: Place,
    ids: readonly [operator: string, place: string],
  ) => Omit<Fault, 'id'> | undefined,
): Fault[] => pairs(`${table}.`, operators, places, make).map(([id, fault]) => ({ id, ...fault }));

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
