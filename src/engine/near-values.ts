/** Values near the right ones: what a loose comparison, a lenient parser or a careless look-up takes for one. */
import type { Writable } from '../http/json/json.ts';

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
    cases: [' 7', '7.0', '+7', '0x1F', '1e3', '7 cats', '\uff17', 'Infinity', '-1'],
  },
  {
    kind: 'a whole number that wraps to a small one',
    cases: [2n ** 64n + 1n, 2n ** 65n, 1n - 2n ** 64n, 10n ** 30n],
  },
];

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
    cases: [true, false, [], {}, ['sold', 'pending'], { status: 'sold' }],
  },
  {
    kind: "a name of a programming language's own",
    cases: ['constructor', 'toString', '__proto__', 'valueOf', 'hasOwnProperty', 'null', 'name'],
  },
  {
    kind: 'letters that fold to those of a known word',
    cases: ['\u017fold', '\uff53\uff4f\uff4c\uff44', 'pend\u0131ng'],
  },
];

/** Texts that are no JSON, or no object, made of a valid body's name and category. */
export interface NearBodies {
  readonly kind: string;
  readonly cases: readonly ((name: string, category: bigint) => string)[];
}

export const nearBodies: readonly NearBodies[] = [
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
  {
    kind: 'of another notation',
    cases: [
      (name, category) => `name=${name}&categoryId=${category}`,
      (name, category) => `name: ${name}\ncategoryId: ${category}\n`,
      (name, category) => `"name":"${name}","categoryId":${category}`,
      (name, category) => `({"name":"${name}","categoryId":${category}})`,
    ],
  },
  {
    kind: 'a JSON value without members',
    cases: [() => 'false', () => '0', () => '""', () => '[]', () => 'true'],
  },
];
