import { createHash } from 'node:crypto';
import { stringify } from 'lossless-json';
import { type PetStatus, petStatuses } from '../../src/catalogue/operations.ts';
import type { NewAnimal } from '../../src/reference/animal.ts';
import { Refusal } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  faultsOf,
  inAnswers,
  keeping,
  membersOf,
  omit,
  overlapping,
  remembering,
  showingIn,
  taking,
  together,
  withStatus,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { asDouble } from '../member-changes.ts';

/** Changes the answers of creations that succeed. */
const answering = (change: (reply: Reply, call: Call) => Reply) =>
  inAnswers('createPet', 201, change);

/** Refuses some valid animals; default: with 400. */
const refusing = (which: (animal: NewAnimal) => boolean, status = 400) =>
  keeping((animal) =>
    which(animal) ? new Refusal(status, 'refused', 'That animal cannot be added.') : animal,
  );

const having = (status: PetStatus | undefined) => (animal: NewAnimal) => animal.status === status;

const created = faultsOf('create.created', {
  'create.answers-200': ['answers 200', answering((reply) => withStatus(reply, 200))],
  'create.answers-202': ['queues creations: 202', answering((reply) => withStatus(reply, 202))],
  'create.location-only': [
    'answers 201 with the address of the animal and no body',
    answering(({ headers }) => ({ status: 201, headers: { ...headers, Location: '/v1/pets/1' } })),
  ],
  'create.answers-array': [
    'answers a creation with an array of one animal',
    answering((reply) => ({ ...reply, body: [reply.body] })),
  ],
  'create.answers-string': [
    'serialises the animal twice, so that the answer is a JSON string',
    answering((reply) => ({ ...reply, body: stringify(reply.body) })),
  ],
  'create.answers-null': ['answers null', answering((reply) => ({ ...reply, body: null }))],
  'create.draft-without-status': [
    'takes an animal without status for a draft: 202',
    answering((reply, { body }) => withStatus(reply, membersOf(body)?.status ? 201 : 202)),
  ],
  'create.every-seventh-fails': [
    'fails every seventh creation with 500',
    remembering(() => {
      let count = 0;
      return refusing(() => ++count % 7 === 0, 500);
    }),
  ],
});

const photosRequired: Fault = {
  id: 'create.photos-required',
  title: 'requires photo addresses, as an older version did',
  breaks: ['create.created'],
  server: () => ({ animals: animals(30) }),
  // Otherwise the only category that is listed may be one that takes no more.
  settings: { categoryId: '1' },
  change: ({ newAnimal }) => ({
    newAnimal: (call) =>
      membersOf(call.body)?.photoUrls ? newAnimal(call) : new Refusal(400, 'invalid', 'No photos.'),
  }),
};

/** Ids by how many animals were created before, from 0. */
const numbering = (id: (before: number) => number): Change =>
  remembering(() => {
    let before = 0;
    return () => ({ newId: () => BigInt(id(before++)) });
  });

/** Stores an animal only if none has its id yet. */
const keepingTheFirst: Change = ({ keep }) => {
  const taken = new Set<bigint>();
  return {
    keep: (animal, call) => {
      if (taken.has(animal.id)) return undefined;
      taken.add(animal.id);
      return keep(animal, call);
    },
  };
};

const hash = (value: unknown) =>
  BigInt(`0x${createHash('md5').update(String(value)).digest('hex').slice(1, 16)}`);

const ids = faultsOf('create.server-id', {
  'create.id-counter-restarts': [
    'numbers animals from 1 again after ten, and keeps the first of each number',
    together(
      numbering((before) => 1 + (before % 10)),
      keepingTheFirst,
    ),
  ],
  'create.id-from-name': [
    'makes the id from the name, and keeps the first of namesakes',
    together(() => ({ newId: (_, { body }) => hash(membersOf(body)?.name) }), keepingTheFirst),
  ],
});

const idsOfOthers: readonly Fault[] = [
  {
    id: 'create.id-of-listed-animal',
    title: 'numbers new animals from 1, though its store was filled from a file before',
    breaks: ['create.server-id'],
    server: () => ({ animals: animals(30) }),
    change: numbering((before) => before + 1),
  },
  {
    id: 'create.id-not-read-back',
    title: 'does not read the new id back from its database: 0 in every answer',
    breaks: ['create.server-id', 'get.found'],
    change: showingIn('createPet', (shown) => ({ ...shown, id: 0n })),
  },
];

