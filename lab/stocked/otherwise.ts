/** Entries of the lab that come out differently on a stocked store, and why; each was judged by hand. */
import type { Fault } from '../../src/reference/subject.ts';
import type { StockOrder } from './stock.ts';

/** Entries for which the same holds. */
export interface Group {
  readonly why: string;
  /** Default: in whichever order the store is listed. */
  readonly order?: StockOrder;
  readonly ids: readonly string[];
}

/** Faults that no answer can show there: the command fails if one is found all the same. */
export const unseen: readonly Group[] = [
  {
    why: 'only animals of the run would show it in a list, and these stand on no page',
    order: 'oldest',
    ids: [
      'later.listed-by-one-node-in-latin-1',
      'model.list-names-trimmed-to-20',
      'pet.name-of-digits-as-number',
      'pet.status-empty-when-absent',
      'query.none-shown-as-asked',
      'query.none-shown-as-available',
      'query.status-within-document',
      'second.list-begins-with-the-name-before',
      'store.client-id-kept-twice',
      'store.filtered-categories-in-32-bits',
      'store.list-categories-as-doubles',
      'store.list-categories-in-32-bits',
      'store.list-details-by-second',
      'store.list-names-as-numbers',
      'store.list-names-cut',
      'store.list-names-decomposed',
      'store.list-names-escaped',
      'store.list-names-in-latin-1',
      'store.list-names-split-at-comma',
    ],
  },
  {
    why: 'a page that is full, or ends sooner, may hold any of the animals that match',
    ids: [
      'engine.lists-flap',
      'engine.lists-flap-third',
      'engine.status-not-stored',
      'left.filter-of-the-list-before',
      'left.filter-of-most-lists-before',
      'model.filtered-list-lacks-first',
      'model.plain-list-hides-pending',
      'model.sold-list-by-category',
      'store.filtered-list-drops-its-first',
      'store.internal-id-in-filtered-lists',
      'store.internal-id-in-plain-list',
      'store.plain-list-hides-available',
      'store.plain-list-hides-sold',
    ],
  },
  {
    why: 'a page that is full, or ends sooner, may hold any of the animals that match',
    order: 'newest',
    ids: ['store.page-of-one-cut-before-filter'],
  },
  {
    why: 'a page that is full, or ends sooner, may hold any of the animals that match',
    order: 'oldest',
    ids: ['store.plain-list-of-one-category'],
  },
  {
    why: 'what does not belong stands behind a full page, and is cut off',
    ids: [
      'list.filter-counts-no-status-as-pending',
      'list.filter-last-one-wrong',
      'list.filter-padded-to-limit',
      'list.newest-on-top-too',
    ],
  },
  {
    why: 'no list is empty there',
    ids: [
      'list.no-content-when-empty',
      'list.null-when-empty',
      'query.empty-404',
      'query.empty-page-cached',
      'query.no-match-in-new-store-404',
    ],
  },
  {
    why: 'it shows in the eleventh animal that a run creates, and core creates ten there',
    ids: ['engine.newest-20', 'engine.newest-24', 'store.replication-stops'],
  },
  {
    why: 'it is one animal of 300, which nobody asks for',
    ids: ['engine.not-found-plain'],
  },
  {
    why: 'it is the first animal, which stands on no page',
    order: 'newest',
    ids: ['get.first-missing', 'later.first-without-category'],
  },
  {
    why: 'its count stands still for no longer than nodes may share one late',
    ids: ['counter.never-below-950'],
  },
  {
    why: 'it needs a list of just as many as match, which are more than a page may hold once the run has created some',
    ids: ['query.just-enough-empty'],
  },
];

/** Faults that core finds there at some seeds only: full judges them. */
export const takingTurns: readonly Group[] = [
  {
    why: 'one of five nodes shows it, and core reads few animals that it would show otherwise',
    ids: ['later.read-by-one-node-in-latin-1'],
  },
  {
    why: 'one of five nodes shows it, and core asks for few lists of the animals that it would show otherwise',
    order: 'newest',
    ids: ['later.listed-by-one-node-in-latin-1'],
  },
  {
    why: 'it shows once a cache has lost the animals of the run, and core reads most of them once and soon',
    ids: ['later.gone-beyond-latin-1'],
  },
  {
    why: 'it shows once a cache has lost the animals of the run, and core reads most of them once and soon',
    order: 'oldest',
    ids: ['later.category-in-32-bits', 'later.category-of-none', 'later.name-in-capitals'],
  },
  {
    why: 'its filtered lists must be asked for in a row within one window, and these are few there',
    ids: ['counter.filtered-lists-not-counted'],
  },
  {
    why: 'it shows in one of the shortest lists, whose first animal changes with each creation',
    order: 'newest',
    ids: ['model.list-of-one-other-category', 'store.list-after-read-puts-it-on-top'],
  },
];

/** What a fault breaks there, if other answers show it. */
export interface Shown extends Group {
  /** Instead of what it breaks on a store of its own. */
  readonly breaks: Fault['breaks'];
}

export const shownBy: readonly Shown[] = [
  {
    why: 'the lists show old animals alone, whose creations nobody saw: it is a list that a read contradicts',
    order: 'oldest',
    ids: ['later.first-without-category', 'store.second-read-without-category'],
    breaks: ['list.same-animal'],
  },
  {
    why: 'the lists show old animals alone, whose creations nobody saw: it is a list that a read contradicts',
    order: 'oldest',
    ids: ['get.status-always-available'],
    breaks: ['list.filter-with-limit'],
  },
  {
    why: 'ten animals of the run share no slot, and the old ones do',
    ids: ['later.category-of-a-slot'],
    breaks: ['list.same-animal'],
  },
  {
    why: 'the animal that is left out may stand on another page',
    ids: ['list.last-repeats-first'],
    breaks: ['list.unique-ids'],
  },
  {
    why: 'the one animal without a status stands on no short page',
    order: 'newest',
    ids: ['query.none-shown-as-available'],
    breaks: ['list.status-filter'],
  },
];

/** Servers that do not conform on such a store, or cannot be decided. */
export const notConformant: readonly Group[] = [
  {
    why: 'they count ids from the first, over the animals that were there',
    ids: [
      'model.refusals-use-up-ids',
      'store.ids-from-zero',
      'others.reset-at-once-in-full-ids-go-on',
      'others.reset-between-two-lists',
      'others.reset-late',
      'reads.reset-while-lists-lag-and-empty',
      'reads.reset-while-lists-lag-ids-go-on',
      'reads.reset-while-reviewed-and-empty',
    ],
  },
  {
    why: 'their replicas begin empty, and never get what was there',
    ids: ['model.one-of-five-replicas-far-behind', 'model.one-replica-far-behind'],
  },
  {
    why: 'they move all that so short a run creates but two, at once, as a service does that keeps other values',
    ids: ['staging.own-moved-to-another-category'],
  },
  {
    why: 'they know one category of the seven that their animals have, and no list begins with it',
    order: 'newest',
    ids: ['staging.category-fills-up', 'full.plain-names-of-known-categories'],
  },
];

/** The group that holds for an entry, in core and in full. */
export function groupOf<T extends Group>(
  groups: readonly T[],
  id: string,
  stocked: StockOrder,
): T | undefined {
  return groups.find(
    ({ ids, order = stocked }) => order === stocked && ids.includes(id.replace(/^full:/, '')),
  );
}
