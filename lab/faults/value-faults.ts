/** What a store does to the values of an animal, in each place where that shows. Sections 4.1 to 4.3. */

import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  keeping,
  remembering,
  showing,
  storing,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { type Animal, int64, type NewAnimal } from '../../src/spec/animal.ts';
import { isA } from '../changes.ts';
import { type Breaks, crossed, type Entries } from './fault-table.ts';

type Operator = (animal: NewAnimal) => Partial<Omit<Animal, 'id'>>;

const name =
  (change: (name: string) => string): Operator =>
  (one) => ({ name: change(one.name) });
const replace = (what: RegExp, by: string) => name((text) => text.replace(what, by));
const category =
  (change: (id: bigint) => bigint): Operator =>
  (one) => ({ categoryId: change(one.categoryId) });

/** What a double keeps of an int64, within int64. */
const asDouble = (value: bigint): bigint =>
  BigInt(Number(value)) > int64.max ? int64.max : BigInt(Number(value));

/** What a strict reader makes of a text; the text itself if the reader refuses it. */
const unlessRefused = (read: (text: string) => unknown) =>
  name((text) => {
    try {
      return `${read(text)}`;
    } catch {
      return text;
    }
  });

/** The fewest bytes, without half a character at the end. */
const firstBytes = (most: number) =>
  name((text) =>
    Buffer.from(text)
      .subarray(0, most)
      .toString()
      .replace(/\ufffd$/, ''),
  );

const operators: Entries<Operator> = {
  'name-misread': name((text) => Buffer.from(text).toString('latin1')),
  'name-latin-1': replace(/[^\0-\xff]/gu, '?'),
  'name-unaccented': name((text) => text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')),
  'name-nfd': name((text) => text.normalize('NFD')),
  'name-lower': name((text) => text.toLowerCase()),
  'name-capital': name((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`),
  'name-escaped': name((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  'name-tags': replace(/<[^>]*>/g, ''),
  'name-cut-at-emoji': replace(/[\u{10000}-\u{10ffff}].*$/u, ''),
  'name-surrogates': replace(/[\ud800-\udfff]/g, '\ufffd'),
  'name-joiners': replace(/\u200b|\u200c|\u200d|\ufe0f|\u2060/g, ''),
  'name-cut-at-quote': replace(/".*$/, ''),
  'name-quotes-halved': replace(/''/g, "'"),
  'name-u0041': replace(/\\u0041/g, 'A'),
  'name-uri': unlessRefused(decodeURIComponent),
  'name-json': unlessRefused((text) => JSON.parse(`"${text}"`)),
  'name-plus': replace(/\+/g, ' '),
  'name-template': replace(/\{\{.*?\}\}/g, ''),
  'name-basename': replace(/^.*\//, ''),
  'name-cut-at-100': replace(/(?<=^.{100}).*$/su, ''),
  'name-255-bytes': firstBytes(255),
  'name-zeros': replace(/^0+(?=\d+$)/, ''),
  'category-double': category(asDouble),
  'category-int32': category((id) => BigInt.asIntN(32, id)),
  'category-positive': category((id) => (id < 0n ? -id : id)),
  'category-no-zero': category((id) => id || 1n),
  'status-available': () => ({ status: 'available' }),
  'status-rotated': ({ status }) =>
    status === undefined ? {} : { status: status === 'sold' ? 'pending' : 'sold' },
};

const shownWhere = (where: (call: Call) => boolean) => (operator: Operator) =>
  showing((shown, call, animal) => (where(call) ? { ...shown, ...operator(animal) } : shown));

/** Shows an animal as it came for 30 ms, as from a cache. */
const showingLater = (operator: Operator): Change =>
  remembering(() => {
    const since = new Map<bigint, number>();
    return showing((shown, { at }, animal) => {
      const first = since.get(animal.id) ?? at;
      since.set(animal.id, first);
      return at - first > 30 ? { ...shown, ...operator(animal) } : shown;
    });
  });

const filters: Breaks = [
  'list.status-filter',
  'list.filter-with-limit',
  'list.same-animal',
  'list.shows-animals',
];
const read: Breaks = ['get.same-animal', 'list.same-animal'];

/** How an operator is applied, and what a reader could call broken, of a status too where its change shows. */
type Place = readonly [apply: (by: Operator) => Change, broken: Breaks, ofStatus?: Breaks];

const places: Entries<Place> = {
  created: [
    (by) => keeping((one) => ({ ...one, ...by(one) })),
    ['create.keeps-values'],
    ['create.keeps-values', 'create.status-values', 'list.shows-animals'],
  ],
  // A status may move at any time, so no rule is broken where another one is stored or read later.
  stored: [
    (by) => storing((one) => ({ ...one, ...by(one) })),
    ['get.same-animal', 'list.same-animal', 'list.shows-animals'],
  ],
  read: [shownWhere(isA('getPet')), read, read],
  listed: [shownWhere(isA('listPets')), ['list.same-animal'], filters],
  filtered: [
    shownWhere((call) => isA('listPets')(call) && call.query.has('status')),
    ['list.same-animal'],
    filters,
  ],
  later: [showingLater, read],
};

export const valueFaults: readonly Fault[] = crossed(
  'value',
  operators,
  places,
  (operator, [apply, broken, ofStatus], [id]) => {
    const breaks = id.startsWith('status-') ? ofStatus : broken;
    return breaks && { breaks, change: apply(operator) };
  },
);
