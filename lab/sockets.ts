import { referenceBehaviour } from '../src/reference/behaviour.ts';
import { fixedWindow } from '../src/reference/quota.ts';
import type { Subject } from '../src/reference/subject.ts';

/** Whether it matters how answers are sent over the network. */
export function needsSockets({ overSockets, change }: Subject): boolean {
  const reference = referenceBehaviour('', fixedWindow(1, 1));
  const { transmit = reference.transmit } = change?.(reference) ?? {};
  return overSockets === true || transmit !== reference.transmit;
}
