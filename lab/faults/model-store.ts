/** What no single answer shows, but several together do: the store as the model sees it. */
import type { Animal } from '../../src/reference/animal.ts';
import { Refusal, type Selection } from '../../src/reference/behaviour.ts';
import {
  animals,
  type Change,
  faultsOf,
  inAnswers,
  inLists,
  jsonOf,
  listing,
  membersOf,
  pageOf,
  remembering,
  showingIn,
  together,
} from '../../src/reference/changes.ts';
import type { Store } from '../../src/reference/store.ts';
import type { Fault } from '../../src/reference/subject.ts';

/** Animals of several categories and every status, for a store to start with. */
const stock = (count: number) => ({
  animals: animals(count).map((animal, at) => ({ ...animal, categoryId: BigInt(1 + (at % 5)) })),
});

/** The same faults on a store that has 300 animals already, the oldest listed first, or the newest. */
function onStock(faults: readonly Fault[], newestFirst = false): Fault[] {
  const newest: Change = () => ({
    list: (store, selection) => pageOf(store.all().reverse(), selection),
  });
  return faults.map(({ change, ...fault }) => ({
    ...fault,
    server: () => stock(300),
    ...(change && newestFirst ? { change: together(newest, change) } : change ? { change } : {}),
  }));
}

/** Shows animals differently in lists for which this holds. */
const inSomeLists = (
  which: (query: URLSearchParams) => boolean,
  change: (shown: object) => object,
): Change =>
  inLists((items, { query }) => (which(query) ? items.map((item) => change(Object(item))) : items));

const everyList = () => true;
const filtered = (query: URLSearchParams) => query.has('status');

/** An animal looks different in lists: principle 1. */
const otherInLists = faultsOf('list.same-animal', {
  'model.list-names-trimmed-to-20': [
    'lists the first 20 characters of a name',
    inSomeLists(everyList, (shown) => ({
      ...shown,
      name: String(Reflect.get(shown, 'name')).slice(0, 20),
    })),
  ],
  'model.list-categories-all-1': [
    'lists every animal in category 1',
    inSomeLists(everyList, (shown) => ({ ...shown, categoryId: 1 })),
  ],
  'model.filtered-list-capitals': [
    'lists names in capitals if a status is asked for',
    inSomeLists(filtered, (shown) => ({
      ...shown,
      name: String(Reflect.get(shown, 'name')).toUpperCase(),
    })),
  ],
  'model.list-of-one-other-category': [
    'counts categories from 0 in lists of one animal',
    inSomeLists(
      (query) => query.get('limit') === '1',
      (shown) => ({ ...shown, categoryId: 0 }),
    ),
  ],
  'model.list-names-of-neighbours': [
    'lists each animal under the name of the next one',
    inLists((items) =>
      items.map((item, at) => ({
        ...Object(item),
        name: Object(items[(at + 1) % items.length]).name,
      })),
    ),
  ],
  'model.list-status-always-available': [
    'lists every animal as available unless a status is asked for',
    inSomeLists(
      (query) => !filtered(query),
      (shown) => ({ ...shown, status: 'available' }),
    ),
  ],
});

const otherInStockedLists = [
  ...onStock(
    faultsOf('list.same-animal', {
      'model.stocked-list-category-rounded': [
        'lists categories by their tens, on a store that has 300 animals',
        inSomeLists(everyList, (shown) => ({ ...shown, categoryId: 10 })),
      ],
    }),
  ),
  ...onStock(
    faultsOf('list.same-animal', {
      'model.newest-list-names-reversed': [
        'lists names backwards, the newest first',
        inSomeLists(everyList, (shown) => ({
          ...shown,
          name: [...String(Reflect.get(shown, 'name'))].reverse().join(''),
        })),
      ],
    }),
    true,
  ),
];

/** Stores an animal of a request refused with one of these statuses, as its body or a part of it says. */
const keepingRefused = (
  statuses: readonly number[],
  animalOf: (members: Record<string, unknown>) => Partial<Animal>,
): Change =>
  remembering(() => {
    let kept: Store | undefined;
    return ({ list, newAnimal, authorized, newId, finish }) => ({
      list: (store, selection, call) => {
        kept = store;
        return list(store, selection, call);
      },
      authorized,
      newAnimal,
      finish: (reply, call) => {
        const members = membersOf(call.body);
        const name = members?.name;
        if (
          call.operation === 'createPet' &&
          statuses.includes(reply.status) &&
          kept !== undefined &&
          members !== undefined &&
          typeof name === 'string'
        ) {
          const id = newId(kept, call);
          kept.add({ id, name, categoryId: 1n, ...animalOf(members) });
        }
        return finish(reply, call);
      },
    });
  });

