/** Where the specification is silent: what the implementation does is recorded, never judged. */

import { type Answered, header, isAnswered } from '../src/http/exchange.ts';
import { type Inconclusive, isUnanswered, Unrecorded } from '../src/http/inconclusive.ts';
import { isJsonObject, member, tryParseJson } from '../src/http/json.ts';
import { groupedBy } from '../src/judge/grouped.ts';
import { petOf, petsOf } from '../src/judge/pet.ts';
import type { OwnAnimal } from '../src/run/animals/inventory.ts';
import type { CheckContext } from '../src/run/checks/check-context.ts';
import { gap as recordedAlone, together } from '../src/run/checks/registration.ts';
import { inconclusive } from '../src/run/requests/outcomes.ts';
import { int64 } from '../src/spec/animal.ts';
import { otherMethods } from '../src/spec/operations.ts';
import { listOfOne } from './listing.ts';

const { gap } = together('odd bodies');

/** A creation that a conformant service may accept or refuse; `use`: what for. */
async function probe(
  { api, inventory }: CheckContext,
  use: string,
  differing: Readonly<Record<string, string | bigint | boolean>>,
): Promise<Answered> {
  await inventory.stock();
  const status = inventory.commonStatus();
  const valid = { name: inventory.name(use), categoryId: inventory.category().id, status };
  return api.createPet({ ...valid, ...differing }, { purpose: 'gap', mayCreate: true });
}

gap('gap.status-default', 'the status of animals created without one', async (context) => {
  await context.inventory.stock();
  const without = context.inventory.creations.filter(
    ({ sent, pet }) => sent.status === undefined && pet,
  );
  const [first] = without;
  if (!first) inconclusive('no animal was created without status');
  context.cite(first.exchange);
  return first.pet?.status ?? (first.pet?.hasStatus ? 'no status of the enumeration' : 'no status');
});

const oddLimits = ['0', '101', 'abc', '', '1.5', '-1'] as const;

gap(
  'gap.limit-out-of-range',
  'limits outside 1 to 100',
  { tier: 4, requests: oddLimits.length },
  async ({ api }) =>
    each(
      oddLimits.map((value) => `limit=${value}`),
      String,
      async (query) => outline(await api.listPets(query, { purpose: 'gap' })),
    ),
);

gap('gap.status-filter-unknown', 'a status that there is not', { tier: 4 }, async ({ api }) =>
  outline(await api.listPets({ status: 'unknown' }, { purpose: 'gap' })),
);

