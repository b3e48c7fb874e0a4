/** Pages that differ though nothing is wrong: others copy and hide animals, and pages may be cut anywhere. */
import type { Animal } from '../../src/reference/animal.ts';
import {
  type Change,
  omit,
  pageOf,
  remembering,
  showing,
  together,
} from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { chance } from '../chance.ts';
import { counting } from '../store-changes.ts';
import { rich, shuffled } from './freedoms.ts';
import { staging } from './limiters.ts';

/** Others add an animal of the same name, as soon as the n-th of the run is there. */
const copied = (which: number): Change =>
  remembering(() => {
    let own = 0;
    const copies: Animal[] = [];
    return together(counting, ({ keep, list, newId }) => ({
      keep: (animal, call) => {
        own += 1;
        if (own === which) copies.push(animal);
        return keep(animal, call);
      },
      list: (store, selection, call) => {
        for (const animal of copies.splice(0)) store.add({ ...animal, id: newId(store, call) });
        return list(store, selection, call);
      },
    }));
  });

/** Others take some animals of the run off lists for a while. */
const hiddenAwhile = (most: number): Change =>
  remembering(() => {
    let lists = 0;
    const own: bigint[] = [];
    return ({ keep }) => ({
      keep: (animal, call) => {
        own.push(animal.id);
        return keep(animal, call);
      },
      list: (store, selection) => {
        lists += 1;
        const hidden = lists % 5 < 2 ? own.slice(1, 1 + most) : [];
        return pageOf(
          store.all().filter(({ id }) => !hidden.includes(id)),
          selection,
        );
      },
    });
  });

/** Cuts each page at a length of its own. */
const cutAnywhere = (choose: (animals: Animal[], call: number) => Animal[]): Change =>
  remembering(() => {
    const random = chance(7);
    return () => ({
      list: (store, selection, { sequence }) => {
        const page = pageOf(choose(store.all(), sequence), selection);
        return page.slice(0, Math.max(1, Math.ceil(random() * page.length)));
      },
    });
  });

export const pageVariants: readonly Variant[] = [
  {
    id: 'staging.own-copied-once',
    title: 'is shared with others, who add an animal of the same name as one of the run',
    change: copied(2),
  },
  {
    id: 'staging.two-hidden-awhile',
    title:
      'is shared with others, who take two animals of the run off lists for a while, again and again',
    change: hiddenAwhile(2),
  },
  {
    id: 'staging.pages-by-chance-of-any-length',
    title: 'has 60 animals, and lists as many of them as it finds in time, chosen by chance',
    server: rich(60),
    change: cutAnywhere(shuffled),
  },
  {
    id: 'staging.own-pages-by-chance-of-any-length',
    title: 'lists as many animals as it finds in time, chosen by chance',
    change: cutAnywhere(shuffled),
  },
  {
    id: 'staging.pages-of-any-length-newest-first',
    title: 'has 60 animals, and lists the newest, as many as it finds in time',
    server: rich(60),
    change: cutAnywhere((animals) => animals.toReversed()),
  },
  {
    id: 'staging.own-pages-of-any-length-by-name',
    title: 'lists by name as many animals as it finds in time',
    change: cutAnywhere((animals) =>
      animals.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    ),
  },
  {
    id: 'staging.pages-shortened',
    title: 'has 120 animals, and pages of ten from the second second on, as a new version comes',
    server: rich(120),
    inVirtualTime: staging,
    change: remembering(() => ({ list }) => {
      let first: number | undefined;
      return {
        list: (store, { limit, ...selection }, call) => {
          first ??= call.at;
          const most = call.at - first < 2000 ? limit : Math.min(limit, 10);
          return list(store, { ...selection, limit: most }, call);
        },
      };
    }),
  },
  {
    id: 'staging.available-left-out-by-id',
    title: 'leaves the status out of reads if it is available, the first of the enumeration',
    change: showing((shown, { operation }, { status }) =>
      operation === 'getPet' && status === 'available' ? omit(shown, 'status') : shown,
    ),
  },
];
