/**
 * Runs before each file of unit tests: a mutant that loops forever throws, as it does in the lab; without one, what the
 * tests reach is told.
 */
import { afterAll } from 'vitest';
import { activate, activeVariable, countHits, hits } from './active.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Numbers of the mutants that a file of tests reaches, if none is active. */
    reached?: readonly string[];
  }
}

const active = process.env[activeVariable];
activate(active);
if (active === undefined) {
  countHits();
  // biome-ignore lint/correctness/noEmptyPattern: vitest gives the file second, and takes no other pattern for the first.
  afterAll(({}, file) => {
    file.meta.reached = hits().running;
  });
}
