import { pageSize } from '../../catalogue/operations.ts';
import type { Pet } from '../pet.ts';
import type { SeenList } from './seen.ts';

type Page = Pick<SeenList, 'pets' | 'limit' | 'status'>;

/**
 * Whether a service reads as many rows as a page may hold and then drops those that it may not show: some page without a
 * filter, not empty, lacks more than the one that a wrong comparison leaves out.
 */
export function dropsRows(lists: readonly SeenList[]): boolean {
  const plain = lists.filter(({ status }) => status === undefined);
  return plain.some((page) => page.pets.length > 0 && lackOf(page, plain) > 1);
}

/** How many a page lacks that its limit allows, and a page of a larger limit, which began alike, showed before. */
function lackOf(page: SeenList, pages: readonly SeenList[]): number {
  const due = pages.map((other) =>
    isLarger(other, page) &&
    other.exchange.finishedAt <= page.exchange.startedAt &&
    isBeginning(page.pets, other.pets)
      ? Math.min(limitOf(page), other.pets.length)
      : 0,
  );
  return Math.max(0, ...due) - page.pets.length;
}

/** Whether all that a page lacks of a larger one may be what such a service dropped, and the rows that it did not read. */
export function mayBeDropped(page: Page, larger: Page, lists: readonly SeenList[]): boolean {
  if (page.pets.length === 0) return isLarger(larger, page);
  return lists.some(
    (other) =>
      other.status === page.status && isLarger(other, page) && isBeginning(page.pets, other.pets),
  );
}

/** Whether the page ends before another that begins alike. */
const isBeginning = (pets: readonly Pet[], longer: readonly Pet[]): boolean =>
  pets.length < longer.length && pets.every(({ id }, at) => id === longer[at]?.id);

const limitOf = ({ limit = pageSize.default }: Page): number => limit;

const isLarger = (one: Page, other: Page): boolean => limitOf(one) > limitOf(other);
