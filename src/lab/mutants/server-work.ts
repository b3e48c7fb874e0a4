/** What a thread does with the mutants of servers: reach, judge, probe. */
import { activate, countHits, hits } from './active.ts';
import { type Judgement, judgeServer } from './judge-server.ts';
import { type Difference, firstDifference, type ProbeAnswer, probe } from './probe.ts';
import { type ProbeRequest, probeRequests } from './probe-requests.ts';
import { mutatedServers } from './servers.ts';

/** One thing to do; `root` is that of the copy with the mutants. */
export interface ServerTask {
  readonly server: string;
  readonly root: string;
  /** That of the copy without mutants. */
  readonly originalRoot: string;
  /** The mutant to try, by its number; absent: tells which places a run reaches. */
  readonly active?: string;
  /** The profiles to judge it by, until one finds it; none: no run reaches it. Without mutant: all to run. */
  readonly profiles: readonly Judgement['profile'][];
}

/** What came of a mutant. */
export interface TriedServer {
  readonly judgements: readonly Judgement[];
  /** Why it did not start. */
  readonly notStarted?: string;
  /** The first difference that the probe saw; absent if it saw none, or was not asked. */
  readonly difference?: Difference;
}

/** The numbers of the mutants whose place was reached. */
export interface Reached {
  /** As modules were loaded: such a mutant must be active before that. */
  readonly loading: readonly string[];
  readonly core: readonly string[];
  readonly full: readonly string[];
}

/** How many requests a mutant and its original are compared by. */
export const probes = 2_000;

let requests: readonly ProbeRequest[] | undefined;
const answersOf = new Map<string, readonly ProbeAnswer[]>();

/** Loads the server without mutants, and tells what a run of each profile reaches. */
export async function reach({ server, root, profiles }: ServerTask): Promise<Reached> {
  const start = await serverOf(server).load(root);
  const { loading } = hits();
  const reachedBy = async (profile: Judgement['profile']) => {
    if (!profiles.includes(profile)) return [];
    countHits();
    const { verdict, failed, open } = await judgeServer(start, profile);
    if (verdict !== 'conformant') {
      throw new Error(`${server} is itself ${verdict}: ${[...failed, ...open].join(', ')}`);
    }
    return hits().running;
  };
  return { loading, core: await reachedBy('core'), full: await reachedBy('full') };
}

/** Judges the mutant by one profile after the other until one finds it, and probes what survives. */
export async function tryServer(task: ServerTask): Promise<TriedServer> {
  const { server, root, originalRoot, active, profiles } = task;
  const judgements: Judgement[] = [];
  try {
    activate(active);
    const start = await serverOf(server).load(root);
    for (const profile of profiles) {
      judgements.push(await judgeServer(start, profile));
      if (profile === 'full' && isOpen(judgements))
        judgements.push(await judgeServer(start, profile));
      if (judgements.some(({ failed }) => failed.length > 0)) return { judgements };
    }
    activate(undefined);
    const original = await originalAnswers(server, originalRoot);
    activate(active);
    const difference = await firstDifference(start, questions(), original);
    return { judgements, ...(difference ? { difference } : {}) };
  } catch (error) {
    return { judgements, notStarted: error instanceof Error ? error.message : String(error) };
  } finally {
    activate(undefined);
  }
}

/** Whether the last run decided too little: a window that ends while it is spent shows nothing. */
function isOpen(judgements: readonly Judgement[]): boolean {
  const last = judgements.at(-1);
  return last !== undefined && last.failed.length === 0 && last.open.length > 0;
}

async function originalAnswers(server: string, root: string): Promise<readonly ProbeAnswer[]> {
  const known = answersOf.get(server);
  if (known) return known;
  const answers = await probe(await serverOf(server).load(root), questions());
  answersOf.set(server, answers);
  return answers;
}

function questions(): readonly ProbeRequest[] {
  requests ??= probeRequests(probes, 1);
  return requests;
}

function serverOf(name: string) {
  const found = mutatedServers.find((one) => one.name === name);
  if (!found) throw new Error(`there is no server ${name}`);
  return found;
}
