/** Runs its share of the trials inside a vitest worker, one test each; the result travels in its meta. */
import { describe, inject, test } from 'vitest';
import { faults } from './faults.ts';
import { type Meeting, meet } from './hostile/meeting.ts';
import { hostilePeers } from './hostile/peers.ts';
import type { Order } from './order.ts';
import { type Trial, tryOut } from './trial.ts';
import { realVariants } from './variants/real.ts';
import { variants } from './variants.ts';

declare module 'vitest' {
  interface ProvidedContext {
    orders?: readonly Order[];
  }
  interface TaskMeta {
    trial?: Trial;
    meeting?: Meeting;
  }
}

const subjects = new Map(
  [...faults, ...variants, ...realVariants].map((subject) => [subject.id, subject]),
);

const peers = new Map(hostilePeers.map((peer) => [peer.id, peer]));

describe('lab', { concurrent: true }, () => {
  (inject('orders') ?? []).forEach(({ subject, seed, only }) => {
    const peer = peers.get(subject);
    if (peer) {
      test(subject, async ({ task }) => {
        task.meta.meeting = await meet(peer);
      });
      return;
    }
    const found = subjects.get(subject);
    if (!found) throw new Error(`the lab has no ${subject}`);
    test(`${subject} at ${seed}`, async ({ task }) => {
      task.meta.trial = await tryOut(found, { seed, ...(only ? { only } : {}) });
    });
  });
});