/** Two animals with one id cannot both be read by it. */
const sharedIds = faultsOf(['create.server-id', 'get.same-animal'], {
  'create.id-from-second': [
    'takes the second of the creation for its id',
    () => ({ newId: (_, { at }) => BigInt(Math.floor(at / 1000)) }),
  ],
  'create.id-once-of-the-one-before': [
    'gives the fourth animal the id of the third, which stays',
    together(
      numbering((before) => (before === 3 ? 3 : before + 1)),
      keepingTheFirst,
    ),
  ],
  'create.id-from-category': [
    'answers the category as the id',
    () => ({ newId: (_, { body }) => BigInt(String(membersOf(body)?.categoryId)) }),
  ],
  'create.id-from-two-workers': [
    'runs two workers that count on their own',
    numbering((before) => 1 + Math.floor(before / 2)),
  ],
  'create.id-shared-under-load': [
    'reads the highest id before it writes: creations at the same time get the same',
    remembering(() => {
      let last = 0n;
      return overlapping((_, busy) => ({ newId: () => (busy() ? last : ++last) }));
    }),
  ],
});

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const naming = (change: (name: string) => string) =>
  keeping((animal) => ({ ...animal, name: change(animal.name) }));

const replacing = (what: RegExp, by: string) => naming((name) => name.replace(what, by));

