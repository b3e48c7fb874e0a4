/** What the runner's vitest worker runs: every check of the suites as a test, under the id of its row. */
import { afterAll, describe, test } from 'vitest';
import '../../suites/index.ts';
import type { RowId } from '../spec/catalogue.ts';
import { checks } from '../suite/requirement.ts';
import { closeWorkerSession, sessionOfWorker } from './worker.ts';

declare module 'vitest' {
  interface TaskMeta {
    requirement?: RowId;
  }
}

for (const check of checks) {
  describe(check.id, () => {
    test(check.title, { meta: { requirement: check.id } }, async ({ skip }) => {
      const result = await sessionOfWorker().execute(check);
      if (result?.outcome === 'failed') throw new Error(result.message);
      if (result?.outcome !== 'passed') skip(result?.message ?? 'not part of this run');
    });
  });
}

afterAll(closeWorkerSession);
