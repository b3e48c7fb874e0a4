import type { Client } from '../../http/client.ts';
import { type Credential, theKey } from '../../http/credential.ts';
import type { Answered, Purpose } from '../../http/exchange.ts';
import { type Writable, writeJson } from '../../http/json.ts';
import type { Connections } from '../../http/transport.ts';
import { type Operation, requestLine } from '../../spec/operations.ts';
import type { Form } from '../values/forms.ts';
import { alone, type Turn } from './side-by-side.ts';

/** How a request differs from the ordinary one: with the key, for a clause, over shared connections. */
export interface CallOptions {
  readonly as?: Credential;
  readonly purpose?: Purpose;
  readonly over?: Connections;
  /** How it is written; default: the ordinary way. */
  readonly form?: Form;
  /** For a creation: default `application/json`; null for none. */
  readonly contentType?: string | null;
  /** For a creation: whether a conformant implementation may create an animal. */
  readonly mayCreate?: boolean;
  /** For a creation: the body of a further attempt, counted from 1; default: the same. */
  readonly anew?: (attempt: number) => string;
}

/** A query as parameters, or as its own text if the order of parameters matters. */
export type Query = string | { readonly [name: string]: string | number | undefined };

/** A question that was not answered yet. */
export interface Asked {
  readonly operation?: Operation;
  readonly caller: Credential['caller'];
}

/** Who asks; default: no requirement, and without waiting for a turn. */
interface Asker {
  /** The requirement that asks. */
  readonly topic?: string;
  readonly turn?: Turn;
  /** Holds each question until it is answered. */
  readonly open?: Set<Asked>;
  /** Collects each answer; default: a list of its own. */
  readonly used?: Answered[];
}

/**
 * The documented operations for one check. Each call resolves with the answer, whatever its status, and throws
 * Inconclusive if there is none; `used` holds the exchanges that were answered.
 */
export class Api {
  readonly used: Answered[];
  readonly #client: Client;
  readonly #apiKey: string;
  readonly #key: Credential;
  readonly #asker: Asker;

  constructor(client: Client, apiKey: string, asker: Asker = {}) {
    this.#client = client;
    this.#apiKey = apiKey;
    this.#key = theKey(apiKey);
    this.#asker = asker;
    this.used = asker.used ?? [];
  }

  /** The same operations, asked in another turn. */
  inTurn(turn: Turn): Api {
    return new Api(this.#client, this.#apiKey, { ...this.#asker, turn, used: this.used });
  }

  listPets(query: Query = {}, options: CallOptions = {}): Promise<Answered> {
    const { method, path } = requestLine('listPets');
    return this.#send('listPets', method, `${path}${queryText(query)}`, options);
  }

  createPet(body: Writable, options: CallOptions = {}): Promise<Answered> {
    return this.createPetFrom(writeJson(body), options);
  }

  /** Like createPet, with a body that need not be JSON. */
  createPetFrom(body: string, options: CallOptions = {}): Promise<Answered> {
    const { method, path } = requestLine('createPet');
    return this.#send('createPet', method, path, options, body);
  }

  getPet(id: bigint | string, options: CallOptions = {}): Promise<Answered> {
    const { method, path } = requestLine('getPet', id);
    return this.#send('getPet', method, path, options);
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
    const { write = (json: string) => json, ...written } = form;
    const { anew, contentType = form.contentType } = options;
    const { topic, turn = alone, open } = this.#asker;
    const question = {
      ...written,
      method,
      path,
      purpose,
      mayCreate,
      credential: as,
      ...(topic !== undefined && { topic }),
      ...(operation && { operation }),
      ...(body !== undefined && { body: write(body) }),
      ...(contentType !== undefined && { contentType }),
      ...(over && { over }),
      ...(anew && { anew: (attempt: number) => write(anew(attempt)) }),
    };
    const asked = { caller: as.caller, ...(operation === undefined ? {} : { operation }) };
    open?.add(asked);
    const exchange = await turn.ask(() =>
      this.#client.send(question).finally(() => open?.delete(asked)),
    );
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
