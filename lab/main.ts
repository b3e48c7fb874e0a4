#!/usr/bin/env node
/** `npm run lab`: measures the suite on faults, conformant servers and hostile peers; exit status 1 if it is red. */
import { parseArgs } from 'node:util';
import type { Fault } from '../src/reference/variant.ts';
import { type Profile, profiles } from '../src/spec/plans.ts';
import { didYouMean } from '../src/text/nearest.ts';
import { type Figures, publish, published, regressionsOf, sentenceOf } from './figures.ts';
import { conformant as servers } from './generated-conformant.ts';
import { faults } from './generated-faults.ts';
import { hostilePeers } from './hostile/peers.ts';
import {
  conformantOf,
  costOf,
  isDue,
  problemsOf,
  requirementsPerFault,
  shareOf,
} from './matrix.ts';
import { bringsAStore, type StoreName, storeNames } from './stores.ts';
import { resultsOf } from './threads.ts';
import type { Order, Result } from './worker.ts';

const help = `npm run lab -- [options]: measures the suite on faulty and conformant servers and hostile peers

Without options: all faults in core, a third of them in quick and full, all conformant servers in core, a sixth of them in
full, all hostile peers. Red if a conformant server is accused, or a fault gets through that is found according to
docs/lab.json.

  --only IDS       entries, or requirements that faults break, with commas between; 'value.*' for all that begin so
  --sample N       every N-th fault and conformant server
  --profile P      one pass in that profile: ${profiles.join(', ')}
  --store S        one pass on that store: ${storeNames.join(', ')}
  --seed N         default 1
  --seeds N        one pass, each entry at so many seeds from --seed on
  --publish        writes the figures of a green lab: docs/lab.json, docs/proof.md, README.md
  --columns        with --publish: measures the third at other seeds and on full stores, too
  --verbose        what came of each trial
`;

/** A call that the lab does not understand; its message is for who called. */
class UsageError extends Error {}

const { values } = parsed();

function parsed() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string', default: '' },
        sample: { type: 'string', default: '1' },
        profile: { type: 'string' },
        store: { type: 'string' },
        seed: { type: 'string', default: '1' },
        seeds: { type: 'string', default: '1' },
        publish: { type: 'boolean', default: false },
        columns: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    process.exit(2);
  }
}