/** What a strict reader makes of a text; undefined if it refuses it. */
function unlessRefused(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const names = faultsOf('create.keeps-values', {
  'create.name-misread': [
    'reads UTF-8 as Latin-1',
    naming((name) => Buffer.from(name).toString('latin1')),
  ],
  'create.name-without-accents': [
    'drops accents',
    naming((name) => name.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')),
  ],
  'create.name-decomposed': ['keeps names in NFD', naming((name) => name.normalize('NFD'))],
  'create.name-lower-cased': ['keeps lower case', naming((name) => name.toLowerCase())],
  'create.name-escaped': [
    'escapes names for HTML as they come in',
    naming((name) => name.replace(/[&<>]/g, (sign) => entities[sign] ?? sign)),
  ],
  'create.name-beyond-latin-1': ['puts ? for all but Latin-1', replacing(/[^\0-\xff]/gu, '?')],
  'create.name-emoji-questioned': [
    'puts ? for 4 bytes',
    replacing(/[\u{10000}-\u{10ffff}]/gu, '?'),
  ],
  'create.name-cut-at-emoji': [
    'cuts names at 4 bytes',
    replacing(/[\u{10000}-\u{10ffff}].*$/u, ''),
  ],
  'create.name-halves-lost': ['splits surrogate pairs', replacing(/[\ud800-\udfff]/g, '\ufffd')],
  'create.name-unescaped': ['resolves &amp;', replacing(/&amp;/g, '&')],
  'create.name-tags-stripped': ['strips tags', replacing(/<[^>]*>/g, '')],
  'create.name-cut-at-quote': ['cuts names at a quote', replacing(/".*$/, '')],
  'create.name-quotes-doubled': ['doubles apostrophes', replacing(/'/g, "''")],
  'create.name-quotes-halved': ['takes two apostrophes for an escaped one', replacing(/''/g, "'")],
  'create.name-backslashes-dropped': ['strips slashes', replacing(/\\/g, '')],
  'create.name-unescaped-twice': ['resolves \\u0041 once more', replacing(/\\u0041/g, 'A')],
  'create.name-percent-decoded': ['decodes %41', replacing(/%41/g, 'A')],
  'create.name-percent-decoded-if-valid': [
    'decodes names that are as addresses are written, and keeps the others as they are',
    naming((name) => `${unlessRefused(() => decodeURIComponent(name)) ?? name}`),
  ],
  'create.name-escapes-read-if-valid': [
    'reads names that could stand in a JSON string as JSON, and keeps the others as they are',
    naming((name) => `${unlessRefused(() => JSON.parse(`"${name}"`)) ?? name}`),
  ],
  'create.name-form-decoded': ['takes plus for a space', replacing(/\+/g, ' ')],
  'create.name-filled-in': ['resolves {{...}}', replacing(/\{\{.*?\}\}/g, '')],
  'create.name-after-slash': ['keeps what follows the last slash', replacing(/^.*\//, '')],
  'create.name-cut-at-100': ['keeps 100 characters', replacing(/(?<=^.{100}).*$/u, '')],
  'create.name-as-number': ['drops leading zeros of digits', replacing(/^0+(?=\d+$)/, '')],
});

const category = (change: (id: bigint) => bigint) =>
  keeping((animal) => ({ ...animal, categoryId: change(animal.categoryId) }));

const withoutStatus = ({ status: _, ...rest }: NewAnimal): NewAnimal => rest;

const values = faultsOf('create.keeps-values', {
  'create.name-of-another-request': [
    'keeps the name in a shared variable: creations at the same time get the name of the first',
    remembering(() => {
      let last = '';
      return overlapping((base, busy) => {
        return keeping((animal) => {
          last = busy() ? last : animal.name;
          return { ...animal, name: last };
        })(base);
      });
    }),
  ],
  'create.category-through-double': ['reads categoryId as a double', category(asDouble)],
  'create.category-in-32-bits': ['keeps 32 bits', category((id) => BigInt.asIntN(32, id))],
  'create.category-always-one': ['puts all animals into category 1', category(() => 1n)],
  'create.status-always-available': [
    'adds every animal as available',
    keeping((animal) => ({ ...animal, status: 'available' })),
  ],
  'create.status-pending-ignored': [
    'adds an animal that is pending as available',
    keeping((one) => (having('pending')(one) ? { ...one, status: 'available' } : one)),
  ],
  'create.status-not-stored': ['forgets the status of new animals', keeping(withoutStatus)],
});

const statusNotShown = faultsOf('create.keeps-values', {
  'create.status-not-shown': [
    'leaves the status out of the answer, though it has stored it',
    showingIn('createPet', (shown) => omit(shown, 'status')),
  ],
});

const statusValues = faultsOf('create.status-values', {
  'create.status-sold-refused': ['adds no animal that is sold', refusing(having('sold'))],
  'create.status-pending-refused': ['forgot the status pending', refusing(having('pending'))],
  'create.status-available-refused': ['refuses its default', refusing(having('available'))],
  'create.status-other-words': ['has other words', refusing(({ status }) => status !== undefined)],
});

const capitals = petStatuses.map((status) => `${status[0]?.toUpperCase()}${status.slice(1)}`);

const statusRefused = [
  ...faultsOf('create.status-optional', {
    'create.status-required': ['requires a status', refusing(having(undefined))],
  }),
  // Another status than 400 for a valid body does not answer it at all.
  ...faultsOf(['create.created', 'create.status-optional'], {
    'create.status-required-with-422': ['requires a status: 422', refusing(having(undefined), 422)],
    'create.status-absent-crashes': ['fails without a status', refusing(having(undefined), 500)],
  }),
  ...faultsOf(['create.created', 'create.status-values'], {
    'create.status-sold-conflicts': ['answers 409 to sold', refusing(having('sold'), 409)],
  }),
  // Bodies that must be accepted are refused, and bodies that must be refused are accepted.
  ...faultsOf(['create.status-optional', 'create.null-status'], {
    'create.status-null-needed': [
      'wants null if there is no status',
      taking('status', (value) => (value === null ? undefined : (value ?? 'none'))),
    ],
  }),
  ...faultsOf(['create.status-values', 'create.invalid-status'], {
    'create.status-capital-needed': [
      'knows Available, Pending and Sold, as its language names them',
      taking('status', (one) => one && (petStatuses[capitals.indexOf(String(one))] ?? 'none')),
    ],
  }),
];

/** Section 4.2: creations that are accepted. */
export const creationFaults: readonly Fault[] = [
  ...created,
  photosRequired,
  ...ids,
  ...idsOfOthers,
  ...sharedIds,
  ...names,
  ...values,
  ...statusNotShown,
  ...statusValues,
  ...statusRefused,
];
