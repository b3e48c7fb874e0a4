/** Conformant servers that are tried in core, tried in full as well: full asks more of them. */
import type { RequiredId } from '../../catalogue/catalogue.ts';
import { needsSockets } from '../sockets.ts';
import { everyTurn, type Variant } from '../subject.ts';

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
  // Lists out of a cache do not lower the count.
  'reads.lists-cached-a-minute': aboutSpending,
  'reads.all-cached-four-seconds-told': ['rate.enforced'],
  // The limit of a day is beyond what a run may ask.
  'rates.day-bucket-and-minute': aboutSpending,
  // What is sent at once is refused by the limit of a second, while the minute has calls left.
  'rates.own-for-a-second': ['rate.enforced', 'rate.not-early'],
  // Refused before the number shown says so, and what a run may ask does for one round.
  'rates.business-written-each-five-seconds': ['rate.enforced'],
  // Whether it was refused too early no number tells, as the one shown is of two seconds before.
  'rates.pro-written-each-two-seconds': ['rate.not-early'],
  // Of the calls above a limit of sixty a thirtieth one may be among those of each round.
  'front.502-each-thirtieth': ['rate.enforced'],
  'front.504-each-fortieth-rich': ['rate.enforced'],
  // Nothing can be asked of a door that is closed.
  'front.locked-after-16-bad-keys-403': ['auth.invalid-key', 'auth.bearer-only'],
};

/** The same server, asked by a run in full; its id is that of the variant after `full:`. */
function inFull(variant: Variant): Variant {
  const { id, settings, undecided = [], inVirtualTime = { latencyMs: [1, 6] } } = variant;
  const isVirtual = !needsSockets(variant);
  // Where the limit is not what makes it odd, the smallest one: it is soon spent.
  const isPlain = variant.server === undefined && settings?.plan === undefined && isVirtual;
  return {
    ...variant,
    ...(isPlain ? { server: () => ({ plan: 'free' }) } : {}),
    id: `full:${id}`,
    settings: { ...settings, ...(isPlain ? { plan: 'free' } : {}), ...everyTurn },
    undecided: [...undecided, ...(openInFull[id] ?? []), ...(isVirtual ? [] : aboutSpending)],
    ...(isVirtual ? { inVirtualTime } : {}),
  };
}

const isOfCore = ({ settings }: Variant) => settings?.profile === undefined;

/** Every variant that has no profile of its own, in full. */
export function inFullOf(variants: readonly Variant[]): Variant[] {
  return variants.filter(isOfCore).map(inFull);
}

/** Those that are tried in full with every lab: `kind.` for all of a kind. The others are, where they are named. */
const always = [
  'front.',
  // Core asks few of the questions that the specification leaves open.
  'gap.',
  'others.',
  'parser.',
  'reads.replicas-by-turns-rich',
  'rates.business-in-parcels',
  'rates.pro-in-six-parts',
  'rates.free-without-the-present',
  'rates.plan-raised',
  'words.key-ulid',
  'store.rich-lists-cached',
  'staging.rich-lists-out-of-a-cache',
  'staging.old-moved-to-another-category',
  'staging.firewall-long-413',
  'staging.firewall-odd-403',
  'staging.firewall-odd-406',
  'staging.busy-and-moderated',
  'staging.key-reads-only-in-core',
  'staging.category-fills-up-after-3',
  'staging.category-fills-up-after-5',
  'staging.full-409',
  'staging.own-pages-of-any-length-by-name',
  'staging.rich-and-full-after-3',
];

/** Whether a variant in full is tried with every lab. */
export function isAlwaysInFull({ id }: Variant): boolean {
  return always.some(
    (one) => id === `full:${one}` || (one.endsWith('.') && id.startsWith(`full:${one}`)),
  );
}
