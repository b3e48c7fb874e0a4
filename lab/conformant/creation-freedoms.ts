import { Refusal, readInt64 } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  keeping,
  membersOf,
  readingBody,
  storing,
  together,
} from '../../src/reference/changes.ts';
import type { NewAnimal } from '../../src/spec/animal.ts';
import { petStatuses } from '../../src/spec/animal.ts';
import { digits } from '../member-changes.ts';
import { onceAnswered } from '../store-changes.ts';
import {
  type Freedoms,
  forEach,
  type More,
  named,
  needing,
  ofCategories,
  type Rows,
} from './freedom.ts';

const refused = (status: number, why = 'This is not taken here.') =>
  new Refusal(status, 'not_taken', why);

/** Refuses some valid animals; called once for each start. */
const deciding =
  (begin: () => (wanted: NewAnimal, call: Call) => Refusal | undefined): Change =>
  (base) => {
    const decide = begin();
    return keeping((wanted, call) => decide(wanted, call) ?? wanted)(base);
  };

const unless = (isTaken: (wanted: NewAnimal, call: Call) => boolean, status = 400): Change =>
  deciding(() => (wanted, call) => (isTaken(wanted, call) ? undefined : refused(status)));

/** Accepts each name once; `form`: what counts as the same. */
const unique = (status: number, form: (name: string) => string = (name) => name): Change =>
  deciding(() => {
    const taken = new Set<string>();
    return ({ name }) => {
      if (taken.has(form(name))) return refused(status, 'The name is taken.');
      taken.add(form(name));
      return undefined;
    };
  });

const plainLetters = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

/** The names that a shop takes, as an expression. */
const namesTaken: Readonly<Record<string, RegExp>> = {
  'of-40-letters-digits-and-spaces': /^[a-z0-9 ]{1,40}$/i,
  'of-16-letters': /^[a-z]{1,16}$/i,
  'of-8-letters': /^[a-z]{1,8}$/i,
  'of-ascii': /^[\x20-\x7e]+$/,
  'of-the-bmp': /^[^\u{10000}-\u{10ffff}]+$/u,
  'without-markup': /^[^<>&"'`;\\]+$/,
  'without-certain-words': /^(?!.*(?:bad|ass|hell|[aeiou]{2})).*$/su,
};

const onlyNames = (which: RegExp) => unless(({ name }) => which.test(name));

const names: Rows = {
  ...forEach('names-unique', [400, 409], (status) => unique(status)),
  'names-alike-409': unique(409, plainLetters),
  ...Object.fromEntries(
    Object.entries(namesTaken).map(([id, which]) => [`names-${id}`, onlyNames(which)]),
  ),
  'names-of-8-letters-unique': together(unique(400), onlyNames(/^[a-z]{1,8}$/i)),
  'names-trimmed': keeping((animal) => ({ ...animal, name: animal.name.trim() })),
  'names-normalised': keeping((animal) => ({ ...animal, name: animal.name.normalize('NFC') })),
};

const from = (first: bigint, last: bigint) =>
  unless(({ categoryId }) => categoryId >= first && categoryId <= last);
const only = (...taken: readonly bigint[]) =>
  unless(({ categoryId }) => taken.includes(categoryId));
/** Categories that take so many animals each; some of them, or all. */
const filling = (room: number, status: number, which: (category: bigint) => boolean = () => true) =>
  deciding(() => {
    const counts = new Map<bigint, number>();
    return ({ categoryId }) => {
      if (!which(categoryId)) return undefined;
      const count = (counts.get(categoryId) ?? 0) + 1;
      counts.set(categoryId, count);
      return count <= room ? undefined : refused(status, 'The category takes no more.');
    };
  });
const first = (category: bigint) => category === 41n;

const categories: Rows = {
  ...forEach('unknown-category', [400, 404, 422], (status) =>
    unless(({ categoryId }) => categoryId >= 1n && categoryId <= 7n, status),
  ),
  ...needing(ofCategories(3), {
    ...forEach('first-category-closed', [400, 409], (status) => filling(0, status, first)),
    ...forEach('first-category-fills-up', [409], (status) => filling(3, status, first)),
    'one-category-of-three-open': only(43n),
    'every-category-closed': only(),
  }),
  ...needing(ofCategories(1), { 'only-listed-category-closed': filling(0, 400, first) }),
  ...needing(ofCategories(4), {
    'two-of-four-categories-closed': filling(0, 400, (one) => one < 43n),
  }),
  ...needing(ofCategories(5), { 'categories-of-the-store-only': from(41n, 45n) }),
  'categories-of-32-bits': from(0n, 2n ** 31n - 1n),
  'categories-not-to-be-found': from(41n, 45n),
  'category-of-a-setting': [
    'knows the categories 41 to 45, of which a setting names one',
    from(41n, 45n),
    { settings: { categoryId: '43' } },
  ],
};

/** Full after so many animals. */
const fullAfter = (room: number, status: number) =>
  deciding(() => {
    let taken = 0;
    return () => {
      taken += 1;
      return taken <= room ? undefined : refused(status, 'The store is full.');
    };
  });

const fullOnceKeyRefused = (status: number) =>
  onceAnswered(
    (reply) => reply.status === 401,
    (isDue) => deciding(() => () => (isDue() ? refused(status) : undefined)),
  );
const statusesOfFull = [409, 507] as const;

const fullStores: Rows = {
  ...forEach('full-after-0', statusesOfFull, (status) => fullAfter(0, status)),
  ...forEach('full-after-5', statusesOfFull, (status) => fullAfter(5, status)),
  ...forEach('full-after-28', statusesOfFull, (status) => fullAfter(28, status)),
  ...forEach('full-towards-the-end', statusesOfFull, fullOnceKeyRefused),
};

const known = ['name', 'categoryId', 'status'];
/** Members of a creation that the schema does not name. */
const strangers = ({ body }: Call): readonly string[] =>
  Object.keys(membersOf(body) ?? {}).filter((name) => !known.includes(name));
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
  'strange-members-kept': [
    'keeps and shows members that the schema does not name',
    ({ keep, show }) => {
      const extra = new Map<bigint, object>();
      return {
        keep: (animal, call) => {
          const { id: _, ...sent } = membersOf(call.body) ?? {};
          extra.set(animal.id, sent);
          return keep(animal, call);
        },
        show: (animal, call) => ({ ...extra.get(animal.id), ...Object(show(animal, call)) }),
      };
    },
  ],
  'id-taken-if-free': [
    'takes the id that a creation sends, unless an animal has it',
    ({ newId }) => ({
      newId: (store, call) => {
        const id = clientId(call);
        return id === undefined || store.get(id) ? newId(store, call) : id;
      },
    }),
  ],
  'status-given-later': storing((animal) => ({ status: 'available', ...animal })),
};

