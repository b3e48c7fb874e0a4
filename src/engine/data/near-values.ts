/** Values near the right ones, which a loose comparison, a lenient parser or a careless look-up accepts. */
import { petStatuses } from '../../catalogue/operations.ts';
import { JsonNumber, type Writable } from '../../http/json/json.ts';

/** Values of one kind of wrongness, which take turns by the seed; full asks all. */
export interface NearValues {
  readonly kind: string;
  readonly cases: readonly Writable[];
}

export const nearNames: readonly NearValues[] = [
  { kind: 'falsy or empty, and no text', cases: [false, 0, [], {}] },
];

export const nearCategories: readonly NearValues[] = [
  { kind: 'falsy or empty, and no number', cases: [false, '', [], {}] },
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

/** Asked only by full, beside those that take turns. */
export const furtherCategories: NearValues = {
  kind: 'a number that only its exponent, its sign or its end gives away, white space, digits, null or true',
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

export const nearStatuses: readonly NearValues[] = [
  {
    kind: 'a known word with something before or behind it, or a part of one',
    cases: [
      'unavailable',
      'soldout',
      'available,pending',
      'sold\n',
      'presold',
      'pending ',
      'sold;',
    ],
  },
  { kind: 'a part of a known word', cases: ['avail', 'pend', 'sol', 'old', 'a', 'able', 'ending'] },
  {
    kind: 'what a loose comparison takes',
    cases: [
      false,
      [],
      {},
      ['sold', 'pending'],
      { status: 'sold', name: 'sold', value: 'sold', id: 'sold' },
    ],
  },
  {
    kind: "a name of a programming language's own",
    cases: ['constructor', 'toString', '__proto__', 'valueOf', 'hasOwnProperty', 'null', 'name'],
  },
  {
    kind: 'letters that fold to those of a known word',
    cases: [
      ...['\u017fold', '\uff53\uff4f\uff4c\uff44', 'pend\u0131ng'],
      // Without its accent, its invisible character, or what C does not read, it is a valid one.
      ...['s\u00f6ld', 's\u200bold', 'sold\u0000', '\u00a0sold'],
    ],
  },
];

/** Asked only by full, beside those that take turns. */
export const furtherStatuses: NearValues = {
  kind: 'a number, a word of another enumeration, or a text that formats and queries trip over',
  cases: [
    ...['reserved', 'adopted', 'unknown', 'deleted', 'none', '1'],
    ...['placed', 'archived', 'inactive', 'active'],
    // Indexes into an enumeration that counts from 0 or from 1, and beyond it.
    ...[0, 3, 99, -1, "'", '100%', '{0}', 'un'.repeat(120)],
    // A message that repeats these must escape them, and be encoded.
    ...['"sold"', 'sold\\', 'vend\u00fc'],
  ],
};

/**
 * Makes a body from the name and category of a valid one, and from the id of an animal that exists, if one is known.
 */
type Near = (name: string, category: bigint, id?: bigint) => Writable;

/**
 * Objects that lack a member but have one that looks like it or contains it, or a status that may not need it; asked
 * only by full.
 */
export const nearMembers: Readonly<Record<'name' | 'categoryId', readonly Near[]>> = {
  name: [
    (name, category) => ({
      ...{ pet: { name, categoryId: category }, pets: [{ name, categoryId: category }] },
      categoryId: category,
      ...{ title: name, petName: name, pet_name: name, label: name },
    }),
    (name, category) => ({
      data: { name, categoryId: category, attributes: { name, categoryId: category } },
    }),
    (name, category) => ({ ['__proto__']: { name, categoryId: category } }),
    (_, category, id) => ({ id: id ?? 1n, categoryId: category }),
    ...petStatuses.map(
      (status): Near =>
        (_, categoryId) => ({ categoryId, status }),
    ),
  ],
  categoryId: [
    (name, category) => ({ name, category_id: category, category, categoryID: category }),
    (name, category) => ({ name, category: { id: category } }),
    // A change of an animal that exists needs no more.
    (name, _, id) => ({ id: id ?? 1n, name }),
    (name, category) => ({ name, pet: { name, categoryId: category } }),
    (name, category) => ({ name, ['__proto__']: { categoryId: category } }),
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
      (name, category) => `name=${name}&categoryId=${category}`,
      (name, category) => `name: ${name}\ncategoryId: ${category}\n`,
      (name, category) => `"name":"${name}","categoryId":${category}`,
      (name, category) => `({"name":"${name}","categoryId":${category}})`,
      () => ' \n',
      // Stock parsers accept it, and then it is not an int64.
      (name) => `{"name":"${name}","categoryId":NaN}`,
    ],
  },
  {
    kind: 'a JSON value without members',
    cases: [() => 'false', () => '0', () => '""', () => '[]', () => 'true'],
  },
];

/**
 * Asked only by full, as a body and in place of each member: an array in an array, and so on, deeper than recursion goes
 * in most languages; two kilobytes.
 */
export const nested: { readonly kind: string; readonly value: Writable } = {
  kind: 'nested a thousand times',
  value: Array.from({ length: 1_099 }).reduce<Writable>((inner) => [inner], []),
};

/**
 * Asked only by full, beside those that take turns. No comments, and no escapes beyond those of JSON: stock parsers of
 * widespread languages accept them, as a parser may (RFC 8259, section 9).
 */
export const furtherLenientBodies: NearBodies = {
  kind: 'JSON that only the readers of other languages take',
  cases: [
    (name, category) => `{"name":"${name}","categoryId":0x${category.toString(16)}}`,
    (name, category) => `{"name":"${name}","categoryId":${category},"old":True}`,
    (name, category) => `{"name":"${name}";"categoryId":${category}}`,
    (name, category) => `{,"name":"${name}","categoryId":${category}}`,
    (name, category) => `{"name":"${name}\n","categoryId":${category}}`,
    (name, category) => `{"name":"${name}","categoryId":${category}}{}`,
    (name, category) => `)]}',\n{"name":"${name}","categoryId":${category}}`,
    (name, category) => `{"name"="${name}","categoryId"=${category}}`,
  ],
};
