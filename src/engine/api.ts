import type { Operation } from '../catalogue/operations.ts';
import type { Client } from '../http/client.ts';
import { type Credential, theKey } from '../http/credential.ts';
import type { Answered, Purpose } from '../http/exchange.ts';
import { type Writable, writeJson } from '../http/json/json.ts';
import type { Connections } from '../http/transport.ts';
import type { Form } from './forms.ts';

/** How a request differs from the ordinary one: with the key, for a clause, over shared connections. */
export interface CallOptions {
  readonly as?: Credential;
  readonly purpose?: Purpose;
  readonly over?: Connections;
  /** How it is written; default the ordinary way. */
  readonly form?: Form;
  /** Of a creation: default `application/json`; null for none. */
  readonly contentType?: string | null;
  /** Of a creation: whether a conformant implementation may create an animal for it. */
  readonly mayCreate?: boolean;
  /** Of a creation: its body for a further attempt, from 1; default the same. */
  readonly anew?: (attempt: number) => string;
}

/** A query by name, or as its own text, for a certain order of parameters. */
export type Query = string | { readonly [name: string]: string | number | undefined };

/**
 * The documented operations for one check. Each call resolves with the answer, whatever its status, and
 * throws Inconclusive where there is none; `used` are the exchanges that answered.
 */
export class Api {
  readonly used: Answered[] = [];
  readonly #client: Client;
  readonly #key: Credential;
  readonly #topic: { readonly topic?: string };

  /** `topic`: the requirement that asks, where it is one. */
  constructor(client: Client, apiKey: string, topic?: string) {
    this.#client = client;
    this.#key = theKey(apiKey);
    this.#topic = topic === undefined ? {} : { topic };
  }

  listPets(query: Query = {}, options: CallOptions = {}): Promise<Answered> {
    return this.#send('listPets', 'GET', `/pets${queryText(query)}`, options);
  }

  createPet(body: Writable, options: CallOptions = {}): Promise<Answered> {
    return this.createPetFrom(writeJson(body), options);
  }

  /** As createPet, with a body that need not be JSON. */
  createPetFrom(body: string, options: CallOptions = {}): Promise<Answered> {
    return this.#send('createPet', 'POST', '/pets', options, body);
  }

  getPet(id: bigint | string, options: CallOptions = {}): Promise<Answered> {
    return this.#send('getPet', 'GET', `/pets/${id}`, options);
  }

  /** A method and path that the specification does not document. */
  undocumented(method: string, path: string, body?: Writable): Promise<Answered> {
    const options: CallOptions = { purpose: 'gap' };
    return this.#send(
      undefined,
      method,
      path,
      options,
      body === undefined ? body : writeJson(body),
    );
  }

  async #send(
    operation: Operation | undefined,
    method: string,
    path: string,
    options: CallOptions,
    body?: string,
  ): Promise<Answered> {
    const { as = this.#key, purpose = 'clause', over, mayCreate = false, form = {} } = options;
    const { anew, contentType = form.contentType } = options;
    const { names, accept, codings, languages, chunked } = form;
    const exchange = await this.#client.send({
      method,
      path,
      purpose,
      mayCreate,
      credential: as,
      ...this.#topic,
      ...(operation === undefined ? {} : { operation }),
      ...(body === undefined ? {} : { body: form.write?.(body) ?? body }),
      ...(names === undefined ? {} : { names }),
      ...(accept === undefined ? {} : { accept }),
      ...(codings === undefined ? {} : { codings }),
      ...(languages === undefined ? {} : { languages }),
      ...(chunked === undefined ? {} : { chunked }),
      ...(contentType === undefined ? {} : { contentType }),
      ...(over === undefined ? {} : { over }),
      ...(anew === undefined
        ? {}
        : { anew: (attempt: number) => form.write?.(anew(attempt)) ?? anew(attempt) }),
    });
    this.used.push(exchange);
    return exchange;
  }
}

function queryText(query: Query): string {
  if (typeof query === 'string') return query === '' ? '' : `?${query}`;
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = pairs
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  return text === '' ? '' : `?${text}`;
}
