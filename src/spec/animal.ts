/**
 * The members of an animal (section 2): the one place that lists them. Schemas, types, the reference server, the judges,
 * the comparisons and the wrong values follow from this table.
 */

/** The range of an int64 (section 2), both ends included. */
export const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;

export const petStatuses = ['available', 'pending', 'sold'] as const;

export type PetStatus = (typeof petStatuses)[number];

/** Each status, and none before each: a draft without one may take another path in the service. */
export const draftsAndStatuses: readonly { readonly status?: PetStatus }[] = petStatuses.flatMap(
  (status) => [{}, { status }],
);

/** The type of a member; an enumeration is the list of its words. */
export type MemberType = 'string' | 'int64' | readonly [string, ...string[]];

/** What the specification says of a member of an animal. */
export interface MemberFacts {
  readonly name: string;
  /** Compared exactly: a string by code point, an int64 by its value, an enumeration by its word. */
  readonly type: MemberType;
  readonly required: boolean;
  /** Whether a creation sends it; the server assigns all others. */
  readonly sent: boolean;
  /** Whether it may differ from one answer to the next; section 3 describes no transitions of `status`. */
  readonly moves: boolean;
  /** The requirement that judges it in every answer. */
  readonly judged: string;
  /** The requirement that judges creations with a wrong value of it. */
  readonly invalid?: string;
  /** The requirement that judges creations without it. */
  readonly missing?: string;
}

export const members = [
  { name: 'id', type: 'int64', required: true, sent: false, moves: false, judged: 'pet.id' },
  {
    name: 'name',
    type: 'string',
    required: true,
    sent: true,
    moves: false,
    judged: 'pet.name',
    invalid: 'create.invalid-name',
    missing: 'create.missing-name',
  },
  {
    name: 'categoryId',
    type: 'int64',
    required: true,
    sent: true,
    moves: false,
    judged: 'pet.category-id',
    invalid: 'create.invalid-category-id',
    missing: 'create.missing-category-id',
  },
  {
    name: 'status',
    type: petStatuses,
    required: false,
    sent: true,
    moves: true,
    judged: 'pet.status',
    invalid: 'create.invalid-status',
  },
] as const satisfies readonly MemberFacts[];

export type Member = (typeof members)[number];
export type MemberName = Member['name'];
export type SentMember = Extract<Member, { readonly sent: true }>;
export type RequiredMember = Extract<SentMember, { readonly required: true }>;
export type LastingMember = Extract<SentMember, { readonly moves: false }>;

/** The members that a creation sends. */
export const sentMembers: readonly SentMember[] = members.filter((one) => one.sent);

/** The members that a creation must send. */
export const requiredMembers: readonly RequiredMember[] = sentMembers.filter((one) => one.required);

/** The members that stay as they were created. */
export const lastingMembers: readonly LastingMember[] = sentMembers.filter((one) => !one.moves);

type ValueOf<Type> = Type extends 'int64'
  ? bigint
  : Type extends readonly (infer Word)[]
    ? Word
    : string;

type Named<Members extends Member> = {
  readonly [M in Members as M['name']]: ValueOf<M['type']>;
};

/** An animal (schema Pet), its integers exact. */
export type Animal = Named<Extract<Member, { readonly required: true }>> &
  Partial<Named<Extract<Member, { readonly required: false }>>>;

/** What a creation sends (schema NewPet). */
export type NewAnimal = Pick<Animal, SentMember['name']>;

/** Whether a value has the type of a member; an int64 is a BigInt within its range. */
export function hasType(value: unknown, type: MemberType): boolean {
  if (type === 'string') return typeof value === 'string';
  if (type !== 'int64') return type.some((word) => word === value);
  return typeof value === 'bigint' && value >= int64.min && value <= int64.max;
}

/** Values by the names of members. */
export type Values = Readonly<Record<string, unknown>>;

/** Whether every member that is there is valid. */
export function isPartOfAnimal(values: Values): values is Partial<Animal> {
  return members.every(
    ({ name, type }) => values[name] === undefined || hasType(values[name], type),
  );
}

/** The first member on account of which the values are no new animal; undefined if they are one. */
export function wrongMember(values: Values): SentMember | undefined {
  return sentMembers.find(({ name, type, required }) =>
    values[name] === undefined ? required : !hasType(values[name], type),
  );
}

/** Whether the values are those of a creation. */
export function isNewAnimal(values: Values): values is NewAnimal {
  return wrongMember(values) === undefined;
}
