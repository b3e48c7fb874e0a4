import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Meeting } from './hostile/meeting.ts';
import type { Order } from './order.ts';
import type { Trial } from './trial.ts';
import type { Result } from './worker.ts';

/** One for each core of the machines that the lab is made for. */
const threads = 2;

/** Orders that a thread has at once: many trials wait most of the time. */
const atOnce = 8;

/**
 * Makes the trials on two threads, begun in the order given, and hands over each result as it comes. Throws
 * what a trial throws: that is a defect of the lab.
 */
export async function makeTrials(
  orders: readonly Order[],
  onResult: (result: Result) => void,
): Promise<void> {
  const left = orders.values();
  await Promise.all(Array.from({ length: threads }, () => work(left, onResult)));
}

/** All results of the orders, trials and meetings apart; each trial is handed over as it comes, too. */
export async function resultsOf(
  orders: readonly Order[],
  onTrial: (trial: Trial) => void = () => {},
): Promise<{ readonly trials: readonly Trial[]; readonly meetings: readonly Meeting[] }> {
  const trials: Trial[] = [];
  const meetings: Meeting[] = [];
  await makeTrials(orders, (result) => {
    if ('meeting' in result) {
      meetings.push(result.meeting);
      return;
    }
    trials.push(result.trial);
    onTrial(result.trial);
  });
  return { trials, meetings };
}

/** The trials of orders that meet no hostile peer. */
export async function trialsOf(...given: Parameters<typeof resultsOf>): Promise<readonly Trial[]> {
  return (await resultsOf(...given)).trials;
}

/** One thread, for as long as there are orders. */
function work(left: Iterator<Order>, onResult: (result: Result) => void): Promise<void> {
  const worker = new Worker(
    fileURLToPath(new URL(`./worker${extname(import.meta.url)}`, import.meta.url)),
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
