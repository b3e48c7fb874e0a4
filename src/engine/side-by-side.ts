/** Checks that do not depend on one another, run together, and yet the same requests in the same order each time. */

/** What one of several checks that run together has to wait for; undefined where it need not. */
export interface Turn {
  /** Before it asks. */
  toAsk(): Promise<unknown> | undefined;
  /** Before it tells its result. */
  toEnd(): Promise<unknown> | undefined;
}

/** The turn of a check that runs alone. */
export const alone: Turn = { toAsk: () => undefined, toEnd: () => undefined };

/**
 * Runs tasks together. What each asks for before anything was answered goes out at once, in the order of the
 * tasks; what it asks for later waits until all tasks before it have ended. So the answers decide the order of all
 * requests, and how long each of them took does not.
 *
 * A task must not wait for what one behind it began.
 */
export async function sideBySide<T>(
  tasks: readonly ((turn: Turn) => Promise<T>)[],
): Promise<readonly T[]> {
  let isAnswered = false;
  // Set before the first task begins: an immediate comes before the answer to any request of theirs.
  setImmediate(() => {
    isAnswered = true;
  });
  const running: Promise<T>[] = [];
  for (const task of tasks) {
    const before = running.length > 0 ? Promise.allSettled(running.slice()) : undefined;
    running.push(task({ toAsk: () => (isAnswered ? before : undefined), toEnd: () => before }));
  }
  return Promise.all(running);
}

/** Puts together what follows on one another and has the same group, at most so many that ask; others stay alone. */
export function groupsOf<T extends { readonly group?: string }>(
  tasks: readonly T[],
  most: number,
  asks: (task: T) => boolean = () => true,
): readonly (readonly T[])[] {
  const groups: { readonly tasks: T[]; asking: number }[] = [];
  for (const task of tasks) {
    const last = groups.at(-1);
    const own = asks(task) ? 1 : 0;
    const joins = task.group !== undefined && last?.tasks[0]?.group === task.group;
    if (last !== undefined && joins && last.asking + own <= most) {
      last.tasks.push(task);
      last.asking += own;
    } else groups.push({ tasks: [task], asking: own });
  }
  return groups.map((group) => group.tasks);
}
