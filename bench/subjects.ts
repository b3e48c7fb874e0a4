/** A server to measure against: the reference server on the plan enterprise, and what differs of it. */
export interface Subject {
  /** Animals in the store at the start; default none. */
  readonly animals?: number;
  /** Milliseconds that each answer takes on its way. */
  readonly latencyMs?: number;
  readonly ignoresLimit?: boolean;
}

/** One line of the table: what is run, and against whom. */
export interface Case {
  readonly title: string;
  readonly subject: Subject;
  /** What `run` is told besides the address. */
  readonly flags: readonly string[];
}

const core = (title: string, subject: Subject, ...flags: readonly string[]): Case => ({
  title,
  subject,
  flags,
});

/** Each is a process of its own, started cold, against a server in another one, started anew. */
export const cases: readonly Case[] = [
  core('core', {}),
  core('quick', {}, '--profile', 'quick'),
  core('core, 10 animals in the store', { animals: 10 }),
  core('core, 1,000 animals', { animals: 1_000 }),
  core('core, 100,000 animals', { animals: 100_000 }),
  core('core, a server that ignores `limit` and lists 20,000', {
    animals: 20_000,
    ignoresLimit: true,
  }),
  core('core, each answer takes 100 ms', { latencyMs: 100 }),
  core('the same with `--concurrency 1`', { latencyMs: 100 }, '--concurrency', '1'),
  core('core, `--budget 500`', {}, '--budget', '500'),
  core('core, `--budget 1000`', {}, '--budget', '1000'),
  core('core, `--budget 2000`', {}, '--budget', '2000', '--max-creations', '1000'),
];
