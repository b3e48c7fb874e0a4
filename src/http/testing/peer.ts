/** For tests: a service on loopback that answers by script and keeps what arrived. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** A request as the service got it. */
export interface Arrival {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** Milliseconds since the epoch, by the clock that the peer was given. */
  readonly at: number;
  /** The port it came from: one for each connection. */
  readonly connection: number;
}

/** A whole answer, or none: `reset` ends the connection at once, `silence` leaves it open. */
export type Answer =
  | 'reset'
  | 'silence'
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
      readonly body?: string | Buffer;
      /** Ends the connection after the answer without having said so. */
      readonly thenCloses?: boolean;
    };

export type Respond = (arrival: Arrival) => Answer | Promise<Answer>;

export interface Peer {
  readonly baseUrl: string;
  readonly arrivals: readonly Arrival[];
  /** The most requests that were open at one time. */
  readonly mostAtOnce: () => number;
}

/** Starts a peer that ends with the test. It sends no `Date` unless the answer has one. */
export async function startPeer(respond: Respond, now: () => number = Date.now): Promise<Peer> {
  const arrivals: Arrival[] = [];
  let open = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => {
      open -= 1;
    });
    const arrival = await arrivalOf(request, now());
    arrivals.push(arrival);
    give(await respond(arrival), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, arrivals, mostAtOnce: () => most };
}

/** Gives each answer in turn, the last one again and again. */
export function inTurn(...answers: readonly Answer[]): Respond {
  let at = 0;
  return () => {
    const answer = answers[Math.min(at, answers.length - 1)] ?? {};
    at += 1;
    return answer;
  };
}

async function arrivalOf(request: IncomingMessage, at: number): Promise<Arrival> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString('utf8'),
    at,
    connection: request.socket.remotePort ?? 0,
  };
}

function give(answer: Answer, response: ServerResponse): void {
  const { socket } = response;
  if (answer === 'silence') return;
  if (answer === 'reset') {
    socket?.resetAndDestroy();
    return;
  }
  const { status = 200, headers = {}, body = '[]', thenCloses = false } = answer;
  response.sendDate = false;
  if (thenCloses) response.once('finish', () => socket?.end());
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  response.end(body);
}
