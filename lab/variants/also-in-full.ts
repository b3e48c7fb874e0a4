/** Conformant servers that are tried in core and in full: full asks more of them. */
import type { AdvisoryId, RequiredId } from '../../src/catalogue/catalogue.ts';
import { required } from '../../src/catalogue/required.ts';
import { everyTurn, type Variant } from '../../src/reference/subject.ts';
import { needsSockets } from '../sockets.ts';

/** Requirements that spend the limit and wait for a minute: too slow for a run in real time. */
const aboutSpending = [
  'rate.enforced',
  'rate.not-early',
  'rate.retry-after',
  'rate.recovers',
] as const;

/** What stays open in full beyond what does in core, and why. */
const openInFull: Readonly<Record<string, readonly RequiredId[]>> = {
  // Then no creation is possible above the limit either.
  'store.no-creations-allowed': aboutSpending,
  // Lists from a cache do not lower the count.
  'reads.lists-cached-a-minute': aboutSpending,
  'reads.all-cached-four-seconds-told': ['rate.enforced'],
  // The limit of a day is more than a run may ask.
  'rates.day-bucket-and-minute': aboutSpending,
  // Requests sent at once are refused by the limit of a second, while the minute has calls left.
  'rates.own-for-a-second': ['rate.enforced', 'rate.not-early'],
  // Refused before the number shown says so, and what a run may ask is enough for one round only.
  'rates.business-written-each-five-seconds': ['rate.enforced'],
  // No number tells whether it was refused too early, as the one shown is two seconds old.
  'rates.pro-written-each-two-seconds': ['rate.not-early'],
  // One in thirty of the calls above a limit of sixty may be in each round.
  'front.502-each-thirtieth': ['rate.enforced'],
  'front.504-each-fortieth-rich': ['rate.enforced'],
  // Each creation that is answered 503 may have made an animal, and a run may make 60.
  'front.one-at-once': [...aboutSpending, 'auth.invalid-key', 'auth.bearer-only'],
  // Nothing can be asked while the caller is locked out.
  'front.locked-after-16-bad-keys-403': ['auth.invalid-key', 'auth.bearer-only'],
};

/** Advisories that fail in full, as it sees a 429. */
const advisedInFull: Readonly<Record<string, readonly AdvisoryId[]>> = {
  'quota.retry-after-milliseconds': ['rate.retry-after-format'],
  'quota.retry-after-fraction': ['rate.retry-after-format'],
  'quota.retry-after-with-unit': ['rate.retry-after-format'],
};

/** Servers that do not conform in full, by what they are made of. */
const notInFull: readonly string[] = [
  // It shows a limit of its own, and not that of the plan which every server has in full.
  'quota.shows-either',
  // `Retry-After: 0` is one of its many headers, also on a 429.
  'wire.headers-many',
];

/**
 * The same server in a run in full; its id is that of the variant after `full:`. Of one that is tried only if it is
 * named, anything may stay open, such as what a day's quota does not hold; nothing may fail.
 */
function inFull({ mostRefusals, ...variant }: Variant): Variant {
  const { settings, advised = [], inVirtualTime = { latencyMs: [1, 6] } } = variant;
  const id = `full:${variant.id}`;
  const isWatched = isAlwaysInFull({ id });
  const isVirtual = !needsSockets(variant);
  // If the limit is not what makes it special, the smallest one, which is soon spent.
  const isPlain = variant.server === undefined && settings?.plan === undefined && isVirtual;
  return {
    ...variant,
    ...(isPlain ? { server: () => ({ plan: 'free' }) } : {}),
    id,
    settings: { ...settings, ...(isPlain ? { plan: 'free' } : {}), ...everyTurn },
    ...(isWatched && mostRefusals !== undefined ? { mostRefusals } : {}),
    undecided: isWatched ? openOf(variant) : required.map((one) => one.id),
    advised: [...advised, ...(advisedInFull[variant.id] ?? [])],
    ...(isVirtual ? { inVirtualTime } : {}),
  };
}

function openOf(variant: Variant): RequiredId[] {
  const { id, undecided = [] } = variant;
  const slow = needsSockets(variant) ? aboutSpending : [];
  return [...undecided, ...(openInFull[id] ?? []), ...slow];
}

const isOfCore = ({ id, settings }: Variant) =>
  settings?.profile === undefined && !notInFull.includes(id);

/** Every variant that has no profile of its own, in full. */
export function inFullOf(variants: readonly Variant[]): Variant[] {
  return variants.filter(isOfCore).map(inFull);
}

/** Those that every lab tries in full: `kind.` for all of a kind. The others are tried only if they are named. */
const always = [
  'front.',
  // Core asks few of the questions that the specification leaves open.
  'gap.',
  'others.',
  'pages.of-equal-shares',
  'pages.one-row-dropped-of-few',
  'pages.three-of-a-category-newest-first',
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

/** Whether every lab tries a variant in full. */
export function isAlwaysInFull({ id }: Pick<Variant, 'id'>): boolean {
  return always.some(
    (one) => id === `full:${one}` || (one.endsWith('.') && id.startsWith(`full:${one}`)),
  );
}
