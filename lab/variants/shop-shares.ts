/** Pages that end before their limits, in ways that depend on the limit. */
import { type Change, listing, pageOf } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { rich } from './freedoms.ts';

const parts = [0n, 1n, 2n, 3n, 4n];

/** Asks each of five parts of a store for a fifth of the limit, rounded down, and for one at least. */
const ofFifths: Change = listing(({ all, selection }) => {
  const limit = Math.max(1, Math.floor(selection.limit / parts.length));
  const shares = parts.flatMap((part) =>
    pageOf(
      all.filter(({ id }) => (id * 7n) % 5n === part),
      { ...selection, limit },
    ),
  );
  return shares.slice(0, selection.limit);
});

export const shareVariants: readonly Variant[] = [
  {
    id: 'pages.of-fifths',
    title:
      'fills a page with a fifth of its limit, rounded down, from each of five parts of a store',
    change: ofFifths,
  },
  {
    id: 'pages.of-fifths-rich',
    title:
      'has 60 animals, and fills a page with a fifth of its limit, rounded down, from each of five parts',
    server: rich(60),
    change: ofFifths,
  },
  {
    id: 'pages.rounded-down-to-fives',
    title: 'rounds limits of more than five down to whole fives',
    change: listing(({ page, selection }) => {
      const { limit } = selection;
      return page({ ...selection, limit: limit < 5 ? limit : limit - (limit % 5) });
    }),
  },
];
