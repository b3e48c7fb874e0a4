import type { Fault } from '../../src/reference/subject.ts';

/** Rows or columns of a table: a part of the ids, what it says in titles, and what it does. */
export type Entries<T> = Readonly<Record<string, readonly [title: string, does: T]>>;

/** The requirements that a fault breaks. */
export type Breaks = Fault['breaks'];

/**
 * Generated faults: each operator in each place. The id of a pair is `table.operator-place`, its title joins both titles.
 * `make` gives undefined for a pair that no conformance test can tell from a conformant server.
 */
export const crossed = <Operator, Place>(
  table: string,
  operators: Entries<Operator>,
  places: Entries<Place>,
  make: (
    operator: Operator,
    place: Place,
    ids: readonly [operator: string, place: string],
  ) => Omit<Fault, 'id' | 'title'> | undefined,
): Fault[] =>
  Object.entries(operators).flatMap(([operator, [does, change]]) =>
    Object.entries(places).flatMap(([place, [where, apply]]) => {
      const made = make(change, apply, [operator, place]);
      const title = where === '' ? does : `${does} ${where}`;
      return made === undefined ? [] : [{ id: `${table}.${operator}-${place}`, title, ...made }];
    }),
  );
