/** Which new animals a service takes, and how it reads them (sections 2 and 4.2). */
import { readInt64 } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  keeping,
  membersOf,
  readingBody,
  remembering,
  storing,
} from '../../src/reference/changes.ts';
import type { NewAnimal } from '../../src/spec/animal.ts';
import { petStatuses } from '../../src/spec/animal.ts';
import { digits, onceAnswered, refusal } from '../changes.ts';
import { type Freedoms, forEach, named, needing, ofCategories, type Rows } from './freedom.ts';

/** Refuses valid animals unless they are taken. */
const unless = (isTaken: (wanted: NewAnimal, call: Call) => boolean, status = 400): Change =>
  keeping((wanted, call) => (isTaken(wanted, call) ? wanted : refusal(status)));

/** Accepts each name once; `form`: what counts as the same. */
const unique = (status: number, form: (name: string) => string = (name) => name): Change =>
  remembering(() => {
    const taken = new Set<string>();
    return unless(({ name }) => taken.size < taken.add(form(name)).size, status);
  });

const plainLetters = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

const onlyNames = (which: RegExp) => unless(({ name }) => which.test(name));

const names: Rows = {
  ...forEach('names-unique', [400, 409], (status) => unique(status)),
  'names-alike-409': unique(409, plainLetters),
  'names-of-40-letters-digits-and-spaces': onlyNames(/^[a-z0-9 ]{1,40}$/i),
  'names-of-ascii': onlyNames(/^[\x20-\x7e]+$/),
  'names-of-the-bmp': onlyNames(/^[^\u{10000}-\u{10ffff}]+$/u),
  'names-without-markup': onlyNames(/^[^<>&"'`;\\]+$/),
  'names-trimmed': keeping((animal) => ({ ...animal, name: animal.name.trim() })),
  'names-normalised': keeping((animal) => ({ ...animal, name: animal.name.normalize('NFC') })),
};

const from = (first: bigint, last: bigint, status = 400) =>
  unless(({ categoryId }) => categoryId >= first && categoryId <= last, status);

const categories: Rows = {
  ...forEach('unknown-category', [400, 404, 422], (status) => from(1n, 7n, status)),
  ...needing(ofCategories(3), {
    ...forEach('first-category-closed', [400, 409], (status) =>
      unless(({ categoryId }) => categoryId !== 41n, status),
    ),
  }),
  ...needing(ofCategories(5), { 'categories-of-the-store-only': from(41n, 45n) }),
  'categories-of-32-bits': from(0n, 2n ** 31n - 1n),
  'categories-far-apart': unless(
    ({ categoryId }) => categoryId === 1n || categoryId / 2n ** 53n === 1n,
  ),
};

const fullAfter = (room: number, status: number): Change =>
  remembering(() => {
    let taken = 0;
    return unless(() => ++taken <= room, status);
  });

const fullStores: Rows = {
  ...forEach('full-after-5', [409, 507], (status) => fullAfter(5, status)),
  ...forEach('full-after-28', [409, 507], (status) => fullAfter(28, status)),
  ...forEach('full-towards-the-end', [409, 507], (status) =>
    onceAnswered(
      (reply) => reply.status === 401,
      (isDue) => unless(() => !isDue(), status),
    ),
  ),
};

/** Members of a creation that the schema does not name. */
const strangers = ({ body }: Call): readonly string[] =>
  Object.keys(membersOf(body) ?? {}).filter(
    (name) => !['name', 'categoryId', 'status'].includes(name),
  );
const clientId = ({ body }: Call) => readInt64(digits(membersOf(body)?.id));

const members: Rows = {
  ...forEach('strange-members', [400, 422], (status) =>
    unless((_, call) => strangers(call).length === 0, status),
  ),
  ...forEach('id-sent', [400, 409], (status) =>
    unless((_, call) => clientId(call) === undefined, status),
  ),
  ...forEach('status-by-default', petStatuses, (status) =>
    keeping((animal) => ({ status, ...animal })),
  ),
  'id-taken-if-free': ({ newId }) => ({
    newId: (store, call) => {
      const id = clientId(call);
      return id === undefined || store.get(id) ? newId(store, call) : id;
    },
  }),
  'status-given-later': storing((animal) => ({ status: 'available', ...animal })),
};

/** Refuses what is not read at all. */
const unread =
  (status: number, which: (call: Call) => boolean): Change =>
  ({ newAnimal }) => ({ newAnimal: (call) => (which(call) ? refusal(status) : newAnimal(call)) });

const readers: Rows = {
  ...forEach('type-due', [400, 415], (status) =>
    unread(status, ({ headers }) => headers['content-type'] === undefined),
  ),
  'bodies-up-to-4096': unread(413, ({ body }) => Buffer.byteLength(body) > 4096),
  // RFC 8259, section 9: a parser may accept extensions of JSON.
  'trailing-commas-read': {
    change: readingBody((body) => body.replace(/,+\s*\}$/, '}')),
    advised: ['create.strict-json'],
  },
};

export const creationFreedoms: Freedoms = named('create', {
  ...names,
  ...categories,
  ...fullStores,
  ...members,
  ...readers,
});
