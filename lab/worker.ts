/** A thread of the lab: makes the trials that it is ordered, and posts what came of each. */
import { parentPort } from 'node:worker_threads';
import { conformant, inRealTime } from './conformant.ts';
import { faults } from './faults.ts';
import { type Meeting, meet } from './hostile/meeting.ts';
import { hostilePeers } from './hostile/peers.ts';
import type { Order } from './order.ts';
import { onStock } from './stocked/stock.ts';
import { type Trial, tryOut } from './trial.ts';

/** What came of one order. */
export type Result = { readonly trial: Trial } | { readonly meeting: Meeting };

const subjects = new Map(
  [...faults, ...conformant, ...inRealTime].map((subject) => [subject.id, subject]),
);

/** What a large budget may take: no time passes while it waits. */
const longestWait = 120;
const mostRequests = 5_000;

const peers = new Map(hostilePeers.map((peer) => [peer.id, peer]));

async function resultOf({ subject, seed, profile, budget, stocked }: Order): Promise<Result> {
  const peer = peers.get(subject);
  if (peer) return { meeting: await meet(peer) };
  const found = subjects.get(subject);
  if (!found) throw new Error(`the lab has no ${subject}`);
  const settings = {
    ...found.settings,
    ...(profile ? { profile } : {}),
    ...(budget === undefined ? {} : { budget, maxWait: longestWait, maxRequests: mostRequests }),
  };
  const own = { ...found, settings };
  return { trial: await tryOut(stocked ? onStock(own, stocked) : own, { seed }) };
}

parentPort?.on('message', async (order: Order) => {
  parentPort?.postMessage(await resultOf(order));
});
