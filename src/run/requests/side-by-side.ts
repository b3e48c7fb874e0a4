/**
 * Runs checks that do not depend on one another side by side: the first questions of all go out together, and then one
 * after the other goes on with its answers. So the answers decide what is asked in which order, and the time that they
 * take does not.
 */

/** The turn of one of several tasks that run side by side. */
export interface Turn {
  /** Resolves when the turn has come. */
  ready(): Promise<void>;
  /**
   * Sends a question: at the beginning ahead of its turn, together with the others. The answer is given when the turn
   * has come.
   */
  ask<T>(send: () => Promise<T>): Promise<T>;
  /** A turn for what several tasks wait for: it comes with the first of theirs. */
  shared(): Opened;
}

interface Opened {
  readonly turn: Turn;
  /** Lets the turn come. */
  readonly open: () => void;
}

/** The turn of a task that runs alone: it has come. */
export const alone: Turn = {
  ready: async () => {},
  ask: (send) => send(),
  shared: () => ({ turn: alone, open: () => {} }),
};

/** What the tasks of one group have in common. */
interface Group {
  /** Whether questions are being collected, to go out together. */
  isGathering: boolean;
  /** The questions of each task that wait to be sent. */
  readonly gathered: (() => void)[][];
  readonly answers: Promise<unknown>[];
}

/**
 * Runs tasks side by side and returns their results. `preparing` is what they must wait for together before they ask:
 * while there is any, nothing is sent.
 */
export async function sideBySide<T>(
  tasks: readonly ((turn: Turn) => Promise<T>)[],
  preparing: () => Promise<unknown> | undefined = () => undefined,
): Promise<readonly T[]> {
  const [first, ...others] = tasks;
  if (first !== undefined && others.length === 0) return [await first(alone)];
  const group: Group = { isGathering: true, gathered: tasks.map(() => []), answers: [] };
  const opened = tasks.map((_, place) => turnIn(group, place));
  const running = tasks.map((task, place) => task(opened[place]?.turn ?? alone));
  const all = Promise.allSettled(running);
  await rest();
  for (let common = preparing(); common !== undefined; common = preparing()) {
    await common;
    await rest();
  }
  group.isGathering = false;
  for (const ask of group.gathered.flat()) ask();
  await Promise.allSettled(group.answers);
  for (const [place, { open }] of opened.entries()) {
    open();
    await Promise.allSettled(running.slice(place, place + 1));
  }
  await all;
  return Promise.all(running);
}

/** Resolves when no promise has anything left to do. */
const rest = () => new Promise<void>((resolve) => void setImmediate(resolve));

function turnIn(group: Group, place: number): Opened {
  let hasCome = false;
  let resume = () => {};
  const coming = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const ahead = async <T>(send: () => Promise<T>): Promise<T> => {
    const answer = new Promise<T>((resolve) => {
      group.gathered[place]?.push(() => {
        const sent = send();
        group.answers.push(sent);
        resolve(sent);
      });
    });
    await Promise.allSettled([answer, coming]);
    return answer;
  };
  return {
    turn: {
      ready: () => coming,
      async ask(send) {
        if (!hasCome && group.isGathering) return ahead(send);
        await coming;
        return send();
      },
      shared: () => turnIn(group, place),
    },
    open() {
      hasCome = true;
      resume();
    },
  };
}

/** Groups neighbours of the same group; an item without a group stays alone. */
export function groupsOf<T>(
  tasks: readonly T[],
  groupOf: (task: T) => string | undefined,
): readonly (readonly T[])[] {
  const groups: T[][] = [];
  let before: string | undefined;
  for (const task of tasks) {
    const group = groupOf(task);
    if (group !== undefined && group === before) groups.at(-1)?.push(task);
    else groups.push([task]);
    before = group;
  }
  return groups;
}
