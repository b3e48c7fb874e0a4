/** What a refusal leaves behind in the service, so that later calls go wrong. Sections 4.1 to 4.3. */
import type { PetStatus } from '../../src/catalogue/operations.ts';
import { Refusal, type Selection } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  inAnswers,
  jsonOf,
  keeping,
  remembering,
  selecting,
  together,
} from '../../src/reference/changes.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';
import { counting, notFinding, onceAnswered } from '../store-changes.ts';
import { answeringWith } from '../wire-changes.ts';

const isBadRequest = (reply: Reply, call: Call) =>
  call.operation === 'createPet' && reply.status === 400;

const isUnauthorized = ({ status }: Reply) => status === 401;

const isCut = (reply: Reply, call: Call) =>
  isBadRequest(reply, call) && jsonOf(call.body) === undefined;

const failing: Reply = {
  status: 500,
  headers: {},
  body: { code: 'internal', message: 'Something went wrong.', status: 500 },
};

/** Answers creations that should succeed with 500. */
const failingCreations = (isDue: () => boolean): Change =>
  answeringWith(
    (call, { status }) => isDue() && call.operation === 'createPet' && status === 201,
    ({ headers }) => ({ ...failing, headers }),
  );

/** Does not store what it answers to have created. */
const notKeeping = (isDue: () => boolean): Change =>
  together(counting, ({ keep }) => ({
    keep: (animal, call) => (isDue() ? undefined : keep(animal, call)),
  }));

/** Gives the id of the latest animal again. */
const givingAgain = (isDue: () => boolean): Change =>
  remembering(() => {
    let last = 0n;
    return ({ newId }) => ({
      newId: (store, call) => {
        if (!isDue()) last = newId(store, call);
        return last;
      },
    });
  });

/** Gives the first animal after a refusal the id of the latest one. */
const steppingBack: Change = remembering(() => {
  let last = 0n;
  let isBack = false;
  return together(
    ({ newId }) => ({
      newId: (store, call) => {
        if (!isBack) last = newId(store, call);
        isBack = false;
        return last;
      },
    }),
    inAnswers('createPet', 400, (reply) => {
      isBack = last !== 0n;
      return reply;
    }),
  );
});

/** Does not find by their ids the animals that are created then. */
const notFindingNew = (isDue: () => boolean): Change =>
  remembering(() => {
    const lost = new Set<bigint>();
    return together(
      notFinding(({ id }) => lost.has(id)),
      ({ keep }) => ({
        keep: (animal, call) => {
          if (isDue()) lost.add(animal.id);
          return keep(animal, call);
        },
      }),
    );
  });

/** Refuses whatever is to be created. */
const objecting =
  (isDue: () => boolean): Change =>
  ({ newAnimal }) => ({
    newAnimal: (call) =>
      isDue() ? new Refusal(400, 'invalid_request', 'Invalid: name.') : newAnimal(call),
  });

const answeringInArrays = (isDue: () => boolean): Change =>
  inAnswers('createPet', 201, (reply) => (isDue() ? { ...reply, body: [reply.body] } : reply));

const creations: readonly Fault[] = [
  ...faultsOf('create.created', {
    'left.parser-poisoned': [
      'fails every creation after a body that broke off, as its parser keeps what it has read: 500',
      onceAnswered(isCut, failingCreations),
    ],
    'left.caller-emptied': [
      'clears the caller at a 401, and fails each creation after it: 500',
      onceAnswered(isUnauthorized, failingCreations),
    ],
    'left.array-kept': [
      'answers creations with arrays after it has refused one',
      onceAnswered(
        (reply, call) => isBadRequest(reply, call) && call.body.startsWith('['),
        answeringInArrays,
      ),
    ],
  }),
  ...faultsOf('create.created', {
    'left.objections-kept': [
      'keeps the objections of its validator, and refuses every creation after one: 400',
      onceAnswered(isBadRequest, objecting),
    ],
    // A setting names a category that takes animals, so that no refusal can be explained by it.
  }).map((one) => ({ ...one, settings: { categoryId: '1' } })),
  ...faultsOf('create.keeps-values', {
    'left.status-dropped': [
      'leaves the status out of animals after a 401',
      onceAnswered(isUnauthorized, (isDue) =>
        keeping(({ status, ...animal }) =>
          isDue() || status === undefined ? animal : { ...animal, status },
        ),
      ),
    ],
  }),
  ...faultsOf('create.server-id', {
    'left.id-given-again': [
      'takes its counter of ids back after a 401, and gives the latest one again',
      onceAnswered(isUnauthorized, givingAgain),
    ],
    'left.id-of-the-latest': [
      'takes its counter of ids back by one at each refusal, though a refused animal has taken none',
      steppingBack,
    ],
  }),
];

