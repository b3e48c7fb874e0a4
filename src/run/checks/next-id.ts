import { isAnswered } from '../../http/exchange.ts';
import { petOf } from '../../judge/pet.ts';
import { int64 } from '../../spec/animal.ts';
import type { CheckContext } from './check-context.ts';

/**
 * The ids that refused creations would have been given, if ids are counted up and none of these was seen: the one after
 * the last ordinary animal, and the one after the last of all.
 */
export function nextIds(context: CheckContext): readonly bigint[] {
  const { inventory } = context;
  const given = countedUp(context);
  const [first, highest] = [given[0], given.at(-1)];
  if (first === undefined || highest === undefined || highest === int64.max) return [];
  const ordinary = inventory.creations.flatMap(({ pet }) => pet?.id ?? []);
  const last = ordinary.reduce((most, id) => (id > most ? id : most), first);
  return [...new Set([last + 1n, highest + 1n])].filter((id) => !inventory.has(id));
}

/**
 * Ids in the widest gap between those that this run was given: its first, its last and its middle one. An animal that
 * was created without being asked for has its id there.
 */
export function idsBetween(context: CheckContext): readonly bigint[] {
  const given = countedUp(context);
  const gaps = given.slice(1).map((to, at) => ({ from: (given[at] ?? to) + 1n, to }));
  const widest = gaps.reduce((one, other) => (widthOf(other) > widthOf(one) ? other : one), noGap);
  if (widthOf(widest) <= 0n) return [];
  const middle = (widest.from + widest.to) / 2n;
  return [...new Set([widest.from, widest.to - 1n, middle])];
}

interface Gap {
  readonly from: bigint;
  readonly to: bigint;
}

const noGap: Gap = { from: 0n, to: 0n };

const widthOf = ({ from, to }: Gap) => to - from;

/**
 * The ids that this run was given, in ascending order; none if they are not counted up, or if others are given many
 * between them.
 */
function countedUp({ inventory, exchanges }: CheckContext): readonly bigint[] {
  const given = exchanges
    .filter(isAnswered)
    .filter(({ operation, response }) => operation === 'createPet' && response.status === 201)
    .flatMap((answer) => petOf(answer)?.id ?? [])
    .toSorted((one, other) => (one < other ? -1 : 1));
  const [lowest = 0n, highest = 0n] = [given[0], given.at(-1)];
  const isHighest = inventory.pets().every(({ id }) => id <= highest);
  // Refused creations in between have taken ids, too, if they were stored.
  const isNear = highest - lowest <= spread + 3n * BigInt(given.length);
  return given.length >= 3 && isHighest && isNear ? given : [];
}

/** About the number of refusals in a run. */
const spread = 40n;
