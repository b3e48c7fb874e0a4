import { expect, onTestFinished, test } from 'vitest';
import type { NewAnimal } from '../../catalogue/animal.ts';
import { petStatuses } from '../../catalogue/animal.ts';
import type { ClientOptions } from '../../http/client.ts';
import { Silence } from '../../http/inconclusive.ts';
import { openClient } from '../../http/testing/open-client.ts';
import { answer } from '../../judge/testing/answer.ts';
import { type Behaviour, Refusal, sendReply } from '../../reference/behaviour.ts';
import { startReference } from '../../reference/server.ts';
import { Api } from '../asking/api.ts';
import { namesOf } from '../data/names.ts';
import { type Creation, Creator, isAccepted } from './creator.ts';
import type { Planned } from './planned.ts';

type Refuse = (wanted: NewAnimal, accepted: number) => number | undefined;

/** A creator, and a service that refuses animals of a status as it is told. */
async function creatorOf(
  refuse: Refuse,
  categories: readonly bigint[] = [1n],
  isNamed = false,
  { transmit = sendReply, ...options }: Partial<ClientOptions & Pick<Behaviour, 'transmit'>> = {},
) {
  let accepted = 0;
  const reference = await startReference({
    change: ({ newAnimal }) => ({
      transmit,
      newAnimal: (call) => {
        const wanted = newAnimal(call);
        if (wanted instanceof Refusal) return wanted;
        const status = refuse(wanted, accepted);
        if (status !== undefined) return new Refusal(status, 'refused', 'No.');
        accepted += 1;
        return wanted;
      },
    }),
  });
  onTestFinished(() => reference.close());
  const { client, exchanges } = openClient(reference, options);
  const api = new Api(client, reference.apiKey);
  const names = namesOf(1, 0);
  const creator = new Creator({ api, names, categories: () => categories, isNamed });
  return { creator, exchanges, api };
}

const plain = (own: string): Planned => ({ kind: 'plain', name: own, own, status: 'sold' });
const unusual = (own: string): Planned => ({
  ...plain(own),
  kind: 'unusual-name',
  name: `${own} é`,
});

test('a category that takes no animals is left for the next one', async () => {
  const { creator } = await creatorOf(
    ({ categoryId }) => (categoryId < 3n ? 400 : undefined),
    [1n, 2n, 3n],
  );
  await creator.place(plain('Petbcdfg'));
  expect(creator.category).toBe(3n);
  expect(creator.creations.map(({ exchange }) => isAccepted(exchange))).toEqual([true]);
  expect(creator.excused).toHaveLength(2);
});

test('no more than three categories are tried', async () => {
  const { creator, exchanges } = await creatorOf(() => 400, [1n, 2n, 3n, 4n, 5n]);
  await creator.place(plain('Petbcdfg'));
  expect(exchanges).toHaveLength(3);
  // The next one may be accepted, and then the first refusal says something.
  expect(creator.creations).toHaveLength(1);
});

/** What was asked for and answered: name, category, status of the animal, status of the answer. */
const told = ({ planned, sent, exchange }: Creation) =>
  `${planned.kind} ${sent.categoryId} ${sent.status ?? '-'} ${exchange.response.status}`;

/** What was asked for, in the order of asking, whether it judges the service or not. */
const allOf = ({ creations, excused }: Creator) =>
  [...creations, ...excused].toSorted((a, b) => a.exchange.index - b.exchange.index).map(told);

const inAnother = (own: string): Planned => ({
  ...plain(own),
  kind: 'other-category',
  categoryId: 9n,
});

