import { type PetStatus, petStatuses } from '../catalogue/operations.ts';
import { allPieces, largeCategory, nameOf, sample, seedFor, unusualName } from './arbitraries.ts';
import { digitsOf, type Names } from './names.ts';

/**
 * An animal to create. `plain` must be accepted; `unusual-name` and `other-category` may be refused with
 * 400, since limits on names and the known categories are gaps, but not changed; a `namesake` of another
 * animal may be refused, since names may have to be unique.
 */
export interface Planned {
  readonly kind: 'plain' | 'unusual-name' | 'other-category' | 'namesake';
  readonly name: string;
  /** What of the name no other animal has. */
  readonly own: string;
  /** The pieces of an unusual name, to shrink it by. */
  readonly pieces?: readonly string[];
  /** Absent for the known category. */
  readonly categoryId?: bigint;
  readonly status?: PetStatus;
}

export interface PlanNeeds {
  readonly seed: number;
  readonly names: Names;
  /** Animals known, by status. */
  readonly counts: Readonly<Record<string, number>>;
  /** The status to fill a page with. */
  readonly most: PetStatus;
  /** How many animals of that status there should be. */
  readonly enough: number;
}

/** `varied` animals judge creation itself; `filling` ones bring the store to what lists need. */
export interface Plan {
  readonly varied: readonly Planned[];
  readonly filling: readonly Planned[];
}

/** The animals to create, decided by the seed and what the store already holds. */
export function planCreations({ seed, names, counts, most, enough }: PlanNeeds): Plan {
  const make = maker(seed, names);
  const varied = [
    make.plain('available'),
    make.unusual('pending'),
    make.otherCategory('sold'),
    make.unusual(undefined),
  ];
  const filling: Planned[] = [];
  const short = (status: PetStatus, due: number) => {
    const planned = [...varied, ...filling].filter((one) => one.status === status).length;
    return Math.max(0, due - (counts[status] ?? 0) - planned);
  };
  const fillers = [make.long, make.otherCategory, make.digits, make.unusual, make.otherCategory];
  for (let left = short(most, enough), at = 0; left > 0; left -= 1, at += 1) {
    filling.push((fillers[at] ?? make.plain)(most));
  }
  for (const status of petStatuses) {
    for (let left = short(status, 2); left > 0; left -= 1) filling.push(make.unusual(status));
  }
  const [first] = varied;
  if (filling.length > 0 && first) {
    // A second one without status, and a namesake, where animals are created anyway.
    const { name, own } = first;
    filling.push(make.plain(undefined), { kind: 'namesake', name, own });
  }
  return { varied, filling };
}

/** The plain animal that takes the place of one that a store may refuse. */
export function substituteFor({ name, status }: Planned, names: Names): Planned {
  const own = names(`in the place of ${name}`);
  return withStatus({ kind: 'plain', name: own, own }, status);
}

/** The animal under another name of its kind: the first may be taken, by itself even. */
export function renamed(planned: Planned, attempt: number, names: Names): Planned {
  const { name, own } = planned;
  const fresh = names(`${name}, attempt ${attempt}`);
  const other = /^\d+$/.test(own) ? digitsOf(fresh) : fresh;
  return { ...planned, name: name.replaceAll(own, other), own: other };
}

type Make = (status: PetStatus | undefined) => Planned;

/** Makes animals of each kind; the same ones in the same order for the same seed. */
function maker(
  seed: number,
  names: Names,
): Record<'plain' | 'unusual' | 'long' | 'digits' | 'otherCategory', Make> {
  const most = 40;
  // The first two names, which every run creates, hold every piece between them.
  const [deck = []] = sample(allPieces, seedFor(seed, 'all pieces'), 1);
  const half = Math.ceil(deck.length / 2);
  const random = sample(unusualName, seedFor(seed, 'unusual names'), most);
  const pieces = [
    deck.slice(0, half),
    deck.slice(half),
    ...random.filter((one) => one.length >= 8),
  ].values();
  const categories = sample(largeCategory, seedFor(seed, 'categories'), most).values();
  let made = 0;
  const name = () => {
    made += 1;
    return names(`animal ${made}`);
  };
  return {
    plain: (status) => {
      const own = name();
      return withStatus({ kind: 'plain', name: own, own }, status);
    },
    unusual: (status) => {
      const taken = pieces.next().value ?? ['é'];
      const own = name();
      const whole = nameOf(own, taken);
      return withStatus({ kind: 'unusual-name', name: whole, own, pieces: taken }, status);
    },
    long: (status) => {
      const own = name();
      return withStatus({ kind: 'unusual-name', name: own.repeat(22), own }, status);
    },
    digits: (status) => {
      const own = digitsOf(name());
      return withStatus({ kind: 'unusual-name', name: own, own }, status);
    },
    otherCategory: (status) => {
      const categoryId = categories.next().value ?? 2n ** 53n + 1n;
      const own = name();
      return withStatus({ kind: 'other-category', name: own, own, categoryId }, status);
    },
  };
}

function withStatus(planned: Omit<Planned, 'status'>, status: PetStatus | undefined): Planned {
  return status === undefined ? planned : { ...planned, status };
}