gap('gap.list-order', 'the order of a list', async ({ inventory, cite }) => {
  const list = await inventory.settle();
  cite(list);
  const ids = (petsOf(list) ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (ids.length < 3) inconclusive('the list shows fewer than three animals');
  const rising = (values: readonly bigint[]) =>
    values.every((value, at) => at === 0 || value > (values[at - 1] ?? value));
  if (rising(ids)) return 'ascending by id';
  return rising([...ids].reverse()) ? 'descending by id' : 'neither ascending nor descending by id';
});

const oddNames = { tier: 4, requests: 5, creates: true } as const;

gap('gap.name-limits', 'names of unusual length or make', oddNames, async (context) => {
  const ordinary = context.inventory.name('unusual length or make');
  const answer = async (name: string) => {
    const created = await probe(context, 'unusual length or make', { name });
    const kept = petOf(created)?.name;
    if (kept === undefined || kept === name) return outline(created);
    return `${outline(created)}, kept as ${[...kept].length} characters`;
  };
  const long = async (length: number) => answer(ordinary.padEnd(length, 'o'));
  const names = {
    empty: () => answer(''),
    'white space': () => answer('   '),
    'control characters': () => answer(`${ordinary}\u0001\tbell\u0007`),
    '10,000 characters': () => long(10_000),
    '256 characters': () => long(256),
  };
  return each(
    Object.entries(names),
    ([kind]) => kind,
    async ([, ask]) => ask(),
  );
});

const oneCreation = { tier: 4, creates: true } as const;

gap(
  'gap.extra-properties',
  'a member that the schema does not name',
  oneCreation,
  async (context) => {
    const answer = await probe(context, 'a member more', { conformance: true });
    const body = tryParseJson(answer.response.body);
    if (!isJsonObject(body) || answer.response.status !== 201) return outline(answer);
    return member(body, 'conformance') === undefined ? '201, left out' : '201, kept';
  },
);

gap('gap.client-id', 'an id sent on creation', oneCreation, async (context) => {
  await context.inventory.stock();
  // That of an animal of this run, for services that overwrite animals.
  const id = context.inventory.ownAnimals()[1]?.id ?? 4_040_404_040n;
  const answer = await probe(context, 'an id', { id });
  if (answer.response.status !== 201) return outline(answer);
  return petOf(answer)?.id === id ? '201, taken' : '201, ignored';
});

gap('gap.category-unknown', 'a category that nobody has made', async (context) => {
  await context.inventory.stock();
  const probed = context.inventory.creations.filter(
    ({ planned }) => planned.categoryId !== undefined,
  );
  if (probed.length === 0) inconclusive('no such animal was asked for');
  context.cite(...probed.slice(0, 5).map(({ exchange }) => exchange));
  // A service may take small ones and refuse those that need 64 bits.
  const outcomes = [...groupedBy(probed, ({ exchange }) => outline(exchange))];
  return outcomes
    .map(([outcome, some]) => {
      const [first, ...others] = some
        .map(({ sent }) => sent.categoryId)
        .sort((a, b) => (a < b ? -1 : 1));
      const last = others.at(-1);
      return `${outcome}: ${first}${last === undefined || last === first ? '' : ` to ${last}`}`;
    })
    .join('; ');
});

gap('gap.category-negative', 'a category number below zero', oneCreation, async (context) =>
  outline(await probe(context, 'below zero', { categoryId: -1n })),
);

gap(
  'gap.integer-notation',
  'an integer written with a fraction or an exponent',
  { tier: 4, requests: 2, creates: true },
  async ({ api, inventory }) => {
    await inventory.stock();
    const { id } = inventory.category();
    return each(
      ['.0', 'e0'].map((end) => `${id}${end}`),
      String,
      async (number) => {
        const name = inventory.name(`category ${number}`);
        const body = `{"name":"${name}","categoryId":${number},"status":"${inventory.commonStatus()}"}`;
        return outline(await api.createPetFrom(body, { purpose: 'gap', mayCreate: true }));
      },
    );
  },
);

const otherTypes = { tier: 4, requests: 3, creates: true } as const;

gap('gap.content-type', 'a creation that is not declared as JSON', otherTypes, async (context) => {
  const { api, inventory } = context;
  await inventory.stock();
  const { id } = inventory.category();
  const status = inventory.commonStatus();
  const bodyFor = (use: string) => ({ name: inventory.name(use), categoryId: id, status });
  const common = { purpose: 'gap', mayCreate: true } as const;
  const types = await each(
    [null, 'text/plain'],
    (type) => type ?? 'none',
    async (contentType) =>
      outline(await api.createPet(bodyFor(`as ${contentType}`), { ...common, contentType })),
  );
  // A service that does not know chunks reads them as further requests, so nothing else goes over this connection.
  const chunked = await context.onOneConnection((over) =>
    api.createPet(bodyFor('in chunks'), { ...common, over, form: { chunked: true } }),
  );
  return `${types}; in chunks: ${outline(chunked)}`;
});

const oddIds = { tier: 4, requests: 4 } as const;

gap('gap.pet-id-format', 'ids that are no int64, or below zero', oddIds, async (context) => {
  const { api, inventory } = context;
  const negative = inventory.has(-1n) ? '-9007199254740993' : '-1';
  const ids = ['abc', '1.5', `${int64.max + 1n}`, negative];
  return each(ids, String, async (id) => outline(await api.getPet(id, { purpose: 'gap' })));
});

gap(
  'gap.unknown-path',
  'a path that the specification does not name',
  { tier: 4 },
  async ({ api }) => outline(await api.undocumented('GET', '/conformance-unknown')),
);

gap(
  'gap.store-orders',
  'the store orders that the reference mentions',
  { tier: 4 },
  async ({ api }) => outline(await api.undocumented('GET', '/store/orders')),
);

/** The answer in a few words: `400 invalid_request`, `200, 12 animals`. */
export function outline(answer: Answered): string {
  const { status, body } = answer.response;
  const value = tryParseJson(body);
  const code = isJsonObject(value) ? member(value, 'code') : undefined;
  if (typeof code === 'string') return `${status} ${code}`;
  const pets = petsOf(answer);
  if (pets) return `${status}, ${pets.length} animals`;
  if (body === '') return `${status}, no body`;
  return value === undefined ? `${status}, no JSON` : `${status}`;
}

/**
 * Asks each question and joins the answers: `limit=0: 400; limit=101: 200, 100 animals`. A question that gets no answer
 * is recorded as such; if none gets one, throws what the first ended with.
 */
export async function each<T>(
  questions: readonly T[],
  label: (question: T) => string,
  ask: (question: T) => Promise<string>,
): Promise<string> {
  const answers: string[] = [];
  const unanswered: Inconclusive[] = [];
  for (const question of questions) {
    try {
      answers.push(`${label(question)}: ${await ask(question)}`);
    } catch (error) {
      if (!isUnanswered(error) || error instanceof Unrecorded) throw error;
      answers.push(`${label(question)}: no answer`);
      unanswered.push(error);
    }
  }
  const [first] = unanswered;
  if (first && unanswered.length === questions.length) throw first;
  return answers.join('; ');
}

gap('gap.paging', 'ways to further pages', { tier: 4, requests: 2 }, async (context) => {
  const { api } = context;
  const first = await listOfOne(context);
  const link = header(first.response, 'Link') === undefined ? 'no Link header' : 'a Link header';
  const totals = first.response.headers
    .map(([name]) => name)
    .filter((name) => /total|count|cursor|next|page/i.test(name));
  const moved = await each(['page=2', 'offset=1'], String, async (query) => {
    const other = await api.listPets(`limit=1&${query}`, { purpose: 'gap' });
    if (other.response.status !== 200) return outline(other);
    return other.response.body === first.response.body ? 'ignored' : 'another animal';
  });
  return [link, ...totals.map((name) => `a ${name} header`), moved].join('; ');
});

const changes = { tier: 4, requests: otherMethods.length, creates: true } as const;

recordedAlone('gap.other-methods', 'other methods on an animal', changes, async (context) => {
  const { api, inventory, exchanges } = context;
  await inventory.stock();
  const read = exchanges.filter(isAnswered).filter(({ operation }) => operation === 'getPet');
  // A service that answers a creation with somebody else's animal shows that animal under the id.
  const showsOwn = ({ id, sent }: OwnAnimal, answer: Answered) => {
    const pet = petOf(answer);
    return pet?.id === id && pet.name === sent.name;
  };
  const own = inventory.ownAnimals();
  const animal = own.findLast((one) => read.some((answer) => showsOwn(one, answer))) ?? own.at(-1);
  if (animal === undefined) inconclusive('no animal is known to be of this run beyond doubt');
  const shown = read.some((answer) => showsOwn(animal, answer));
  if (!shown && !showsOwn(animal, await api.getPet(animal.id))) {
    inconclusive(
      `the id ${animal.id}, given on creation, does not show the animal that was created`,
    );
  }
  const path = `/pets/${animal.id}`;
  return each(otherMethods, String, async (method) =>
    outline(
      await api.undocumented(method, path, method === 'DELETE' ? undefined : { ...animal.sent }),
    ),
  );
});
