import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The result of a task whose thread did not answer. */
export interface Lost {
  readonly lost: string;
}

export interface PoolOptions<Task, Result> {
  /** The module of the thread, as an address without extension. */
  readonly thread: URL;
  /** Threads at once; each has one task at a time, as the active mutant is one of the thread. */
  readonly threads: number;
  /** For one task; a thread that takes longer is ended, and another one takes its place. */
  readonly milliseconds: number;
  /** Whether the task needs a thread in which nothing was loaded before it, and that is not used again. */
  readonly alone: (task: Task) => boolean;
  /** What the thread is told of a task. */
  readonly messageOf: (task: Task) => unknown;
  /** What the thread knows before its first module is loaded, if the task is alone in it. */
  readonly dataOf?: (task: Task) => unknown;
  readonly onResult: (task: Task, result: Result | Lost) => void;
}

/** Does the tasks, started in order. A thread that crashes loses only its own task. */
export async function runPool<Task, Result>(
  tasks: Iterable<Task>,
  options: PoolOptions<Task, Result>,
): Promise<void> {
  const left = tasks[Symbol.iterator]();
  await Promise.all(Array.from({ length: options.threads }, () => lane(left, options)));
}

async function lane<Task, Result>(
  left: Iterator<Task>,
  options: PoolOptions<Task, Result>,
): Promise<void> {
  let kept: Worker | undefined;
  for (let next = left.next(); next.done !== true; next = left.next()) {
    const alone = options.alone(next.value);
    const worker: Worker =
      (alone || (kept && fallen.has(kept)) ? undefined : kept) ??
      open(options.thread, alone ? options.dataOf?.(next.value) : undefined);
    const result = await ask<Result>(worker, options.messageOf(next.value), options.milliseconds);
    const over = isLost(result);
    if (over || alone) await worker.terminate();
    if (!alone) kept = over ? undefined : worker;
    options.onResult(next.value, result);
  }
  await kept?.terminate();
}

/** Threads that crashed after their last task, for example by a timer that it left. */
const fallen = new WeakSet<Worker>();

function open(thread: URL, workerData: unknown): Worker {
  const file = fileURLToPath(`${thread}${extname(import.meta.url)}`);
  // Output of mutants is dropped.
  const worker = new Worker(file, { workerData, stdout: true, stderr: true });
  return worker.on('error', () => fallen.add(worker)).on('exit', () => fallen.add(worker));
}

function ask<Result>(
  worker: Worker,
  message: unknown,
  milliseconds: number,
): Promise<Result | Lost> {
  return new Promise((resolve) => {
    const settle = (result: Result | Lost) => {
      clearTimeout(timer);
      worker.off('message', settle).off('error', onError).off('exit', onExit);
      resolve(result);
    };
    const onError = (error: Error) => settle({ lost: `falls: ${error.message}` });
    const onExit = (code: number) => settle({ lost: `ends the process with ${code}` });
    const inTime = () => settle({ lost: `no end within ${milliseconds / 1000} s` });
    const timer = setTimeout(inTime, milliseconds);
    worker.on('message', settle).on('error', onError).on('exit', onExit);
    worker.postMessage(message);
  });
}

/** Whether a task has no result. */
export function isLost(result: unknown): result is Lost {
  return typeof result === 'object' && result !== null && 'lost' in result;
}
