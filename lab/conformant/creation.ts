/** What a store may object to in a valid creation, and what it may make of one (sections 2 and 4.2). */
import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { petStatuses } from '../../src/catalogue/operations.ts';
import type { NewAnimal } from '../../src/reference/animal.ts';
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
import { type Freedoms, holding, type More, named, ofCategories, type Rows } from './freedom.ts';

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

const uniqueNames: Rows = {
  'names-unique-400': ['takes no name twice: 400', unique(400)],
  'names-unique-409': ['takes no name twice: 409', unique(409)],
  'names-unique-422': ['takes no name twice: 422', unique(422)],
  'names-alike-409': unique(409, plainLetters),
};

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

const names: Rows = {
  ...uniqueNames,
  ...Object.fromEntries(
    Object.entries(namesTaken).map(([id, which]) => [
      `names-${id}`,
      unless(({ name }) => which.test(name)),
    ]),
  ),
  'names-eight-unique': [
    'takes names of at most eight letters, each once',
    together(
      unique(400),
      unless(({ name }) => /^[a-z]{1,8}$/i.test(name)),
    ),
  ],
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
  ...Object.fromEntries(
    [400, 403, 404, 409, 422].map((status) => [
      `unknown-category-${status}`,
      [
        `answers ${status} to categories other than 1 to 7`,
        unless(({ categoryId }) => categoryId >= 1n && categoryId <= 7n, status),
      ],
    ]),
  ),
  ...Object.fromEntries(
    [400, 409, 422, 507].map((status) => [
      `first-category-closed-${status}`,
      [
        `lists three categories, of which the first takes no more: ${status}`,
        filling(0, status, first),
        ofCategories(3),
      ],
    ]),
  ),
  ...Object.fromEntries(
    [403, 409, 507].map((status) => [
      `first-category-fills-up-${status}`,
      [
        `lists three categories, of which the first takes three more: then ${status}`,
        filling(3, status, first),
        ofCategories(3),
      ],
    ]),
  ),
  'categories-of-32-bits': ['takes categories from 0 to 2^31 - 1', from(0n, 2n ** 31n - 1n)],
  'categories-in-the-store': [
    'knows the categories of its animals',
    from(41n, 45n),
    ofCategories(5),
  ],
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
  'two-categories-closed': [
    'lists four categories, of which the first two take no more',
    filling(0, 400, (one) => one < 43n),
    ofCategories(4),
  ],
  'common-category-closed': [
    'has one animal of an open category, and 59 of a closed one',
    filling(0, 400, first),
    holding(60, (at) => ({ categoryId: at === 31 ? 42n : 41n })),
  ],
  'only-listed-category-closed': [
    'lists one category, which takes no more, and takes animals in others',
    filling(0, 400, first),
    ofCategories(1),
  ],
  'one-category-of-three-open': ['takes animals in the third category', only(43n), ofCategories(3)],
  'categories-not-to-be-found': ['knows categories that nothing tells: 41 to 45', from(41n, 45n)],
  'every-category-closed': ['takes no more in any of its categories', only(), ofCategories(3)],
  'key-of-one-category': [
    'has a key that may create in one of three categories: 403 in others',
    unless(({ categoryId }) => categoryId === 43n, 403),
    ofCategories(3),
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

const fullStores: Rows = {
  ...Object.fromEntries(
    [0, 5, 28].flatMap((room) =>
      [403, 409, 422, 507].map((status) => [
        `full-after-${room}-${status}`,
        [`is full after ${room} more: ${status}`, fullAfter(room, status)],
      ]),
    ),
  ),
  ...Object.fromEntries(
    [403, 409, 507].map((status) => [
      `full-towards-the-end-${status}`,
      [
        `is full once a key was refused: ${status}`,
        onceAnswered(
          (reply) => reply.status === 401,
          (isDue) => deciding(() => () => (isDue() ? refused(status) : undefined)),
        ),
      ],
    ]),
  ),
};

const known = ['name', 'categoryId', 'status'];
/** Members of a creation that the schema does not name. */
const strangers = ({ body }: Call): readonly string[] =>
  Object.keys(membersOf(body) ?? {}).filter((name) => !known.includes(name));
const clientId = ({ body }: Call) => readInt64(digits(membersOf(body)?.id));

const members: Rows = {
  ...Object.fromEntries(
    [400, 403, 409, 422].flatMap((status) => [
      [
        `strange-members-${status}`,
        [
          `answers ${status} to members that the schema does not name`,
          unless((_, call) => strangers(call).length === 0, status),
        ],
      ],
      [
        `id-${status}`,
        [
          `answers ${status} to a creation with an id`,
          unless((_, call) => clientId(call) === undefined, status),
        ],
      ],
    ]),
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
  ...Object.fromEntries(
    petStatuses.map((status) => [
      `status-${status}-by-default`,
      [
        `makes an animal ${status} whose status was left out, shows it and filters by it`,
        keeping((animal) => ({ status, ...animal })),
      ],
    ]),
  ),
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
  'type-due-400': ['answers 400 to a creation without a content type', untyped(400)],
  'type-due-415': ['answers 415 to a creation without a content type', untyped(415)],
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
  'first-value-read': [
    'stops reading after the first JSON value',
    extended((body) => body.replace(/\}[^}]*$/, '}')),
    notStrict,
  ],
  'trailing-commas-read': [
    'reads JSON with a comma after the last member',
    extended((body) => body.replace(/,+\s*\}$/, '}')),
    notStrict,
  ],
  'json5-read': [
    'reads JSON5: quotes, signs, hexadecimal numbers and names without quotes',
    extended((body) =>
      body
        .replace(/'/g, '"')
        .replace(/([{,]\s*)(\w+)(\s*:)/g, '$1"$2"$3')
        .replace(/:\s*\+?0x([\da-f]+)/gi, (_, hex: string) => `:${Number.parseInt(hex, 16)}`)
        .replace(/:\s*\+/g, ':'),
    ),
    notStrict,
  ],
  'comments-read': [
    'passes over comments in JSON, and knows more escapes',
    readingBody((text) =>
      text.replace(/\s*\/\/[^"\n]*$|\/\*.*?\*\//g, '').replace(/\\([^"\\/bfnrtu])/g, '$1'),
    ),
    notStrict,
  ],
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
