/** Values that a creation may not have, computed from those that it may: of a wrong kind, and near the right ones. */
import fc from 'fast-check';
import { JsonNumber, type Writable } from '../../http/json.ts';
import {
  hasType,
  int64,
  type MemberFacts,
  type MemberType,
  petStatuses,
  type RequiredMember,
} from '../../spec/animal.ts';

/** A kind of wrongness, and the values that have it: a run sends one of them. */
interface WrongKind {
  readonly kind: string;
  readonly values: fc.Arbitrary<Writable>;
  /** In the plan: 2 for values that several kinds of services take, fail on, or answer otherwise, 3 if few do. */
  readonly tier: 2 | 3;
}

/** Values near the right ones, of one kind of wrongness: only full asks all, other runs one if requests are left. */
interface NearValues {
  readonly kind: string;
  readonly cases: readonly Writable[];
}

/** The words of an enumeration. */
type Words = Extract<MemberType, readonly string[]>;

/** What there is for each type of member. */
interface ByType<T> {
  readonly string: T;
  readonly int64: T;
  readonly words: (words: Words) => T;
}

function ofType<T>(type: MemberType, all: ByType<T>): T {
  return typeof type === 'string' ? all[type] : all.words(type);
}

/** The kinds of wrong values of a member. Null may be read as left out where that is allowed: `create.null-status`. */
export function wrongKinds({ type, required }: MemberFacts): readonly WrongKind[] {
  const kinds = ofType(type, { string: wrongTexts, int64: wrongIntegers, words: wrongWords });
  return required ? kinds : kinds.filter((one) => one !== nullValue);
}

/** Values near the right ones, which a loose comparison, a lenient parser or a careless look-up accepts. */
export function nearValues({ type }: MemberFacts): readonly NearValues[] {
  const kinds = ofType(type, { string: nearTexts, int64: nearIntegers, words: nearWords });
  return kinds.map(wrongOnly(type)).filter(({ cases }) => cases.length > 0);
}

/** Values that only full asks, beside those that take turns, in the body of an animal with a status. */
export function furtherValues({ type, required }: MemberFacts): NearValues {
  const all = { string: furtherTexts, int64: furtherIntegers, words: furtherWords };
  const { cases, ...kind } = wrongOnly(type)(ofType(type, all));
  return { ...kind, cases: cases.filter((value) => required || value !== null) };
}

/** Leaves out what the specification allows, such as a word that it has added. */
const wrongOnly =
  (type: MemberType) =>
  ({ cases, ...kind }: NearValues): NearValues => ({
    ...kind,
    cases: cases.filter((value) => !hasType(value, type)),
  });

const word = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
  minLength: 7,
  maxLength: 9,
});

const someDigits = fc.integer({ min: 1, max: 9_999 });

/** Clients that know no int64 send large ones as texts. Firewalls may stop numbers of more than 18 digits. */
const digitsInText = fc
  .oneof(someDigits, fc.bigInt({ min: 2n ** 53n + 1n, max: 10n ** 18n - 1n }))
  .map(String);

/** Fractions that rounding, cutting off or a comparison with 0 would take for different numbers. */
const fraction = fc
  .tuple(fc.integer({ min: -99, max: 9_999 }), fc.constantFrom(0.5, 0.5, 0.25, 0.875))
  .map(([whole, part]) => whole + part);

/** Also below zero, or with a fraction: each is a type of its own in some languages. */
const numberForText = fc
  .tuple(fc.integer({ min: 1_000_000, max: 99_999_999 }), fc.constantFrom(0, 0, 0.5, -1))
  .map(([whole, change]) => (change < 0 ? -whole : whole + change));

/** A kind that several kinds of services take. */
const telling = (kind: string, values: fc.Arbitrary<Writable>): WrongKind => ({
  kind,
  values,
  tier: 2,
});

/** A kind that few services take. */
const rare = (kind: string, values: fc.Arbitrary<Writable>): WrongKind => ({
  kind,
  values,
  tier: 3,
});

const aBoolean = telling('true', fc.constant(true));
const nullValue = telling('null', fc.constant(null));

const only = (kind: string, value: Writable): WrongKind => rare(kind, fc.constant(value));

/** What code that looks for any value takes for none. */
const emptyOnes: readonly WrongKind[] = [
  only('false', false),
  only('an empty array', []),
  only('an empty object', {}),
];

/**
 * An array and an object hold a text, for code that unwraps. Each is long enough to be known again if it is kept as a
 * text.
 */
const wrongTexts: readonly WrongKind[] = [
  telling('a number', numberForText),
  aBoolean,
  nullValue,
  telling(
    'an array',
    word.map((letters) => [letters]),
  ),
  telling(
    'an object',
    word.map((name) => ({ name, value: name, en: name })),
  ),
  only('0', 0),
  ...emptyOnes,
];