/** A refused request took effect nevertheless: principle 2. */
const refusedKept = faultsOf('create.refused-leaves-nothing', {
  'model.refused-body-kept': [
    'writes an animal before it looks at the whole body',
    keepingRefused([400], () => ({})),
  ],
  'model.stranger-kept': [
    'writes an animal before it asks for the key',
    keepingRefused([401], () => ({})),
  ],
  'model.refused-status-kept-as-none': [
    'writes an animal of an unknown status without one, and then refuses it',
    keepingRefused([400], () => ({})),
  ],
  'model.refused-kept-as-sold': [
    'keeps what it refuses among the sold ones, for a person to look at',
    keepingRefused([400, 401], () => ({ status: 'sold' })),
  ],
});

const refusedKeptOnStock = [
  ...onStock(
    faultsOf('create.refused-leaves-nothing', {
      'model.stocked-refused-kept': [
        'keeps what it refuses, after 300 animals that are listed before it',
        keepingRefused([400], () => ({ status: 'available' })),
      ],
    }),
  ),
  ...onStock(
    faultsOf('create.refused-leaves-nothing', {
      'model.newest-refused-kept': [
        'keeps what it refuses, and lists the newest first',
        keepingRefused([400, 401], () => ({ status: 'pending' })),
      ],
    }),
    true,
  ),
];

/** Finds an animal or not, depending on what was asked before. */
const finding = (
  make: () => (id: bigint, found: Animal | undefined, sequence: number) => Animal | undefined,
): Change =>
  remembering(() => {
    const decide = make();
    return ({ find }) => ({
      find: (store, call) => {
        const found = find(store, call);
        return found && decide(found.id, found, call.sequence);
      },
    });
  });

/** What exists does not stay: principle 3. */
const gone = faultsOf('get.stays', {
  'model.read-once': [
    'gives an animal once by its id, as its cache takes it out',
    finding(() => {
      const read = new Set<bigint>();
      return (id, found) => (read.size === read.add(id).size ? undefined : found);
    }),
  ],
  'model.found-on-every-second-node': [
    'finds an animal on one of two nodes only, once both have been asked for it',
    finding(() => {
      const times = new Map<bigint, number>();
      return (id, found) => {
        const time = (times.get(id) ?? 0) + 1;
        times.set(id, time);
        return time % 2 === 0 ? undefined : found;
      };
    }),
  ],
  'model.forgets-what-was-read-after-a-creation-refused': [
    'forgets the animals that it has read once a creation is refused',
    remembering(() => {
      const read = new Set<bigint>();
      const forgotten = new Set<bigint>();
      return ({ find, finish }) => ({
        find: (store, call) => {
          const found = find(store, call);
          if (found === undefined || forgotten.has(found.id)) return undefined;
          read.add(found.id);
          return found;
        },
        finish: (reply, call) => {
          const isRefused = call.operation === 'createPet' && reply.status === 400;
          if (isRefused) for (const id of read) forgotten.add(id);
          return finish(reply, call);
        },
      });
    }),
  ],
});

/** Lists that lack what others show. */
const lacking = (lacks: (animal: Animal, asked: Selection & { given: boolean }) => boolean) =>
  listing(({ selection, call, all }) => {
    const asked = { ...selection, given: call.query.has('limit') };
    return pageOf(
      all.filter((animal) => !lacks(animal, asked)),
      selection,
    );
  });

const without = (status: string | undefined) => status === undefined;

/** Answers that contradict each other, none of which is wrong by itself: principle 4. */
const againstEachOther = faultsOf('list.shows-animals', {
  'model.plain-list-of-those-without-status': [
    'lists animals without a status only, unless a status is asked for',
    lacking((animal, { status }) => without(status) && !without(animal.status)),
  ],
  'model.lists-of-those-without-status': [
    'lists animals without a status only, and none if a status is asked for',
    lacking((animal) => !without(animal.status)),
  ],
  'model.plain-list-hides-pending': [
    'lists pending animals only to those who ask for them',
    lacking((animal, { status }) => without(status) && animal.status === 'pending'),
  ],
  'model.large-limit-shows-five': [
    'shows five animals if more than 50 are asked for',
    listing(({ page, selection }) =>
      page({ ...selection, limit: selection.limit > 50 ? 5 : selection.limit }),
    ),
  ],
  'model.filtered-list-lacks-first': [
    'leaves the first match out of filtered lists with a limit',
    listing(({ page, selection, call }) =>
      selection.status !== undefined && call.query.has('limit')
        ? page({ ...selection, limit: Math.min(100, selection.limit + 1) }).slice(1)
        : page(selection),
    ),
  ],
  'model.sold-list-by-category': [
    'lists sold animals of small categories only, to those who ask for sold ones',
    lacking((animal, { status }) => status === 'sold' && animal.categoryId > 1000n),
  ],
  'model.list-of-nine-empty': [
    'shows nothing if nine are asked for',
    listing(({ page, selection }) => (selection.limit === 9 ? [] : page(selection))),
  ],
});

