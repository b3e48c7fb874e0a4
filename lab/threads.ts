/** The threads that the lab's trials run on. */
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Order, Result } from './worker.ts';

/** One for each core of the machines that the lab is made for. */
const threads = 2;

/** Orders that a thread has at once: many trials wait most of the time. */
const atOnce = 8;

/** Makes the trials, begun in the order given. Throws what a trial throws: that is a defect of the lab. */
export async function resultsOf(
  orders: readonly Order[],
  onResult: (result: Result) => void = () => {},
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const left = orders.values();
  const take = (result: Result) => {
    results.push(result);
    onResult(result);
  };
  await Promise.all(Array.from({ length: threads }, () => work(left, take)));
  return results;
}

/** One thread, for as long as there are orders. */
function work(left: Iterator<Order>, onResult: (result: Result) => void): Promise<void> {
  const worker = new Worker(
    fileURLToPath(new URL(`./worker${extname(import.meta.url)}`, import.meta.url)),
    // Exchanges and their judging are short-lived: a small young generation is collected all the time.
    { resourceLimits: { maxYoungGenerationSizeMb: 64 } },
  );
  let open = 0;
  const orderNext = () => {
    const next = left.next();
    if (next.done === true) return;
    open += 1;
    worker.postMessage(next.value);
  };
  const done = new Promise<void>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', (result: Result) => {
      open -= 1;
      onResult(result);
      orderNext();
      if (open === 0) resolve();
    });
    for (let lane = 0; lane < atOnce; lane += 1) orderNext();
    if (open === 0) resolve();
  });
  return done.finally(() => worker.terminate());
}
