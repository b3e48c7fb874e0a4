/** Wrong values of each member of a creation, and what a service makes of them. Section 4.2. */
import { isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json';
import {
  type Change,
  inAnswers,
  jsonOf,
  leaving,
  membersOf,
  taking,
  withStatus,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { int64, petStatuses } from '../../src/spec/animal.ts';
import type { RequiredId } from '../../src/spec/catalogue.ts';
import { digits, isKnown, textOf, type ValueTest } from '../member-changes.ts';
import { type Breaks, crossed, type Entries } from './fault-table.ts';

const isText: ValueTest = (value) => typeof value === 'string';
const isWhole: ValueTest = (value) => /^-?\d+$/.test(digits(value));
const written =
  (text: string): ValueTest =>
  (value) =>
    stringify(value) === text;

/** A kind of values: how one is recognised, and one of them in JSON, undefined for none. */
interface Kind {
  readonly is: ValueTest;
  readonly example: string | undefined;
}

const kinds: Entries<Kind> = {
  absent: ['no value', { is: (value) => value === undefined, example: undefined }],
  null: ['null', { is: (value) => value === null, example: 'null' }],
  true: ['true', { is: (value) => value === true, example: 'true' }],
  false: ['false', { is: (value) => value === false, example: 'false' }],
  zero: ['0', { is: written('0'), example: '0' }],
  number: ['a number', { is: isLosslessNumber, example: '5' }],
  fraction: ['a fraction', { is: (value) => /\.\d*[1-9]/.test(digits(value)), example: '1.5' }],
  above: [
    'a number above int64',
    {
      is: (value) => isWhole(value) && BigInt(digits(value)) > int64.max,
      example: '9223372036854775808',
    },
  ],
  below: [
    'a number below int64',
    {
      is: (value) => isWhole(value) && BigInt(digits(value)) < int64.min,
      example: '-9223372036854775809',
    },
  ],
  digits: ['digits in a string', { is: (value) => /^\d+$/.test(textOf(value)), example: '"1"' }],
  word: [
    'a word',
    { is: (value) => /^[a-z]/i.test(textOf(value)) && !isKnown(value), example: '"unknown"' },
  ],
  near: [
    'a right word with something beside it',
    {
      is: (value) => !isKnown(value) && petStatuses.some((one) => textOf(value).includes(one)),
      example: '"sold "',
    },
  ],
  capitals: [
    'a right word in capitals',
    { is: (value) => petStatuses.some((one) => one.toUpperCase() === value), example: '"SOLD"' },
  ],
  'empty-text': ['an empty string', { is: written('""'), example: '""' }],
  'empty-array': ['an empty array', { is: written('[]'), example: '[]' }],
  'empty-object': ['an empty object', { is: written('{}'), example: '{}' }],
  array: ['an array', { is: Array.isArray, example: '[1]' }],
  object: [
    'an object',
    { is: (value) => membersOf(stringify(value) ?? '') !== undefined, example: '{"a":1}' },
  ],
};

/** A member: which values are right, the requirement of each wrong one, and what a lenient reader makes of it. */
interface Member {
  readonly name: string;
  isRight(value: unknown): boolean;
  requirement(kind: string): Breaks[0];
  read(value: unknown): unknown;
}

const invalid =
  (other: RequiredId, kind: string, own: Breaks[0]) =>
  (given: string): Breaks[0] =>
    given === kind ? own : other;

const members: Entries<Member> = {
  name: [
    'as name',
    {
      name: 'name',
      isRight: isText,
      requirement: invalid('create.invalid-name', 'absent', 'create.missing-name'),
      read: (value) => (isText(value) ? value : (stringify(value) ?? 'Unnamed')),
    },
  ],
  category: [
    'as categoryId',
    {
      name: 'categoryId',
      isRight: (value) =>
        isWhole(value) && BigInt(digits(value)) >= int64.min && BigInt(digits(value)) <= int64.max,
      requirement: invalid('create.invalid-category-id', 'absent', 'create.missing-category-id'),
      read: (value) => new LosslessNumber(/^-?\d{1,18}$/.test(`${value}`) ? `${value}` : '0'),
    },
  ],
  status: [
    'as status',
    {
      name: 'status',
      isRight: (value) => value === undefined || isKnown(value),
      requirement: invalid('create.invalid-status', 'null', 'create.null-status'),
      read: (value) => petStatuses.find((one) => one === textOf(value).trim().toLowerCase()),
    },
  ],
};

/** Whether a creation is wrong in this member alone. */
const isWrongAlone = (body: string, { name }: Member, { is }: Kind): boolean => {
  const given = membersOf(body);
  const others = Object.entries(members).map(([, [, one]]) => one);
  return (
    given !== undefined &&
    is(given[name]) &&
    others.every((one) => one.name === name || one.isRight(given[one.name]))
  );
};

const answered =
  (status: number) =>
  (member: Member, kind: Kind): Change =>
    inAnswers('createPet', 400, (reply, { body }) =>
      isWrongAlone(body, member, kind) ? withStatus(reply, status) : reply,
    );

/** Answers without an Error, as a framework does before the service; the rate headers are the service's own. */
const bare =
  (status: number) =>
  (member: Member, kind: Kind): Change =>
    inAnswers('createPet', 400, (reply, { body }) =>
      isWrongAlone(body, member, kind)
        ? { status, headers: reply.headers, text: 'Forbidden' }
        : reply,
    );

/** What a service does with a wrong value. */
const reactions: Entries<(member: Member, kind: Kind) => Change> = {
  accepted: [
    'takes',
    ({ name, isRight, read }, { is }) =>
      taking(name, (value) => (is(value) && !isRight(value) ? read(value) : value)),
  ],
  403: ['answers 403 without an Error to', bare(403)],
  422: ['answers 422 to', answered(422)],
  500: ['answers 500 to', answered(500)],
  stored: [
    'refuses, and stores,',
    (member, kind) =>
      leaving(({ status }, { body }) => {
        const name = membersOf(body)?.name;
        return status === 400 && isWrongAlone(body, member, kind)
          ? { name: isText(name) ? `${name}` : (stringify(name) ?? 'Unnamed'), categoryId: 1n }
          : undefined;
      }),
  ],
};

const pairs: Entries<readonly [Member, Kind, string]> = Object.fromEntries(
  Object.entries(members).flatMap(([id, [as, member]]) =>
    Object.entries(kinds).flatMap(([kindId, [value, kind]]) => {
      const example: unknown = kind.example === undefined ? undefined : parse(kind.example);
      return member.isRight(example)
        ? []
        : [[`${id}-${kindId}`, [`${value} ${as}`, [member, kind, kindId]]] as const];
    }),
  ),
);

/** The kinds that each reaction is tried on, where these are not all. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  403: ['null', 'above', 'fraction'],
  422: ['absent', 'null', 'number', 'word', 'array'],
  500: ['absent', 'null', 'true', 'number', 'above', 'below', 'word', 'array', 'object'],
  stored: ['absent', 'number', 'word'],
};

/**
 * What is wrong of a number or a word depends on the range of an int64 and on the words of the enumeration; to a name all
 * numbers are alike. An animal without the run's name that is left behind may be anybody's.
 */
const isAnother = (member: string, kind: string, reaction: string): boolean => {
  const isNumber = ['fraction', 'above', 'below'].includes(kind);
  const isWord = ['near', 'capitals'].includes(kind);
  if (member === 'categoryId' ? isWord : isNumber) return false;
  return !(reaction === 'stored' && member === 'name' && kind === 'absent');
};

const wrongMembers = crossed(
  'wrong',
  reactions,
  pairs,
  (react, [member, kind, kindId], [reaction]) =>
    kindsOf[reaction]?.includes(kindId) === false || !isAnother(member.name, kindId, reaction)
      ? undefined
      : {
          breaks:
            reaction === 'stored'
              ? ['create.refused-leaves-nothing']
              : [member.requirement(kindId)],
          change: react(member, kind),
        },
).map((fault) => {
  const [, reaction = '', value = ''] = /^wrong\.([^-]+)-(.*)$/.exec(fault.id) ?? [];
  return { ...fault, id: `wrong.${value}-${reaction}` };
});

/** Finds a member that a body lacks by another name. */
type Alias = (member: string, body: Readonly<Record<string, unknown>>) => unknown;

const inside = (body: Readonly<Record<string, unknown>>, name: string) =>
  membersOf(stringify(body[name]) ?? '') ?? {};

const aliases: Entries<Alias> = {
  case: [
    'in any letter case',
    (member, body) =>
      Object.entries(body).find(([name]) => name.toLowerCase() === member.toLowerCase())?.[1],
  ],
  snake: [
    'in snake case',
    (member, body) => body[member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)],
  ],
  older: ['under an older name', (member, body) => body[member === 'name' ? 'title' : 'category']],
  envelope: [
    'in an envelope',
    (member, body) => inside(body, 'pet')[member] ?? inside(body, 'data')[member],
  ],
  default: [
    'in its defaults',
    (member) => (member === 'name' ? 'Unnamed' : new LosslessNumber('1')),
  ],
};

const required: Entries<readonly [member: string, requirement: RequiredId]> = {
  name: ['name', ['name', 'create.missing-name']],
  category: ['categoryId', ['categoryId', 'create.missing-category-id']],
};

const aliased = crossed('alias', required, aliases, ([member, requirement], find) => ({
  breaks: [requirement],
  change: taking(member, (value, body) => (value === undefined ? find(member, body) : value)),
})).map((fault) => ({ ...fault, title: `finds a missing ${fault.title}` }));

const refusedBody = (wanted: (body: string) => boolean, status: number): Change =>
  inAnswers('createPet', 400, (reply, { body }) =>
    wanted(body) ? withStatus(reply, status) : reply,
  );

/** Bodies that are no JSON object. */
const bodies: Entries<(body: string) => boolean> = {
  array: ['an array', (body) => jsonOf(body) !== undefined && /^\s*\[/.test(body)],
  'empty-array': ['an empty array', (body) => body.trim() === '[]'],
  string: ['a string', (body) => /^\s*".*"\s*$/s.test(body)],
  number: ['a number', (body) => isLosslessNumber(jsonOf(body))],
  true: ['true', (body) => body.trim() === 'true'],
  null: ['null', (body) => body.trim() === 'null'],
  nothing: ['no body', (body) => body === ''],
  space: ['white space', (body) => body !== '' && body.trim() === ''],
  cut: ['JSON that breaks off', (body) => /^\s*\{/.test(body) && jsonOf(body) === undefined],
  form: ['a form', (body) => /^\w+=/.test(body)],
  nested: ['values nested a thousand times', (body) => body.includes('['.repeat(1000))],
  'not-utf-8': ['bytes that are no UTF-8', (body) => body.includes('\ufffd')],
};

const animalOf: Change = ({ newAnimal }) => ({
  newAnimal: (call) => newAnimal({ ...call, body: '{"name":"Unnamed","categoryId":1}' }),
});

const bodyReactions: Entries<(wanted: (body: string) => boolean) => Change> = {
  accepted: [
    'makes an animal of',
    (wanted) => (base) => ({
      newAnimal: (call) =>
        ({ ...base, ...(wanted(call.body) ? animalOf(base) : {}) }).newAnimal(call),
    }),
  ],
  500: ['answers 500 to', (wanted) => refusedBody(wanted, 500)],
  405: [
    'answers 405 without an Error to',
    (wanted) =>
      inAnswers('createPet', 400, (reply, { body }) =>
        wanted(body) ? { status: 405, headers: reply.headers, text: 'Not allowed' } : reply,
      ),
  ],
};

/** Bodies that one reader alone gets wrong. */
const bodiesOf: Readonly<Record<string, readonly string[]>> = {
  accepted: ['empty-array', 'form'],
  500: ['true', 'space', 'nested', 'not-utf-8'],
};
const rare = Object.values(bodiesOf).flat();

const wrongBodies = crossed(
  'wrong-body',
  bodyReactions,
  bodies,
  (react, wanted, [reaction, body]) =>
    rare.includes(body) && bodiesOf[reaction]?.includes(body) !== true
      ? undefined
      : { breaks: ['create.invalid-body', 'create.strict-json'], change: react(wanted) },
);

/** All wrong values of all members; which values are wrong for a member is computed from what is right for it. */
export const wrongValueFaults: readonly Fault[] = [...wrongMembers, ...aliased, ...wrongBodies];
