/** Keys, numbers and texts as other languages and frameworks write them. */
import { LosslessNumber } from 'lossless-json';
import { Refusal } from '../../src/reference/behaviour.ts';
import { inErrors, keeping, onReply, showing, together } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd, spelt, withKey } from './freedoms.ts';
import { staging } from './limiters.ts';
import { unique } from './staging-creation.ts';

/** Crockford's Base32: letter case and hyphens do not matter, O is read as 0, I and L as 1. */
const crockford = (key: string) =>
  key.toUpperCase().replaceAll('-', '').replaceAll('O', '0').replace(/[IL]/g, '1');

const keys: readonly Variant[] = [
  {
    id: 'words.key-ulid',
    title: 'has a ULID for a key, in either letter case',
    ...withKey('01J9ZK7Q3M8V5T2WYB4XHNRDEC'),
    change: spelt(crockford),
  },
  {
    id: 'words.key-base32',
    title: 'has Base32 for a key, in either letter case',
    ...withKey('MZXW6YTBOI2DKNRXGEZDGNBVGY3TQOJQ'),
    change: spelt((key) => key.toUpperCase()),
  },
  {
    id: 'words.key-prefixed-hex',
    title: 'has a key of a prefix and hexadecimal digits in either letter case',
    ...withKey('pet_test_9f86d081884c7d659a2feaa0c55ad015'),
    change: spelt((key) => {
      const [, prefix = key, digits = ''] = /^(pet_test_)([0-9a-f]{32})$/i.exec(key) ?? [];
      return prefix === key ? key : `${prefix}${digits.toLowerCase()}`;
    }),
  },
  {
    id: 'words.key-prefixed-uuid',
    title: 'has a key of a prefix and a UUID, in any letter case',
    ...withKey('key-6f1c0b9e-3d52-4a7e-9c41-8be2d05a7f13'),
    change: spelt((key) => key.toLowerCase()),
  },
  {
    id: 'words.key-with-checksum',
    title: 'has a key that ends in digits of a checksum, which are looked at first',
    ...withKey('psk_live_Qb7Zr2Yw9LmXc4Vt_048213'),
  },
  {
    id: 'words.key-of-words',
    title: 'has four words for a key',
    ...withKey('correct-horse-battery-staple'),
  },
  {
    id: 'words.key-of-signs',
    title: 'has every sign in its key that a bearer token may have',
    ...withKey('a.b_c~d+e/f-0='),
  },
  {
    id: 'words.key-of-200',
    title: 'has a key of 200 letters and digits',
    ...withKey('Zk3pQ9xL7vR2mT5wB8nC'.repeat(10)),
  },
  {
    id: 'words.key-of-upper-case',
    title: 'has capitals and digits for a key, and compares them without letter case',
    ...withKey('K7Q3M8V5T2WZP4XHNRDF'),
    change: spelt((key) => key.toUpperCase()),
  },
];

const number = (text: string) => new LosslessNumber(text);

const texts: readonly Variant[] = [
  {
    id: 'words.status-as-1.0',
    title: 'writes the status of an error as 400.0 and the ids of animals as 17.0',
    change: together(
      inErrors((body, _, { status }) => ({ ...body, status: number(`${status}.0`) })),
      showing((shown, _, { id }) => ({ ...shown, id: number(`${id}.0`) })),
    ),
  },
  {
    id: 'words.status-as-4e2',
    title: 'writes the status of an error as 4.01e2',
    change: inErrors((body, _, { status }) => ({
      ...body,
      status: number(`${status / 100}e2`),
    })),
  },
  {
    id: 'words.categories-with-exponent',
    title: 'writes categories that end in zeros with an exponent',
    change: showing((shown, _, { categoryId }) => {
      const [, digits = '', zeros = ''] = /^(-?\d*?)(0*)$/.exec(`${categoryId}`) ?? [];
      const text = digits === '' || zeros === '' ? `${categoryId}` : `${digits}E+${zeros.length}`;
      return { ...shown, categoryId: number(text) };
    }),
  },
  {
    id: 'words.members-like-those-due',
    title: 'shows members within members that have the names of those due',
    change: showing((shown, _, { id, categoryId }) => ({
      category: { id: categoryId, name: 'Dogs', status: 'open' },
      owner: { id: null, name: null },
      Id: String(id),
      Name: 'other',
      ...shown,
      history: [{ status: 'sold', id: 0 }, { status: 'unknown' }],
      code: 7,
      message: null,
    })),
  },
  {
    id: 'words.errors-long-and-nested',
    title: 'writes errors with a message of 8 kB and the errors of each member',
    change: inErrors((body) => ({
      errors: [{ code: 3, message: null, status: 'bad' }],
      error: true,
      ...body,
      message: 'No. '.repeat(2000),
      id: 'a3f',
      name: null,
    })),
  },
  {
    id: 'words.order-of-members-changes',
    title: 'writes the members of an animal in another order each time',
    change: showing((shown, { sequence }) => {
      const members = Object.entries(shown);
      const by = sequence % members.length;
      return Object.fromEntries([...members.slice(by), ...members.slice(0, by)]);
    }),
  },
  {
    id: 'words.type-with-odd-parameters',
    title: 'writes the media type with quoted parameters and white space',
    change: onReply((reply) =>
      reply.body === undefined
        ? reply
        : {
            ...reply,
            headers: {
              ...reply.headers,
              'Content-Type': 'application/json ; charset="utf-8";  odata.metadata=none ; v=1',
            },
          },
    ),
  },
];

const invalid = (rule: string) => new Refusal(400, 'invalid_request', rule);

const names: readonly Variant[] = [
  {
    id: 'words.names-of-eight-unique-capitalised',
    title: 'takes unique names of up to eight letters with one capital, and has few categories',
    server: () => ({ animals: herd(25) }),
    change: together(
      keeping((animal) => {
        if (!/^[A-Z][a-z]{1,7}$/.test(animal.name)) return invalid('name');
        return animal.categoryId === 3n ? animal : invalid('category');
      }),
      unique(400, (name) => name.toLowerCase()),
    ),
  },
  {
    id: 'words.names-judged-alike',
    title: 'takes no name that differs from another only by letter case and accents',
    change: unique(409, (name) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()),
  },
  {
    id: 'words.statuses-given-by-the-shop',
    title: 'shows no status until an animal is reserved, unless one was sent',
    server: () => ({ animals: herd(60, (at) => (at % 2 ? {} : { status: 'pending' })) }),
    change: keeping((animal) => animal),
  },
];

/** A service in use that writes values differently. */
export const shopWordVariants: readonly Variant[] = [...keys, ...texts, ...names].map(
  (variant) => ({ ...variant, inVirtualTime: staging }),
);
