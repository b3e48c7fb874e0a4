import { isLosslessNumber, LosslessNumber, stringify } from 'lossless-json';
import { int64, petStatuses } from '../../src/catalogue/operations.ts';
import {
  type Change,
  faultsOf,
  inAnswers,
  jsonOf,
  keeping,
  membersOf,
  readingBody,
  remembering,
  showing,
  taking,
  together,
  withStatus,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { category, isKnown, reading, status, type ValueTest } from '../member-changes.ts';

const isText: ValueTest = (value) => typeof value === 'string';
const isTruth: ValueTest = (value) => typeof value === 'boolean';
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isNull: ValueTest = (value) => value === null;
const isAbsent: ValueTest = (value) => value === undefined;
const isObject: ValueTest = (value) => membersOf(stringify(value) ?? '') !== undefined;
const isFraction: ValueTest = (value) => isLosslessNumber(value) && /\./.test(value.toString());

const number = (value: unknown) => new LosslessNumber(String(value));
const digits = (value: unknown) => (isLosslessNumber(value) ? value.toString() : String(value));

/** Answers what is due a 400 with another status, depending on the text of the body. */
const tellingText = (status: number, which: (text: string) => boolean): Change =>
  inAnswers('createPet', 400, (reply, { body }) =>
    which(body) ? withStatus(reply, status) : reply,
  );

/** The same, depending on one member of a JSON object; a body without the others is left alone. */
const telling = (status: number, member: 'name' | 'categoryId' | 'status', wrong: ValueTest) =>
  tellingText(status, (text) => {
    const body = membersOf(text);
    const others = ['name', 'categoryId'].filter((name) => name !== member);
    return body !== undefined && wrong(body[member]) && others.every((name) => name in body);
  });

/** Takes a text that is due a 400 for another. */
const rewriting = (wrong: (text: string) => boolean, as: (text: string) => string): Change =>
  readingBody((text) => (wrong(text) ? as(text) : text));

const is = (exact: string) => (text: string) => text === exact;

const unnamed = '{"name":"Unnamed","categoryId":1}';

/** An object that has neither of the required members. */
const namesNothing = (text: string) =>
  !['name', 'categoryId'].some((name) => name in (membersOf(text) ?? { name }));

const missing = [
  ...faultsOf('create.missing-name', {
    'refuse.name-defaulted': ['calls it Unnamed', reading('name', isAbsent, () => 'Unnamed')],
    'refuse.name-left-empty': [
      'takes a missing name for an empty one',
      together(
        keeping((animal) => (animal.name === '\0' ? { ...animal, name: '' } : animal)),
        reading('name', isAbsent, () => '\0'),
      ),
    ],
    'refuse.name-not-for-drafts': [
      'requires no name of drafts, which are the animals without status',
      taking('name', (name, { status }) => (isAbsent(name) && !status ? 'Draft' : name)),
    ],
    'refuse.name-for-drafts-only': [
      'requires a name of drafts, and takes an animal that has a status for one with a name by then',
      taking('name', (name, { status }) => (isAbsent(name) && status ? 'Named' : name)),
    ],
    'refuse.name-of-last-animal': [
      'fills one object from each body, so that a missing name is that of the last animal',
      remembering(() => {
        let last: unknown = 'Unnamed';
        return taking('name', (name) => {
          if (isText(name)) last = name;
          return isAbsent(name) ? last : name;
        });
      }),
    ],
    'refuse.name-missing-422': ['answers 422 without a name', telling(422, 'name', isAbsent)],
    'refuse.name-missing-crashes': ['fails without a name', telling(500, 'name', isAbsent)],
  }),
  ...faultsOf('create.missing-category-id', {
    'refuse.category-0-by-default': ['takes 0', reading('categoryId', isAbsent, () => number(0))],
    'refuse.category-not-for-drafts': [
      'requires no category of drafts, which are the animals without status',
      taking('categoryId', (id, { status }) => (isAbsent(id) && !status ? number(1) : id)),
    ],
    'refuse.category-for-drafts-only': [
      'requires a category of drafts, and takes an animal that has a status for one that is filed by then',
      taking('categoryId', (id, { status }) => (isAbsent(id) && status ? number(1) : id)),
    ],
    'refuse.category-missing-404': [
      'looks for the category before it asks whether one is named: 404',
      telling(404, 'categoryId', isAbsent),
    ],
    'refuse.category-missing-crashes': [
      'lets its database refuse what has no category: 500',
      telling(500, 'categoryId', isAbsent),
    ],
  }),
  ...faultsOf(['create.missing-name', 'create.missing-category-id'], {
    'refuse.empty-object-makes-animal': [
      'makes an animal of nothing but defaults for an empty object',
      rewriting(is('{}'), () => unnamed),
    ],
    'refuse.either-required': [
      'requires a category only if there is a name',
      rewriting(namesNothing, () => unnamed),
    ],
  }),
];

const names = faultsOf('create.invalid-name', {
  'refuse.name-number-taken': ['takes its digits', reading('name', isLosslessNumber, digits)],
  'refuse.name-boolean-taken': ['takes "true" and "false"', reading('name', isTruth, String)],
  'refuse.name-true-taken': [
    'takes any name that is truthy, and makes a text of it',
    reading('name', (name) => name === true, String),
  ],
  'refuse.name-null-as-text': ['calls it null', reading('name', isNull, String)],
  'refuse.name-null-as-absent': [
    'has a default for a name that is null, though it requires one',
    reading('name', isNull, () => 'Unnamed'),
  ],
  'refuse.name-array-joined': [
    'joins the texts of an array',
    reading('name', isList, (name) => `${isList(name) ? name.join(' ') : ''}.`),
  ],
  'refuse.name-array-unwrapped': [
    'takes the only value of an array for the value',
    reading('name', isList, (name) => (isList(name) && name.length === 1 ? name[0] : name)),
  ],
  'refuse.name-object-as-json': ['keeps its JSON text', reading('name', isObject, stringify)],
  'refuse.name-number-422': ['answers 422 to a number', telling(422, 'name', isLosslessNumber)],
  'refuse.name-object-crashes': ['calls trim(): 500', telling(500, 'name', isObject)],
});

const isWhole: ValueTest = (value) => isLosslessNumber(value) && /^-?\d+$/.test(value.toString());
const above: ValueTest = (value) => isWhole(value) && BigInt(digits(value)) > int64.max;
const below: ValueTest = (value) => isWhole(value) && BigInt(digits(value)) < int64.min;
const wrapped = (value: unknown) => number(BigInt.asIntN(64, BigInt(digits(value))));
const truncated = (value: unknown) => number(Math.trunc(Number(digits(value))));

const categories = faultsOf('create.invalid-category-id', {
  'refuse.category-digits-taken': [
    'takes a number in a string',
    category((id) => /^\d+$/.test(isText(id) ? String(id) : ''), number),
  ],
  'refuse.category-word-as-0': [
    'makes 0 of a text that is not a number',
    category(
      (id) => isText(id) && Number.isNaN(Number(id)),
      () => number(0),
    ),
  ],
  'refuse.category-truncated': ['drops the fraction', category(isFraction, truncated)],
  'refuse.category-boolean-taken': ['takes 1 and 0', category(isTruth, (id) => number(id ? 1 : 0))],
  'refuse.category-true-taken': [
    'takes any category that is truthy, and makes a number of it',
    category(
      (id) => id === true,
      () => number(1),
    ),
  ],
  'refuse.category-null-as-0': ['takes null for 0', category(isNull, () => number(0))],
  'refuse.category-array-as-0': ['takes an array for 0', category(isList, () => number(0))],
  'refuse.category-array-unwrapped': [
    'takes the only value of an array for the value',
    category(isList, (id) => (isList(id) && id.length === 1 ? id[0] : id)),
  ],
  'refuse.category-object-as-0': ['takes an object for 0', category(isObject, () => number(0))],
  'refuse.category-record-taken': [
    'takes a whole category and keeps its id',
    category(isObject, (id) => membersOf(stringify(id) ?? '')?.id ?? id),
  ],
  'refuse.category-above-wrapped': ['wraps from 2^63 on', category(above, wrapped)],
  'refuse.category-above-clamped': ['takes what fits', category(above, () => number(int64.max))],
  'refuse.category-below-wrapped': ['wraps below -2^63', category(below, wrapped)],
  'refuse.category-word-422': ['answers 422 to a text', telling(422, 'categoryId', isText)],
  'refuse.category-boolean-crashes': ['fails for a boolean', telling(500, 'categoryId', isTruth)],
  'refuse.category-above-crashes': [
    'lets its database find that 2^63 does not fit: 500',
    telling(500, 'categoryId', above),
  ],
});

const isUnknown: ValueTest = (value) => isText(value) && value !== '' && !isKnown(lower(value));
const lower = (value: unknown) => String(value).toLowerCase();
const drop = () => undefined;
const unknownStatus = (text: string) => {
  const sent = membersOf(text)?.status;
  return isUnknown(sent) ? { status: sent } : {};
};

const statuses = [
  ...faultsOf('create.null-status', {
    'refuse.status-null-as-absent': ['takes null for no status', status(isNull, drop)],
  }),
  ...faultsOf('create.invalid-status', {
    'refuse.status-unknown-dropped': ['drops what it does not know', status(isUnknown, drop)],
    'refuse.status-case-folded': [
      'knows its words in any letter case',
      status((value) => isText(value) && isKnown(lower(value)), lower),
    ],
    'refuse.status-capitals-taken': [
      'knows its words in capitals, too',
      status((value) => petStatuses.some((one) => one.toUpperCase() === value), lower),
    ],
    'refuse.status-empty-as-absent': [
      'takes an empty string for no status',
      status((value) => value === '', drop),
    ],
    'refuse.status-ordinal-taken': [
      'takes 0, 1 and 2 by their places in the enumeration',
      status(isLosslessNumber, (value) => petStatuses[Number(digits(value))] ?? value),
    ],
    'refuse.status-number-ignored': ['ignores a number', status(isLosslessNumber, drop)],
    'refuse.status-trimmed': [
      'trims the status before it looks it up',
      status(isText, (value) => String(value).trim()),
    ],
    'refuse.status-array-unwrapped': [
      'takes the first value of an array for the value',
      status(isList, (value) => (isList(value) ? value[0] : value)),
    ],
    'refuse.status-unknown-422': ['answers 422', telling(422, 'status', isUnknown)],
    'refuse.status-unknown-crashes': ['fails: no such constant', telling(500, 'status', isUnknown)],
  }),
  ...faultsOf(['create.invalid-status', 'pet.status'], {
    'refuse.status-unknown-kept': [
      'keeps any text as the status',
      together(
        showing((shown, { body }) => ({ ...shown, ...unknownStatus(body) })),
        status(isUnknown, drop),
      ),
    ],
  }),
];

const startsWith = (sign: string) => (text: string) => text.startsWith(sign);
const breaksOff = (text: string) => startsWith('{')(text) && jsonOf(text) === undefined;
const isEmpty = is('');
const isDigits = (text: string) => /^\d+$/.test(text);

const bodies = faultsOf('create.invalid-body', {
  'refuse.array-of-one-taken': [
    'takes an array of one animal for the animal',
    rewriting(startsWith('['), (text) => text.slice(1, -1)),
  ],
  'refuse.string-parsed-again': [
    'parses a JSON text inside a JSON string',
    rewriting(startsWith('"'), (text) => String(jsonOf(text))),
  ],
  'refuse.number-makes-animal': [
    'fills in its defaults for the members that a number lacks',
    rewriting(isDigits, () => unnamed),
  ],
  'refuse.null-makes-animal': [
    'takes null for an object of defaults',
    rewriting(is('null'), () => unnamed),
  ],
  'refuse.empty-makes-animal': [
    'takes no body at all for an object of defaults',
    rewriting(isEmpty, () => unnamed),
  ],
  'refuse.broken-json-repaired': [
    'closes what breaks off',
    rewriting(breaksOff, (text) => `${text}}`),
  ],
  'refuse.array-200': ['answers 200 with an Error', tellingText(200, startsWith('['))],
  'refuse.array-422': ['answers 422 to an array', tellingText(422, startsWith('['))],
  'refuse.null-crashes': ['reads a member of null: 500', tellingText(500, is('null'))],
  'refuse.broken-json-crashes': ['fails if JSON breaks off: 500', tellingText(500, breaksOff)],
  'refuse.empty-411': ['answers 411 without a body', tellingText(411, isEmpty)],
  'refuse.empty-crashes': ['fails without a body: 500', tellingText(500, isEmpty)],
});

/** What a parser may accept and is warned of: bodies with one slip each. */
const slips = faultsOf('create.strict-json', {
  'refuse.trailing-text-ignored': [
    'reads the first JSON value of a body and ignores what follows',
    rewriting(breaksOff, (text) => text.slice(0, text.indexOf('}') + 1)),
  ],
  'refuse.trailing-comma-taken': [
    'reads JSON with commas too many, as configuration files have it',
    rewriting(breaksOff, (text) => text.replace(/,\s*\}$/, '}')),
  ],
});

/** Section 4.2: bodies that must be refused. */
export const refusalFaults: readonly Fault[] = [
  ...missing,
  ...names,
  ...categories,
  ...statuses,
  ...bodies,
  ...slips,
];
