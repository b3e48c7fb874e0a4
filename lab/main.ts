#!/usr/bin/env node
/** `npm run lab`: measures the suite on faults, conformant servers and hostile peers; exit status 1 if it is red. */
import { parseArgs } from 'node:util';
import type { Fault } from '../src/reference/variant.ts';
import { type Profile, profiles } from '../src/spec/plans.ts';
import { isInPart } from './chance.ts';
import { stores } from './conformant/freedom.ts';
import { type Figures, publish, published, regressionsOf, sentenceOf } from './figures.ts';
import { conformant as servers } from './generated-conformant.ts';
import { faults } from './generated-faults.ts';
import { hostilePeers } from './hostile/peers.ts';
import { conformantOf, costOf, isDue, problemsOf, shareOf } from './matrix.ts';
import { resultsOf } from './threads.ts';
import type { Order, Result } from './worker.ts';

const help = `npm run lab -- [options]: measures the suite on faulty and conformant servers and hostile peers

Without options: all faults in core, a third of them in quick and full, all conformant servers in core, a sixth of them in
full, all hostile peers. Red if a conformant server is accused, or a fault gets through that is found according to
docs/lab.json.

  --only IDS       entries, or requirements that faults break, with commas between; 'value.*' for all that begin so
  --sample N       one of N faults and conformant servers
  --profile P      one pass in that profile: ${profiles.join(', ')}
  --store S        one pass on that store: ${Object.keys(stores).join(', ')}
  --seed N         default 1
  --publish        writes the figures of a green lab: docs/lab.json, docs/proof.md, README.md
  --verbose        what came of each trial
`;

/** A call that the lab does not understand; its message is for who called. */
class UsageError extends Error {}

const values = parsed();

function parsed() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string', default: '' },
        sample: { type: 'string', default: '1' },
        profile: { type: 'string' },
        store: { type: 'string' },
        seed: { type: 'string', default: '1' },
        publish: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    process.exit(2);
  }
}

function numberOf(name: 'sample' | 'seed'): number {
  const text = values[name];
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`--${name} takes a whole number above 0, not ${JSON.stringify(text)}`);
}

function oneOf<T extends string>(name: 'profile' | 'store', names: readonly T[]): T | undefined {
  const text = values[name];
  const found = names.find((one) => one === text);
  if (text === undefined || found !== undefined) return found;
  throw new UsageError(`--${name} takes ${names.join(', ')}, not ${JSON.stringify(text)}`);
}

interface Chosen {
  readonly faults: readonly Fault[];
  readonly conformant: typeof servers;
  readonly hostile: typeof hostilePeers;
}

/** The entries that --only and --sample leave; a sample of all leaves the hostile peers out, which take real time. */
function chosen(): Chosen {
  const patterns = values.only.split(',').filter((pattern) => pattern !== '');
  const oneIn = numberOf('sample');
  const some = <T extends { readonly id: string; readonly breaks?: Fault['breaks'] }>(
    entries: readonly T[],
  ) =>
    entries.filter(({ id, breaks = [] }) => {
      const isWanted = (pattern: string) =>
        [id, ...breaks].some((name) =>
          pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
        );
      return (patterns.length === 0 || patterns.some(isWanted)) && isInPart(id, oneIn);
    });
  const found = { faults: some(faults), conformant: some(servers), hostile: some(hostilePeers) };
  if (Object.values(found).every(({ length }) => length === 0)) {
    throw new UsageError(`the lab has no ${values.only}`);
  }
  return oneIn > 1 && patterns.length === 0 ? { ...found, hostile: [] } : found;
}

const onResult = (result: Result) => {
  if (values.verbose) process.stdout.write(`${JSON.stringify(result, undefined, 1)}\n`);
};

const trialsOf = async (
  entries: readonly { readonly id: string }[],
  order: Omit<Order, 'subject'>,
) =>
  (
    await resultsOf(
      entries.map(({ id }) => ({ ...order, subject: id })),
      onResult,
    )
  ).flatMap((one) => ('trial' in one ? [one.trial] : []));

