/** Wrong values of each member of a creation, and what a service makes of them. Section 4.2. */
import { isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json';
import type { Reply } from '../../src/reference/call.ts';
import {
  type Change,
  inAnswers,
  jsonOf,
  leaving,
  membersOf,
  readingBody,
  taking,
  withStatus,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { int64, petStatuses } from '../../src/spec/animal.ts';
import { digits, isKnown, textOf, type ValueTest } from '../changes.ts';
import { type Breaks, crossed, type Entries } from './fault-table.ts';

const isText: ValueTest = (value) => typeof value === 'string';
const isWhole: ValueTest = (value) => /^-?\d+$/.test(digits(value));
const isWritten = (text: string) => [(value: unknown) => stringify(value) === text, text] as const;

/** Values of a kind, and one of them in JSON, undefined for none. */
type Kind = readonly [is: ValueTest, example: string | undefined];

const kinds: Entries<Kind> = {
  absent: [(value) => value === undefined, undefined],
  null: isWritten('null'),
  true: isWritten('true'),
  false: isWritten('false'),
  zero: isWritten('0'),
  number: [isLosslessNumber, '5'],
  fraction: [(value) => /\.\d*[1-9]/.test(digits(value)), '1.5'],
  above: [(value) => isWhole(value) && BigInt(digits(value)) > int64.max, '9223372036854775808'],
  below: [(value) => isWhole(value) && BigInt(digits(value)) < int64.min, '-9223372036854775809'],
  digits: [(value) => /^\d+$/.test(textOf(value)), '"1"'],
  word: [(value) => /^[a-z]/i.test(textOf(value)) && !isKnown(value), '"unknown"'],
  // A right word with something beside it.
  near: [
    (value) => !isKnown(value) && petStatuses.some((one) => textOf(value).includes(one)),
    '"sold "',
  ],
  capitals: [(value) => petStatuses.some((one) => one.toUpperCase() === value), '"SOLD"'],
  'empty-text': isWritten('""'),
  'empty-array': isWritten('[]'),
  'empty-object': isWritten('{}'),
  array: [Array.isArray, '[1]'],
  object: [(value) => membersOf(stringify(value) ?? '') !== undefined, '{"a":1}'],
};

/** A member: which values are right, the requirement of each wrong one, and what a lenient reader makes of it. */
interface Member {
  readonly name: string;
  isRight(value: unknown): boolean;
  requirement(kind: string): Breaks[0];
  read(value: unknown): unknown;
}

const members: Entries<Member> = {
  name: {
    name: 'name',
    isRight: isText,
    requirement: (kind) => (kind === 'absent' ? 'create.missing-name' : 'create.invalid-name'),
    read: (value) => (isText(value) ? value : (stringify(value) ?? 'Unnamed')),
  },
  category: {
    name: 'categoryId',
    isRight: (value) =>
      isWhole(value) && BigInt(digits(value)) >= int64.min && BigInt(digits(value)) <= int64.max,
    requirement: (kind) =>
      kind === 'absent' ? 'create.missing-category-id' : 'create.invalid-category-id',
    read: (value) => new LosslessNumber(/^-?\d{1,18}$/.test(`${value}`) ? `${value}` : '0'),
  },
  status: {
    name: 'status',
    isRight: (value) => value === undefined || isKnown(value),
    requirement: (kind) => (kind === 'null' ? 'create.null-status' : 'create.invalid-status'),
    read: (value) => petStatuses.find((one) => one === textOf(value).trim().toLowerCase()),
  },
};

/** Whether a creation is wrong in this member alone. */
const isWrongAlone = (body: string, { name }: Member, [is]: Kind): boolean => {
  const given = membersOf(body);
  return (
    given !== undefined &&
    is(given[name]) &&
    Object.values(members).every((one) => one.name === name || one.isRight(given[one.name]))
  );
};

type Reaction = (member: Member, kind: Kind) => Change;

const answering =
  (change: (reply: Reply) => Reply): Reaction =>
  (member, kind) =>
    inAnswers('createPet', 400, (reply, { body }) =>
      isWrongAlone(body, member, kind) ? change(reply) : reply,
    );

/** What a service does with a wrong value. */
const reactions: Entries<Reaction> = {
  accepted: ({ name, isRight, read }, [is]) =>
    taking(name, (value) => (is(value) && !isRight(value) ? read(value) : value)),
  // Without an Error, as a framework answers before the service.
  403: answering(({ headers }) => ({ status: 403, headers, text: 'Forbidden' })),
  422: answering((reply) => withStatus(reply, 422)),
  500: answering((reply) => withStatus(reply, 500)),
  stored: (member, kind) =>
    leaving(({ status }, { body }) => {
      const name = membersOf(body)?.name;
      return status === 400 && isWrongAlone(body, member, kind)
        ? { name: isText(name) ? `${name}` : (stringify(name) ?? 'Unnamed'), categoryId: 1n }
        : undefined;
    }),
};

/** Each kind of values of each member that it is wrong for. */
const pairs: Entries<readonly [Member, Kind, kindId: string]> = Object.fromEntries(
  Object.entries(members).flatMap(([id, member]) =>
    Object.entries(kinds)
      .filter(([, [, example]]) => !member.isRight(example && parse(example)))
      .map(([kindId, kind]) => [`${id}-${kindId}`, [member, kind, kindId]] as const),
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

const aliases: Entries<Alias> = {
  case: (member, body) =>
    Object.entries(body).find(([name]) => name.toLowerCase() === member.toLowerCase())?.[1],
  snake: (member, body) => body[member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)],
  older: (member, body) => body[member === 'name' ? 'title' : 'category'],
  envelope: (member, { pet, data }) => membersOf(stringify(pet ?? data) ?? '')?.[member],
  default: (member) => (member === 'name' ? 'Unnamed' : new LosslessNumber('1')),
};

const required = {
  name: ['name', 'create.missing-name'],
  category: ['categoryId', 'create.missing-category-id'],
} as const;

/** In snake case a name of one word is the same. */
const aliased = crossed('alias', required, aliases, ([member, requirement], find, ids) =>
  ids.join('-') === 'name-snake'
    ? undefined
    : {
        breaks: [requirement],
        change: taking(member, (value, body) => (value === undefined ? find(member, body) : value)),
      },
);

/** Bodies that are no JSON object. */
const bodies: Entries<(body: string) => boolean> = {
  array: (body) => jsonOf(body) !== undefined && /^\s*\[/.test(body),
  'empty-array': (body) => body.trim() === '[]',
  string: (body) => /^\s*".*"\s*$/s.test(body),
  number: (body) => isLosslessNumber(jsonOf(body)),
  true: (body) => body.trim() === 'true',
  null: (body) => body.trim() === 'null',
  nothing: (body) => body === '',
  space: (body) => body !== '' && body.trim() === '',
  cut: (body) => /^\s*\{/.test(body) && jsonOf(body) === undefined,
  form: (body) => /^\w+=/.test(body),
  nested: (body) => body.includes('['.repeat(1000)),
  'not-utf-8': (body) => body.includes('\ufffd'),
};

const refusing = (wanted: (body: string) => boolean, change: (reply: Reply) => Reply): Change =>
  inAnswers('createPet', 400, (reply, { body }) => (wanted(body) ? change(reply) : reply));

const bodyReactions: Entries<(wanted: (body: string) => boolean) => Change> = {
  accepted: (wanted) =>
    readingBody((body) => (wanted(body) ? '{"name":"Unnamed","categoryId":1}' : body)),
  500: (wanted) => refusing(wanted, (reply) => withStatus(reply, 500)),
  405: (wanted) =>
    refusing(wanted, ({ headers }) => ({ status: 405, headers, text: 'Not allowed' })),
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