test('animals that the listed category refused are asked for again in another one that takes animals', async () => {
  const { creator } = await creatorOf(({ categoryId }) => (categoryId === 1n ? 400 : undefined));
  await creator.place({ ...plain('Petbcdfg'), status: 'available' });
  await creator.place(plain('Pethjklm'));
  await creator.place(inAnother('Petnpqrs'));
  expect(creator.category).toBe(9n);
  expect(creator.excused).toHaveLength(2);
  const accepted = creator.creations.filter(({ exchange }) => isAccepted(exchange));
  expect(accepted).toHaveLength(creator.creations.length);
  expect(accepted.map(({ sent }) => sent.status)).toEqual(['sold', 'available', 'sold']);
});

test('a status that the other category refuses, too, judges the service', async () => {
  const { creator } = await creatorOf(({ categoryId, status }) =>
    categoryId === 1n || status === 'available' ? 400 : undefined,
  );
  await creator.place({ ...plain('Petbcdfg'), status: 'available' });
  await creator.place(plain('Pethjklm'));
  await creator.place(inAnother('Petnpqrs'));
  const refused = creator.creations.filter(({ exchange }) => !isAccepted(exchange));
  expect(refused.map(({ sent }) => sent.status)).toEqual(['available', 'available']);
});

test('a category that a setting names is not left for one that takes animals', async () => {
  const { creator } = await creatorOf(
    ({ categoryId }) => (categoryId === 1n ? 400 : undefined),
    [1n],
    true,
  );
  await creator.place(plain('Petbcdfg'));
  await creator.place(inAnother('Pethjklm'));
  expect(creator.category).toBe(1n);
  expect(allOf(creator)).toEqual(['plain 1 sold 400', 'other-category 9 sold 201']);
  expect(creator.excused).toEqual([]);
});

test.each([400, 403, 409, 507])(
  'a store that is full with %i is asked for no more',
  async (status) => {
    const { creator, exchanges } = await creatorOf((_, accepted) =>
      accepted < 2 ? undefined : status,
    );
    for (const own of ['Petbcdfg', 'Pethjklm', 'Petnpqrs']) await creator.place(plain(own));
    expect(creator.isFull).toBe(true);
    expect(creator.creations).toHaveLength(2);
    const asked = exchanges.length;
    await creator.place(plain('Pettvwxz'));
    expect(exchanges).toHaveLength(asked);
  },
);

const taken: Refuse = ({ name }) => (name === 'Pethjklm' ? 400 : undefined);
const pending: Planned = { ...plain('Pethjklm'), status: 'pending' };

test('before a store is given up as full, an animal of each status is asked for', async () => {
  const { creator } = await creatorOf((_, accepted) => (accepted < 1 ? undefined : 507));
  await creator.place(plain('Petbcdfg'));
  await creator.place(pending);
  expect(allOf(creator)).toEqual([
    'plain 1 sold 201',
    'plain 1 pending 507',
    'plain 1 pending 507',
    'plain 1 sold 507',
    'plain 1 - 507',
    ...petStatuses
      .filter((one) => one !== 'sold' && one !== 'pending')
      .map((one) => `plain 1 ${one} 507`),
  ]);
  expect(creator.isFull).toBe(true);
});

test('a name that is taken judges nothing', async () => {
  const { creator } = await creatorOf(taken);
  await creator.place(plain('Petbcdfg'));
  await creator.place(plain('Pethjklm'));
  expect(creator.isFull).toBe(false);
  expect(creator.creations.map(told)).toEqual(['plain 1 sold 201', 'plain 1 sold 201']);
  expect(creator.excused.map(told)).toEqual(['plain 1 sold 400', 'plain 1 sold 400']);
});

test('a name that is taken judges nothing if its status was accepted under another name', async () => {
  const { creator } = await creatorOf(taken);
  await creator.place(plain('Petbcdfg'));
  await creator.place(pending);
  expect(creator.creations.map(told)).toEqual([
    'plain 1 sold 201',
    'plain 1 sold 201',
    'plain 1 pending 201',
  ]);
  expect(creator.excused.map(told)).toEqual(['plain 1 pending 400', 'plain 1 pending 400']);
});

