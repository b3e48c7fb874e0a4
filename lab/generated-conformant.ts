/**
 * Conformant servers, on which the suite must not report a failure: each freedom alone on a store, each limiter on a
 * plan, and pairs of freedoms with a limiter and a store, all drawn by a seed.
 */

import type { Variant } from '../src/reference/variant.ts';
import { plans } from '../src/spec/plans.ts';
import { chance, pairsSeed } from './chance.ts';
import { connectionFreedoms } from './conformant/connections.ts';
import { creationFreedoms } from './conformant/creation-freedoms.ts';
import {
  type Freedom,
  type Freedoms,
  minute,
  serverOf,
  stores,
  unchanged,
} from './conformant/freedom.ts';
import { frontFreedoms } from './conformant/front.ts';
import { gapFreedoms } from './conformant/gap-freedoms.ts';
import { keyFreedoms } from './conformant/key-freedoms.ts';
import { lagFreedoms } from './conformant/lag.ts';
import { limiters, limitFreedoms } from './conformant/limit-freedoms.ts';
import { middlewareFreedoms } from './conformant/middleware.ts';
import { otherFreedoms } from './conformant/others.ts';
import { pageFreedoms } from './conformant/pages.ts';
import { holdingFreedoms, textFreedoms, valueFreedoms } from './conformant/value-freedoms.ts';

/** From the store to the network: of two freedoms the later one sees what the earlier one does. */
const layers: readonly Freedoms[] = [
  otherFreedoms,
  lagFreedoms,
  pageFreedoms,
  creationFreedoms,
  valueFreedoms,
  keyFreedoms,
  gapFreedoms,
  frontFreedoms,
  textFreedoms,
];

const random = chance(pairsSeed);
const drawn = <T>(items: readonly T[]): T => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to draw from');
  return item;
};

type Row = readonly [id: string, freedom: Freedom];
const rowsOf = (freedoms: Freedoms): Row[] => Object.entries(freedoms);
const storeRows = rowsOf(stores);
const bringsStore = ([, [, , more]]: Row) => more?.server !== undefined;

/** A freedom alone, on the store that it brings or on one that is drawn. */
const alone = (row: Row): Variant =>
  serverOf(row[0], bringsStore(row) ? [row[1]] : [drawn(storeRows)[1], row[1]]);

const numbered = ['free', 'pro', 'business'] as const;

/** Two freedoms of different layers, with a store and a limiter. */
function pair(): Variant {
  const first = Math.floor(random() * layers.length);
  const second = (first + 1 + Math.floor(random() * (layers.length - 1))) % layers.length;
  const rows = [Math.min(first, second), Math.max(first, second)].map((at) =>
    drawn(rowsOf(layers[at] ?? {}).filter((row) => !bringsStore(row))),
  );
  const [store, freedom] = drawn(storeRows);
  const [name, [title, make, change = unchanged]] = drawn(Object.entries(limiters));
  const plan = drawn(numbered);
  const limiter: Freedom = [
    `has the calls of the ${plan} plan a minute, by ${title}`,
    change,
    { settings: { plan }, server: () => ({ plan, quota: make(plans[plan].perMinute, minute) }) },
  ];
  const id = ['pair', ...rows.map(([one]) => one.replace('.', '-')), store, name, plan].join('.');
  return serverOf(id, [freedom, limiter, ...rows.map(([, one]) => one)]);
}

const pairCount = 80;

/** Every conformant server. */
export const conformant: readonly Variant[] = [
  { id: 'unchanged', title: 'the reference server as it is' },
  ...layers.flatMap(rowsOf).map(alone),
  ...[holdingFreedoms, limitFreedoms, middlewareFreedoms, connectionFreedoms]
    .flatMap(rowsOf)
    .map(([id, freedom]) => serverOf(id, [freedom])),
  ...Array.from({ length: pairCount }, pair),
];
