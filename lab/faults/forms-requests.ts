/** Services that know one way to write a request, and fail on others that mean the same in HTTP and JSON. */
import { stringify } from 'lossless-json';
import type { Operation } from '../../src/catalogue/operations.ts';
import { petStatuses } from '../../src/catalogue/operations.ts';
import { Refusal } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  admitting,
  type Change,
  faultsOf,
  keeping,
  membersOf,
  onReply,
  readingBody,
  withStatus,
} from '../../src/reference/changes.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';

type CallTest = (call: Call) => boolean;

/** Whether the name of a header was written like this. */
const wrote =
  (name: RegExp): CallTest =>
  ({ rawHeaders }) =>
    rawHeaders.some((text, at) => at % 2 === 0 && name.test(text));

const accepts = ({ headers }: Call) => headers.accept ?? '';

/** Answers calls of one operation with another status. */
const stumbling = (operation: Operation, status: number, which: CallTest): Change =>
  onReply((reply, call) =>
    call.operation === operation && reply.status < 300 && which(call)
      ? { ...withStatus(reply, status), body: { code: 'form', message: 'Not so.', status } }
      : reply,
  );

/** Refuses creations whose request is written like this. */
const refusing =
  (status: number, which: CallTest): Change =>
  ({ newAnimal }) => ({
    newAnimal: (call) =>
      which(call) ? new Refusal(status, 'form', 'Not in this form.') : newAnimal(call),
  });

const hasEscapes = ({ body }: Call) => /\\u00[67]/.test(body);
const isSpread = ({ body }: Call) => /^\s/.test(body);

/** The body with a wrong value of a member made right, if it is written so that a pattern misses it. */
const passingOver = (member: string, which: CallTest, isRight: (value: unknown) => boolean) =>
  readingBody((text, call) => {
    const body = membersOf(text);
    if (!body || !which(call) || body[member] === undefined || isRight(body[member])) return text;
    const { [member]: _, ...others } = body;
    const right = member === 'name' ? { ...others, name: 'Rex' } : others;
    return stringify(right) ?? text;
  });

const reads = faultsOf('get.found', {
  'forms.header-in-exact-case': [
    'looks for the Authorization header as the specification spells it',
    stumbling('getPet', 401, (call) => !wrote(/^Authorization$/)(call)),
  ],
  'forms.header-not-in-lower-case': [
    'compares header names with those of HTTP/1.1 examples: none in lower case',
    stumbling('getPet', 401, wrote(/^authorization$/)),
  ],
  'forms.header-not-in-capitals': [
    'lower-cases only the first letter of header names',
    stumbling('getPet', 401, wrote(/^AUTHORIZATION$/)),
  ],
  'forms.accept-required': [
    'answers 406 to callers that name no media type',
    stumbling('getPet', 406, (call) => accepts(call) === ''),
  ],
  'forms.accept-required-crashes': [
    'splits the Accept header before it looks whether there is one: 500',
    stumbling('getPet', 500, (call) => accepts(call) === ''),
  ],
  'forms.accept-any-unknown': [
    'answers 406 to callers that accept any media type',
    stumbling('getPet', 406, (call) => accepts(call) === '*/*'),
  ],
  'forms.accept-with-weights-unknown': [
    'compares Accept with application/json as a whole',
    stumbling('getPet', 406, (call) => /;q=/.test(accepts(call))),
  ],
});

