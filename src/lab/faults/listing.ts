import type { Fault } from '../subject.ts';

/** Section 4.1: lists. */
export const listingFaults: readonly Fault[] = [
  {
    id: 'list.limit-one-too-many',
    title: 'lists one animal more than the limit',
    breaks: ['list.limit', 'list.default-limit', 'list.filter-with-limit'],
    change: ({ list }) => ({
      list: (store, selection, call) =>
        list(store, { ...selection, limit: selection.limit + 1 }, call),
    }),
  },
];
