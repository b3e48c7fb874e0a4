import { int64, type NewAnimal, type PetStatus, petStatuses } from '../../spec/animal.ts';
import { pageSize } from '../../spec/operations.ts';
import {
  allFurtherPieces,
  allPieces,
  type DataSeed,
  largeCategory,
  nameOf,
  sample,
  seedFor,
  wideCategory,
} from '../values/arbitraries.ts';
import { bySeed } from '../values/by-seed.ts';
import { bodyForms, declaredUtf8, type Form, inAscii, joinedBodyForms } from '../values/forms.ts';
import { digitsOf, type Names, plannedAnimal } from '../values/names.ts';

/** The animals that decide a page of the default size: one more than fits. */
const enoughForDefault = pageSize.default + 1;

/**
 * An animal to create. `plain` must be accepted; `unusual-name`, `other-category` and `both` may be refused with 400,
 * since limits on names and the known categories are gaps, but not changed; a `namesake` of another animal may be
 * refused, since names may have to be unique. Without a category it is for the known one.
 */
export interface Planned extends Pick<NewAnimal, 'name'>, Partial<Omit<NewAnimal, 'name'>> {
  readonly kind: 'plain' | 'unusual-name' | 'other-category' | 'both' | 'namesake';
  /** The part of the name that no other animal has. */
  readonly own: string;
  /** That of an animal of the run: a service that merges by id would write over it. */
  readonly id?: bigint;
  /** Makes such a name from an ordinary one, if the ordinary one is not a part of it. */
  readonly spell?: (ordinary: string) => string;
  /** The pieces of an unusual name, for shrinking. */
  readonly pieces?: readonly string[];
  /** How the request is written; default: the ordinary way. */
  readonly form?: Form;
}

export interface PlanNeeds {
  readonly seed: DataSeed;
  readonly names: Names;
  /** Known animals by status. */
  readonly counts: Readonly<Record<string, number>>;
  /** The status to fill a page with. */
  readonly most: PetStatus;
  /** Whether to create what core has no creations for, in place of ordinary animals; default: no. */
  readonly everyKind?: boolean;
  /** Whether to create few animals: no page of them, and one that is unusual in all ways; default: no. */
  readonly isFrugal?: boolean;
}

/** `varied` animals judge creation itself; `filling` ones give the store what lists need. */
interface CreationPlan {
  readonly varied: readonly Planned[];
  readonly filling: readonly Planned[];
}

/** The animals to create, decided by the seed and what the store already holds. */
export function planCreations(needs: PlanNeeds): CreationPlan {
  const { counts, most, everyKind = false, isFrugal = false } = needs;
  const sources = sourcesOf(needs);
  const make = (variety: Variety, status?: PetStatus) => withStatus(variety(sources), status);
  const [available, pending, sold, ...others] = petStatuses;
  const first = make(plain, available);
  const varied = [
    first,
    make(unusual, pending),
    make(digits, sold),
    ...others.map((status) => make(plain, status)),
    make(draft),
  ];
  const rare = petStatuses.find((status) => status !== most && status !== sold) ?? most;
  // Sent together, to a stocked store as well: these judge creation, too.
  const filling = [
    ...(isFrugal ? [make(longEscaped, rare)] : [make(long, most), make(escaped, rare)]),
    withStatus({ kind: 'namesake', name: first.name, own: first.own }, most),
  ];
  const known = Object.values(counts).reduce((sum, one) => sum + one, 0);
  // Where the first page is full, what it does not show is likely to be on others: a run that creates few adds none.
  const pairs =
    isFrugal && known >= pageSize.max ? [] : lackingPairs(counts, [...varied, ...filling]);
  filling.push(...pairs.map((status) => make(unusual, status)));
  const fillers = everyKind ? [...pageFillers, ...rareNames.map(rarelyNamed)] : pageFillers;
  const short = isFrugal ? 0 : enoughForDefault - known - varied.length - filling.length;
  const due = everyKind ? Math.max(fillers.length, short) : short;
  for (let at = 0; at < due; at += 1) {
    filling.push(make(fillers[at] ?? plain, at === draftAt ? undefined : most));
  }
  if (!isFrugal) return { varied, filling };
  // So few that most have to be sent together: all but the first, and the one that no status can spoil.
  const isAlone = (one: Planned) => one === first || one.status === undefined;
  const together = varied.filter((one) => !isAlone(one));
  return { varied: varied.filter(isAlone), filling: [...together, ...filling] };
}

/** The statuses of which there are not two animals, each as often as one is missing. */
function lackingPairs(counts: PlanNeeds['counts'], planned: readonly Planned[]): PetStatus[] {
  return petStatuses.flatMap((status) => {
    const many = planned.filter((one) => one.status === status).length + (counts[status] ?? 0);
    return Array.from({ length: Math.max(0, 2 - many) }, () => status);
  });
}

