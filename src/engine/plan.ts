import { type PetStatus, petStatuses } from '../catalogue/operations.ts';
import {
  allPieces,
  largeCategory,
  nameOf,
  plainName,
  sample,
  seedFor,
  unusualName,
} from './arbitraries.ts';

/**
 * An animal to create. `plain` must be accepted; `unusual-name` and `other-category` may be refused with
 * 400, since limits on names and the known categories are gaps, but not changed.
 */
export interface Planned {
  readonly kind: 'plain' | 'unusual-name' | 'other-category';
  readonly name: string;
  /** The pieces of an unusual name, to shrink it by. */
  readonly pieces?: readonly string[];
  /** Absent for the known category. */
  readonly categoryId?: bigint;
  readonly status?: PetStatus;
}

export interface PlanNeeds {
  readonly seed: number;
  /** Animals known, by status. */
  readonly counts: Readonly<Record<string, number>>;
  /** The status to fill a page with. */
  readonly most: PetStatus;
  /** How many animals of that status there should be. */
  readonly enough: number;
}

/** `varied` animals judge creation itself; `filling` ones bring the store to what lists need. */
export interface CreationPlan {
  readonly varied: readonly Planned[];
  readonly filling: readonly Planned[];
}

/** The animals to create, decided by the seed and what the store already holds. */
export function planCreations({ seed, counts, most, enough }: PlanNeeds): CreationPlan {
  const make = maker(seed);
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
    filling.push(make.plain(undefined), { kind: 'unusual-name', name: first.name });
  }
  return { varied, filling };
}

/** The plain animal that takes the place of one that a store may refuse. */
export function substituteFor({ name, status }: Planned): Planned {
  const letters = [...name].map((one) =>
    String.fromCodePoint(97 + ((one.codePointAt(0) ?? 0) % 26)),
  );
  return withStatus({ kind: 'plain', name: `Testpet${letters.slice(-6).join('')}` }, status);
}

type Make = (status: PetStatus | undefined) => Planned;

/** Makes animals of each kind; the same ones in the same order for the same seed. */
function maker(
  seed: number,
): Record<'plain' | 'unusual' | 'long' | 'digits' | 'otherCategory', Make> {
  const most = 40;
  const plain = sample(plainName, seedFor(seed, 'plain names'), most).values();
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
  const name = () => plain.next().value ?? 'Testpet';
  return {
    plain: (status) => withStatus({ kind: 'plain', name: name() }, status),
    unusual: (status) => {
      const taken = pieces.next().value ?? ['é'];
      return withStatus({ kind: 'unusual-name', name: nameOf(taken), pieces: taken }, status);
    },
    long: (status) => withStatus({ kind: 'unusual-name', name: name().repeat(14) }, status),
    digits: (status) => withStatus({ kind: 'unusual-name', name: '0040400' }, status),
    otherCategory: (status) => {
      const categoryId = categories.next().value ?? 2n ** 53n + 1n;
      return withStatus({ kind: 'other-category', name: name(), categoryId }, status);
    },
  };
}

function withStatus(planned: Omit<Planned, 'status'>, status: PetStatus | undefined): Planned {
  return status === undefined ? planned : { ...planned, status };
}
