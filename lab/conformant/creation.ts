/** What a store may object to in a valid creation, and what it may make of one (sections 2 and 4.2). */
import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import type { NewAnimal } from '../../src/catalogue/animal.ts';
import { petStatuses } from '../../src/catalogue/animal.ts';
import { Refusal, readInt64 } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  inAnswers,
  keeping,
  membersOf,
  readingBody,
  storing,
  taking,
  together,
} from '../../src/reference/changes.ts';
import { digits } from '../member-changes.ts';
import { onceAnswered } from '../store-changes.ts';
import {
  type Freedoms,
  forEach,
  holding,
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
  'of-20-letters': /^[a-z]{1,20}$/i,
  'of-16-letters': /^[a-z]{1,16}$/i,
  'of-8-letters': /^[a-z]{1,8}$/i,
  'with-a-capital': /^[A-Z][a-z]{1,7}$/,
  'of-ascii': /^[\x20-\x7e]+$/,
  'of-the-bmp': /^[^\u{10000}-\u{10ffff}]+$/u,
  'of-64-characters': /^.{1,64}$/su,
  'without-markup': /^[^<>&"'`;\\]+$/,
  'unlike-numbers-and-quotes': /^(?!["\d]).+$/,
  'without-certain-words': /^(?!.*(?:bad|ass|hell|[aeiou]{2})).*$/su,
  'not-blank': /\S/,
};

const onlyNames = (which: RegExp) => unless(({ name }) => which.test(name));

const names: Rows = {
  ...forEach('names-unique', [400, 409, 422], (status) => unique(status)),
  'names-alike-409': unique(409, plainLetters),
  ...Object.fromEntries(
    Object.entries(namesTaken).map(([id, which]) => [`names-${id}`, onlyNames(which)]),
  ),
  'names-of-8-letters-unique': together(unique(400), onlyNames(/^[a-z]{1,8}$/i)),
  'names-trimmed': keeping((animal) => ({ ...animal, name: animal.name.trim() })),
  'names-normalised': keeping((animal) => ({ ...animal, name: animal.name.normalize('NFC') })),
  'names-without-control-characters': [
    'leaves control characters out of names',
    keeping((one) => ({ ...one, name: one.name.replace(/\p{Cc}/gu, '') || 'Rex' })),
  ],
  'blank-names-replaced': [
    'calls an animal Unnamed whose name is blank',
    keeping((animal) => ({ ...animal, name: animal.name.trim() || 'Unnamed' })),
  ],
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
  ...forEach('unknown-category', [400, 403, 404, 409, 422], (status) =>
    unless(({ categoryId }) => categoryId >= 1n && categoryId <= 7n, status),
  ),
  ...needing(ofCategories(3), {
    ...forEach('first-category-closed', [400, 409, 422, 507], (status) =>
      filling(0, status, first),
    ),
    ...forEach('first-category-fills-up', [403, 409, 507], (status) => filling(3, status, first)),
    'one-category-of-three-open': only(43n),
    'every-category-closed': only(),
    'key-of-one-category-of-three': unless(({ categoryId }) => categoryId === 43n, 403),
  }),
  ...needing(ofCategories(1), { 'only-listed-category-closed': filling(0, 400, first) }),
  ...needing(ofCategories(4), {
    'two-of-four-categories-closed': filling(0, 400, (one) => one < 43n),
  }),
  ...needing(ofCategories(5), { 'categories-of-the-store-only': from(41n, 45n) }),
  'common-category-closed': [
    'has one animal of an open category, and 59 of a closed one',
    filling(0, 400, first),
    holding(60, (at) => ({ categoryId: at === 31 ? 42n : 41n })),
  ],
  'categories-of-32-bits': from(0n, 2n ** 31n - 1n),
  'categories-not-to-be-found': from(41n, 45n),
  'category-of-a-setting': [
    'knows the categories 41 to 45, of which a setting names one',
    from(41n, 45n),
    { settings: { categoryId: '43' } },
  ],
  'category-beyond-2-53': [
    'knows one category, whose number a double cannot hold, which a setting names',
    only(2n ** 53n + 1n),
    { settings: { categoryId: '9007199254740993' } },
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
const statusesOfFull = [403, 409, 422, 507] as const;

const fullStores: Rows = {
  ...forEach('full-after-0', statusesOfFull, (status) => fullAfter(0, status)),
  ...forEach('full-after-5', statusesOfFull, (status) => fullAfter(5, status)),
  ...forEach('full-after-28', statusesOfFull, (status) => fullAfter(28, status)),
  ...forEach('full-towards-the-end', [403, 409, 507], fullOnceKeyRefused),
};

const known = ['name', 'categoryId', 'status'];
/** Members of a creation that the schema does not name. */
const strangers = ({ body }: Call): readonly string[] =>
  Object.keys(membersOf(body) ?? {}).filter((name) => !known.includes(name));
const clientId = ({ body }: Call) => readInt64(digits(membersOf(body)?.id));

const members: Rows = {
  ...forEach('strange-members', [400, 403, 409, 422], (status) =>
    unless((_, call) => strangers(call).length === 0, status),
  ),
  ...forEach('id-sent', [400, 403, 409, 422], (status) =>
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
  'doubles-for-integers': [
    'reads 1.0 and 1e0 as doubles, and keeps whole ones',
    taking('categoryId', (value) => {
      if (!isLosslessNumber(value) || !/[.e]/i.test(value.toString())) return value;
      const double = Number(value.toString());
      const isInt64 = Number.isInteger(double) && Math.abs(double) < 2 ** 63;
      return isInt64 ? new LosslessNumber(String(BigInt(double))) : value;
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
const charsetOf = ({ headers }: Call) =>
  /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';

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
  'type-by-letter-case': [
    'takes application/json only in these letters',
    ({ newAnimal }) => ({
      newAnimal: (call) =>
        /^application\/json(;|$)/.test(call.headers['content-type'] ?? '')
          ? newAnimal(call)
          : refused(400),
    }),
  ],
  'charset-utf-8-only': [
    'answers 415 to every character set but UTF-8',
    ({ newAnimal }) => ({
      newAnimal: (call) => (/^utf-?8$/i.test(charsetOf(call)) ? newAnimal(call) : refused(415)),
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
    'first-value-read': extended((body) => body.replace(/\}[^}]*$/, '}')),
    'trailing-commas-read': extended((body) => body.replace(/,+\s*\}$/, '}')),
    'json5-read': extended((body) =>
      body
        .replace(/'/g, '"')
        .replace(/([{,]\s*)(\w+)(\s*:)/g, '$1"$2"$3')
        .replace(/:\s*\+?0x([\da-f]+)/gi, (_, hex: string) => `:${Number.parseInt(hex, 16)}`)
        .replace(/:\s*\+/g, ':'),
    ),
    'comments-and-more-escapes-read': readingBody((text) =>
      text.replace(/\s*\/\/[^"\n]*$|\/\*.*?\*\//g, '').replace(/\\([^"\\/bfnrtu])/g, '$1'),
    ),
  }),
  'location-told': [
    'tells the address of a new animal, in an absolute and encoded form',
    inAnswers('createPet', 201, (reply) => ({
      ...reply,
      headers: {
        ...reply.headers,
        Location: 'https://shop.example/v1/pets/new%20one',
        ETag: '"1"',
      },
    })),
  ],
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
