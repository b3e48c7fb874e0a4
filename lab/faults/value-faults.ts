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
import type { Animal, NewAnimal } from '../../src/spec/animal.ts';
import { asDouble } from '../member-changes.ts';
import { type Breaks, crossed, type Entries } from './fault-table.ts';

type Operator = (animal: NewAnimal) => Partial<Omit<Animal, 'id'>>;

const name =
  (change: (name: string) => string): Operator =>
  (one) => ({ name: change(one.name) });
const replace = (what: RegExp, by: string) => name((text) => text.replace(what, by));
const category =
  (change: (id: bigint) => bigint): Operator =>
  (one) => ({ categoryId: change(one.categoryId) });

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
  'name-misread': ['reads UTF-8 as Latin-1', name((text) => Buffer.from(text).toString('latin1'))],
  'name-latin-1': ['writes ? for all but Latin-1', replace(/[^\0-\xff]/gu, '?')],
  'name-unaccented': [
    'drops accents',
    name((text) => text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')),
  ],
  'name-nfd': ['decomposes names (NFD)', name((text) => text.normalize('NFD'))],
  'name-lower': ['lower-cases names', name((text) => text.toLowerCase())],
  'name-capital': [
    'begins names with a capital',
    name((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`),
  ],
  'name-escaped': [
    'escapes HTML',
    name((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  ],
  'name-tags': ['strips tags', replace(/<[^>]*>/g, '')],
  'name-cut-at-emoji': ['cuts names at an emoji', replace(/[\u{10000}-\u{10ffff}].*$/u, '')],
  'name-surrogates': ['splits surrogate pairs', replace(/[\ud800-\udfff]/g, '\ufffd')],
  'name-joiners': [
    'strips joiners of width zero',
    replace(/\u200b|\u200c|\u200d|\ufe0f|\u2060/g, ''),
  ],
  'name-cut-at-quote': ['cuts names at a quote', replace(/".*$/, '')],
  'name-quotes-halved': ['halves doubled apostrophes', replace(/''/g, "'")],
  'name-u0041': ['resolves \\u0041 once more', replace(/\\u0041/g, 'A')],
  'name-uri': ['decodes names that are valid URIs', unlessRefused(decodeURIComponent)],
  'name-json': [
    'decodes names that are valid in JSON',
    unlessRefused((text) => JSON.parse(`"${text}"`)),
  ],
  'name-plus': ['takes plus for a space', replace(/\+/g, ' ')],
  'name-template': ['resolves {{...}}', replace(/\{\{.*?\}\}/g, '')],
  'name-basename': ['keeps what follows the last slash', replace(/^.*\//, '')],
  'name-cut-at-100': ['keeps 100 characters', replace(/(?<=^.{100}).*$/su, '')],
  'name-255-bytes': ['keeps 255 bytes', firstBytes(255)],
  'name-zeros': ['drops zeros before digits', replace(/^0+(?=\d+$)/, '')],
  'category-double': ['reads categoryId as a double', category(asDouble)],
  'category-int32': ['keeps 32 bits of categoryId', category((id) => BigInt.asIntN(32, id))],
  'category-positive': ['drops the sign of categoryId', category((id) => (id < 0n ? -id : id))],
  'category-no-zero': ['takes category 0 for none', category((id) => id || 1n)],
  'status-available': ['makes animals available', () => ({ status: 'available' })],
  'status-rotated': [
    'takes one status for the next',
    ({ status }) =>
      status === undefined ? {} : { status: status === 'sold' ? 'pending' : 'sold' },
  ],
};

/** Where an operator is applied, what a reader could call broken, and whether a change of status shows there. */
interface Place {
  readonly breaks: Breaks;
  readonly status?: Breaks;
  apply(operator: Operator): Change;
}

const shownWhere = (where: (call: Call) => boolean) => (operator: Operator) =>
  showing((shown, call, animal) => (where(call) ? { ...shown, ...operator(animal) } : shown));

/** How long a cache shows an animal as it came, in milliseconds. */
const cachedMs = 30;

const showingLater = (operator: Operator): Change =>
  remembering(() => {
    const since = new Map<bigint, number>();
    return showing((shown, { at }, animal) => {
      const first = since.get(animal.id) ?? at;
      since.set(animal.id, first);
      return at - first > cachedMs ? { ...shown, ...operator(animal) } : shown;
    });
  });

const filters: Breaks = ['list.status-filter', 'list.filter-with-limit', 'list.same-animal'];

const places: Entries<Place> = {
  created: [
    'when it creates',
    {
      breaks: ['create.keeps-values'],
      status: ['create.keeps-values', 'create.status-values', 'list.shows-animals'],
      apply: (by) => keeping((one) => ({ ...one, ...by(one) })),
    },
  ],
  // A status may move at any time, so no rule is broken where another one is stored or read later.
  stored: [
    'when it stores',
    {
      breaks: ['get.same-animal', 'list.same-animal', 'list.shows-animals'],
      apply: (by) => storing((one) => ({ ...one, ...by(one) })),
    },
  ],
  read: [
    'when it is read by its id',
    {
      breaks: ['get.same-animal', 'list.same-animal'],
      status: ['get.same-animal', 'list.same-animal'],
      apply: shownWhere(({ operation }) => operation === 'getPet'),
    },
  ],
  listed: [
    'in lists',
    {
      breaks: ['list.same-animal'],
      status: [...filters, 'list.shows-animals'],
      apply: shownWhere(({ operation }) => operation === 'listPets'),
    },
  ],
  filtered: [
    'in filtered lists',
    {
      breaks: ['list.same-animal'],
      status: [...filters, 'list.shows-animals'],
      apply: shownWhere(({ operation, query }) => operation === 'listPets' && query.has('status')),
    },
  ],
  later: [
    'once it leaves the cache',
    { breaks: ['get.same-animal', 'list.same-animal'], apply: showingLater },
  ],
};

/** What a name may lose without anybody noticing, as it is sent in no ordinary request. */
export const valueFaults: readonly Fault[] = crossed(
  'value',
  operators,
  places,
  (operator, { breaks, status, apply }, [id]) => {
    const broken = id.startsWith('status-') ? status : breaks;
    return broken && { breaks: broken, change: apply(operator) };
  },
);
