/** Services that never answer a question, or drop its connection, while they answer others. */

import type { Operation } from '../../src/catalogue/operations.ts';
import type { Animal } from '../../src/reference/animal.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, faultsOf } from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';

const isA = (operation: Operation) => (call: Call) => call.operation === operation;

/** Never answers the calls that meet the condition. */
const never =
  (which: (call: Call, reply: Reply) => boolean): Change =>
  ({ transmit }) => ({
    transmit: (reply, response, call) => {
      if (!which(call, reply)) transmit(reply, response, call);
    },
  });

/** Drops the connection instead of answering. */
const dropping =
  (which: (call: Call, reply: Reply) => boolean): Change =>
  ({ transmit }) => ({
    transmit: (reply, response, call) => {
      if (which(call, reply)) response.destroy();
      else transmit(reply, response, call);
    },
  });

const noHeader = ({ headers }: Call) => headers.authorization === undefined;
const createdWith = (test: (animal: Partial<Animal>) => boolean) => (call: Call, reply: Reply) =>
  call.operation === 'createPet' && reply.status === 201 && test(Object(reply.body));

/** Questions that are never answered. */
export const silentFaults: readonly Fault[] = [
  ...faultsOf('get.found', {
    'silent.reads-hang': [
      'never answers a read of an animal that is there',
      never((call, { status }) => isA('getPet')(call) && status === 200),
    ],
  }),
  ...faultsOf('get.not-found', {
    'silent.unknown-ids-hang': [
      'never answers for an id that nobody has, as its promise is never kept',
      never((call, { status }) => isA('getPet')(call) && status === 404),
    ],
    'silent.unknown-ids-drop': [
      'ends the process for an id that nobody has, and is started again at once',
      dropping((call, { status }) => isA('getPet')(call) && status === 404),
    ],
  }),
  ...faultsOf('auth.missing-key', {
    'silent.without-key': [
      'never answers a creation without an Authorization header',
      never(
        (call) =>
          isA('createPet')(call) &&
          noHeader(call) &&
          call.headers.cookie === undefined &&
          call.body !== '{"name":',
      ),
    ],
  }),
  ...faultsOf('create.created', {
    'silent.creations-drop': [
      'drops the connection of each creation that it should make',
      dropping(createdWith(() => true)),
    ],
    'silent.ordinary-creations-drop': [
      'drops the connection of each creation with an ordinary name in a category that it has, and makes odd animals',
      dropping(
        createdWith(
          ({ name, categoryId }) => /^[a-z]+$/i.test(`${name}`) && Number(categoryId) < 100,
        ),
      ),
    ],
  }),
  ...faultsOf(['create.missing-name', 'create.missing-category-id'], {
    'silent.nothing-hangs': [
      'never answers a creation from an object without members',
      never(({ operation, body }) => operation === 'createPet' && body === '{}'),
    ],
  }),
  ...faultsOf('list.limit', {
    'silent.limit-99-drops': [
      'drops the connection of lists with a limit of 99',
      dropping(({ query }) => query.get('limit') === '99'),
    ],
  }),
  ...faultsOf('list.status-filter', {
    'silent.filter-hangs': [
      'never answers a list of what is sold',
      never(
        ({ operation, query }) =>
          operation === 'listPets' && query.get('status') === 'sold' && !query.has('limit'),
      ),
    ],
  }),
].map((fault) => ({ ...fault, settings: { timeout: 1 } }));