test('a refusal stands if no more may be created to ask for the very same again', async () => {
  const { creator } = await creatorOf(taken, [1n], false, { maxCreations: 2 });
  // The one that is refused leaves its place to the other.
  await creator.place(plain('Pethjklm'), plain('Petbcdfg'));
  expect(creator.creations.map(told)).toEqual(['plain 1 sold 400', 'plain 1 sold 201']);
});

test('a refusal stands if no more may be created to ask for its status under another name', async () => {
  const { creator } = await creatorOf(taken, [1n], false, { maxCreations: 4 });
  await creator.place(plain('Petbcdfg'));
  await creator.place(pending);
  expect(creator.creations.map(told)).toEqual([
    'plain 1 sold 201',
    'plain 1 pending 400',
    'plain 1 sold 201',
  ]);
});

test('a refusal stands if no more may be created to ask for the status of before', async () => {
  let asked = 0;
  const { creator } = await creatorOf(
    () => {
      asked += 1;
      return [undefined, 400, 500][asked - 1];
    },
    [1n],
    false,
    { maxCreations: 4 },
  );
  await creator.place(plain('Petbcdfg'));
  await creator.place(plain('Pethjklm'));
  expect(creator.creations.map(({ exchange }) => exchange.response.status)).toEqual([
    201, 400, 500,
  ]);
});

test('a creation that is refused at will, and accepted when it is asked for again, judges the service', async () => {
  let asked = 0;
  const { creator } = await creatorOf(() => {
    asked += 1;
    return asked === 2 ? 400 : undefined;
  });
  await creator.place(plain('Petbcdfg'));
  await creator.place(plain('Pethjklm'));
  expect(creator.creations.map(({ exchange }) => exchange.response.status)).toEqual([
    201, 400, 201,
  ]);
});

test('a status that is refused while others are accepted judges the service', async () => {
  const { creator } = await creatorOf(({ status }) => (status === 'pending' ? 400 : undefined));
  await creator.place(plain('Petbcdfg'));
  await creator.place(pending);
  expect(creator.creations.map(told)).toEqual([
    'plain 1 sold 201',
    'plain 1 pending 400',
    'plain 1 sold 201',
    'plain 1 pending 400',
  ]);
});

test('a status that is refused from now on judges the service if the category takes others', async () => {
  const { creator } = await creatorOf(({ status }, accepted) =>
    status === 'sold' && accepted > 0 ? 400 : undefined,
  );
  await creator.place(plain('Petbcdfg'));
  await creator.place(plain('Pethjklm'));
  expect(creator.creations.map(told)).toEqual([
    'plain 1 sold 201',
    'plain 1 sold 400',
    'plain 1 - 201',
  ]);
  expect(creator.isFull).toBe(false);
});

test('a service that accepts unusual names alone is judged for an ordinary one', async () => {
  const { creator } = await creatorOf(({ name }) => (name.includes('é') ? undefined : 400));
  await creator.place(unusual('Petbcdfg'));
  await creator.place(plain('Pethjklm'));
  expect(creator.creations.map(told)).toEqual(['unusual-name 1 sold 201', 'plain 1 sold 400']);
  expect(creator.isFull).toBe(false);
});

test('a plain animal takes the place of an unusual one', async () => {
  const { creator } = await creatorOf(({ name }) => (name.includes('é') ? 403 : undefined));
  await creator.place(unusual('Petbcdfg'));
  const [refused, substitute] = creator.creations;
  expect(refused?.exchange.response.status).toBe(403);
  expect(substitute).toMatchObject({ planned: { kind: 'plain', status: 'sold' }, pet: {} });
});

test('a plain animal takes the place of a namesake that is refused, and that is all', async () => {
  const names = new Set<string>();
  const { creator, exchanges } = await creatorOf(({ name }) => {
    if (names.has(name)) return 409;
    names.add(name);
    return undefined;
  });
  await creator.place(plain('Petbcdfg'));
  await creator.place({ kind: 'namesake', name: 'Petbcdfg', own: 'Petbcdfg' });
  expect(exchanges.map(({ response }) => response?.status)).toEqual([201, 409, 201]);
  expect(creator.excused).toEqual([]);
});

