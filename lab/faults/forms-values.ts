/** Services that accept values near the right ones: by loose comparison, lenient parsing, careless look-up. */
import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { int64, petStatuses } from '../../src/catalogue/operations.ts';
import { bearerToken, readInt64 } from '../../src/reference/behaviour.ts';
import {
  admitting,
  type Change,
  faultsOf,
  jsonOf,
  readingBody,
  taking,
} from '../../src/reference/changes.ts';
import { demoKey } from '../../src/reference/server.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';

/** Reads a status that is not a known word as `as` says; a known word stays. */
const status = (as: (value: unknown) => unknown): Change =>
  taking('status', (value) =>
    value === undefined || value === null || petStatuses.some((one) => one === value)
      ? value
      : (as(value) ?? value),
  );

const ofText = (as: (text: string) => string | undefined) =>
  status((value) => (typeof value === 'string' ? as(value) : undefined));

const statuses = faultsOf('create.invalid-status', {
  'near.status-by-beginning': [
    'looks whether the status begins with a word that it knows',
    ofText((text) => petStatuses.find((one) => text.startsWith(one))),
  ],
  'near.status-by-end': [
    'looks whether the status ends with a word that it knows',
    ofText((text) =>
      text.startsWith(' ') ? undefined : petStatuses.find((one) => text.endsWith(one)),
    ),
  ],
  'near.status-by-part': [
    'asks each word whether it contains the status, as a search would',
    ofText((text) => (text === '' ? undefined : petStatuses.find((one) => one.includes(text)))),
  ],
  'near.status-pattern-without-end': [
    'matches the status line by line, so that a line break ends it',
    ofText((text) => petStatuses.find((one) => text.split('\n')[0] === one)),
  ],
  'near.status-first-of-several': [
    'takes the first of several words, parted by commas',
    ofText((text) => petStatuses.find((one) => text.split(',').length > 1 && text.startsWith(one))),
  ],
  'near.status-looked-up-in-object': [
    'looks the status up in an object, which has a constructor and more',
    ofText((text) => (text in {} ? 'available' : undefined)),
  ],
  'near.status-folded': [
    'compares statuses as search engines compare letters',
    ofText((text) =>
      /[^\0-\x7f]/.test(text)
        ? petStatuses.find((one) => one.toUpperCase() === text.normalize('NFKC').toUpperCase())
        : undefined,
    ),
  ],
  'near.status-falsy-as-absent': [
    'takes a status that is false for none',
    taking('status', (value) => (value === false ? undefined : value)),
  ],
  'near.status-empty-object': [
    'takes an object for a record of a status, and an empty one for none',
    taking('status', (value) =>
      typeof value === 'object' &&
      value !== null &&
      Object.keys(value).length === 0 &&
      !Array.isArray(value)
        ? undefined
        : value,
    ),
  ],
});

const bySize = (which: (id: bigint) => boolean): Change =>
  taking('categoryId', (value) => {
    if (!isLosslessNumber(value) || !/^-?\d+$/.test(value.toString())) return value;
    const id = BigInt(value.toString());
    return which(id) ? new LosslessNumber(String(BigInt.asIntN(64, id))) : value;
  });

const categories = faultsOf('create.invalid-category-id', {
  'near.category-wraps-at-2-64': [
    'refuses what does not fit into 64 bits with a sign, and wraps what does not fit without one',
    bySize((id) => id >= 2n ** 64n || id < -(2n ** 63n) - 1n),
  ],
  'near.category-false-as-0': [
    'takes false for 0',
    taking('categoryId', (value) => (value === false ? new LosslessNumber('0') : value)),
  ],
  'near.category-empty-text-as-0': [
    'takes an empty string for 0',
    taking('categoryId', (value) => (value === '' ? new LosslessNumber('0') : value)),
  ],
  'near.category-empty-array-as-0': [
    'takes an empty array for 0',
    taking('categoryId', (value) =>
      Array.isArray(value) && value.length === 0 ? new LosslessNumber('0') : value,
    ),
  ],
  'near.category-hexadecimal': [
    'takes numbers in texts if they are hexadecimal, as its configuration has them',
    taking('categoryId', (value) =>
      /^0x[\da-f]+$/i.test(String(value)) ? new LosslessNumber(String(Number(value))) : value,
    ),
  ],
});

const names = faultsOf('create.invalid-name', {
  'near.name-false-as-default': [
    'has a default for every name that is falsy',
    taking('name', (value) => (value === false ? 'Unnamed' : value)),
  ],
  'near.name-0-as-text': [
    'keeps 0 as a text',
    taking('name', (value) => (isLosslessNumber(value) && value.toString() === '0' ? '0' : value)),
  ],
  'near.name-empty-array-as-default': [
    'joins an empty array to an empty string and has a default for that',
    taking('name', (value) => (Array.isArray(value) && value.length === 0 ? 'Unnamed' : value)),
  ],
});

