import { gzipSync } from 'node:zlib';
import { payloadOf, Refusal } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  inErrors,
  inLists,
  listing,
  onReply,
  selecting,
  showing,
  without,
} from '../../src/reference/changes.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';

const prefers = (language: string) => (call: Call) =>
  (call.headers['accept-language'] ?? '').startsWith(language);
const inTurkish = prefers('tr');
const inArabic = prefers('ar');

const namesLanguage = (call: Call) => inTurkish(call) || inArabic(call);

/** Ignores the status of lists for some callers. */
const unfilteringFor = (which: (call: Call) => boolean): Change =>
  selecting((selection, call) => (which(call) ? { limit: selection.limit } : selection));

const acceptsGzip = (call: Call) => String(call.headers['accept-encoding'] ?? '').includes('gzip');

/** Shows some callers another name of an animal that they read by its id. */
const inReadsFor = (which: (call: Call) => boolean, change: (name: string) => string): Change =>
  showing((shown, call, { name }) =>
    call.operation === 'getPet' && which(call) ? { ...shown, name: change(name) } : shown,
  );

const arabic = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));

const limitAs = (write: (limit: string) => string, which: (call: Call) => boolean): Change =>
  onReply((reply, call) => {
    const limit = reply.headers['X-RateLimit-Limit'] ?? '';
    if (!which(call)) return reply;
    return { ...reply, headers: { ...reply.headers, 'X-RateLimit-Limit': write(limit) } };
  });

/** Refuses a creation whose status in capitals, by the rules of Turkish, is unknown. */
const capitalsOfTurkish: Change = ({ newAnimal }) => ({
  newAnimal: (call) => {
    const animal = newAnimal(call);
    if (animal instanceof Refusal || !inTurkish(call)) return animal;
    return /i/.test(animal.status ?? '')
      ? new Refusal(400, 'invalid_request', 'There is no such status.')
      : animal;
  },
});

// Answers are formatted for the caller, even where JSON and HTTP define the form.
const languages: readonly Fault[] = [
  ...faultsOf('rate.limit-value', {
    'locale.limit-with-point': [
      'writes the limit with the points of the caller’s language',
      limitAs((limit) => limit.replace(/\B(?=(\d{3})+$)/g, '.'), inTurkish),
    ],
  }),
  ...faultsOf('rate.limit-value', {
    'locale.limit-in-arabic-digits': [
      'writes the limit with the digits of the caller’s language',
      limitAs(arabic, inArabic),
    ],
  }).map((fault) => ({ ...fault, settings: everyTurn })),
  ...faultsOf('error.fields', {
    'locale.errors-without-message': [
      'has no message in the caller’s language: null',
      inErrors((body, call) => (inTurkish(call) ? { ...body, message: null } : body)),
    ],
  }).map((fault) => ({ ...fault, settings: everyTurn })),
  ...faultsOf('pet.id', {
    'locale.ids-as-text-in-lists': [
      'lists ids as strings, with the digits of the caller’s language',
      inLists((items, call) =>
        inArabic(call)
          ? items.map((one) => ({ ...Object(one), id: arabic(`${Object(one).id}`) }))
          : items,
      ),
    ],
  }),
  ...faultsOf('get.same-animal', {
    'locale.names-in-capitals': [
      'shows the name of an animal in capitals, by the rules of the caller’s language',
      inReadsFor(inTurkish, (name) => name.toLocaleUpperCase('tr')),
    ],
    'coding.names-in-latin-1': [
      'compresses an animal for callers that accept it, and reads its text as Latin-1 before',
      inReadsFor(acceptsGzip, (name) => Buffer.from(name).toString('latin1')),
    ],
  }),
  ...faultsOf('list.shows-animals', {
    'locale.lists-without-texts': [
      'joins lists with texts in the caller’s language, of which it has none: empty lists',
      listing(({ page, selection, call }) => (namesLanguage(call) ? [] : page(selection))),
    ],
  }),
  ...faultsOf('list.status-filter', {
    'locale.filter-off': [
      'looks for the status in the caller’s language, and lists all if there is no such word',
      unfilteringFor(namesLanguage),
    ],
  }),
  ...faultsOf('create.created', {
    'locale.capitals': [
      'compares words in capitals by the rules of the caller’s language: 400',
      capitalsOfTurkish,
    ],
  }),
];

