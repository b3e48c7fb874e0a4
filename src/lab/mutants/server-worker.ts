/** A thread that tries mutants of servers, one at a time. */
import { parentPort } from 'node:worker_threads';
import { reach, type ServerTask, tryServer } from './server-work.ts';

parentPort?.on('message', async (task: ServerTask) => {
  parentPort?.postMessage(await (task.active === undefined ? reach(task) : tryServer(task)));
});
