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
import { bodyForms, declaredUtf8, type Form, inAscii } from '../values/forms.ts';
import { digitsOf, type Names, plannedAnimal } from '../values/names.ts';

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
  /** How many animals there should be. */
  readonly enough: number;
  /** The forms of ordinary animals, by turns, except for the first; default: each form. */
  readonly forms?: readonly Form[];
  /** Whether to create what core has no creations for, in place of ordinary animals; default: no. */
  readonly everyKind?: boolean;
  /**
   * Whether one animal is unusual in all ways instead of several in one each, for a run that creates few; default: no.
   */
  readonly joined?: boolean;
}

/** `varied` animals judge creation itself; `filling` ones give the store what lists need. */
interface CreationPlan {
  readonly varied: readonly Planned[];
  readonly filling: readonly Planned[];
}

/** The animals to create, decided by the seed and what the store already holds. */
export function planCreations({
  seed,
  names,
  counts,
  most,
  enough,
  everyKind,
  joined,
  forms = bodyForms,
}: PlanNeeds): CreationPlan {
  const make = maker(seed, names, forms);
  const [ordinary, next, last, ...others] = petStatuses;
  const first = make.plain(ordinary);
  const varied = [
    first,
    make.unusual(next),
    make.digits(last),
    ...others.map(make.plain),
    // With characters beyond ASCII, where it matters.
    { ...make.draft(undefined), form: declaredUtf8 },
  ];
  const rare = petStatuses.find((status) => status !== most && status !== last) ?? most;
  // Sent together, to a stocked store as well: these judge creation, too.
  const filling: Planned[] = [
    ...(joined === true ? [make.longEscaped(rare)] : [make.long(most), make.escaped(rare)]),
    {
      kind: 'namesake',
      name: first.name,
      own: first.own,
      status: most,
    },
  ];
  const known = Object.values(counts).reduce((sum, one) => sum + one, 0);
  // Where the first page is full, what it does not show is likely to be on others: a run that creates few adds none.
  const needsPairs = joined !== true || known < pageSize.max;
  const planned = [...varied, ...filling];
  const lacking = (needsPairs ? petStatuses : []).flatMap((status) => {
    const held = (counts[status] ?? 0) + planned.filter((one) => one.status === status).length;
    return Array.from({ length: Math.max(0, 2 - held) }, () => status);
  });
  // Every oddity in three animals, as two may have been edited by others; ordinary ones between them take the forms.
  const odd = [make.wide, make.negative, make.longEscaped, make.digitsInZero];
  const fillers = [
    make.unusual,
    // One ordinary animal without a status, as the first such one is not.
    ...odd.flatMap((one, at) => [one, at === 1 ? () => make.plain(undefined) : make.plain]),
    ...odd,
    make.large,
    ...(everyKind === true ? make.rare : []),
  ];
  const due = Math.max(
    lacking.length,
    everyKind === true ? fillers.length : 0,
    enough - known - planned.length,
  );
  for (let at = 0; at < due; at += 1) {
    filling.push((fillers[at] ?? make.plain)(lacking[at] ?? most));
  }
  if (joined !== true) return { varied, filling };
  // So few that most have to be sent together: all but the first, and the one that no status can spoil.
  const isAlone = (one: Planned) => one === first || one.status === undefined;
  const together = varied.filter((one) => !isAlone(one));
  return { varied: varied.filter(isAlone), filling: [...together, ...filling] };
}

/** Escapes that strict readers resolve, unless another piece makes them leave the whole name as it is. */
const escapes = new Set(['%41', '\\u0041', '\\n']);
const spoils = new Set(['%', '"', '\\']);

/** Two parts of about one length: escapes in the first, and in the second what makes strict readers leave them. */
function halves(deck: readonly string[]): readonly [readonly string[], readonly string[]] {
  const others = deck.filter((piece) => !escapes.has(piece) && !spoils.has(piece));
  const half = Math.ceil(deck.length / 2);
  const isFirst = (piece: string) =>
    escapes.has(piece) || (!spoils.has(piece) && others.indexOf(piece) < half - escapes.size);
  return [deck.filter(isFirst), deck.filter((piece) => !isFirst(piece))];
}

/** What replaces an animal that a store may refuse: with two freedoms, the unusual name alone; then a plain one. */
export function substituteFor(planned: Planned, names: Names): Planned {
  const { kind, name, status } = planned;
  if (kind === 'both') {
    const { categoryId: _, ...rest } = planned;
    return renamed({ ...rest, kind: 'unusual-name' }, 1, names);
  }
  return ordinary(names(`in the place of ${name}`), status);
}

