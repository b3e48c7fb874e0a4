/** Conformant servers that are tried in core, tried in full as well: full asks more of them. */
import type { RequiredId } from '../../catalogue/catalogue.ts';
import { needsSockets } from '../sockets.ts';
import { everyTurn, type Variant } from '../subject.ts';

/** Kinds of which every variant without a profile of its own can be tried in full. */
const kinds = [
  'others',
  'reads',
  'front',
  'rates',
  'words',
  'gap',
  'store',
  'model',
  'staging',
  'shared',
  'wire',
  'forms',
];

/** What spends the limit, and waits for a minute: nothing for a run in the machine's time. */
const aboutSpending = [
  'rate.enforced',
  'rate.not-early',
  'rate.retry-after',
  'rate.recovers',
] as const;

/** What stays open in full beyond what does in core, and why. */
const openInFull: Readonly<Record<string, readonly RequiredId[]>> = {
  // No creation above the limit either, then.
  'store.no-creations-allowed': aboutSpending,
};

/** The same server, asked by a run in full; its id is that of the variant after `full:`. */
function inFull(variant: Variant): Variant {
  const { id, settings, undecided = [], inVirtualTime = { latencyMs: [1, 6] } } = variant;
  const isVirtual = !needsSockets(variant);
  return {
    ...variant,
    id: `full:${id}`,
    settings: { ...settings, ...everyTurn },
    undecided: [...undecided, ...(openInFull[id] ?? []), ...(isVirtual ? [] : aboutSpending)],
    ...(isVirtual ? { inVirtualTime } : {}),
  };
}

const isOfCore = ({ settings, id }: Variant) =>
  settings?.profile === undefined && kinds.some((kind) => id.startsWith(`${kind}.`));

/** The variants that can be tried in full, too. */
export function alsoInFull(variants: readonly Variant[]): Variant[] {
  return variants.filter(isOfCore).map(inFull);
}
