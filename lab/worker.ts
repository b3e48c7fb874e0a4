/** A thread of the lab: makes the trials that it is given, and posts what came of each. */
import { parentPort } from 'node:worker_threads';
import type { Profile } from '../src/spec/plans.ts';
import { combined, stores } from './conformant/freedom.ts';
import { conformant } from './generated-conformant.ts';
import { faults } from './generated-faults.ts';
import { type Meeting, meet } from './hostile/meeting.ts';
import { hostilePeers } from './hostile/peers.ts';
import { type Trial, tryOut } from './trial.ts';

/** One run to make: of a fault or a conformant server, or against a hostile peer, which has settings of its own. */
export interface Order {
  readonly subject: string;
  readonly seed: number;
  /** Default: that of the entry, core for most. */
  readonly profile?: Profile;
  /** Default: what the entry brings, an empty one for most. */
  readonly store?: keyof typeof stores;
}

/** What came of one order. */
export type Result =
  | { readonly order: Order; readonly trial: Trial }
  | { readonly order: Order; readonly meeting: Meeting };

const subjects = new Map([...faults, ...conformant].map((subject) => [subject.id, subject]));
const peers = new Map(hostilePeers.map((peer) => [peer.id, peer]));

async function resultOf(order: Order): Promise<Result> {
  const { subject: id, seed, profile, store } = order;
  const peer = peers.get(id);
  if (peer) return { order, meeting: await meet(peer) };
  const subject = subjects.get(id);
  if (!subject) throw new Error(`the lab has no ${id}`);
  const stocked = store === undefined ? subject : { ...combined([stores[store], subject]), id };
  const settings = { ...subject.settings, ...(profile ? { profile } : {}) };
  return { order, trial: await tryOut({ ...stocked, settings }, { seed }) };
}

parentPort?.on('message', async (order: Order) => {
  parentPort?.postMessage(await resultOf(order));
});
