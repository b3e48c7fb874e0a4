/** A server to measure against: the reference server on the plan enterprise, and what differs of it. */
export interface Subject {
  /** Animals in the store at the start; default none. */
  readonly animals?: number;
  /** Milliseconds that each answer takes on its way. */
  readonly latencyMs?: number;
  readonly ignoresLimit?: boolean;
  /** A fault of `serve --fault`, on the plan business. */
  readonly fault?: string;
}

/** One line of the table: what is run, and against whom. */
export interface Case {
  readonly title: string;
  readonly subject: Subject;
  /** What `run` is told besides the address. */
  readonly flags: readonly string[];
}

const of = (title: string, subject: Subject, ...flags: readonly string[]): Case => ({
  title,
  subject,
  flags,
});

/** What all others are compared with. */
export const core: Case = of('core', {});

/** Each is a process of its own, started cold, against a server in another one, started anew. */
export const cases: readonly Case[] = [
  core,
  of('quick', {}, '--profile', 'quick'),
  of('core, 10 animals in the store', { animals: 10 }),
  of('core, 1,000 animals', { animals: 1_000 }),
  of('core, 100,000 animals', { animals: 100_000 }),
  of('core, a server that ignores `limit` and lists 20,000', {
    animals: 20_000,
    ignoresLimit: true,
  }),
  of('core, each answer takes 100 ms', { latencyMs: 100 }),
  of('the same with `--concurrency 1`', { latencyMs: 100 }, '--concurrency', '1'),
  of('core, `--budget 500`', {}, '--budget', '500'),
  of('core, `--budget 1000`', {}, '--budget', '1000'),
  of('core, `--budget 2000`', {}, '--budget', '2000', '--max-creations', '1000'),
];
