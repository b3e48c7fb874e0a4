/** Asks a server many generated questions, in a time of its own, and compares its answers with another's. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type ProbeRequest, probeKey } from './probe-requests.ts';
import type { RunningServer, ServerOptions } from './servers.ts';

/** What a server answered, with ids and what the machine's clock decides set aside. */
export type ProbeAnswer = string;

/** The first question to which a mutant answers differently from its original. */
export interface Difference {
  readonly asked: string;
  readonly original: ProbeAnswer;
  readonly mutant: ProbeAnswer;
}

/** Windows that the questions exhaust now and then, a minute's and a day's. */
const setUp = { apiKey: probeKey, limit: 60, windowSeconds: 10, daySeconds: 600 };

const epoch = Date.UTC(2026, 0, 1, 12, 0, 3);

/**
 * The answers, one for each request, up to the first for which `goOn` says no. Time stands still but for what
 * passes between the requests: `Date.now` of this thread is replaced meanwhile.
 */
export async function probe(
  start: (options: ServerOptions) => Promise<RunningServer>,
  requests: readonly ProbeRequest[],
  goOn: (answer: ProbeAnswer, at: number) => boolean = () => true,
): Promise<ProbeAnswer[]> {
  const realNow = Date.now;
  let now = epoch;
  Date.now = () => now;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ids = new Map<string, string>();
  const answers: ProbeAnswer[] = [];
  let server: RunningServer | undefined;
  try {
    server = await start(setUp);
    for (const [at, asked] of requests.entries()) {
      now += asked.after;
      const answer = await ask(server.baseUrl, agent, asked, ids);
      answers.push(answer);
      if (!goOn(answer, at)) break;
    }
    return answers;
  } finally {
    agent.destroy();
    Date.now = realNow;
    await server?.close();
  }
}

/** Where the answers first differ. */
export async function firstDifference(
  start: (options: ServerOptions) => Promise<RunningServer>,
  requests: readonly ProbeRequest[],
  original: readonly ProbeAnswer[],
): Promise<Difference | undefined> {
  const same = (answer: ProbeAnswer, at: number) => answer === original[at];
  const answers = await probe(start, requests, same);
  const at = answers.length - 1;
  const [asked, due, got] = [requests[at], original[at], answers[at]];
  if (asked === undefined || due === undefined || got === undefined || due === got)
    return undefined;
  return { asked: shown(asked), original: due, mutant: got };
}

/** Milliseconds; a server on loopback that takes longer does not answer. */
const patience = 10_000;

async function ask(
  baseUrl: string,
  agent: Agent,
  { method, path, known, headers, body }: ProbeRequest,
  ids: Map<string, string>,
): Promise<ProbeAnswer> {
  const created = [...ids.keys()];
  const id = created[known % Math.max(1, created.length)] ?? '12345';
  const url = new URL(baseUrl);
  const options = { agent, method, path: path.replace('{known}', id), headers, timeout: patience };
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({ ...options, host: url.hostname, port: url.port }, resolve);
      sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
      sent.on('error', reject);
      sent.end(body);
    });
    return told(response, await text(response), ids);
  } catch {
    return 'no answer';
  }
}

/** Decided by the machine, or by what stands before the service. */
const setAside = new Set(['date', 'connection', 'keep-alive', 'content-length']);

function told(response: IncomingMessage, body: string, ids: Map<string, string>): ProbeAnswer {
  const headers = Object.entries(response.headers)
    .filter(([name]) => !setAside.has(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .sort();
  const named = body.replace(/"id":(-?\d+)/g, (_, id: string) => {
    const name = ids.get(id) ?? `#${ids.size + 1}`;
    ids.set(id, name);
    return `"id":${name}`;
  });
  return [`${response.statusCode}`, ...headers, '', named].join('\n');
}

function shown({ method, path, headers, body = '' }: ProbeRequest): string {
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path}`, ...sent, body.slice(0, 200)].join(' · ');
}