/** Takes so many animals in category 1, then refuses them there. */
const fillingFirst =
  (room: number, status: number): Refuse =>
  ({ categoryId }, accepted) =>
    categoryId === 1n && accepted >= room ? status : undefined;

test.each(['unusual-name', 'namesake'] as const)(
  'a category that has no room left has none for an animal with a name of the kind %s either',
  async (kind) => {
    const { creator } = await creatorOf(fillingFirst(1, 507), [1n, 2n]);
    await creator.place(plain('Petbcdfg'));
    await creator.place({ ...plain('Pethjklm'), kind });
    expect(creator.category).toBe(2n);
    expect(creator.creations.map(told)).toEqual(['plain 1 sold 201', 'plain 2 sold 201']);
    expect(creator.excused.map(told)).toContain(`${kind} 1 sold 507`);
  },
);

test('a category that took no animal of any kind judges none of them once another one takes them', async () => {
  const { creator } = await creatorOf(({ categoryId }) => (categoryId === 9n ? undefined : 409));
  await creator.place(unusual('Petbcdfg'));
  await creator.place({ ...inAnother('Pethjklm'), categoryId: 8n });
  await creator.place(inAnother('Petnpqrs'));
  const kept = ['other-category 8 sold 409', 'other-category 9 sold 201'];
  expect(allOf(creator)).toEqual([
    'unusual-name 1 sold 409',
    'plain 1 sold 409',
    'other-category 8 sold 409',
    'plain 1 sold 409',
    'other-category 9 sold 201',
    'plain 9 sold 201',
    'plain 9 sold 201',
  ]);
  expect(creator.creations.map(told)).toEqual([...kept, 'plain 9 sold 201', 'plain 9 sold 201']);
});

test('an animal that was excused with its category is not taken out once more with the one in its place', async () => {
  const { creator } = await creatorOf(({ categoryId }) => (categoryId === 9n ? undefined : 409));
  await creator.place(plain('Petbcdfg'));
  await creator.place(inAnother('Petnpqrs'), unusual('Pethjklm'));
  expect(creator.creations.map(told)).toEqual([
    'other-category 9 sold 201',
    'plain 9 sold 201',
    'plain 9 sold 201',
  ]);
  expect(creator.excused.map(told)).toEqual(['plain 1 sold 409', 'unusual-name 1 sold 409']);
});

test('a category that takes no more judges nothing, though no more animals may be created', async () => {
  const { creator } = await creatorOf(fillingFirst(1, 409), [1n, 2n], false, { maxCreations: 4 });
  await creator.place(plain('Petbcdfg'));
  await creator.place(plain('Pethjklm'), unusual('Petnpqrs'));
  expect(creator.creations.map(told)).toEqual(['plain 1 sold 201', 'plain 2 sold 201']);
  expect(creator.excused.map(told)).toContain('unusual-name 1 sold 409');
});

test('animals that are refused together go on to the same category', async () => {
  const { creator } = await creatorOf(fillingFirst(1, 409), [1n, 2n]);
  await creator.place(plain('Petbcdfg'));
  await creator.place(plain('Pethjklm'), plain('Petnpqrs'));
  expect(creator.creations.map(told)).toEqual([
    'plain 1 sold 201',
    'plain 2 sold 201',
    'plain 2 sold 201',
  ]);
  expect(creator.isFull).toBe(false);
});

