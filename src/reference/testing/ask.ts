import { onTestFinished } from 'vitest';
import { type ReferenceOptions, type ReferenceServer, startReference } from '../server.ts';

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The bearer token; default: the key of the server, null for none. */
  readonly token?: string | null;
}

export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** For tests: a reference server that ends with the test, and a way to send requests to it. */
export async function reference(options: ReferenceOptions = {}) {
  const server = await startReference(options);
  onTestFinished(() => server.close());
  return { server, ask: (path: string, asked?: Asked) => ask(server, path, asked) };
}

async function ask(server: ReferenceServer, path: string, asked: Asked = {}): Promise<Got> {
  const { method = asked.body === undefined ? 'GET' : 'POST', token = server.apiKey } = asked;
  const response = await fetch(server.baseUrl + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(asked.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...asked.headers,
    },
    ...(asked.body === undefined ? {} : { body: asked.body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