/** `1.0` and `1e2` are integers to JSON Schema, so they are not here. */
const wrongIntegers: readonly WrongKind[] = [
  telling('a string of digits', digitsInText),
  rare('a string of letters', word),
  rare('a fraction', fraction),
  aBoolean,
  nullValue,
  rare(
    'an array',
    someDigits.map((number) => [number]),
  ),
  telling(
    'an object',
    someDigits.map((id) => ({ id, name: 'Dogs', value: id, $numberLong: `${id}` })),
  ),
  telling('2^63, one above int64', fc.constant(int64.max + 1n)),
  only('-2^63 - 1, one below int64', int64.min - 1n),
  only('the empty string', ''),
  ...emptyOnes,
];

/** Words that other enumerations have for a status: of orders, of offers, of records. */
const otherWords = [
  ...['placed', 'approved', 'delivered', 'cancelled', 'returned'],
  ...['adopted', 'reserved', 'on_hold', 'unlisted', 'draft', 'published'],
  ...['active', 'inactive', 'archived', 'deleted', 'new', 'unknown'],
] as const;

function wrongWords(words: Words): readonly WrongKind[] {
  const among = (tier: 2 | 3, kind: string, all: readonly Writable[]): readonly WrongKind[] => {
    const cases = all.filter((value) => !hasType(value, words));
    return cases.length === 0 ? [] : [{ kind, values: fc.constantFrom(...cases), tier }];
  };
  const spelt = (tier: 2 | 3, kind: string, spell: (known: string) => Writable) =>
    among(tier, kind, words.map(spell));
  return [
    ...among(2, 'an unknown word', otherWords),
    // As small as an index into the enumeration.
    telling('a number', fc.integer({ min: 0, max: words.length - 1 })),
    aBoolean,
    ...spelt(3, 'a known word in capitals', (one) => one.toUpperCase()),
    ...spelt(2, 'an array', (one) => [one]),
    ...spelt(2, 'an object', (one) => ({ status: one, name: one, value: one, id: one })),
    ...among(3, 'the empty string', ['']),
    // An index into the enumeration, as a text.
    ...among(3, 'a string of digits', ['1', '2', '0']),
    ...emptyOnes,
  ];
}

const nearTexts: readonly NearValues[] = [];

const nearIntegers: readonly NearValues[] = [
  {
    kind: 'a text that a conversion takes for a number',
    cases: [
      ...[' 7', '7.0', '+7', '0x1F', '1e3', '7 cats', '\uff17', 'Infinity', '-1'],
      ...['1_0', '1,000', '\u0663', '9007199254740993'],
    ],
  },
  {
    kind: 'a whole number that wraps to a small one',
    cases: [2n ** 64n + 1n, 2n ** 65n, 1n - 2n ** 64n, 10n ** 30n],
  },
];

/** Three words of an enumeration, which may be the same if it has fewer. */
function threeOf(words: Words): readonly [string, string, string] {
  const [first, second = first, third = second] = words;
  return [first, second, third];
}

function nearWords(words: Words): readonly NearValues[] {
  const [first, second, third] = threeOf(words);
  return [
    {
      kind: 'a known word with a capital, or with white space',
      cases: words.flatMap((one) => [`${one[0]?.toUpperCase()}${one.slice(1)}`, ` ${one}`]),
    },
    {
      kind: 'a known word with something before or behind it, or a part of one',
      cases: [
        ...[`un${first}`, `${third}out`, `${first},${second}`, `${third}\n`, `pre${third}`],
        ...[`${second} `, `${third};`],
      ],
    },
    {
      kind: 'a part of a known word',
      cases: [
        ...[first.slice(0, 5), second.slice(0, 4), third.slice(0, 3), third.slice(1)],
        ...[first.slice(0, 1), first.slice(-4), second.slice(1)],
      ],
    },
    {
      kind: 'a word that is built into a language',
      cases: ['constructor', 'toString', '__proto__', 'valueOf', 'hasOwnProperty', 'null', 'name'],
    },
    {
      kind: 'letters that fold to those of a known word',
      cases: [
        ...[third.replace('s', '\u017f'), inFullWidth(third), second.replace('i', '\u0131')],
        // Without its accent, its invisible character, or what C does not read, it is a valid one.
        ...[third.replace('o', '\u00f6'), `${third.slice(0, 1)}\u200b${third.slice(1)}`],
        ...[`${third}\u0000`, `\u00a0${third}`],
      ],
    },
  ];
}

/** Letters of ASCII as those of the same width as Chinese ones. */
const inFullWidth = (text: string): string =>
  text.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

const furtherTexts: NearValues = {
  kind: 'a number or null, beside a status',
  cases: [7, null, new JsonNumber('1e400'), -7, 7.5],
};

