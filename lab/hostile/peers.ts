import { addressPeers } from './addresses.ts';
import { answerPeers } from './answers.ts';
import { bodyPeers } from './bodies.ts';
import type { HostilePeer } from './peer.ts';
import { silentPeers } from './silent.ts';
import { wirePeers } from './wire.ts';

/** Every peer that hangs, lies or attacks. */
export const hostilePeers: readonly HostilePeer[] = [
  ...silentPeers,
  ...bodyPeers,
  ...wirePeers,
  ...answerPeers,
  ...addressPeers,
];
