import type { Fault } from '../../src/reference/variant.ts';
import { drawnIds } from '../chance.ts';

/** Rows or columns of a table: a part of the ids, what it says in titles, and what it does. */
export type Entries<T> = Readonly<Record<string, readonly [title: string, does: T]>>;

/** The requirements that a fault breaks. */
export type Breaks = Fault['breaks'];

/** How often each operator and each place is drawn. */
const often = 2;

/**
 * Generated faults: operators in places, of which the seed draws each several times. The id of a pair is
 * `table.operator-place`, its title joins both titles. `make` gives undefined for a pair that no conformance test can tell
 * from a conformant server.
 */
export function crossed<Operator, Place>(
  table: string,
  operators: Entries<Operator>,
  places: Entries<Place>,
  make: (
    operator: Operator,
    place: Place,
    ids: readonly [operator: string, place: string],
  ) => Omit<Fault, 'id' | 'title'> | undefined,
): Fault[] {
  const all = Object.entries(operators).flatMap(([operator, [does, change]]) =>
    Object.entries(places).flatMap(([place, [where, apply]]) => {
      const made = make(change, apply, [operator, place]);
      const title = where === '' ? does : `${does} ${where}`;
      const id = `${table}.${operator}-${place}`;
      return made === undefined ? [] : [{ operator, place, fault: { id, title, ...made } }];
    }),
  );
  const drawn = drawnIds(
    all.map(({ fault, operator, place }) => [fault.id, operator, place]),
    often,
  );
  return all.flatMap(({ fault }) => (drawn.has(fault.id) ? [fault] : []));
}