test('an animal that is refused together with the one that finds another category goes there', async () => {
  const { creator, exchanges } = await creatorOf(({ categoryId }) =>
    categoryId === 1n ? 400 : undefined,
  );
  await creator.place(inAnother('Petbcdfg'), plain('Pethjklm'));
  expect(creator.category).toBe(9n);
  expect(creator.isFull).toBe(false);
  const { creations, excused } = creator;
  expect(new Set([...creations, ...excused]).size).toBe(exchanges.length);
  expect(creations.length + excused.length).toBe(exchanges.length);
  expect(creations.every(({ exchange }) => isAccepted(exchange))).toBe(true);
  // Once: a second animal under its name would be one more than was planned.
  expect(creations.map(({ sent }) => `${sent.name} ${sent.categoryId}`)).toEqual([
    'Petbcdfg 9',
    'Pethjklm 9',
  ]);
  expect(excused.map(told)).toEqual(['plain 1 sold 400']);
});

test('another category is asked once for ordinary animals, and left if it takes none', async () => {
  const { creator } = await creatorOf(({ status }) => (status === 'available' ? 409 : undefined));
  await creator.place({ ...unusual('Petbcdfg'), status: 'available' });
  await creator.place(inAnother('Pethjklm'));
  await creator.place(inAnother('Petnpqrs'));
  expect(creator.category).toBe(1n);
  expect(creator.creations.map(told)).toEqual([
    'unusual-name 1 available 409',
    'plain 1 available 409',
    'other-category 9 sold 201',
    'plain 9 available 409',
    'other-category 9 sold 201',
  ]);
  expect(creator.excused).toEqual([]);
});

test('another category is not taken for one that takes animals if no more may be created there', async () => {
  const { creator } = await creatorOf(
    ({ categoryId }) => (categoryId === 1n ? 400 : undefined),
    [1n],
    false,
    { maxCreations: 2 },
  );
  await creator.place(plain('Petbcdfg'));
  await creator.place(inAnother('Pethjklm'));
  expect(creator.category).toBe(1n);
  expect(creator.creations.map(told)).toEqual(['plain 1 sold 400', 'other-category 9 sold 201']);
});

test.each<[Planned['kind'], number, boolean]>([
  ['unusual-name', 409, true],
  ['other-category', 409, true],
  ['namesake', 507, true],
  // Its name may be taken.
  ['namesake', 409, false],
  // No refusal of a store that is full.
  ['unusual-name', 500, false],
])(
  'of a full store, an animal of the kind %s that is answered %i is excused: %s',
  async (kind, status, isExcused) => {
    const { creator } = await creatorOf(({ name }, accepted) => {
      if (name === 'Pethjklm') return status;
      return accepted < 1 ? undefined : 507;
    });
    await creator.place(plain('Petbcdfg'));
    await creator.place({ ...plain('Pethjklm'), kind });
    expect(creator.isFull).toBe(true);
    const ended = [`plain 1 sold 201`, ...(isExcused ? [] : [`${kind} 1 sold ${status}`])];
    expect(creator.creations.map(told)).toEqual(ended);
  },
);

test('a category of its own that is refused says nothing of the ordinary one', async () => {
  const { creator } = await creatorOf(({ categoryId }) => (categoryId === 9n ? 422 : undefined));
  await creator.place(inAnother('Petbcdfg'));
  expect(creator.creations.map(told)).toEqual(['other-category 9 sold 422', 'plain 1 sold 201']);
});

test('an animal in the ordinary layout takes the place of one that is refused in another', async () => {
  const { creator } = await creatorOf(taken);
  await creator.place(plain('Petbcdfg'));
  await creator.place({ ...plain('Pethjklm'), form: { write: (json) => ` ${json}` } });
  const statuses = creator.creations.map(({ exchange }) => exchange.response.status);
  expect(statuses).toEqual([201, 400, 201]);
  expect(creator.excused).toEqual([]);
});

