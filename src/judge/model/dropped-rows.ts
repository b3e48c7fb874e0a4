import { pageSize } from '../../catalogue/operations.ts';
import type { SeenList } from './seen.ts';

type Page = Pick<SeenList, 'pets' | 'limit' | 'status'>;

/**
 * Whether a service reads as many rows as a page may hold and then drops those that it may not show: some page without a
 * filter, not empty, lacks more than the one that a wrong comparison leaves out, or that one while a page of several
 * animals fills the limit that was asked for: a wrong comparison leaves one out of each.
 */
export function dropsRows(lists: readonly SeenList[]): boolean {
  const plain = plainOf(lists);
  const lacks = plain.map((page) => lackOf(page, plain));
  return lacks.some((lack) => lack > 1) || (lacks.includes(1) && lists.some(isFull));
}

/** With fewer pages of several animals that end by their limits, an empty page of one says little: its row was dropped. */
const enoughCut = 2;

/** Whether the page is to hold one animal at most, and pages are too few to tell whether rows are dropped. */
export function isOneOfFew({ limit }: Page, lists: readonly SeenList[]): boolean {
  const plain = lists.filter(({ status }) => status === undefined);
  const longest = Math.max(0, ...plain.map(({ pets }) => pets.length));
  const cut = plain.map(limitOf).filter((most) => most > 1 && most <= longest);
  return limit === 1 && new Set(cut).size < enoughCut;
}

/** From this many limits on, it is hardly chance that pages are short. */
const enoughLimits = 3;

/**
 * Whether a service leaves pages shorter than their limits, as one that asks each part of its store for an equal share:
 * those of several limits, without a filter, are shorter than pages before them show that they might be.
 */
export function leavesPagesShort(lists: readonly SeenList[]): boolean {
  const plain = plainOf(lists);
  const isShort = (page: SeenList) =>
    page.pets.length < limitOf(page) &&
    plain.some(
      ({ exchange, pets }) =>
        exchange.finishedAt <= page.exchange.startedAt && pets.length >= limitOf(page),
    );
  return new Set(plain.filter(isShort).map(limitOf)).size >= enoughLimits;
}

/** The pages without a filter that are not empty. */
const plainOf = (lists: readonly SeenList[]): SeenList[] =>
  lists.filter(({ status, pets }) => status === undefined && pets.length > 0);

const isFull = ({ pets, limit }: SeenList): boolean => pets.length > 1 && pets.length === limit;

/** How many a page lacks that its limit allows, and a page of a larger limit, which began alike, showed before. */
function lackOf(page: SeenList, pages: readonly SeenList[]): number {
  const due = pages
    .filter((other) => wasBeginning(page, other))
    .map(({ pets }) => Math.min(limitOf(page), pets.length));
  return Math.max(0, ...due) - page.pets.length;
}

/** Whether all that a page lacks of a larger one may be what such a service dropped, and the rows that it did not read. */
export function mayBeDropped(page: Page, larger: Page, lists: readonly SeenList[]): boolean {
  if (page.pets.length === 0) return isLarger(larger, page);
  // For another filter a service reads other rows, and other animals fall out of them.
  if (page.status !== larger.status) return true;
  return lists.some((other) => isBeginningOfLarger(page, other));
}

/** Whether the page is how one of the same status and a larger limit began before. */
export function wasBeginning(page: SeenList, other: SeenList): boolean {
  return other.exchange.finishedAt <= page.exchange.startedAt && isBeginningOfLarger(page, other);
}

const isBeginningOfLarger = (page: Page, other: Page): boolean =>
  other.status === page.status && isLarger(other, page) && isBeginning(page, other);

/** Whether the page ends, not empty, before another that begins alike. */
export function isBeginning({ pets }: Page, { pets: longer }: Page): boolean {
  return (
    pets.length > 0 &&
    pets.length < longer.length &&
    pets.every(({ id }, at) => id === longer[at]?.id)
  );
}

const limitOf = ({ limit = pageSize.default }: Page): number => limit;

const isLarger = (one: Page, other: Page): boolean => limitOf(one) > limitOf(other);