function numberOf(name: 'sample' | 'seed' | 'seeds'): number {
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

/** The entries that --only and --sample leave. */
function selection() {
  const entries = [...faults, ...servers, ...hostilePeers].map(({ id }) => id);
  const broken = new Set<string>(faults.flatMap(({ breaks }) => breaks));
  const given = values.only.split(',').filter((id) => id !== '');
  const wanted = new Set(
    given.flatMap((one) => {
      const ids = one.endsWith('*')
        ? entries.filter((id) => id.startsWith(one.slice(0, -1)))
        : [one];
      if (ids.length > 0 && ids.every((id) => broken.has(id) || entries.includes(id))) return ids;
      throw new UsageError(
        `the lab has no ${one}${didYouMean(one.replace(/\.?\*$/, ''), [...entries, ...broken])}`,
      );
    }),
  );
  const step = numberOf('sample');
  const isWanted = (id: string) => given.length === 0 || wanted.has(id);
  const some = <T>(items: readonly T[]) => items.filter((_, at) => at % step === 0);
  return {
    faults: some(
      faults.filter(({ id, breaks }) => isWanted(id) || breaks.some((one) => wanted.has(one))),
    ),
    conformant: some(servers.filter(({ id }) => isWanted(id))),
    hostile: step > 1 && given.length === 0 ? [] : hostilePeers.filter(({ id }) => isWanted(id)),
  };
}

type Selection = ReturnType<typeof selection>;

const onResult = (result: Result) => {
  if (values.verbose) process.stdout.write(`${JSON.stringify(result, undefined, 1)}\n`);
};
const trialsOf = async (orders: readonly Order[]) =>
  (await resultsOf(orders, onResult)).flatMap((one) => ('trial' in one ? [one.trial] : []));

/** Repeats meetings that went wrong while nothing else runs: peers are met in real time, on a machine that may be busy. */
async function meetingsOf(orders: readonly Order[]) {
  const met = async (some: readonly Order[]) =>
    (await resultsOf(some, onResult)).flatMap((one) => ('meeting' in one ? [one.meeting] : []));
  const first = await met(orders);
  const wrong = new Set(first.filter(({ problems }) => problems.length > 0).map(({ id }) => id));
  const again = await met(orders.filter(({ subject }) => wrong.has(subject)));
  return [...first.filter(({ id }) => !wrong.has(id)), ...again];
}

/** Every entry once in the way asked for. */
async function onePass(
  { faults: some, conformant: chosenServers, hostile }: Selection,
  { profile, store }: { profile?: Profile; store?: StoreName },
): Promise<number> {
  const seeds = Array.from({ length: numberOf('seeds') }, (_, at) => numberOf('seed') + at);
  const hasStore = store !== undefined && store !== 'own';
  const subjects = [
    ...some.filter((one) => isDue(one, profile ?? one.settings?.profile ?? 'full')),
    ...chosenServers,
  ].filter((one) => !(hasStore && bringsAStore(one)));
  const orders = seeds.flatMap((seed) =>
    subjects.map(
      ({ id }): Order => ({
        subject: id,
        seed,
        ...(profile && { profile }),
        ...(store && { store }),
      }),
    ),
  );
  const trials = await trialsOf(orders);
  const meetings = await meetingsOf(hostile.map(({ id }) => ({ subject: id, seed: 1 })));
  const conformant = conformantOf(chosenServers, trials);
  const problems = problemsOf(conformant, trials, meetings);
  for (const seed of seeds) {
    const { found, of, missed } = shareOf(
      some,
      trials.filter((one) => one.seed === seed),
    );
    print(`seed ${seed}: finds ${found} of ${of} faults; missed: ${missed.join(' ') || 'none'}`);
  }
  print(
    `of ${conformant.of} runs on conformant servers ${conformant.accused.length} accuse, ${conformant.incomplete.length} end incomplete: ${conformant.incomplete.join(' ')}`,
  );
  return closing(problems);
}

/** Every so many of some, alike in the whole lab and in a sample of each third. */
const each = <T>(every: number, all: readonly T[], some: readonly T[]) =>
  some.filter((one) => Math.floor(all.indexOf(one) / 3) % every === 0);

/** The figures of all passes of a whole lab, or of a sample. */
async function allPasses(chosen: Selection): Promise<number> {
  const startedAt = performance.now();
  const third = each(3, faults, chosen.faults);
  const seed = numberOf('seed');
  const due = (profile: Profile, some: readonly Fault[] = third) =>
    some.filter((fault) => isDue(fault, profile));
  const inProfileOf = (profile: Profile) => (ids: readonly { id: string }[]) =>
    ids.map(({ id }): Order => ({ subject: id, seed, profile }));
  const meetings = await meetingsOf(chosen.hostile.map(({ id }) => ({ subject: id, seed })));
  const coreTrials = await trialsOf(
    inProfileOf('core')([...due('core', chosen.faults), ...chosen.conformant]),
  );
  const core = shareOf(due('core', chosen.faults), coreTrials);
  const faultIds = new Set(chosen.faults.map(({ id }) => id));
  const onFaults = coreTrials.filter(({ id }) => faultIds.has(id));
  const quickTrials = await trialsOf(inProfileOf('quick')(due('quick')));
  // What core finds full finds, too: it sends all that core sends.
  const left = third.filter((fault) => core.missed.includes(fault.id) || !isDue(fault, 'core'));
  const sixth = each(6, servers, chosen.conformant);
  const fullTrials = await trialsOf(inProfileOf('full')([...left, ...sixth]));
  const missedByFull = shareOf(left, fullTrials).missed;
  const trials = [...coreTrials, ...quickTrials, ...fullTrials];
  const conformant = conformantOf(chosen.conformant, trials);
  const figures: Figures = {
    seed,
    core,
    quick: shareOf(due('quick'), quickTrials),
    full: {
      found: third.length - missedByFull.length,
      of: third.length,
      missed: missedByFull,
    },
    conformant: {
      servers: chosen.conformant.length,
      runs: conformant.of,
      accused: [...new Set(conformant.accused.map((text) => text.split(' ', 1)[0] ?? ''))],
      incomplete: conformant.incomplete,
    },
    hostile: {
      of: meetings.filter(({ notTried }) => notTried === null).length,
      problems: meetings.filter((one) => one.problems.length > 0).length,
    },
    requirementsPerFault: requirementsPerFault(onFaults),
    red: costOf(onFaults),
  };
  print(sentenceOf(figures));
  for (const text of conformant.accused) print(`accused: ${text}`);
  print(`warned beyond what entries expect: ${conformant.warned.join(' ') || 'none'}`);
  print(
    `${trials.reduce((sum, { requests }) => sum + requests, 0)} requests in ${Math.round((performance.now() - startedAt) / 1000)} s`,
  );
  const problems = [
    ...problemsOf({ ...conformant, accused: [] }, trials, meetings),
    ...(values.publish ? [] : regressionsOf(figures, published())),
  ];
  if (values.publish && problems.length === 0)
    publish(figures, values.columns ? await columns(third) : []);
  return closing(problems);
}

/** The measured columns: core at four other seeds, and on the two full stores. */
async function columns(some: readonly Fault[]) {
  const seed = numberOf('seed');
  const due = some.filter((fault) => isDue(fault, 'core'));
  const at = async (label: string, subjects: typeof due, order: Omit<Order, 'subject'>) => ({
    label,
    share: shareOf(
      subjects,
      await trialsOf(subjects.map(({ id }) => ({ subject: id, profile: 'core', ...order }))),
    ),
  });
  const withoutStore = due.filter((one) => !bringsAStore(one));
  return [
    await at(`core, seed ${seed + 1}`, due, { seed: seed + 1 }),
    await at(`core, seed ${seed + 2}`, due, { seed: seed + 2 }),
    await at(`core, seed ${seed + 3}`, due, { seed: seed + 3 }),
    await at(`core, seed ${seed + 4}`, due, { seed: seed + 4 }),
    await at('core, 300 animals, oldest first', withoutStore, { seed, store: 'oldest' }),
    await at('core, 300 animals, newest first', withoutStore, { seed, store: 'newest' }),
  ];
}

const print = (line: string) => process.stdout.write(`${line}\n`);

function closing(problems: readonly string[]): number {
  for (const problem of problems) print(`- ${problem}`);
  print(problems.length === 0 ? 'the lab is green' : `the lab is red: ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}

async function run(): Promise<number> {
  if (values.help) {
    print(help);
    return 0;
  }
  const profile = oneOf('profile', profiles);
  const store = oneOf('store', storeNames);
  const chosen = selection();
  const isOnePass = profile !== undefined || store !== undefined || values.seeds !== '1';
  if (values.only === '' && !isOnePass) return allPasses(chosen);
  return onePass(chosen, { ...(profile && { profile }), ...(store && { store }) });
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
