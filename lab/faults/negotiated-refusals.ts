/** Refusals that depend on how the refused request was written, and values that only some requests carry. */
import { LosslessNumber } from 'lossless-json';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  inAnswers,
  inErrorsWith,
  keeping,
  onReply,
  selecting,
  storing,
  taking,
} from '../../src/reference/changes.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';

const inFull = (faults: readonly Fault[]) => faults.map((one) => ({ ...one, settings: everyTurn }));

const asPage = (which: (call: Call) => boolean): Change =>
  inAnswers('createPet', 400, (reply, call) =>
    which(call)
      ? {
          ...reply,
          headers: { ...reply.headers, 'Content-Type': 'text/html' },
          text: '<h1>Bad Request</h1>',
        }
      : reply,
  );

/** Declares another media type to callers whose `Accept` names it, however much more they want JSON. */
const typedAs = (type: string, named: string, which: (reply: Reply) => boolean): Change =>
  onReply((reply, { headers }) =>
    `${headers.accept}`.includes(named) && which(reply)
      ? { ...reply, headers: { ...reply.headers, 'Content-Type': type } }
      : reply,
  );

const isList = ({ body }: Reply) => Array.isArray(body);

const amongTypes: readonly Fault[] = [
  ...faultsOf('media.json', {
    'types.text-for-scripts': [
      'declares lists as text to callers that accept text beside JSON, as scripts in browsers do',
      typedAs('text/plain', 'text/plain', isList),
    ],
    'types.hypermedia-for-frameworks': [
      'declares lists as hypermedia to callers that accept any kind of JSON, as clients of frameworks do',
      typedAs('application/hal+json', '+json', isList),
    ],
  }),
  ...faultsOf('list.returns-pets', {
    'types.suffix-fails': [
      'cannot read a suffix in Accept, as its pattern of a media type knows none: 500',
      onReply((reply, { headers }) =>
        `${headers.accept}`.includes('+json') && isList(reply)
          ? { ...reply, status: 500, body: { code: 'accept', message: 'No type.', status: 500 } }
          : reply,
      ),
    ],
  }),
].map((fault) => ({ ...fault, settings: everyTurn }));

const negotiated: readonly Fault[] = [
  ...amongTypes,
  ...faultsOf(['error.fields', 'media.json'], {
    'refusal.page-of-404-for-anything': [
      'answers 404 with a page of HTML to callers that accept anything by name',
      inAnswers('getPet', 404, (reply, { headers }) =>
        headers.accept === '*/*'
          ? {
              ...reply,
              headers: { ...reply.headers, 'Content-Type': 'text/html' },
              text: '<h1>Not Found</h1>',
            }
          : reply,
      ),
    ],
    'refusal.page-for-anything': [
      'answers 400 with a page of HTML to callers that accept anything',
      asPage(({ headers }) => headers.accept === '*/*'),
    ],
    'refusal.page-without-accept': [
      'answers 400 with a page of HTML to callers that name no media type',
      asPage(({ headers }) => headers.accept === undefined),
    ],
  }),
  ...faultsOf('error.fields', {
    'refusal.without-message': [
      'has no message for a 400 in the caller’s language: null',
      inErrorsWith(400, (body, _, { headers }) =>
        headers['accept-language'] === undefined ? body : { ...body, message: null },
      ),
    ],
    'refusal.404-compressed-unsaid': [
      'compresses a 404 for callers that accept it, and does not say so',
      inAnswers('getPet', 404, (reply, { headers }) =>
        /gzip/.test(`${headers['accept-encoding']}`)
          ? { ...reply, text: Buffer.from([31, 139, 8, 0, 0]) }
          : reply,
      ),
    ],
    'refusal.compressed-unsaid': [
      'compresses a 400 for callers that accept it, and does not say so',
      inAnswers('createPet', 400, (reply, { headers }) =>
        /gzip/.test(`${headers['accept-encoding']}`)
          ? { ...reply, text: Buffer.from([31, 139, 8, 0, 0]) }
          : reply,
      ),
    ],
  }),
];

const isText = (value: unknown): value is string => typeof value === 'string';

const besideStatus: readonly Fault[] = [
  ...faultsOf('create.invalid-category-id', {
    'beside.category-of-digits': [
      'takes digits in a string for a category if a status is given',
      taking('categoryId', (value, { status }) =>
        isText(value) && /^\d+$/.test(value) && isText(status) ? new LosslessNumber(value) : value,
      ),
    ],
    'beside.category-null': [
      'has a category for null if a status is given',
      taking('categoryId', (value, { status }) =>
        value === null && isText(status) ? new LosslessNumber('1') : value,
      ),
    ],
  }),
  ...faultsOf('create.invalid-name', {
    'beside.name-null': [
      'has a name for null if a status is given',
      taking('name', (value, { status }) => (value === null && isText(status) ? 'Unnamed' : value)),
    ],
  }),
];

const in255Bytes = (name: string) =>
  Buffer.from(name)
    .subarray(0, 255)
    .toString()
    .replace(/\ufffd$/, '');

const longNames: readonly Fault[] = [
  ...faultsOf('create.keeps-values', {
    'long.255-bytes': [
      'keeps 255 bytes of a name',
      keeping((animal) => ({ ...animal, name: in255Bytes(animal.name) })),
    ],
  }),
  ...faultsOf('get.same-animal', {
    'long.191-stored': [
      'stores 191 characters of a name, as its index of four bytes a character holds no more',
      storing((animal) => ({ ...animal, name: [...animal.name].slice(0, 191).join('') })),
    ],
    'long.255-bytes-stored': [
      'stores 255 bytes of a name',
      storing((animal) => ({ ...animal, name: in255Bytes(animal.name) })),
    ],
  }),
];

const odd: readonly Fault[] = [
  ...faultsOf('get.not-found', {
    'below-zero.sign-dropped': [
      'drops the sign of an id, and gives animal 1 for -1',
      ({ find }) => ({
        find: (store, call) => find(store, { ...call, petId: call.petId.replace(/^-/, '') }),
      }),
    ],
    'below-zero.from-the-end': [
      'takes an id below zero for a place counted from the end',
      ({ find }) => ({
        find: (store, call) =>
          /^-\d$/.test(call.petId) ? store.all().at(Number(call.petId)) : find(store, call),
      }),
    ],
  }).map((one) => ({ ...one, needsWholeRun: true as const })),
  ...faultsOf('list.filter-with-limit', {
    'query.filter-off-beside-another': [
      'forgets the status beside a parameter that it does not know',
      selecting(({ limit, ...rest }, { query }) =>
        [...query.keys()].every((name) => ['limit', 'status'].includes(name))
          ? { limit, ...rest }
          : { limit },
      ),
    ],
  }),
];

export const negotiatedRefusalFaults: readonly Fault[] = [
  ...negotiated,
  ...inFull([...besideStatus, ...longNames, ...odd]),
];
