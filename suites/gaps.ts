/** Where the specification is silent: what the implementation does is recorded, never judged. */

import { int64 } from '../src/catalogue/operations.ts';
import type { CheckContext } from '../src/engine/context.ts';
import type { OwnAnimal } from '../src/engine/inventory.ts';
import { inconclusive } from '../src/engine/outcomes.ts';
import { petOf, petsOf } from '../src/engine/pet.ts';
import { gap } from '../src/engine/requirement.ts';
import { type Answered, header, isAnswered } from '../src/http/exchange.ts';
import { isJsonObject, member, tryParseJson } from '../src/http/json/json.ts';

/** What came, in a few words: `400 invalid_request`, `200, 12 animals`. */
function outline(answer: Answered): string {
  const { status, body } = answer.response;
  const value = tryParseJson(body);
  const code = isJsonObject(value) ? member(value, 'code') : undefined;
  if (typeof code === 'string') return `${status} ${code}`;
  const pets = petsOf(answer);
  if (pets) return `${status}, ${pets.length} animals`;
  if (body === '') return `${status}, no body`;
  return value === undefined ? `${status}, no JSON` : `${status}`;
}

/** Asks each question and joins the answers: `limit=0: 400; limit=101: 200, 100 animals`. */
async function each<T>(
  questions: readonly T[],
  label: (question: T) => string,
  ask: (question: T) => Promise<string>,
): Promise<string> {
  const answers: string[] = [];
  for (const question of questions) answers.push(`${label(question)}: ${await ask(question)}`);
  return answers.join('; ');
}

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

gap('gap.limit-out-of-range', 'limits outside 1 to 100', async ({ api, settings }) =>
  each(
    ['0', '101', 'abc', '', ...(settings.profile === 'full' ? ['-1', '1.5'] : [])],
    (value) => `limit=${value}`,
    async (value) => outline(await api.listPets(`limit=${value}`, { purpose: 'gap' })),
  ),
);

gap('gap.status-filter-unknown', 'a status that there is not', async ({ api }) =>
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

gap('gap.paging', 'ways to further pages', async (context) => {
  const { api, inventory } = context;
  await inventory.settle();
  const first = await context.once('the list of one', () => api.listPets({ limit: 1 }));
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

gap('gap.name-limits', 'names of unusual length or make', async (context) => {
  const ordinary = context.inventory.name('unusual length or make');
  const answer = async (name: string) => {
    const created = await probe(context, 'unusual length or make', { name });
    const kept = petOf(created)?.name;
    if (kept === undefined || kept === name) return outline(created);
    return `${outline(created)}, kept as ${[...kept].length} characters`;
  };
  const long = async (length: number) => answer(ordinary.padEnd(length, 'o'));
  const results = [`empty: ${await answer('')}`, `white space: ${await answer('   ')}`];
  results.push(`control characters: ${await answer(`${ordinary}\u0001\tbell\u0007`)}`);
  const longest = await long(10_000);
  results.push(`10,000 characters: ${longest}`);
  // A service that takes the longer one takes the shorter one.
  if (!longest.startsWith('2')) results.push(`256 characters: ${await long(256)}`);
  return results.join('; ');
});

gap('gap.extra-properties', 'a member that the schema does not name', async (context) => {
  const answer = await probe(context, 'a member more', { conformance: true });
  const body = tryParseJson(answer.response.body);
  if (!isJsonObject(body) || answer.response.status !== 201) return outline(answer);
  return member(body, 'conformance') === undefined ? '201, left out' : '201, kept';
});

gap('gap.client-id', 'an id sent on creation', async (context) => {
  const answers = async (id: bigint) => {
    const answer = await probe(context, `the id ${id}`, { id });
    if (answer.response.status !== 201) return outline(answer);
    return petOf(answer)?.id === id ? '201, taken' : '201, ignored';
  };
  const free = 4_040_404_040n;
  await context.inventory.stock();
  // The id of an animal of this run tells those who write over it, which no animal may be (section 2).
  const own = context.inventory.ownAnimals()[1]?.id;
  if (own === undefined) return answers(free);
  const told = `of an animal of this run: ${await answers(own)}`;
  if (context.settings.profile !== 'full') return told;
  return `${told}; free: ${await answers(free)}`;
});

gap('gap.category-unknown', 'a category that nobody has made', async (context) => {
  await context.inventory.stock();
  const probed = context.inventory.creations.filter(
    ({ planned }) => planned.kind === 'other-category',
  );
  const [first] = probed;
  if (!first) inconclusive('no such animal was asked for');
  context.cite(first.exchange);
  return outline(first.exchange);
});

gap('gap.category-negative', 'a category number below zero', async (context) =>
  outline(await probe(context, 'below zero', { categoryId: -1n })),
);

gap(
  'gap.integer-notation',
  'an integer written with a fraction or an exponent',
  async (context) => {
    const { api, inventory } = context;
    await inventory.stock();
    const { id } = inventory.category();
    return each([`${id}.0`, `${id}e0`], String, async (number) => {
      const name = inventory.name(`category ${number}`);
      const body = `{"name":"${name}","categoryId":${number},"status":"${inventory.commonStatus()}"}`;
      return outline(await api.createPetFrom(body, { purpose: 'gap', mayCreate: true }));
    });
  },
);

gap('gap.content-type', 'a creation that is not declared as JSON', async (context) => {
  const { api, inventory, settings } = context;
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
  if (settings.profile !== 'full') return types;
  // Who does not know chunks reads them as further requests, so nothing else goes over this connection.
  const chunked = await context.onOneConnection((over) =>
    api.createPet(bodyFor('in chunks'), { ...common, over, form: { chunked: true } }),
  );
  return `${types}; in chunks: ${outline(chunked)}`;
});

gap('gap.pet-id-format', 'ids that are no int64, or below zero', async ({ api, inventory }) => {
  const negative = inventory.has(-1n) ? '-9007199254740993' : '-1';
  return each(['abc', '1.5', `${int64.max + 1n}`, negative], String, async (id) =>
    outline(await api.getPet(id, { purpose: 'gap' })),
  );
});

gap('gap.unknown-path', 'a path that the specification does not name', async ({ api }) =>
  outline(await api.undocumented('GET', '/conformance-unknown')),
);

gap('gap.other-methods', 'other methods on an animal', async (context) => {
  const { api, inventory, exchanges } = context;
  await inventory.stock();
  const read = exchanges.filter(isAnswered).filter(({ operation }) => operation === 'getPet');
  // A service that answers a creation with an animal of somebody else shows that one under the id.
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
  return each(['PUT', 'PATCH', 'DELETE'], String, async (method) =>
    outline(
      await api.undocumented(method, path, method === 'DELETE' ? undefined : { ...animal.sent }),
    ),
  );
});

gap('gap.store-orders', 'the store orders that the reference mentions', async ({ api }) =>
  outline(await api.undocumented('GET', '/store/orders')),
);
