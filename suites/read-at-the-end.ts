/** Which animals are read once more at the end of a run, after all that may have changed them. */

import { pageSize } from '../src/catalogue/operations.ts';
import type { CheckContext } from '../src/engine/checks/context.ts';
import { idsBetween, nextIds } from '../src/engine/checks/next-id.ts';
import { inLargeCategory, readsByKey } from '../src/engine/store/inventory.ts';
import { type Exchange, isAnswered } from '../src/http/exchange.ts';
import { petOf } from '../src/judge/pet.ts';

/**
 * How many animals of others are read, too: few if there is little room, and more on a large store, which needed fewer
 * other questions.
 */
const mostOthers = { few: 1, usual: 4 };

/** How many animals that were refused to callers without the key are read with it. */
const mostRefused = 3;

/** Whether a creation was given the id of an earlier one: then a read shows nothing of the first animal. */
function wasGivenAgain(id: bigint, exchanges: readonly Exchange[]): boolean {
  const given = exchanges
    .filter(isAnswered)
    .filter((one) => one.operation === 'createPet' && petOf(one)?.id === id);
  return given.length > 1;
}

/**
 * The animals that were read before and are read again at the end: one whose category a cache may round, or else the
 * first of all. In a store that holds more than a list shows, animals of this run are the likeliest to have changed; they
 * are read one after another, as what one read leaves behind shows in the next. If the plan has room, they are read in
 * any store.
 */
export function readAgain(context: CheckContext, first: bigint): readonly bigint[] {
  const { exchanges, inventory, plan } = context;
  const isStocked = !inventory.isFrugal && inventory.count() > pageSize.max;
  const hasRoom = plan.asks('more reads at the end');
  const reads = readsByKey(exchanges);
  const inLarge = inLargeCategory(reads).filter((id) => !wasGivenAgain(id, exchanges));
  const large = inLarge.slice(0, 1);
  if (!isStocked && !hasRoom) return [large[0] ?? first];
  const odd = inventory.creations
    .filter(({ planned }) => planned.kind === 'unusual-name' || planned.pieces !== undefined)
    .flatMap(({ pet }) => (pet?.id !== undefined && reads.has(pet.id) ? [pet.id] : []));
  // One large category that has changed may be an edit by others; two are not.
  const largeFirst = (a: bigint, b: bigint) =>
    Number(inLarge.includes(b)) - Number(inLarge.includes(a));
  const asked = hasRoom
    ? // Twice in a row, as one of two nodes may show an animal otherwise.
      [...odd.slice(0, mostOdd.usual), ...large].flatMap((id) => [id, id])
    : // The one that was read beside a stranger comes first: a third read tells more than a second one.
      [...new Set([...large, ...odd.toSorted(largeFirst)])].slice(0, mostOdd.few);
  // If lists show the animal, a third look tells something, too.
  if (isStocked && inventory.wasListed(first)) return [...asked, first, first];
  return hasRoom || asked.length === 0 ? [...asked, first] : asked;
}

const mostOdd = { few: 2, usual: 4 };

/** Ids that may have been given without the run seeing it. */
export function unseenNext(context: CheckContext, mayBeNext: readonly bigint[]): readonly bigint[] {
  if (!context.plan.asks('ids that may have been given')) return [];
  const next = [...new Set([...mayBeNext, ...nextIds(context), ...idsBetween(context)])];
  return next.filter((id) => !context.inventory.has(id));
}

/** Animals that are not of this run, and those that were refused to strangers, as far as there is room. */
export function othersOf(context: CheckContext): readonly bigint[] {
  const { inventory } = context;
  if (inventory.isFrugal && inventory.count() < pageSize.max) return [];
  return [
    ...listedByOthers(context, mostOthers[inventory.isFrugal ? 'few' : 'usual']),
    ...refusedToStrangers(context),
    ...besideHidden(context),
  ];
}

/** If lists show no animal of this run: one that they do show and that was read before. */
export function listedBesideHidden({ exchanges, inventory }: CheckContext): bigint | undefined {
  const own = exchanges
    .filter(isAnswered)
    .filter(({ operation }) => operation === 'createPet')
    .flatMap((answer) => petOf(answer)?.id ?? []);
  const areHidden = own.length > 0 && !own.some((id) => inventory.wasListed(id));
  if (inventory.isFrugal || !areHidden) return undefined;
  return [...readsByKey(exchanges).keys()].find((id) => inventory.wasListed(id));
}

/** What lists would show otherwise: animals made by creations with oddities. */
function besideHidden(context: CheckContext): bigint[] {
  if (listedBesideHidden(context) === undefined) return [];
  const { exchanges, inventory, plan } = context;
  const made = exchanges
    .filter(isAnswered)
    .filter(({ operation, purpose }) => operation === 'createPet' && purpose === 'gap')
    .flatMap((answer) => petOf(answer) ?? []);
  // Those in a category of their own come first: they may be stored differently from their answer.
  const usual = inventory.category().id;
  const odd = [
    ...made.filter(({ categoryId }) => categoryId !== usual),
    ...made.filter(({ categoryId }) => categoryId === usual),
  ].flatMap(({ id }) => id ?? []);
  const most = plan.asks('more of the created animals') ? odd.length : 1;
  return odd.slice(0, most);
}

/** Some animals that this run did not create, from all over the store; none if there are few. */
function listedByOthers({ inventory }: CheckContext, most: number): bigint[] {
  const own = new Set(inventory.creations.map(({ pet }) => pet?.id));
  const ids = inventory.pets().flatMap(({ id }) => (own.has(id) ? [] : [id]));
  const step = Math.floor(ids.length / most);
  if (step < 2) return [];
  // A step that does not miss what a service does to each second or third animal.
  let stride = step;
  while (stride % 2 === 0 || stride % 3 === 0) stride -= 1;
  const place = (at: number) => at * stride + Math.floor((3 * step) / 4);
  return Array.from({ length: most }, (_, at) => ids[place(at)]).flatMap((id) => id ?? []);
}

/** Animals that callers without the key were refused: a cache may keep that answer for all. */
function refusedToStrangers({ exchanges, inventory, plan }: CheckContext): bigint[] {
  if (!plan.asks('animals that were refused to callers without the key')) return [];
  const asked = exchanges.filter(
    ({ caller, operation, response }) =>
      caller === 'stranger' && operation === 'getPet' && response?.status === 401,
  );
  const paths = asked.map(({ request }) => new URL(request.url).pathname);
  const ids = inventory
    .pets()
    .flatMap(({ id }) => (paths.some((path) => path.endsWith(`/${id}`)) ? [id] : []));
  // If the key had read the animal before, a cache holds the answer to the key.
  const reads = readsByKey(exchanges);
  const unread = ids.filter((id) => !reads.has(id)).slice(0, 1);
  return [...new Set([...unread, ...ids])].slice(0, mostRefused);
}