const creations = faultsOf('create.created', {
  'forms.charset-refused': [
    'compares the media type with application/json as a whole: 415',
    refusing(415, ({ headers }) => headers['content-type'] !== 'application/json'),
  ],
  'forms.charset-not-parsed': [
    'parses bodies of exactly application/json and reads nothing of others: 400',
    refusing(400, ({ headers }) => /charset/i.test(headers['content-type'] ?? '')),
  ],
  'forms.one-line-read': ['reads the first line of a body', refusing(400, isSpread)],
  'forms.read-by-pattern': [
    'takes members out of the text by a pattern without white space',
    refusing(400, ({ body }) => !/^\{"name":"/.test(body)),
  ],
  'forms.member-names-not-decoded': [
    'looks for members by their names as they are written, escapes and all',
    refusing(400, hasEscapes),
  ],
  'forms.order-of-members': [
    'wants the members of a creation in the order of the specification',
    refusing(400, ({ body }) => {
      const names = Object.keys(membersOf(body) ?? {});
      return names.indexOf('name') > names.indexOf('categoryId');
    }),
  ],
  'forms.creation-without-accept-crashes': [
    'fails a creation that names no media type that it takes',
    stumbling('createPet', 500, (call) => accepts(call) === ''),
  ],
  'forms.creation-header-in-exact-case': [
    'looks for Content-Type as it is mostly spelt: 415',
    refusing(415, wrote(/^(content-type|CONTENT-TYPE)$/)),
  ],
});

const names = faultsOf('create.keeps-values', {
  'forms.surrogates-apart': [
    'decodes each half of an escaped pair by itself',
    keeping((animal, { body }) =>
      /\\ud83/.test(body)
        ? { ...animal, name: animal.name.replace(/\p{Cs}|[\u{10000}-\u{10ffff}]/gu, '\ufffd') }
        : animal,
    ),
  ],
  'forms.escapes-not-decoded': [
    'keeps the escapes of a name beyond ASCII as they are written',
    keeping((animal, { body }) =>
      !/[^\0-\x7f]/.test(body) && /[^\0-\x7f]/.test(animal.name)
        ? {
            ...animal,
            name: animal.name.replace(
              /[^\0-\x7f]/g,
              (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
            ),
          }
        : animal,
    ),
  ],
});

const writesEscapedSlash: CallTest = ({ body }) => body.includes('\\/');

/** Reads escaped slashes of a name differently. */
const readingEscapedSlash = (change: (name: string) => string): Change =>
  keeping((animal, call) =>
    writesEscapedSlash(call) ? { ...animal, name: change(animal.name) } : animal,
  );

const slashes = faultsOf('create.keeps-values', {
  'forms.escape-of-slash-kept': [
    'knows the escapes of quotes and backslashes, and keeps that of a slash as it is written',
    readingEscapedSlash((name) => name.replaceAll('/', '\\/')),
  ],
  'forms.escaped-slash-lost': [
    'leaves out escapes that it does not know, such as that of a slash',
    readingEscapedSlash((name) => name.replaceAll('/', '')),
  ],
  'forms.escaped-slash-ends-name': [
    'reads a name up to an escape that it does not know, such as that of a slash',
    readingEscapedSlash((name) => name.replace(/\/.*/su, '')),
  ],
});

const isText = (value: unknown) => typeof value === 'string';
const isStatus = (value: unknown) => petStatuses.some((one) => one === value);

const wrong = [
  ...faultsOf('create.invalid-status', {
    'forms.status-checked-by-pattern': [
      'checks the status in the text by a pattern, which passes over white space',
      passingOver('status', isSpread, isStatus),
    ],
    'forms.status-in-escapes-passes': [
      'checks the status before it decodes escapes',
      passingOver('status', hasEscapes, isStatus),
    ],
  }),
  ...faultsOf('create.invalid-name', {
    'forms.name-checked-by-pattern': [
      'checks the name in the text by a pattern, which passes over white space',
      passingOver('name', isSpread, isText),
    ],
  }),
];

const asksMore = ({ operation, query }: Call) => operation === 'listPets' && query.size > 0;
const anonymous = ({ headers }: Call) =>
  headers.authorization === undefined && headers.cookie === undefined;

/** What core asks only at some seeds. */
const byTurns: readonly Fault[] = [
  ...faultsOf('auth.missing-key', {
    'forms.query-opens': [
      'guards the address /pets as it stands, so that any query gets past the guard',
      admitting((call) => asksMore(call) && anonymous(call)),
    ],
  }),
  ...faultsOf('list.returns-pets', {
    'forms.list-accept-required': [
      'lists nothing for callers that name no media type: 406',
      stumbling('listPets', 406, (call) => accepts(call) === ''),
    ],
    'forms.list-header-in-capitals': [
      'knows the key only under names of headers in its own spelling',
      stumbling('listPets', 401, wrote(/^AUTHORIZATION$/)),
    ],
  }),
].map((fault) => ({ ...fault, settings: everyTurn }));

/** Forms of requests. */
export const formFaults: readonly Fault[] = [
  ...slashes,
  ...reads,
  ...creations,
  ...names,
  ...wrong,
  ...byTurns,
];
