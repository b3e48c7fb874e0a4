import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { Animals } from '../pet-store/animals.ts';
import { Callers, type Options } from '../pet-store/callers.ts';
import { parseJson, writeJson } from '../pet-store/json.ts';
import { nothingHere, refusalOf } from '../pet-store/refusal.ts';

/** The pet store on node:http alone. */
export function createPetStore(options: Options): Server {
  const animals = new Animals();
  const callers = new Callers(options);
  return createServer(async (request, response) => {
    const body = await text(request);
    const { headers, refusal } = callers.admit(request.headers.authorization);
    const answer = refusal ? refused(refusal) : answerTo(animals, request, body);
    response.writeHead(answer.status, { ...headers, 'Content-Type': 'application/json' });
    response.end(writeJson(answer.body));
  });
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

function answerTo(animals: Animals, { method, url = '' }: IncomingMessage, body: string): Answer {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const [, id] = /^\/v1\/pets\/([^/]+)$/.exec(pathname) ?? [];
  try {
    if (method === 'GET' && pathname === '/v1/pets') {
      return { status: 200, body: animals.list(Object.fromEntries(searchParams)) };
    }
    if (method === 'POST' && pathname === '/v1/pets') {
      return { status: 201, body: animals.create(parseJson(body)) };
    }
    if (method === 'GET' && id !== undefined) return { status: 200, body: animals.get(id) };
    throw nothingHere();
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown): Answer {
  const { status, body } = refusalOf(error);
  return { status, body };
}
