/** What libraries that read and check bodies let pass. Section 4.2. */
import { LosslessNumber, stringify } from 'lossless-json';
import { Refusal, readInt64 } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  membersOf,
  onReply,
  readingBody,
  remembering,
  together,
  withStatus,
} from '../../src/reference/changes.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';
import { category, digits, isKnown, status, textOf } from '../member-changes.ts';

type Member = 'name' | 'categoryId' | 'status';

/** A right value for a member that is present and wrong. */
const mended: Readonly<Record<Member, (value: unknown) => unknown>> = {
  name: (value) => (value === undefined || typeof value === 'string' ? value : 'Unnamed'),
  categoryId: (value) =>
    value === undefined || readInt64(digits(value)) !== undefined ? value : new LosslessNumber('1'),
  status: (value) => (isKnown(value) ? value : undefined),
};

/** Removes what is wrong with a member before it is checked, for some calls. */
const mending = (member: Member, which: (call: Call) => boolean): Change =>
  readingBody((text, call) => {
    const body = membersOf(text);
    if (body === undefined || !which(call)) return text;
    return stringify({ ...body, [member]: mended[member](body[member]) }) ?? text;
  });

const membersIn = ({ body }: Call) => Object.keys(membersOf(body) ?? {});
const withCharset = ({ headers }: Call) => /;/.test(headers['content-type'] ?? '');
const withMore = (call: Call) =>
  membersIn(call).some((name) => !['name', 'categoryId', 'status', 'id'].includes(name));
const withId = (call: Call) => membersIn(call).includes('id');

const isWrongThroughout = ({ body }: Call): boolean => {
  const { name, categoryId, status: given } = membersOf(body) ?? {};
  const isName = name === undefined || typeof name === 'string';
  const isCategory = categoryId === undefined || digits(categoryId) !== '';
  return [isName, isCategory, given === undefined || isKnown(given)].filter((is) => !is).length > 1;
};

/** Answers a wrong member in a body with some other members with another status than 400. */
const refusingWith = (code: number, member: Member, which: (call: Call) => boolean): Change =>
  onReply((reply, call) => {
    const value = membersOf(call.body)?.[member];
    const isWrong = value !== undefined && stringify(mended[member](value)) !== stringify(value);
    return reply.status === 400 && isWrong && which(call) ? withStatus(reply, code) : reply;
  });

const withStatusMember = (call: Call) => membersIn(call).includes('status');

const wordsBy = (fold: (text: string) => string): Change =>
  status(
    (value) => !isKnown(value) && isKnown(fold(textOf(value))),
    (value) => fold(textOf(value)),
  );

/** Asked by the profile full, or when it is their turn. */
const inFull =
  /throughout|ends-at-nul|without-accents|without-invisibles|by-unicode|separators|digits|thousands/;

