import type { NewAnimal } from '../../src/reference/animal.ts';
import { type Change, faultsOf, keeping, showing, storing } from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { asDouble } from '../member-changes.ts';

const naming = (change: (name: string) => string): Change =>
  keeping((animal) => ({ ...animal, name: change(animal.name) }));
const replacing = (what: RegExp, by: string): Change => naming((name) => name.replace(what, by));
const category = (change: (id: bigint) => bigint): Change =>
  keeping((animal) => ({ ...animal, categoryId: change(animal.categoryId) }));

// Kinds of names and numbers that are never sent.
const untried = faultsOf('create.keeps-values', {
  'store.category-of-32-to-53-bits': [
    'keeps the last 32 bits of a category below 2^53, and reads greater ones as text',
    category((id) => (id < 2n ** 53n ? BigInt.asIntN(32, id) : id)),
  ],
  'store.category-0-as-default': [
    'takes the category 0 for none, and puts the animal into 1',
    category((id) => (id === 0n ? 1n : id)),
  ],
  'store.name-first-letter-capital': [
    'begins each name with a capital',
    naming((name) => name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())),
  ],
  'store.name-joiners-lost': [
    'takes joiners and selectors of width zero out of names, and falls families of emoji apart',
    replacing(/[\u200b-\u200c]|\u200d|\ufe0f/g, ''),
  ],
  'store.name-without-brackets': [
    'takes names for Markdown, and drops brackets and stars',
    replacing(/[[\]*_]/g, ''),
  ],
  'store.name-shortcodes-drawn': ['draws :dog: and its like', replacing(/:dog:/g, '🐶')],
  'store.name-as-formula-escaped': [
    'puts an apostrophe before a name that a spreadsheet would compute',
    replacing(/^(?=[=@+-])/, "'"),
  ],
  'store.name-cut-at-bar': [
    'keeps fields between bars, and cuts names there',
    replacing(/\|.*$/s, ''),
  ],
});

/** Changes the category of an animal without a status. */
const ofDrafts =
  (change: (id: bigint) => bigint) =>
  <T extends NewAnimal>(animal: T): T =>
    animal.status === undefined ? { ...animal, categoryId: change(animal.categoryId) } : animal;

// Drafts have a path of their own.
const drafts = [
  ...faultsOf('create.keeps-values', {
    'store.draft-category-as-double': [
      'reads a draft, which has no status, by a parser that knows only doubles',
      keeping(ofDrafts(asDouble)),
    ],
    'store.draft-category-in-32-bits': [
      'keeps 32 bits of the category of a draft, which has no status',
      keeping(ofDrafts((id) => BigInt.asIntN(32, id))),
    ],
  }),
  ...faultsOf('get.same-animal', {
    'store.draft-category-stored-as-double': [
      'answers a draft as it was sent, and stores it in a table whose numbers are doubles',
      storing(ofDrafts(asDouble)),
    ],
  }),
];

// Answered as sent, but stored differently: animals that probes of gaps create are never looked at again.
const keptOtherwise = [
  ...faultsOf('get.same-animal', {
    'store.category-of-40-bits-stored-as-32': [
      'answers a category between 2^32 and 2^53, and keeps its last 32 bits',
      storing((animal) =>
        animal.categoryId < 2n ** 53n
          ? { ...animal, categoryId: BigInt.asIntN(32, animal.categoryId) }
          : animal,
      ),
    ],
  }),
  ...faultsOf('pet.category-id', {
    'store.negative-category-read-as-unsigned': [
      'answers a category below zero as it was sent, and shows it as an unsigned number afterwards',
      showing((shown, { operation }, { categoryId }) =>
        operation === 'createPet' || categoryId >= 0n
          ? shown
          : { ...shown, categoryId: BigInt.asUintN(64, categoryId) },
      ),
    ],
  }),
];

/** Values of creations. */
export const storeValuesFaults: readonly Fault[] = [...untried, ...drafts, ...keptOtherwise];