test.each<[Planned['kind'], readonly string[]]>([
  ['unusual-name', ['plain 1 sold 201']],
  // Another animal of its name is no ordinary one.
  ['namesake', []],
])(
  'in the place of one of the kind %s that is not answered are asked for: %j',
  async (kind, instead) => {
    const { creator } = await creatorOf(() => undefined, [1n], false, {
      transmit(reply, response, { body }) {
        if (body.startsWith(' ')) response.destroy();
        else sendReply(reply, response);
      },
    });
    await creator.place({ ...plain('Petbcdfg'), kind, form: { write: (json) => ` ${json}` } });
    expect(allOf(creator)).toEqual(instead);
  },
);

test.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])('%i is success: %s', (status, isSuccess) => {
  expect(isAccepted(answer({ status }))).toBe(isSuccess);
});

const acceptAll: Refuse = () => undefined;

test('an animal is asked for in the layout that is planned', async () => {
  const { creator, exchanges } = await creatorOf(acceptAll);
  await creator.create({ ...plain('Petbcdfg'), form: { write: (json) => `  ${json}` } });
  await creator.create(plain('Pethjklm'));
  expect(exchanges.map(({ request: { body = '' } }) => body.startsWith('  '))).toEqual([
    true,
    false,
  ]);
});

test('an animal whose answer is lost may exist, so that another name is sent in its place', async () => {
  let lost = 0;
  const { creator } = await creatorOf(acceptAll, [1n], false, {
    transmit(reply, response, call) {
      if (call.method === 'POST') lost += 1;
      if (lost === 1) response.destroy();
      else sendReply(reply, response);
    },
  });
  const { sent, pet } = await creator.create(plain('Petbcdfg'));
  expect(sent.name).not.toBe('Petbcdfg');
  expect(pet?.name).toBe(sent.name);
  expect(sent).toMatchObject({ categoryId: 1n, status: 'sold' });
});

test('animals that are asked for together are known in the order of asking, whatever that of the answers', async () => {
  let answered = 0;
  const { creator } = await creatorOf(acceptAll, [1n], false, {
    connections: 3,
    transmit(reply, response) {
      answered += 1;
      sendReply({ ...reply, heldMs: 90 - 30 * answered }, response);
    },
  });
  const names = ['Petbcdfg', 'Pethjklm', 'Petnpqrs'];
  await creator.place(...names.map(plain));
  expect(creator.creations.map(({ sent }) => sent.name)).toEqual(names);
});

test('an animal is asked for in the place of another once all that go together are answered', async () => {
  let answered = 0;
  const { creator, exchanges } = await creatorOf(taken, [1n], false, {
    connections: 2,
    transmit(reply, response) {
      answered += 1;
      sendReply({ ...reply, heldMs: answered === 2 ? 60 : 0 }, response);
    },
  });
  await creator.place({ ...plain('Pethjklm'), kind: 'unusual-name' }, plain('Petbcdfg'));
  expect(exchanges.map(({ index }) => index)).toEqual([0, 1, 2]);
});

test('no more animals are asked for than may be created on purpose', async () => {
  const { creator, exchanges } = await creatorOf(acceptAll, [1n], false, { maxCreations: 4 });
  // Half of them are kept for refusals that fail.
  for (const own of ['Petbcdfg', 'Pethjklm', 'Petnpqrs']) await creator.place(plain(own));
  expect(exchanges).toHaveLength(2);
});

test('an animal that is never answered, if that is certain, is known with its silence', async () => {
  const { creator, api } = await creatorOf(acceptAll, [1n], false, {
    timeout: 0.5,
    transmit(reply, response, call) {
      if (call.method !== 'POST') sendReply(reply, response);
    },
  });
  // While others are answered.
  await api.listPets({ limit: 1 });
  const planned = plain('Petbcdfg');
  await creator.place(planned);
  expect(creator.silences).toEqual([{ planned, silence: expect.any(Silence) }]);
  expect(creator.creations).toEqual([]);
});

test('an animal that may not be asked for is not silence', async () => {
  const { creator } = await creatorOf(acceptAll, [1n], false, { maxCreations: 0 });
  await creator.place(plain('Petbcdfg'));
  expect(creator.silences).toEqual([]);
});
