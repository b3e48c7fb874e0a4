/** Runs its share of the trials inside a vitest worker, one test each; the result travels in its meta. */
import { describe, inject, test } from 'vitest';
import { faults } from './faults.ts';
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
  }
}

const subjects = new Map(
  [...faults, ...variants, ...realVariants].map((subject) => [subject.id, subject]),
);

describe('lab', { concurrent: true }, () => {
  (inject('orders') ?? []).forEach(({ subject, seed, only }) => {
    const found = subjects.get(subject);
    if (!found) throw new Error(`the lab has no ${subject}`);
    test(`${subject} at ${seed}`, async ({ task }) => {
      task.meta.trial = await tryOut(found, { seed, ...(only ? { only } : {}) });
    });
  });
});