/** An animal that must be accepted, under a name that no other has. */
export function ordinary(own: string, status: PetStatus | undefined): Planned {
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
  isTaken: (kinds: readonly Planned['kind'][]) => boolean,
  names: Names,
): Planned {
  const { categoryId, ...rest } = planned;
  if (['both', 'unusual-name'].includes(planned.kind) && !isTaken(['both', 'unusual-name'])) {
    return substituteFor({ ...planned, kind: 'unusual-name' }, names);
  }
  if (categoryId === undefined || isTaken(['both', 'other-category'])) return planned;
  return planned.kind === 'both'
    ? { ...rest, kind: 'unusual-name' }
    : substituteFor(planned, names);
}

type Make = (status: PetStatus | undefined) => Planned;

/** Makes animals of each kind; the same ones in the same order for the same seed. */
function maker(seed: DataSeed, names: Names, forms: readonly Form[]) {
  const most = 40;
  // The first two names, which every run creates, hold every piece between them; the third holds the further ones.
  const [deck = []] = sample(allPieces, seedFor(seed, 'all pieces'), 1);
  const [further = []] = sample(allFurtherPieces, seedFor(seed, 'further pieces'), 1);
  const decks = [...halves(deck), further];
  let dealt = 0;
  const large = sample(largeCategory, seedFor(seed, 'categories'), most);
  // The first is one that clamping to int64 would change.
  const inside = large.find((one) => one < 2n ** 62n) ?? 2n ** 53n + 1n;
  const categories = [inside, int64.max, ...large].values();
  const nextLarge = () => categories.next().value ?? 2n ** 53n + 1n;
  const wides = sample(wideCategory, seedFor(seed, 'wide categories'), most).values();
  const nextWide = () => wides.next().value ?? 2n ** 32n + 1n;
  let made = 0;
  const name = () => {
    made += 1;
    return names(plannedAnimal(made));
  };
  /** By turns the decks; in one of a category of its own, as these may be kept, or listed, by code of their own. */
  const unusual: Make = (status) => {
    const pieces = decks[dealt % decks.length] ?? ['é'];
    // A service may begin names with a capital.
    const own = dealt % decks.length === 2 ? name().toLowerCase() : name();
    dealt += 1;
    return withStatus({ kind: 'unusual-name', name: nameOf(own, pieces), own, pieces }, status);
  };
  const inCategory = (planned: Planned, categoryId: bigint): Planned => ({
    ...planned,
    kind: 'both',
    categoryId,
  });
  const digits = (status: PetStatus | undefined, categoryId: bigint) => {
    const own = digitsOf(name());
    return withStatus({ kind: 'both', name: own, own, categoryId }, status);
  };
  const longEscaped: Make = (status) => {
    const one = unusual(status);
    const { own, pieces = [] } = one;
    const long = `${own.repeat(8)}${'\u00f6'.repeat(60)}`;
    return {
      ...inCategory({ ...one, name: nameOf(long, pieces) }, nextLarge()),
      form: inAscii,
    };
  };
  const turn = typeof seed === 'number' ? seed : seed.seed;
  // The first is written the ordinary way.
  let written = -1;
  const nextForm = () => {
    written += 1;
    return written === 0 ? {} : { form: bySeed(forms, turn, written) };
  };
  return {
    plain: (status) => {
      const own = name();
      return { ...ordinary(own, status), ...nextForm() };
    },
    unusual,
    escaped: (status) => ({ ...inCategory(unusual(status), nextWide()), form: inAscii }),
    // Longer than 255 bytes, where columns cut, and than the 191 characters of an index only in bytes.
    long: (status) => {
      const own = name();
      const whole = `${own.repeat(15)}${'\u00f6'.repeat(70)}`;
      return withStatus({ kind: 'both', name: whole, own, categoryId: -nextWide() }, status);
    },
    longEscaped,
    digits: (status) => digits(status, nextLarge()),
    digitsInZero: (status) => digits(status, 0n),
    // Drafts, which have no status, may be kept, or shown, by code of their own.
    draft: (status) => inCategory(unusual(status), 0n),
    wide: (status) => inCategory(unusual(status), nextWide()),
    negative: (status) => inCategory(unusual(status), -nextWide()),
    large: (status) => {
      const own = name();
      return withStatus(
        { kind: 'other-category', name: own, own, categoryId: nextLarge() },
        status,
      );
    },
    rare: rareNames.map(
      (spell): Make =>
        (status) => {
          const own = name();
          const whole = spell(own);
          const said = whole.includes(own) ? { own } : { own: whole, spell };
          return withStatus({ kind: 'unusual-name', name: whole, ...said }, status);
        },
    ),
  } satisfies Record<string, Make | readonly Make[]>;
}

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

function withStatus(planned: Omit<Planned, 'status'>, status: PetStatus | undefined): Planned {
  return status === undefined ? planned : { ...planned, status };
}