/** Lists of surveys and probes break the rules as well. */
const everyListJudged = [
  ...faultsOf('list.filter-with-limit', {
    'model.filter-off-at-100': [
      'ignores the status if a hundred are asked for',
      listing(({ page, selection }) =>
        page(selection.limit === 100 ? { limit: selection.limit } : selection),
      ),
    ],
  }).map((fault): Fault => ({ ...fault, server: () => stock(30) })),
  ...faultsOf('list.limit', {
    'model.page-parameter-unlimited': [
      'forgets the limit if a page is asked for',
      listing(({ page, selection, call }) =>
        page(call.query.has('page') ? { ...selection, limit: 50 } : selection),
      ),
    ],
    'model.offset-parameter-doubles': [
      'shows one animal more if an offset is asked for',
      listing(({ page, selection, call }) =>
        page(call.query.has('offset') ? { ...selection, limit: selection.limit + 1 } : selection),
      ),
    ],
  }),
];

/** Changes the animal in the answers to some creations, by their body. */
const answeringProbe = (which: (body: string) => boolean, change: (shown: object) => object) =>
  inAnswers('createPet', 201, (reply, { body }) =>
    which(body) ? { ...reply, body: change(Object(reply.body)) } : reply,
  );

const hasMember = (name: string) => (body: string) => membersOf(body)?.[name] !== undefined;
const isNegative = (body: string) => String(Object(jsonOf(body)).categoryId ?? '').startsWith('-');

/** Accepted values are kept, in probes too: principle 5. */
const acceptedChanged = [
  ...faultsOf('create.keeps-values', {
    'model.extra-member-loses-status': [
      'reads an animal with a member of its own as an available one of another category',
      answeringProbe(hasMember('conformance'), (shown) => ({ ...shown, categoryId: 77 })),
    ],
    'model.client-id-renames': [
      'calls an animal by the id that was sent with it',
      answeringProbe(hasMember('id'), (shown) => ({ ...shown, name: 'Number 4040404040' })),
    ],
    'model.negative-category-positive': [
      'takes the sign off a category',
      answeringProbe(isNegative, (shown) => ({ ...shown, categoryId: 1 })),
    ],
    'model.negative-category-unsigned': [
      'answers a negative category as an unsigned number of 32 bits',
      answeringProbe(isNegative, (shown) => ({ ...shown, categoryId: 4294967295n })),
    ],
    'model.undeclared-body-sold': [
      'reads what is not declared as JSON as a form of its own, and makes the animal sold',
      together(({ newAnimal }) => ({
        newAnimal: (call) => {
          const headers = { ...call.headers, 'content-type': 'application/json' };
          const animal = newAnimal({ ...call, headers });
          const declared = /json/.test(call.headers['content-type'] ?? '');
          return declared || animal instanceof Refusal ? animal : { ...animal, status: 'sold' };
        },
      })),
    ],
  }),
  ...faultsOf('pet.category-id', {
    'model.probe-without-category': [
      'answers an animal with a member of its own without its category',
      answeringProbe(hasMember('conformance'), (shown) => ({ ...shown, categoryId: undefined })),
    ],
  }),
];

const readOnStock = onStock([
  // An animal that is created then is not found either.
  ...faultsOf(['get.stays', 'get.found'], {
    'model.stocked-hidden-from-the-third-stranger': [
      'hides 300 animals after three requests without a valid key',
      remembering(() => {
        let strangers = 0;
        return ({ find, finish }) => ({
          find: (store, call) => (strangers > 3 ? undefined : find(store, call)),
          finish: (reply, call) => {
            if (reply.status === 401) strangers += 1;
            return finish(reply, call);
          },
        });
      }),
    ],
  }),
  ...faultsOf('get.stays', {
    'model.stocked-read-once': [
      'gives an animal once by its id, of 300',
      finding(() => {
        const read = new Set<bigint>();
        return (id, found) => (read.size === read.add(id).size ? undefined : found);
      }),
    ],
  }),
]);

const readsOfOthers = onStock(
  faultsOf('list.same-animal', {
    'model.stocked-reads-in-lower-case': [
      'gives the names of the animals that it started with in lower case by their ids',
      showingIn('getPet', (shown, { id, name }) =>
        id <= 300n ? { ...shown, name: name.toLowerCase() } : shown,
      ),
    ],
  }),
);

export const modelFaults: readonly Fault[] = [
  ...otherInLists,
  ...otherInStockedLists,
  ...refusedKept,
  ...refusedKeptOnStock,
  ...gone,
  ...readOnStock,
  ...againstEachOther,
  ...everyListJudged,
  ...acceptedChanged,
  ...readsOfOthers,
].map((fault) => ({ ...fault, needsWholeRun: true }));
