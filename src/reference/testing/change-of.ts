import type { Change } from '../changes.ts';
import { faults } from '../faults.ts';
import type { Subject } from '../subject.ts';

/** For tests: what a server of the lab changes, a fault if nothing else is said. */
export function changeOf(id: string, among: readonly Subject[] = faults): Change {
  const change = among.find((one) => one.id === id)?.change;
  if (change === undefined) throw new Error(`the lab has no ${id}`);
  return change;
}
