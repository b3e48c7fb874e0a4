import type { Change } from '../../src/reference/changes.ts';
import type { Subject } from '../../src/reference/subject.ts';
import { faults } from '../faults.ts';

/** For tests: what a server of the lab changes, a fault if nothing else is said. */
export function changeOf(id: string, among: readonly Subject[] = faults): Change {
  const change = among.find((one) => one.id === id)?.change;
  if (change === undefined) throw new Error(`the lab has no ${id}`);
  return change;
}
