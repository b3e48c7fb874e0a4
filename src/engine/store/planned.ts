import { int64, type NewAnimal, type PetStatus, petStatuses } from '../../catalogue/animal.ts';
import {
  allFurtherPieces,
  allPieces,
  type DataSeed,
  largeCategory,
  nameOf,
  sample,
  seedFor,
  unusualName,
  wideCategory,
} from '../data/arbitraries.ts';
import { bySeed } from '../data/by-seed.ts';
import { bodyForms, declaredUtf8, type Form, inAscii } from '../data/forms.ts';
import { digitsOf, type Names, plannedAnimal } from '../data/names.ts';

/**
 * An animal to create. `plain` must be accepted; `unusual-name`, `other-category` and `both` may be refused with 400,
 * since limits on names and the known categories are gaps, but not changed; a `namesake` of another animal may be
 * refused, since names may have to be unique. Without a category it is for the known one.
 */
export interface Planned extends Pick<NewAnimal, 'name'>, Partial<Omit<NewAnimal, 'name'>> {
  readonly kind: 'plain' | 'unusual-name' | 'other-category' | 'both' | 'namesake';
  /** The part of the name that no other animal has. */
  readonly own: string;
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
  /** How many animals of that status there should be. */
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
export interface CreationPlan {
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
  const short = (status: PetStatus, due: number) => {
    const planned = [...varied, ...filling].filter((one) => one.status === status).length;
    return Math.max(0, due - (counts[status] ?? 0) - planned);
  };
  const fillers = [
    make.plain,
    make.wideCategory,
    make.otherCategory,
    ...(everyKind === true ? make.rare : []),
  ];
  // With as many ordinary ones as would be left, as these are written in forms.
  const least = everyKind === true ? fillers.length + ordinaryBesideRare : 0;
  for (let left = Math.max(least, short(most, enough)), at = 0; left > 0; left -= 1, at += 1) {
    filling.push((fillers[at] ?? make.plain)(most));
  }
  for (const status of petStatuses) {
    for (let left = short(status, 2); left > 0; left -= 1) filling.push(make.unusual(status));
  }
  if (everyKind === true) filling.push(make.plain(undefined));
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

/** How many ordinary animals are created beside the rare ones: with the first filler and the last, one in each form. */
const ordinaryBesideRare = bodyForms.length - 2;

/** What replaces an animal that a store may refuse: with two freedoms, the unusual name alone; then a plain one. */
export function substituteFor(planned: Planned, names: Names): Planned {
  const { kind, name, status } = planned;
  if (kind === 'both') {
    const { categoryId: _, ...rest } = planned;
    return renamed({ ...rest, kind: 'unusual-name' }, 1, names);
  }
  const own = names(`in the place of ${name}`);
  return withStatus({ kind: 'plain', name: own, own }, status);
}

/** The animal under another name of its kind: the first may be taken, even by itself. */
export function renamed(planned: Planned, attempt: number, names: Names): Planned {
  const { name, own, spell } = planned;
  const fresh = names(`${name}, attempt ${attempt}`);
  if (spell) return { ...planned, name: spell(fresh), own: spell(fresh) };
  const other = /^\d+$/.test(own) ? digitsOf(fresh) : fresh;
  return { ...planned, name: name.replaceAll(own, other), own: other };
}

type Make = (status: PetStatus | undefined) => Planned;

/** Makes animals of each kind; the same ones in the same order for the same seed. */
function maker(
  seed: DataSeed,
  names: Names,
  forms: readonly Form[],
): Record<
  | 'plain'
  | 'unusual'
  | 'escaped'
  | 'long'
  | 'longEscaped'
  | 'digits'
  | 'draft'
  | 'otherCategory'
  | 'wideCategory',
  Make
> & { readonly rare: readonly Make[] } {
  const most = 40;
  // The first two names, which every run creates, hold every piece between them; the third holds the further ones.
  const [deck = []] = sample(allPieces, seedFor(seed, 'all pieces'), 1);
  const further = sample(allFurtherPieces, seedFor(seed, 'further pieces'), 1);
  const [former, latter] = halves(deck);
  const random = sample(unusualName, seedFor(seed, 'unusual names'), most);
  const pieces = [former, latter, ...further, ...random.filter((one) => one.length >= 8)].values();
  const large = sample(largeCategory, seedFor(seed, 'categories'), most);
  // The first is one that clamping to int64 would change.
  const inside = large.find((one) => one < 2n ** 62n) ?? 2n ** 53n + 1n;
  const categories = [inside, int64.max, ...large].values();
  const ofDraft = large.find((one) => one !== inside && one < 2n ** 62n) ?? 2n ** 53n + 3n;
  const wide = sample(wideCategory, seedFor(seed, 'wide categories'), most).values();
  let made = 0;
  const name = () => {
    made += 1;
    return names(plannedAnimal(made));
  };
  const unusual: Make = (status) => {
    const taken = pieces.next().value ?? ['é'];
    const own = name();
    const whole = nameOf(own, taken);
    return withStatus({ kind: 'unusual-name', name: whole, own, pieces: taken }, status);
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
      return withStatus({ kind: 'plain', name: own, own, ...nextForm() }, status);
    },
    unusual,
    // In a category of its own: animals of a status may be kept, or listed, by code of their own.
    escaped: (status) => ({
      ...unusual(status),
      kind: 'both',
      categoryId: wide.next().value ?? 2n ** 32n + 1n,
      form: inAscii,
    }),
    long: (status) => {
      const own = name();
      const categoryId = wide.next().value ?? 2n ** 32n + 1n;
      return withStatus({ kind: 'both', name: own.repeat(22), own, categoryId }, status);
    },
    longEscaped: (status) => {
      const { own, pieces: taken = [], ...rest } = unusual(status);
      const name = nameOf(own.repeat(22), taken);
      const categoryId = wide.next().value ?? 2n ** 32n + 1n;
      return { ...rest, kind: 'both', name, own, pieces: taken, categoryId, form: inAscii };
    },
    // Drafts, which have no status, may be kept, or shown, by code of their own.
    draft: (status) => ({ ...unusual(status), kind: 'both', categoryId: ofDraft }),
    digits: (status) => {
      const own = digitsOf(name());
      const categoryId = categories.next().value ?? 2n ** 53n + 1n;
      return withStatus({ kind: 'both', name: own, own, categoryId }, status);
    },
    otherCategory: (status) => {
      const categoryId = categories.next().value ?? 2n ** 53n + 1n;
      const own = name();
      return withStatus({ kind: 'other-category', name: own, own, categoryId }, status);
    },
    rare: [
      ...rareNames.map(
        (spell): Make =>
          (status) => {
            const own = name();
            const whole = spell(own);
            const said = whole.includes(own) ? { own } : { own: whole, spell };
            return withStatus({ kind: 'unusual-name', name: whole, ...said }, status);
          },
      ),
      ...rareCategories.map(
        (categoryId): Make =>
          (status) => {
            const own = name();
            return withStatus({ kind: 'other-category', name: own, own, categoryId }, status);
          },
      ),
    ],
    wideCategory: (status) => {
      const categoryId = wide.next().value ?? 2n ** 32n + 1n;
      const own = name();
      return withStatus({ kind: 'other-category', name: own, own, categoryId }, status);
    },
  };
}

/**
 * Names that a spreadsheet, a template, the rendering of an emoji or a search would touch, each around an ordinary one.
 * In NFC; no white space except single spaces.
 */
const rareNames: readonly ((own: string) => string)[] = [
  (own) => own.toLowerCase(),
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
  // Longer than 191 characters and 255 bytes, where indexes and columns cut.
  (own) => `${own} ${'\u00f6'.repeat(200)}`,
];

/** A time of day in this century, as ISO 8601 writes it. */
function timeOf(own: string): string {
  const [, , a, b, c, d, e] = digitsOf(own);
  return `20${a}${b}-0${1 + (Number(c) % 9)}-1${d}T0${e}:30:00Z`;
}

/** Categories that a careless reader takes for none; those below 0 are asked as a gap. */
const rareCategories: readonly bigint[] = [0n];

function withStatus(planned: Omit<Planned, 'status'>, status: PetStatus | undefined): Planned {
  return status === undefined ? planned : { ...planned, status };
}