const lookingAgain: readonly Fault[] = [
  ...faultsOf('get.found', {
    'left.transaction-open': [
      'answers creations after a refused one out of a transaction that is never committed',
      onceAnswered(isBadRequest, notKeeping),
    ],
    'left.transaction-open-of-strangers': [
      'answers creations after a 401 out of a transaction that is never committed',
      onceAnswered(isUnauthorized, notKeeping),
    ],
    'left.new-ones-of-nobody': [
      'keeps animals after a 401 as those of nobody, and does not find them by their ids',
      onceAnswered(isUnauthorized, notFindingNew),
    ],
  }),
  ...faultsOf('list.filter-with-limit', {
    'left.filter-off': [
      'ignores the status of lists after a 401',
      onceAnswered(isUnauthorized, (isDue) =>
        selecting(({ limit, ...rest }) => (isDue() ? { limit } : { limit, ...rest })),
      ),
    ],
    'left.limit-of-one-off': [
      'lists two animals of a status for a limit of one after a 401',
      onceAnswered(isUnauthorized, (isDue) =>
        selecting((selection) =>
          isDue() && selection.limit === 1 && selection.status !== undefined
            ? { ...selection, limit: 2 }
            : selection,
        ),
      ),
    ],
  }),
];

const lists: readonly Fault[] = faultsOf('list.shows-animals', {
  'left.filter-of-the-list-before': [
    'keeps the filter of a list in a default value, where lists without one find it',
    remembering(() => {
      let before: Selection['status'];
      return selecting((selection) => {
        before = selection.status ?? before;
        return before === undefined ? selection : { ...selection, status: before };
      });
    }),
  ],
  'left.lists-empty': [
    'lists nothing after a 401, as the caller that it filters by is gone',
    onceAnswered(isUnauthorized, (isDue) => ({ list }) => ({
      list: (store, selection, call) => (isDue() ? [] : list(store, selection, call)),
    })),
  ],
});

/** Lists without a status have that of most of the latest lists with one. */
const filteringAsMost = (count: number): Change =>
  remembering(() => {
    const latest: PetStatus[] = [];
    const timesOf = (status: PetStatus) => latest.filter((one) => one === status).length;
    return selecting((selection) => {
      if (selection.status !== undefined) {
        latest.unshift(selection.status);
        latest.splice(count);
        return selection;
      }
      const [most] = latest.toSorted((one, other) => timesOf(other) - timesOf(one));
      return most === undefined || latest.length < 3 ? selection : { ...selection, status: most };
    });
  });

const inFull: readonly Fault[] = faultsOf('list.shows-animals', {
  'left.filter-of-most-lists-before': [
    'lists what most of the latest five lists with a filter asked for, as a page of favourites does',
    filteringAsMost(5),
  ],
}).map((fault) => ({ ...fault, settings: everyTurn }));

// A part of a run need not contain the refusal.
export const leftBehindFaults: readonly Fault[] = [
  ...creations,
  ...lookingAgain,
  ...lists,
  ...inFull,
].map((one) => ({
  ...one,
  needsWholeRun: true,
}));