/** Compresses for callers that accept it, and then changes the reply. */
const compressing = (change: (reply: Reply, bytes: Buffer) => Reply): Change =>
  onReply((reply, call) => {
    return acceptsGzip(call) ? change(reply, gzipSync(payloadOf(reply))) : reply;
  });

const inGzip = { 'Content-Encoding': 'gzip' };

const withoutLimits = ({ headers }: Reply) =>
  without(headers, ...Object.keys(headers).filter((name) => /rate/i.test(name)));

/** Most libraries do not compress fewer bytes: errors and single animals are shorter, lists are longer. */
const leastBytes = 1024;

/** Like compressing, but only what is long enough. */
const compressingLong = (change: (reply: Reply, bytes: Buffer) => Reply): Change =>
  compressing((reply, bytes) =>
    Buffer.byteLength(payloadOf(reply)) > leastBytes ? change(reply, bytes) : reply,
  );

const zippedTwice = (reply: Reply, bytes: Buffer): Reply => ({
  ...reply,
  text: gzipSync(bytes),
  headers: { ...reply.headers, ...inGzip },
});

const zippedWithoutLimits = (reply: Reply, bytes: Buffer): Reply => ({
  ...reply,
  text: bytes,
  headers: { ...withoutLimits(reply), ...inGzip },
});

// Hardly any client asks without compression; the suite's ordinary request does.
const codings: readonly Fault[] = [
  ...faultsOf(['create.created', 'get.found', 'error.fields', 'list.returns-pets'], {
    'coding.not-declared': [
      'compresses answers for callers that accept it, and does not say so',
      compressing((reply, bytes) => ({ ...reply, text: bytes })),
    ],
    'coding.twice': [
      'compresses answers for callers that accept it, and its proxy does so again',
      compressing(zippedTwice),
    ],
  }),
  ...faultsOf(['rate.limit-header', 'rate.remaining-header', 'rate.reset-header'], {
    'coding.without-limits': [
      'shows no rate headers on answers that its proxy has compressed',
      compressing(zippedWithoutLimits),
    ],
  }),
  ...faultsOf('list.returns-pets', {
    'coding.long-twice': [
      'compresses what is longer than a kilobyte for callers that accept it, and its proxy does so again',
      compressingLong(zippedTwice),
    ],
  }),
  ...faultsOf(['rate.limit-header', 'rate.remaining-header', 'rate.reset-header'], {
    'coding.long-without-limits': [
      'shows no rate headers on answers that are long enough to be compressed',
      compressingLong(zippedWithoutLimits),
    ],
  }),
  ...faultsOf('media.json', {
    'coding.long-without-type': [
      'declares answers that are long enough to be compressed as gzip, for type and coding',
      compressingLong((reply, bytes) => ({
        ...reply,
        text: bytes,
        headers: { ...reply.headers, ...inGzip, 'Content-Type': 'application/gzip' },
      })),
    ],
  }),
].map((fault) => ({ ...fault, overSockets: true, needsWholeRun: true }));

const errorsAs = (write: (reply: Reply) => string | Buffer): Change =>
  onReply((reply) => (reply.status >= 400 ? { ...reply, text: write(reply) } : reply));

// JSON is UTF-8 and one value (RFC 8259, sections 2 and 8.1).
const texts: readonly Fault[] = faultsOf('error.fields', {
  'coding.latin-1': [
    'writes messages with letters beyond ASCII in ISO 8859-1',
    errorsAs(({ status }) =>
      Buffer.from(`{"code":"refused","message":"Schl\u00fcssel","status":${status}}`, 'latin1'),
    ),
  ],
  'coding.utf-16': [
    'writes errors in UTF-16',
    errorsAs((reply) => Buffer.from(payloadOf(reply).toString(), 'utf16le')),
  ],
  'coding.lines': [
    'writes errors as lines of JSON, the second of which is for its own log',
    errorsAs((reply) => `${payloadOf(reply)}\n{"logged":true}\n`),
  ],
}).map((fault) => ({ ...fault, overSockets: true }));

/** What is negotiated with the caller: language and coding, and the text that results. */
export const languageAndCodingFaults: readonly Fault[] = [...languages, ...codings, ...texts];
