/**
 * Conformant servers, on which the suite must not report a failure: each freedom alone on a store, each limiter on a
 * plan, and pairs of freedoms with a limiter and a store, all drawn by a seed.
 */
import type { Variant } from '../src/reference/variant.ts';
import { chance, pairsSeed } from './chance.ts';
import { connectionFreedoms } from './conformant/connections.ts';
import { creationFreedoms } from './conformant/creation-freedoms.ts';
import { type Freedom, type Freedoms, serverOf, stores } from './conformant/freedom.ts';
import { frontFreedoms } from './conformant/front.ts';
import { gapFreedoms } from './conformant/gap-freedoms.ts';
import { keyFreedoms } from './conformant/key-freedoms.ts';
import { lagFreedoms } from './conformant/lag.ts';
import { limiters, limitFreedoms, limiting } from './conformant/limit-freedoms.ts';
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

/** A freedom alone, on the store that it brings or on one that is drawn. */
const alone = ([id, freedom]: Row): Variant =>
  serverOf(id, freedom.server ? [freedom] : [drawn(storeRows)[1], freedom]);

/** Two freedoms of different layers, with a store and a limiter. */
function pair(): Variant {
  const first = Math.floor(random() * layers.length);
  const second = (first + 1 + Math.floor(random() * (layers.length - 1))) % layers.length;
  const rows = [Math.min(first, second), Math.max(first, second)].map((at) =>
    drawn(rowsOf(layers[at] ?? {}).filter(([, { server }]) => server === undefined)),
  );
  const [store, animals] = drawn(storeRows);
  const [name, limiter] = drawn(Object.entries(limiters));
  const plan = drawn(['free', 'pro', 'business'] as const);
  const id = ['pair', ...rows.map(([one]) => one.replace('.', '-')), store, name, plan].join('.');
  return serverOf(id, [animals, limiting(plan, limiter), ...rows.map(([, one]) => one)]);
}

const pairCount = 80;

/** Every conformant server. */
export const conformant: readonly Variant[] = [
  { id: 'unchanged' },
  ...layers.flatMap(rowsOf).map(alone),
  ...[holdingFreedoms, limitFreedoms, middlewareFreedoms, connectionFreedoms]
    .flatMap(rowsOf)
    .map(([id, freedom]) => serverOf(id, [freedom])),
  ...Array.from({ length: pairCount }, pair),
];
