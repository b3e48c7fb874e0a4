import type { Answered, Exchange } from '../../http/exchange.ts';
import type { Finding } from '../outcome.ts';
import type { Pet } from '../pet.ts';
import { brief, mayBeTidied } from './creations.ts';
import { groupedBy } from './grouped.ts';
import type { Seen, SeenCreation } from './seen.ts';

/** An animal of this run as an answer shows it, and as its creation did. */
export interface Sighting {
  readonly exchange: Answered;
  readonly created: Pet;
  readonly creation: Exchange;
  readonly shown: Pet;
}

/** A way in which a store changes a value that does not fit: whether one value results from the other. */
interface Image {
  readonly member: 'name' | 'categoryId';
  readonly isOf: (created: Pet, shown: Pet) => boolean;
  /** Whether it would change an animal, by how it changed another. */
  readonly wouldChange: (created: Pet, other: Sighting) => boolean;
}

const greatest32 = 2n ** 31n - 1n;
const greatestExact = BigInt(Number.MAX_SAFE_INTEGER);

/** What columns of 32 bits and doubles keep of a category. */
const keptOfCategories: readonly ((category: bigint) => bigint)[] = [
  (category) => BigInt.asIntN(32, category),
  (category) => BigInt.asUintN(32, category),
  (category) => BigInt(Number(category)),
  (category) => (category > greatest32 ? greatest32 : category),
  (category) => (category > greatestExact ? greatestExact : category),
];

const images: readonly Image[] = [
  {
    member: 'name',
    isOf: ({ name }, shown) => isNameImage(name, shown.name),
    wouldChange: ({ name }, { created, shown }) =>
      wouldLose(`${name}`, `${created.name}`, `${shown.name}`),
  },
  ...keptOfCategories.map(
    (kept): Image => ({
      member: 'categoryId',
      isOf: ({ categoryId }, shown) =>
        categoryId !== undefined &&
        shown.categoryId !== categoryId &&
        shown.categoryId === kept(categoryId),
      wouldChange: ({ categoryId = 0n }) => kept(categoryId) !== categoryId,
    }),
  ),
];

/** Others edit animals as they like, but hardly two of them in the way of one fault. */
const enough = 2;

/**
 * Judges that animals of this run are not shown as a store keeps them into which they do not fit (section 4.3): names
 * without characters beyond ASCII, categories in 32 bits. A cache may show them whole at first, and one of several
 * nodes may show the rest now and then, so each answer counts, whatever the others say.
 */
export function judgeMisfitValues(seen: Seen): Finding[] {
  const all = sightingsOf(seen);
  return images.flatMap((image) => {
    const { member, isOf } = image;
    const changed = all.filter(({ created, shown }) => isOf(created, shown));
    const animals = new Set(changed.map(({ created }) => created.id));
    // If its own read shows the animal so, it differs from its creation; otherwise the list is wrong.
    const told = changed.find(({ exchange }) => exchange.operation === 'getPet') ?? changed.at(0);
    if (animals.size < enough || told === undefined || mayBeFiled(changed, member, all)) return [];
    if (isOneEdit(changed, image, all)) return [];
    return [findingOn(told, member, changed)];
  });
}

/**
 * Whether others may have changed all of them at one moment, as a migration does: what was there at that moment is shown
 * unchanged before it and changed after it, what was created later stays as it was. That an animal was unchanged at a
 * greater age than another was changed, and by more answers, shows that they were not changed one by one.
 */
function isOneEdit(
  changed: readonly Sighting[],
  { member, wouldChange }: Image,
  all: readonly Sighting[],
): boolean {
  const animals = new Map(changed.map((one) => [one.created.id, one]));
  const ways = [...animals.values()];
  const whole = all.filter(
    ({ created, shown }) =>
      shown[member] !== undefined &&
      shown[member] === created[member] &&
      ways.some((one) => wouldChange(created, one)),
  );
  const isMoment = (moment: number) =>
    changed.every(
      ({ exchange, creation }) => creation.startedAt <= moment && exchange.finishedAt >= moment,
    ) &&
    whole.every(
      ({ exchange, creation, created }) =>
        exchange.startedAt <= moment || (!animals.has(created.id) && creation.finishedAt >= moment),
    );
  // The latest moment that there may be, and each before which an animal may have been created that stays as it was.
  const moments = new Set([
    Math.min(...changed.map(({ exchange }) => exchange.finishedAt)),
    ...whole.map(({ creation }) => creation.finishedAt),
  ]);
  const looks = groupedBy(whole, ({ created }) => created.id);
  const leastLooks = Math.min(...[...animals.keys()].map((id) => looks.get(id)?.length ?? 0));
  const leastAge = Math.min(
    ...changed.map(({ exchange, creation }) => exchange.finishedAt - creation.startedAt),
  );
  return (
    whole.some(({ exchange, creation }) => exchange.startedAt - creation.finishedAt >= leastAge) &&
    [...looks.values()].some(({ length }) => length > leastLooks) &&
    [...moments].some(isMoment)
  );
}