const unnamed = '{"name":"Unnamed","categoryId":1}';
const isBroken = (text: string) => text !== '' && jsonOf(text) === undefined;
const lenient = (which: RegExp): Change =>
  readingBody((text) => (isBroken(text) && which.test(text) ? unnamed : text));

const bodies = faultsOf('create.invalid-body', {
  'near.form-data-read': ['reads form data under any media type', lenient(/^name=/)],
  'near.yaml-read': ['reads YAML, which includes JSON', lenient(/^name: /)],
  'near.braces-added': ['puts braces around members without them', lenient(/^"name":/)],
  'near.false-makes-animal': [
    'takes a falsy body for an object of defaults',
    readingBody((text) => (['false', '0', '""'].includes(text) ? unnamed : text)),
  ],
  'near.empty-array-makes-animal': [
    'takes an empty array for an object without members, all of which have defaults',
    readingBody((text) => (text === '[]' ? unnamed : text)),
  ],
});

const slips = faultsOf('create.strict-json', {
  'near.json5-read': ['reads JSON5', lenient(/^\{'|^\{name|\/\*/)],
  'near.zeros-before-numbers': ['reads numbers with zeros before them', lenient(/:0\d/)],
  'near.plus-before-numbers': ['reads numbers with a plus', lenient(/:\+\d/)],
});

/** Finds another animal if none has the id. */
const findingElse =
  (which: (id: bigint, highest: bigint) => boolean): Change =>
  ({ find }) => ({
    find: (store, call) => {
      const id = readInt64(call.petId);
      const last = store.all().at(-1);
      const found = find(store, call);
      if (found !== undefined || id === undefined || last === undefined) return found;
      return which(id, last.id) ? last : undefined;
    },
  });

const ids = faultsOf('get.not-found', {
  'near.id-0-is-the-last': ['has the last animal under 0', findingElse((id) => id === 0n)],
  'near.id-highest-is-the-last': [
    'has the last animal under the highest int64, as it clamps',
    findingElse((id) => id === int64.max),
  ],
  'near.id-one-more': [
    'shows the last animal under the next id, which it counts wrongly',
    findingElse((id, highest) => id === highest + 1n),
  ],
});

const token = (which: (text: string) => boolean) =>
  admitting((call) => which(bearerToken(call) ?? ''));

const keys = [
  ...faultsOf('auth.invalid-key', {
    'near.key-undefined': [
      'has a second key that was never set, which is undefined as a text',
      token((text) => text === 'undefined'),
    ],
    'near.key-null': ['compares with the text of null', token((text) => text === 'null')],
    'near.key-true': [
      'takes true for a key that was checked before',
      token((text) => text === 'true'),
    ],
    'near.key-too-long': [
      'cuts a token off after 512 characters, fails to compare, and goes on',
      token((text) => text.length > 512),
    ],
  }),
  ...faultsOf('auth.bearer-only', {
    'near.scheme-by-length': [
      'cuts seven characters off the header and compares the rest',
      admitting(({ headers }) => headers.authorization?.slice(7) === demoKey),
    ],
    'near.scheme-api-key': [
      'knows the key under ApiKey, too',
      admitting(({ headers }) => headers.authorization === `ApiKey ${demoKey}`),
    ],
    'near.bearer-alone-opens': [
      'lets Bearer without a token in on reads',
      admitting(
        (call) =>
          call.operation === 'getPet' && /^bearer *$/i.test(call.headers.authorization ?? ''),
      ),
    ],
  }),
];

const headerNamed = (name: string) => admitting(({ headers }) => headers[name] === demoKey);
const cookieNamed = (name: string) =>
  admitting(({ headers }) => (headers.cookie ?? '').split('; ').includes(`${name}=${demoKey}`));

/** Found at every seed in core: the key is in all of these places at once. */
const places = faultsOf('auth.bearer-only', {
  'near.key-in-api-key': ['takes the key in Api-Key', headerNamed('api-key')],
  'near.key-in-auth-token': ['takes the key in X-Auth-Token', headerNamed('x-auth-token')],
  'near.key-in-access-token': ['takes the key in X-Access-Token', headerNamed('x-access-token')],
  'near.key-behind-gateway': [
    'trusts X-Authorization, which its gateway sets',
    admitting(({ headers }) => headers['x-authorization'] === `Bearer ${demoKey}`),
  ],
  'near.key-in-cookie': ['takes the key in a cookie, for its own pages', cookieNamed('api_key')],
  'near.key-in-session': ['takes the key for a session', cookieNamed('session')],
});

/** Values, ids and keys near the right ones. */
export const nearFaults: readonly Fault[] = [
  ...[...statuses, ...categories, ...names, ...bodies, ...slips, ...ids, ...keys].map((fault) => ({
    ...fault,
    settings: everyTurn,
  })),
  ...places,
];