/** Declares bodies as JSON, or not. */
const untyped =
  (status: number): Change =>
  ({ newAnimal }) => ({
    newAnimal: (call) =>
      call.headers['content-type'] === undefined ? refused(status) : newAnimal(call),
  });

/** Reads what is not JSON as if it were this text. */
const extended = (as: (body: string) => string): Change =>
  readingBody((body) => {
    if (membersOf(body) !== undefined) return body;
    return membersOf(as(body)) === undefined ? body : as(body);
  });

const notStrict: More = { advised: ['create.strict-json'] };

const readers: Rows = {
  ...forEach('type-due', [400, 415], untyped),
  'type-any': [
    'reads each body as JSON, whatever it is declared as',
    ({ newAnimal }) => ({
      newAnimal: (call) => {
        const { 'content-type': _, ...headers } = call.headers;
        return newAnimal({ ...call, headers });
      },
    }),
  ],
  'bodies-up-to-4096': [
    'answers 413 to a body of more than 4,096 bytes',
    ({ newAnimal }) => ({
      newAnimal: (call) => (Buffer.byteLength(call.body) > 4096 ? refused(413) : newAnimal(call)),
    }),
  ],
  // RFC 8259, section 9: a parser may accept extensions of JSON.
  ...needing(notStrict, {
    'trailing-commas-read': extended((body) => body.replace(/,+\s*\}$/, '}')),
    'json5-read': extended((body) =>
      body
        .replace(/'/g, '"')
        .replace(/([{,]\s*)(\w+)(\s*:)/g, '$1"$2"$3')
        .replace(/:\s*\+?0x([\da-f]+)/gi, (_, hex: string) => `:${Number.parseInt(hex, 16)}`)
        .replace(/:\s*\+/g, ':'),
    ),
  }),
};

const strict: Rows = {
  'strict-throughout': [
    'takes short plain names, one category and no members of its own',
    unless(
      ({ name, categoryId }, call) =>
        /^[a-z]{3,20}$/i.test(name) && categoryId === 7n && strangers(call).length === 0,
    ),
    { settings: { categoryId: '7' } },
  ],
};

export const creationFreedoms: Freedoms = named('create', {
  ...names,
  ...categories,
  ...fullStores,
  ...members,
  ...readers,
  ...strict,
});
