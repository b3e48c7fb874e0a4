import { isLosslessNumber, stringify } from 'lossless-json';
import type { Call } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  faultsOf,
  jsonOf,
  membersOf,
  readingBody,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { isEmptyList } from '../member-changes.ts';
import { refusedWith } from '../wire-changes.ts';

const folded = (name: string) => name.toLowerCase().replace(/[_-]/g, '');

/** Fills the members of a creation from elsewhere, if they are missing. */
const filling = (from: (body: Readonly<Record<string, unknown>>, call: Call) => object): Change =>
  readingBody((body, call) => {
    const members = membersOf(body);
    return (members && stringify({ ...from(members, call), ...members })) ?? body;
  });

/** The members of a body with such a name, under the right one. */
const byName = (right: string, like: (name: string) => boolean) =>
  filling((body) => {
    const [, value] = Object.entries(body).find(([name]) => name !== right && like(name)) ?? [];
    return value === undefined ? {} : { [right]: value };
  });

const nested = (...names: readonly string[]) =>
  filling((body) =>
    Object.assign({}, ...names.map((name) => membersOf(stringify(body[name]) ?? '') ?? {})),
  );

// What the body lacks is found somewhere else.
const elsewhere = [
  ...faultsOf(['create.missing-name', 'create.missing-category-id'], {
    'wire.members-in-envelope': [
      'takes an animal out of an envelope: pet, or data',
      nested('pet', 'data'),
    ],
    'wire.members-of-prototype': [
      'merges what stands under __proto__ into the animal',
      readingBody((body) => {
        const inner = /"__proto__"\s*:\s*(\{[^}]*\})/.exec(body)?.[1];
        const own = membersOf(
          body.replace(/"__proto__"\s*:\s*\{[^}]*\}\s*,?/, '').replace(/,\s*\}/, '}'),
        );
        return (inner && own && stringify({ ...membersOf(inner), ...own })) || body;
      }),
    ],
  }),
  ...faultsOf('create.missing-category-id', {
    'wire.category-in-snake-case': [
      'finds the category as category_id, too',
      byName(
        'categoryId',
        (name) => name !== 'categoryid' && folded(name) === 'categoryid' && /[_-]/.test(name),
      ),
    ],
    'wire.category-as-record': [
      'finds the category as an object with an id, as an older version had it',
      filling(({ category: record }) => {
        const id = membersOf(stringify(record) ?? '')?.id;
        return id === undefined ? {} : { categoryId: id };
      }),
    ],
  }),
  {
    id: 'wire.name-of-animal-with-id',
    title: 'takes a body with the id of an animal for a change of it, which needs no name',
    breaks: ['create.missing-name'],
    server: () => ({ animals: animals(30) }),
    change: filling(({ id }) => (isLosslessNumber(id) ? { name: 'Biscuit' } : {})),
  } satisfies Fault,
];

/** Reads what is not JSON as if it were this JSON. */
const lenient = (as: (body: string) => string): Change =>
  readingBody((body) => {
    if (jsonOf(body) !== undefined) return body;
    const other = as(body);
    return membersOf(other) === undefined ? body : other;
  });

const formOf = (body: string) => {
  const pairs = new URLSearchParams(body);
  const id = pairs.get('categoryId');
  return id === null ? body : `{"name":${JSON.stringify(pairs.get('name'))},"categoryId":${id}}`;
};

// Readers that accept more than JSON, each in one way, as they may.
const slips = faultsOf('create.strict-json', {
  'wire.single-quotes': [
    'reads texts in single quotes',
    lenient((body) => body.replace(/'/g, '"')),
  ],
  'wire.names-without-quotes': [
    'reads names without quotes',
    lenient((body) => body.replace(/([{,]\s*)(\w+)(\s*:)/g, '$1"$2"$3')),
  ],
  'wire.leading-zeros': [
    'reads numbers with zeros before them',
    lenient((body) => body.replace(/:\s*0+(\d)/g, ':$1')),
  ],
  'wire.plus-signs': [
    'reads numbers with a plus sign',
    lenient((body) => body.replace(/:\s*\+(\d)/g, ':$1')),
  ],
  'wire.hexadecimal-numbers': [
    'reads numbers such as 0x1',
    lenient((body) =>
      body.replace(/0x([\da-f]+)/gi, (_, hex: string) => String(Number.parseInt(hex, 16))),
    ),
  ],
  'wire.constants-in-any-case': [
    'reads True, None and undefined, in members that it does not look at',
    lenient((body) => body.replace(/:\s*(True|TRUE|False|FALSE|None|undefined|nil)\b/g, ':null')),
  ],
  'wire.line-breaks-in-texts': [
    'reads texts with line breaks and tabs in them',
    lenient((body) => body.replace(/[\n\t]/g, ' ')),
  ],
  'wire.semicolons': ['reads semicolons for commas', lenient((body) => body.replace(/;/g, ','))],
  'wire.commas-left-out': [
    'reads members with nothing but white space between them',
    lenient((body) => body.replace(/(["\d])\s+"/g, '$1,"')),
  ],
  'wire.comma-first': [
    'reads over a comma before the first member, and over two in a row',
    lenient((body) => body.replace(/\{\s*,/, '{').replace(/,\s*,/g, ',')),
  ],
  'wire.brace-too-many': [
    'reads over a brace too many',
    lenient((body) => body.replace(/\}\s*\}$/, '}')),
  ],
  'wire.two-animals': [
    'takes the first of two animals that follow one another',
    lenient((body) => body.replace(/\}\s*\{.*$/s, '}')),
  ],
  'wire.safe-prefix': [
    "reads over )]}' before JSON, as browsers' libraries write it",
    lenient((body) => body.replace(/^\)\]\}',?\s*/, '')),
  ],
  'wire.equals-signs': [
    'reads equals signs for colons',
    lenient((body) => body.replace(/"\s*=>?\s*/g, '":')),
  ],
});

// Readers of other notations, and readers that fail on odd bodies.
const languages = faultsOf('create.invalid-body', {
  'wire.form-taken': ['reads the fields of a form, though it is told JSON', lenient(formOf)],
  'wire.yaml-taken': [
    'reads YAML, though it is told JSON',
    lenient((body) => {
      const [, name, id] = /^name: *(\S+)\s*\ncategoryId: *(\d+)\s*$/.exec(body) ?? [];
      return id === undefined ? body : `{"name":"${name}","categoryId":${id}}`;
    }),
  ],
  'wire.white-space-crashes': [
    'fails if a body is nothing but white space: 500',
    refusedWith(500, ({ body }) => body !== '' && body.trim() === ''),
  ],
  'wire.true-crashes': [
    'looks for members of true, and fails: 500',
    refusedWith(500, ({ body }) => body.trim() === 'true'),
  ],
  'wire.empty-array-crashes': [
    'takes the first animal of an array, and fails if there is none: 500',
    refusedWith(500, ({ body }) => jsonOf(body) !== undefined && isEmptyList(jsonOf(body))),
  ],
});

/** Section 4.2: bodies that are not a JSON object, and objects that lack a required member. */
export const wireLanguageFaults: readonly Fault[] = [...elsewhere, ...slips, ...languages];