/**
 * Others may file animals of unknown categories under one of their own, which is a small number; under several, if they
 * file other animals of the run in ways in which no store would leave them.
 */
function mayBeFiled(
  changed: readonly Sighting[],
  member: Image['member'],
  all: readonly Sighting[],
): boolean {
  const values = new Set(changed.map(({ shown }) => shown[member]));
  const isSmall = (value: unknown) =>
    typeof value === 'bigint' && value > -(2n ** 30n) && value < 2n ** 30n;
  return [...values].every(isSmall) && (values.size === 1 || all.some(isFiled));
}

/** Whether the animal is shown in a category that no store makes from its own. */
const isFiled = ({ created, shown }: Sighting): boolean =>
  created.categoryId !== undefined &&
  shown.categoryId !== undefined &&
  ![...keptOfCategories, (category: bigint) => category].some(
    (kept) => kept(created.categoryId ?? 0n) === shown.categoryId,
  );

function findingOn(
  { exchange, created, shown }: Sighting,
  member: Image['member'],
  changed: readonly Sighting[],
): Finding {
  const ids = [...new Set(changed.map((one) => one.created.id))].join(', ');
  const also = changed.filter((one) => one.exchange !== exchange).map((one) => one.exchange.index);
  return {
    id: exchange.operation === 'getPet' ? 'get.same-animal' : 'list.same-animal',
    exchange: exchange.index,
    also: [...new Set(also)],
    at: `${exchange.operation} 200`,
    problem:
      `${member} of the animals ${ids} is shown as what a store leaves of it into which it does not fit: ` +
      `${written(shown[member])}, created as ${written(created[member])}`,
  };
}

/**
 * Every answer that shows an animal of this run after its creation, except animals that the run touched or whose id was
 * given again.
 */
export function sightingsOf({ creations, lists, reads, touched }: Seen): Sighting[] {
  const looks = [
    ...reads.flatMap(({ exchange, pet }) => (pet ? [{ exchange, shown: pet }] : [])),
    ...lists
      .filter(({ strange }) => !strange)
      .flatMap(({ exchange, pets }) => pets.map((shown) => ({ exchange, shown }))),
  ];
  const byId = new Map<bigint, SeenCreation[]>();
  for (const creation of creations) {
    const id = creation.pet?.id;
    if (id !== undefined) byId.set(id, [...(byId.get(id) ?? []), creation]);
  }
  return looks.flatMap(({ exchange, shown }) => {
    if (shown.id === undefined || touched.has(shown.id)) return [];
    const [creation, again] = byId.get(shown.id) ?? [];
    // An id that was given again says nothing about either animal.
    if (creation?.pet === undefined || again !== undefined) return [];
    const isBefore = creation.exchange.finishedAt <= exchange.startedAt;
    const isClause = creation.exchange.purpose === 'clause';
    if (!isBefore || !isClause) return [];
    return [{ exchange, created: creation.pet, creation: creation.exchange, shown }];
  });
}

/** This many letters of the run's own are not chance. */
const leastLetters = 6;

const lettersOf = (name: string) => name.replace(/[^a-z\d]/gi, '');

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const unescaped = (name: string) =>
  name
    .replace(/&#0?39;|&#x27;|&apos;/gi, "'")
    .replace(/&#34;/g, '"')
    .replace(/&(amp|lt|gt|quot);/g, (_, sign: string) => signs[sign] ?? '');

/** What becomes of a name: its ASCII letters and digits stay, with or without those below accents. */
const keptOfNames: readonly ((name: string, shown: string) => boolean)[] = [
  (name, shown) => lettersOf(name) === lettersOf(shown),
  (name, shown) => lettersOf(name.normalize('NFD')) === lettersOf(shown.normalize('NFD')),
  (name, shown) => name === unescaped(shown),
  (name, shown) => name.startsWith(shown),
  (name, shown) => name.toLowerCase() === shown.toLowerCase(),
];

/** Whether a name would lose what another lost: its end, or characters that both have. */
function wouldLose(name: string, other: string, left: string): boolean {
  if (other.startsWith(left)) return name.length >= other.length;
  return [...other].some((one) => !left.includes(one) && name.includes(one));
}

function isNameImage(name: string | undefined, shown: string | undefined): boolean {
  if (name === undefined || shown === undefined || name === shown || mayBeTidied(name))
    return false;
  if (lettersOf(shown).length < leastLetters) return false;
  return keptOfNames.some((kept) => kept(name, shown));
}

const written = (value: string | bigint | undefined) =>
  typeof value === 'string' ? brief(value) : `${value}`;