/** Repeats meetings that went wrong while nothing else runs: peers are met in real time, on a machine that may be busy. */
async function meetingsOf(peers: typeof hostilePeers) {
  const met = async (some: typeof hostilePeers) =>
    (
      await resultsOf(
        some.map(({ id }) => ({ subject: id, seed: 1 })),
        onResult,
      )
    ).flatMap((one) => ('meeting' in one ? [one.meeting] : []));
  const first = await met(peers);
  const wrong = new Set(first.filter(({ problems }) => problems.length > 0).map(({ id }) => id));
  const again = await met(peers.filter(({ id }) => wrong.has(id)));
  return [...first.filter(({ id }) => !wrong.has(id)), ...again];
}

/** Every entry once in the way asked for. */
async function onePass({ faults: some, conformant, hostile }: Chosen): Promise<readonly string[]> {
  const profile = oneOf('profile', profiles);
  const store = oneOf('store', ['empty', '300-oldest', '300-newest'] as const);
  const due = some.filter((one) => isDue(one, profile ?? one.settings?.profile ?? 'full'));
  const order = { seed: numberOf('seed'), ...(profile && { profile }), ...(store && { store }) };
  const trials = await trialsOf([...due, ...conformant], order);
  const { found, of, missed } = shareOf(some, trials);
  print(`finds ${found} of ${of} faults; missed: ${missed.join(' ') || 'none'}`);
  const { of: runs, accused, incomplete } = conformantOf(conformant, trials);
  print(
    `of ${runs} runs on conformant servers ${accused.length} accuse, ${incomplete.length} end incomplete: ${incomplete.join(' ')}`,
  );
  return [...accused, ...problemsOf(trials, await meetingsOf(hostile))];
}

/** The figures of all passes of a whole lab, or of a sample. */
async function allPasses({
  faults: some,
  conformant,
  hostile,
}: Chosen): Promise<readonly string[]> {
  const startedAt = performance.now();
  const seed = numberOf('seed');
  const third = some.filter(({ id }) => isInPart(id, 3));
  const due = (profile: Profile, entries: readonly Fault[] = third) =>
    entries.filter((one) => isDue(one, profile));
  const meetings = await meetingsOf(hostile);
  const inCore = await trialsOf([...due('core', some), ...conformant], { seed, profile: 'core' });
  const core = shareOf(due('core', some), inCore);
  const inQuick = await trialsOf(due('quick'), { seed, profile: 'quick' });
  // What core finds full finds, too: it sends all that core sends.
  const left = third.filter((one) => core.missed.includes(one.id) || !isDue(one, 'core'));
  const sixth = conformant.filter(({ id }) => isInPart(id, 6));
  const inFull = await trialsOf([...left, ...sixth], { seed, profile: 'full' });
  const { missed } = shareOf(left, inFull);
  const trials = [...inCore, ...inQuick, ...inFull];
  const { of: runs, accused, warned, incomplete } = conformantOf(conformant, trials);
  const figures: Figures = {
    seed,
    core,
    quick: shareOf(due('quick'), inQuick),
    full: { found: third.length - missed.length, of: third.length, missed },
    conformant: {
      servers: conformant.length,
      runs,
      accused: [...new Set(accused.map((text) => text.split(' ', 1)[0] ?? ''))],
      incomplete,
    },
    hostile: {
      of: meetings.length,
      problems: meetings.filter(({ problems }) => problems.length > 0).length,
    },
    ...costOf(some, inCore),
  };
  print(sentenceOf(figures));
  for (const text of accused) print(`accused: ${text}`);
  print(`warned beyond what entries expect: ${warned.join(' ') || 'none'}`);
  const requests = trials.reduce((sum, trial) => sum + trial.requests, 0);
  print(`${requests} requests in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const problems = problemsOf(trials, meetings);
  if (!values.publish) return [...problems, ...regressionsOf(figures, published())];
  if (problems.length === 0) publish(figures);
  return problems;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  if (values.help) return void print(help);
  const isWhole = values.only === '' && values.profile === undefined && values.store === undefined;
  const problems = await (isWhole ? allPasses : onePass)(chosen());
  for (const problem of problems) print(`- ${problem}`);
  print(problems.length === 0 ? 'the lab is green' : `the lab is red: ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

await run().catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
});