const furtherIntegers: NearValues = {
  kind: 'a fraction, a huge number, white space, a string of digits, null or true',
  cases: [
    ...['15e-1', '1e30', '1e400', '-0.5', '7.000001', '0.25', '7.999'].map(
      (digits) => new JsonNumber(digits),
    ),
    10n ** 40n,
    ' ',
    // Sent with a status, like all of these.
    '7',
    null,
    true,
  ],
};

const furtherWords = (words: Words): NearValues => {
  const [, , third] = threeOf(words);
  return {
    kind: 'a number, a word of another enumeration, or a text that breaks formats and queries',
    cases: [
      ...['reserved', 'adopted', 'unknown', 'deleted', 'none', '1'],
      ...['placed', 'archived', 'inactive', 'active'],
      // Indexes into an enumeration that counts from 0 or from 1, and beyond it.
      ...[0, 3, 99, -1, "'", '100%', '{0}', 'un'.repeat(120)],
      // A message that repeats these must escape them, and be encoded.
      ...[`"${third}"`, `${third}\\`, 'vend\u00fc'],
    ],
  };
};

/**
 * Makes a body from the name and category of a valid one, and from the id of an animal that exists, if one is known.
 */
export type Near = (
  name: string,
  category: bigint,
  id?: bigint,
) => Readonly<Record<string, Writable>>;

/**
 * Objects that lack a member but have one that looks like it or contains it, or a status that may not need it; asked
 * only by full.
 */
export const nearMembers: Readonly<Record<RequiredMember['name'], readonly Near[]>> = {
  name: [
    (name, categoryId) => ({
      categoryId,
      ...{ Name: name, NAME: name, title: name, petName: name, pet_name: name, label: name },
      ...Object.fromEntries(
        ['pet', 'data', 'attributes', '__proto__'].map((one) => [one, { name, categoryId }]),
      ),
      pets: [{ name, categoryId }],
    }),
    (_, category, id) => ({ id: id ?? 1n, categoryId: category }),
    ...petStatuses.map(
      (status): Near =>
        (_, categoryId) => ({ categoryId, status }),
    ),
  ],
  categoryId: [
    (name, categoryId) => ({
      name,
      ...{ CategoryId: categoryId, CATEGORYID: categoryId, category_id: categoryId },
      ...{ categoryID: categoryId, categoryid: categoryId, category: categoryId },
      ...Object.fromEntries(
        ['pet', 'data', 'attributes', '__proto__'].map((one) => [one, { name, categoryId }]),
      ),
    }),
    (name, id) => ({ name, category: { id } }),
    // A change of an animal that exists needs no more.
    (name, _, id) => ({ id: id ?? 1n, name }),
    ...petStatuses.map(
      (status): Near =>
        (name) => ({ name, status }),
    ),
  ],
};

/** Texts that are not JSON, or not an object, made from the name and category of a valid body. */
export interface NearBodies {
  readonly kind: string;
  readonly cases: readonly ((name: string, category: bigint) => string)[];
}

/** What a lenient parser may accept (RFC 8259, section 9), each with one slip. */
export const lenientBodies: readonly NearBodies[] = [
  {
    kind: 'JSON with a comma too many, or with text behind it',
    cases: [
      (name, category) => `{"name":"${name}","categoryId":${category},}`,
      (name, category) => `{"name":"${name}","categoryId":${category}} and more`,
    ],
  },
  {
    kind: 'JSON that only lenient parsers take',
    cases: [
      (name, category) => `{'name':'${name}','categoryId':${category}}`,
      (name, category) => `{name:"${name}",categoryId:${category}}`,
      (name, category) => `{"name":"${name}","categoryId":0${category}}`,
      (name, category) => `{"name":"${name}","categoryId":+${category}}`,
      (name, category) => `{"name":"${name}" "categoryId":${category}}`,
      (name, category) => `{"name":"${name}","categoryId":${category},,}`,
      (name, category) => `{"name":"${name}","categoryId":${category}}}`,
    ],
  },
];

export const nearBodies: readonly NearBodies[] = [
  {
    kind: 'of another notation',
    cases: [
      (name, category) => `name: ${name}\ncategoryId: ${category}\n`,
      (name, category) => `name=${name}&categoryId=${category}`,
      (name, category) => `"name":"${name}","categoryId":${category}`,
      (name, category) => `({"name":"${name}","categoryId":${category}})`,
      // Stock parsers accept it, and then it is not an int64.
      (name) => `{"name":"${name}","categoryId":NaN}`,
    ],
  },
  {
    kind: 'a JSON value without members',
    cases: [() => '[]', () => 'false', () => '0', () => '""'],
  },
];

/** Asked only by full: an array in an array, and so on, deeper than recursion goes in most languages; two kilobytes. */
export const nestedBody = '['.repeat(1_100) + ']'.repeat(1_100);