/** What the seed decides of animals, each in turn. */
interface Sources {
  readonly name: () => string;
  /** The pieces of an unusual name; after some of them the ordinary part is in small letters. */
  readonly pieces: () => { readonly pieces: readonly string[]; readonly isSmall?: true };
  readonly large: () => bigint;
  readonly wide: () => bigint;
  readonly form: () => Pick<Planned, 'form'>;
}

/** More than a run creates of one kind. */
const mostDrawn = 40;

function sourcesOf({ seed, names, isFrugal = false }: PlanNeeds): Sources {
  const [pieces = []] = sample(allPieces, seedFor(seed, 'all pieces'), 1);
  const [further = []] = sample(allFurtherPieces, seedFor(seed, 'further pieces'), 1);
  const large = sample(largeCategory, seedFor(seed, 'categories'), mostDrawn);
  // Clamping to int64 would change this one.
  const inside = large.find((one) => one < 2n ** 62n) ?? 2n ** 53n + 1n;
  const turn = typeof seed === 'number' ? seed : seed.seed;
  const forms = isFrugal ? joinedBodyForms : bodyForms;
  return {
    name: inTurn((at) => names(plannedAnimal(at + 1))),
    // The first two names, which every run creates, hold every piece between them; the third holds the further ones. A
    // service may begin names with a capital.
    pieces: among([...halves(pieces), { pieces: further, isSmall: true }]),
    large: among([inside, int64.max, ...large]),
    wide: among(sample(wideCategory, seedFor(seed, 'wide categories'), mostDrawn)),
    // The first is written the ordinary way.
    form: inTurn((at) => (at === 0 ? {} : { form: bySeed(forms, turn, at) })),
  };
}

/** A source that counts its calls from 0. */
function inTurn<T>(make: (at: number) => T): () => T {
  let next = 0;
  return () => {
    next += 1;
    return make(next - 1);
  };
}

/** A source of these values, over and over. */
const among = <T>(values: readonly T[]): (() => T) => inTurn((at) => bySeed(values, 0, at));

/** Escapes that strict readers resolve, unless another piece makes them leave the whole name as it is. */
const escapes = new Set(['%41', '\\u0041', '\\n']);
const spoils = new Set(['%', '"', '\\']);

/** Two parts of about one length: escapes in the first, and in the second what makes strict readers leave them. */
function halves(deck: readonly string[]): { readonly pieces: readonly string[] }[] {
  const others = deck.filter((piece) => !escapes.has(piece) && !spoils.has(piece));
  const half = Math.ceil(deck.length / 2);
  const isFirst = (piece: string) =>
    escapes.has(piece) || (!spoils.has(piece) && others.indexOf(piece) < half - escapes.size);
  return [{ pieces: deck.filter(isFirst) }, { pieces: deck.filter((piece) => !isFirst(piece)) }];
}

/** Makes an animal, but for its status. */
type Variety = (sources: Sources) => Omit<Planned, 'status'>;

const plain: Variety = ({ name, form }) => ({ ...ordinary(name()), ...form() });

const unusual: Variety = (sources) => {
  const { pieces, isSmall } = sources.pieces();
  const own = isSmall ? sources.name().toLowerCase() : sources.name();
  return { kind: 'unusual-name', name: nameOf(own, pieces), own, pieces };
};

/** Longer than 255 bytes, where columns cut, and than the 191 characters of an index only in bytes. */
const long: Variety = (sources) => {
  const own = sources.name();
  const name = `${own.repeat(15)}${'\u00f6'.repeat(70)}`;
  return { kind: 'both', name, own, categoryId: -sources.wide() };
};

const longEscaped: Variety = (sources) => {
  const one = unusual(sources);
  const { own, pieces = [] } = one;
  const name = nameOf(`${own.repeat(8)}${'\u00f6'.repeat(60)}`, pieces);
  return { ...one, kind: 'both', name, categoryId: sources.large(), form: inAscii };
};

/** An unusual name in a category of its own. */
const inCategory =
  (category: (sources: Sources) => bigint, form?: Form): Variety =>
  (sources) => ({
    ...unusual(sources),
    kind: 'both',
    categoryId: category(sources),
    ...(form && { form }),
  });

const wide = inCategory((sources) => sources.wide());
const negative = inCategory((sources) => -sources.wide());
const escaped = inCategory((sources) => sources.wide(), inAscii);
/** Drafts, which have no status, may be kept, or shown, by code of their own. Beyond ASCII, where the form matters. */
const draft = inCategory(() => 0n, declaredUtf8);

