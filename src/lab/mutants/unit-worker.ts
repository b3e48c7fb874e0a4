/** A thread that tries mutants of the suite on unit tests. */
import { parentPort } from 'node:worker_threads';
import type { UnitTried } from './unit-tests.ts';
import { openUnitTests, type UnitTask, type UnitTests } from './unit-work.ts';

let opened: Promise<UnitTests> | undefined;

parentPort?.on('message', async ({ folder, ...task }: UnitTask & { folder: string }) => {
  opened ??= openUnitTests(folder);
  const tests = await opened;
  const failed = await tests.failedBy(task);
  parentPort?.postMessage({ failed } satisfies UnitTried);
});
