import { nothingHere, Refusal } from './refusal.ts';

const statuses = ['available', 'pending', 'sold'] as const;

type Status = (typeof statuses)[number];

export interface NewAnimal {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: Status;
}

export interface Animal extends NewAnimal {
  readonly id: bigint;
}

/** The animals of the store, with the rules of sections 4.1 to 4.3. */
export class Animals {
  readonly #byId = new Map<bigint, Animal>();
  // Beyond 2^53 from the start: a client, or a server, that rounds ids is found at once.
  #lastId = 2n ** 53n;

  /** `limit` and `status` as they stand in the query. */
  list({ limit = '20', status }: { limit?: string | undefined; status?: string | undefined }) {
    const most = Number(limit);
    if (!/^\d+$/.test(limit) || most < 1 || most > 100) throw invalid('limit is 1 to 100');
    if (status !== undefined && !isStatus(status)) throw invalid(statusRule);
    return [...this.#byId.values()]
      .filter((animal) => status === undefined || animal.status === status)
      .slice(0, most);
  }

  /** `body` as it was parsed, whatever it is. */
  create(body: unknown): Animal {
    this.#lastId += 1n;
    const animal = { id: this.#lastId, ...readNewAnimal(body) };
    this.#byId.set(animal.id, animal);
    return animal;
  }

  /** `id` as it stands in the path. */
  get(id: string): Animal {
    const animal = /^\d{1,19}$/.test(id) ? this.#byId.get(BigInt(id)) : undefined;
    if (animal === undefined) throw nothingHere();
    return animal;
  }
}

function readNewAnimal(body: unknown): NewAnimal {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('the body is an object');
  }
  const { name, categoryId, status }: { name?: unknown; categoryId?: unknown; status?: unknown } =
    body;
  if (typeof name !== 'string') throw invalid('name is a string');
  if (!isInt64(categoryId)) throw invalid('categoryId is an int64');
  if (status === undefined) return { name, categoryId };
  if (!isStatus(status)) throw invalid(statusRule);
  return { name, categoryId, status };
}

function isInt64(value: unknown): value is bigint {
  return typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
}

function isStatus(value: unknown): value is Status {
  return statuses.some((status) => status === value);
}

const statusRule = `status is one of ${statuses.join(', ')}`;

const invalid = (rule: string) => new Refusal(400, 'invalid_request', `Invalid request: ${rule}.`);