const digitsIn =
  (category: (sources: Sources) => bigint): Variety =>
  (sources) => {
    const own = digitsOf(sources.name());
    return { kind: 'both', name: own, own, categoryId: category(sources) };
  };

const digits = digitsIn((sources) => sources.large());
const digitsInZero = digitsIn(() => 0n);

const large: Variety = (sources) => {
  const own = sources.name();
  return { kind: 'other-category', name: own, own, categoryId: sources.large() };
};

const rarelyNamed =
  (spell: (own: string) => string): Variety =>
  (sources) => {
    const own = sources.name();
    const name = spell(own);
    const distinct = name.includes(own) ? { own } : { own: name, spell };
    return { kind: 'unusual-name', name, ...distinct };
  };

/** Every oddity in three animals, as two may have been edited by others; ordinary ones between them take the forms. */
const odd = [wide, negative, longEscaped, digitsInZero];
const pageFillers = [...odd.flatMap((one) => [one, plain]), ...odd, large];

/** The place among them of an ordinary animal without a status, as the first such one is not ordinary. */
const draftAt = 3;

/**
 * Names that a spreadsheet, a template, the rendering of an emoji or a search would touch, each around an ordinary one.
 * In NFC; no white space except single spaces.
 */
const rareNames: readonly ((own: string) => string)[] = [
  (own) => `=${own}+1`,
  (own) => `[${own}] *a* _b_`,
  (own) => `${own} | tabby 2`,
  (own) => `\u{1f415} ${own} Jr.`,
  (own) => `${own} :dog:`,
  (own) => `${own} \u{1f469}\u200d\u{1f467} \u2764\ufe0f 1\ufe0f\u20e3 \u{1f44d}\u{1f3fd}`,
  (own) => `${own} x\u0323\u0e01\u0e49 \u0645\u06cc\u200c\u0645`,
  (own) => `["${own}"]`,
  (own) => `"${own}"`,
  // What other types accept: a number, and a time.
  (own) => `${digitsOf(own).slice(2)}e3`,
  timeOf,
];

/** A time of day in this century, as ISO 8601 writes it. */
function timeOf(own: string): string {
  const [, , a, b, c, d, e] = digitsOf(own);
  return `20${a}${b}-0${1 + (Number(c) % 9)}-1${d}T0${e}:30:00Z`;
}

/** What replaces an animal that a store may refuse: with two freedoms, the unusual name alone; then a plain one. */
export function substituteFor(planned: Planned, names: Names): Planned {
  if (planned.kind === 'both') {
    const { categoryId: _, ...rest } = planned;
    return renamed({ ...rest, kind: 'unusual-name' }, 1, names);
  }
  return ordinary(inPlaceOf(planned, names), planned.status);
}

/** An animal that must be accepted, under a name that no other has. */
export function ordinary(own: string, status?: PetStatus): Planned {
  return withStatus({ kind: 'plain', name: own, own }, status);
}

/** The animal under another name of its kind: the first may be taken, even by itself. */
export function renamed(planned: Planned, attempt: number, names: Names): Planned {
  const { name, own, spell } = planned;
  const fresh = names(`${name}, attempt ${attempt}`);
  if (spell) return { ...planned, name: spell(fresh), own: spell(fresh) };
  const inCase = own === own.toLowerCase() ? fresh.toLowerCase() : fresh;
  const other = /^\d+$/.test(own) ? digitsOf(fresh) : inCase;
  return { ...planned, name: name.replaceAll(own, other), own: other };
}

/** The animal without what no animal so far was accepted with: asking for it again would only cost a request. */
export function withoutRefused(
  planned: Planned,
  taken: ReadonlySet<Planned['kind']>,
  names: Names,
): Planned {
  const { kind, categoryId, ...rest } = planned;
  const isNameTaken = taken.has('both') || taken.has('unusual-name');
  const isCategoryTaken = taken.has('both') || taken.has('other-category');
  if (['both', 'unusual-name'].includes(kind) && !isNameTaken) {
    return ordinary(inPlaceOf(planned, names), planned.status);
  }
  if (categoryId === undefined || isCategoryTaken) return planned;
  return kind === 'both' ? { ...rest, kind: 'unusual-name' } : substituteFor(planned, names);
}

const inPlaceOf = ({ name }: Planned, names: Names) => names(`in the place of ${name}`);

/** The body that creates it, in this category unless it has one of its own. */
export function bodyOf({ name, categoryId, status, id }: Planned, category: bigint): NewAnimal {
  return {
    name,
    categoryId: categoryId ?? category,
    ...(status && { status }),
    ...(id !== undefined && { id }),
  };
}

function withStatus(planned: Omit<Planned, 'status'>, status: PetStatus | undefined): Planned {
  return status === undefined ? planned : { ...planned, status };
}
