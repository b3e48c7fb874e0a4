/** A thread that tries mutants of the suite; it runs out of the copy that holds them. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SuiteTask } from './suite-work.ts';

const { activate } = await import('./active.ts');
// Before anything else is loaded: a mutant may lie in what runs as modules are loaded.
if (typeof workerData === 'string') activate(workerData);
const { countByCheck, reach, tryMutant } = await import('./suite-work.ts');
countByCheck();

parentPort?.on('message', async (task: SuiteTask) => {
  parentPort?.postMessage(
    task.type === 'reach' ? await reach(task.entries) : await tryMutant(task),
  );
});