export const bodyReaderFaults: readonly Fault[] = [
  ...faultsOf('create.invalid-name', {
    'body.name-unchecked-with-charset': [
      'checks the name in bodies of application/json, and not if a character set is named',
      mending('name', withCharset),
    ],
    'body.name-unchecked-with-more-members': [
      'falls back to a lenient reader of names for a body with a member that it does not know',
      mending('name', withMore),
    ],
    'body.name-unchecked-with-id': [
      'takes a body with an id for a change, and does not check its name',
      mending('name', withId),
    ],
    'body.name-422-beside-status': [
      'has a validator of its own for animals with a status, which answers 422 to a wrong name',
      refusingWith(422, 'name', withStatusMember),
    ],
    'body.wrong-throughout-500': [
      'fails if several members are of wrong types, as it joins the messages of its validator',
      onReply((reply, call) =>
        reply.status === 400 && call.operation === 'createPet' && isWrongThroughout(call)
          ? withStatus(reply, 500)
          : reply,
      ),
    ],
  }),
  ...faultsOf('create.invalid-category-id', {
    'body.category-500-beside-status': [
      'looks at the category before it checks it if a status is given, and fails if it is wrong: 500',
      refusingWith(500, 'categoryId', withStatusMember),
    ],
    'body.category-500-with-more-members': [
      'logs what a body holds beside, and fails as it writes a wrong category into the line: 500',
      refusingWith(500, 'categoryId', withMore),
    ],
    'body.category-unchecked-with-charset': [
      'checks the category in bodies of application/json, and not if a character set is named',
      mending('categoryId', withCharset),
    ],
    'body.category-unchecked-with-more-members': [
      'falls back to a lenient reader of categories for a body with a member that it does not know',
      mending('categoryId', withMore),
    ],
    'body.category-unchecked-with-id': [
      'takes a body with an id for a change, and does not check its category',
      mending('categoryId', withId),
    ],
  }),
  ...faultsOf('create.invalid-status', {
    'body.status-500-with-id': [
      'takes a body with an id for a change, and fails at a status that does not exist: 500',
      refusingWith(500, 'status', withId),
    ],
    'body.status-unchecked-with-charset': [
      'checks the status in bodies of application/json, and not if a character set is named',
      mending('status', withCharset),
    ],
    'body.status-unchecked-with-more-members': [
      'falls back to a lenient reader of statuses for a body with a member that it does not know',
      mending('status', withMore),
    ],
    'body.status-unchecked-with-id': [
      'takes a body with an id for a change, and does not check its status',
      mending('status', withId),
    ],
  }),
  ...faultsOf('create.invalid-status', {
    'body.status-ends-at-nul': [
      'compares the status up to its first NUL, as C does',
      wordsBy((text) => text.split('\0')[0] ?? ''),
    ],
    'body.status-without-accents': [
      'compares the status by a collation without accents',
      wordsBy((text) => text.normalize('NFD').replace(/\p{M}/gu, '')),
    ],
    'body.status-without-invisibles': [
      'takes invisible characters out of a status',
      wordsBy((text) => text.replace(/\p{Cf}/gu, '')),
    ],
    'body.status-trimmed-by-unicode': [
      'trims a status of all that Unicode calls white space',
      wordsBy((text) => text.replace(/^\u00a0+|\u00a0+$/g, '')),
    ],
  }),
  ...faultsOf('create.invalid-category-id', {
    'body.category-with-separators': [
      'reads digits with separators in a text, as Python does',
      category(
        (value) => /^\d+(_\d+)+$/.test(textOf(value)),
        (value) => new LosslessNumber(textOf(value).replaceAll('_', '')),
      ),
    ],
    'body.category-in-other-digits': [
      'reads the digits of any script in a text',
      category(
        (value) => /^[\u0660-\u0669]+$/.test(textOf(value)),
        () => new LosslessNumber('3'),
      ),
    ],
    'body.category-with-thousands': [
      'reads thousands in a text: 1,000',
      category(
        (value) => /^\d+(,\d{3})+$/.test(textOf(value)),
        () => new LosslessNumber('1000'),
      ),
    ],
  }),
  ...faultsOf('create.created', {
    'body.first-500': [
      'fails its first creation, as a table is made then',
      remembering(() => {
        let nth = 0;
        return onReply((reply, { operation }) => {
          if (operation !== 'createPet' || reply.status !== 201) return reply;
          nth += 1;
          return nth === 1
            ? withStatus({ ...reply, body: { code: 'x', message: 'x', status: 500 } }, 500)
            : reply;
        });
      }),
    ],
    'body.stateful-pattern': [
      'tests a status with a pattern that remembers where it stopped: every second creation is refused',
      remembering(() => {
        let last = false;
        return together(({ newAnimal }) => ({
          newAnimal: (call) => {
            const animal = newAnimal(call);
            if (animal instanceof Refusal || animal.status === undefined) return animal;
            last = !last;
            return last ? animal : new Refusal(400, 'invalid_request', 'Unknown status.');
          },
        }));
      }),
    ],
  }),
].map((fault) => (inFull.test(fault.id) ? { ...fault, settings: everyTurn } : fault));
