import { Refusal } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  keeping,
  membersOf,
  readingBody,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { isA } from '../limit-changes.ts';
import { answeringWith, namesAsWritten } from '../wire-changes.ts';

const errorOf =
  (status: number) =>
  (reply: Reply): Reply => ({
    status,
    headers: reply.headers,
    body: { code: 'refused', message: 'The request cannot be understood.', status },
  });

/** Refuses calls of some form, which mean the same as others. */
const refusing = (status: number, form: (call: Call) => boolean): Change =>
  answeringWith((call, { status: due }) => due < 400 && form(call), errorOf(status));

/** The same, by the address as it was written. */
const refusingAddress =
  (status: number, form: RegExp): Change =>
  ({ transmit }) => ({
    transmit: (reply, response, call) => {
      const wrong = reply.status < 400 && form.test(response.req.url ?? '');
      transmit(wrong ? errorOf(status)(reply) : reply, response, call);
    },
  });

const accept = ({ headers }: Call) => headers.accept;
const typeOf = ({ headers }: Call) => headers['content-type'] ?? '';
const isChunked = ({ headers }: Call) => headers['transfer-encoding'] !== undefined;

const asXml = (reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'Content-Type': 'application/xml' },
  text: '<?xml version="1.0"?><answer/>',
});

const asHtml = (reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'Content-Type': 'text/html' },
  text: '<!doctype html><title>Error</title>',
});

/** Leaves an escape as it is in the JSON text, as a hand-written reader does. */
const keepingEscape = (form: RegExp): Change =>
  readingBody((text) => text.replace(form, (found) => `\\${found}`));

// A creation that is written differently, and means the same, is refused.
const bodies = [
  ...faultsOf('create.created', {
    'wire.charset-refused': [
      'compares the media type of a creation with all its parameters: 415',
      refusing(415, (call) => /;/.test(typeOf(call))),
    ],
    'wire.accept-with-weight-refused': [
      'takes a weight for a part of the media type that a client accepts: 406 to creations',
      refusing(406, (call) => isA('createPet')(call) && /;\s*q=/.test(accept(call) ?? '')),
    ],
  }),
  ...faultsOf('create.refused-leaves-nothing', {
    'wire.chunked-body-unread': [
      'reads as many bytes as Content-Length says, so none of a body in chunks: 400',
      refusing(400, isChunked),
    ],
  }),
  ...faultsOf(['create.created', 'create.refused-leaves-nothing'], {
    'wire.first-line-read': [
      'reads the first line of a body: 400 if JSON has several',
      refusing(400, ({ body }) => body.trim().includes('\n')),
    ],
    'wire.space-before-body-refused': [
      'looks whether a body begins with a brace: 400 if white space comes first',
      refusing(400, ({ body }) => /^\s/.test(body)),
    ],
    'wire.member-order-fixed': [
      'reads members in the order of the documentation: 400 in any other',
      refusing(400, ({ body }) => {
        const names = Object.keys(membersOf(body) ?? {}).filter((name) =>
          ['name', 'categoryId', 'status'].includes(name),
        );
        return isOutOfOrder(names);
      }),
    ],
    'wire.escaped-member-unknown': [
      'does not know members whose names are written with escapes: 400',
      refusing(400, ({ body }) => /"[^":,{}]*\\u[^":,{}]*"\s*:/.test(body)),
    ],
  }),
];

function isOutOfOrder(names: readonly string[]): boolean {
  const order = ['name', 'categoryId', 'status'];
  const places = names.map((name) => order.indexOf(name));
  return places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0));
}

// A string with escapes means the same as the string without them.
const escapes = [
  ...faultsOf('create.keeps-values', {
    'wire.surrogates-apart': [
      'reads the two escapes of a character beyond the BMP one by one, and finds no character',
      readingBody((text) => text.replace(/(?<!\\)\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/gi, '??')),
    ],
  }),
  ...faultsOf(['create.keeps-values', 'create.created'], {
    'wire.unicode-escape-kept': [
      'keeps the escape of a character in a name as it is written',
      keepingEscape(/(?<!\\)\\u[\da-f]{4}/gi),
    ],
    'wire.unicode-escape-dropped': [
      'leaves out characters that are written with an escape',
      readingBody((text) => text.replace(/(?<!\\)\\u[\da-f]{4}/gi, '')),
    ],
  }),
];

// Another Accept, or none, still asks for JSON.
const accepted = [
  ...faultsOf(['list.returns-pets', 'media.json'], {
    'wire.xml-without-accept': [
      'lists animals in XML for callers that name no media type',
      answeringWith(
        (call, { status }) => isA('listPets')(call) && status === 200 && accept(call) === undefined,
        asXml,
      ),
    ],
    'wire.xml-for-anything': [
      'lists animals in XML for callers that accept anything, as curl does',
      answeringWith(
        (call, { status }) => isA('listPets')(call) && status === 200 && accept(call) === '*/*',
        asXml,
      ),
    ],
  }),
  ...faultsOf(['error.fields', 'media.json'], {
    'wire.html-error-without-accept': [
      'answers 404 with a page of HTML to callers that accept anything',
      answeringWith(
        (call, { status }) =>
          isA('getPet')(call) && status === 404 && accept(call) !== 'application/json',
        asHtml,
      ),
    ],
    'wire.html-refusal-without-accept': [
      'answers 401 with a page of HTML to callers that accept anything',
      answeringWith(
        (call, { status }) => status === 401 && accept(call) !== 'application/json',
        asHtml,
      ),
    ],
  }),
];

// A list that is asked for differently, and means the same.
const lists = faultsOf('list.returns-pets', {
  'wire.accept-with-others-refused': [
    'compares Accept as a whole: 406 if a client accepts JSON among others',
    refusing(406, (call) => isA('listPets')(call) && /json.*,|,.*json/.test(accept(call) ?? '')),
  ],
  'wire.header-name-in-lower-case-unknown': [
    'knows the header as Authorization, and lists nothing for callers that write authorization: 401',
    ({ transmit }) => ({
      transmit: (reply, response, call) => {
        const written = namesAsWritten(response).includes('Authorization');
        const due = reply.status === 200 && isA('listPets')(call) && !written;
        transmit(due ? errorOf(401)(reply) : reply, response, call);
      },
    }),
  ],
});

// Percent signs in a query are decoded (RFC 3986, section 2.1).
const queries = [
  ...faultsOf('list.filter-with-limit', {
    'wire.encoded-status-unknown': [
      'does not decode the status of a filter: 400',
      refusingAddress(400, /[?&]status=[^&]*%/i),
    ],
  }),
  ...faultsOf('list.filter-with-limit', {
    'wire.encoded-limit-unknown': [
      'does not decode the digits of a limit: 400',
      refusingAddress(400, /[?&]limit=[^&]*%/i),
    ],
  }),
];

// Right values of members, near those that the suite sends.
const values = faultsOf('create.keeps-values', {
  'wire.category-0-as-absent': [
    'takes its default of 1 for a category of 0, which counts as false',
    keeping((animal) => (animal.categoryId === 0n ? { ...animal, categoryId: 1n } : animal)),
  ],
  'wire.name-with-capital': [
    'writes the first letter of a name as a capital',
    keeping((animal) => ({
      ...animal,
      name: animal.name.replace(/^[a-z]/, (one) => one.toUpperCase()),
    })),
  ],
  'wire.name-without-joiners': [
    'drops the characters that join emoji, as they are invisible',
    keeping((animal) => ({ ...animal, name: animal.name.replace(/[\u200d\ufe0f]/g, '') })),
  ],
  'wire.name-without-marks': [
    'drops combining marks that have no letter of their own to join',
    keeping((animal) => ({ ...animal, name: animal.name.replace(/\p{M}/gu, '') })),
  ],
});

// A name that is itself JSON is parsed a second time.
const twice = faultsOf('create.created', {
  'wire.name-of-json-crashes': [
    'reads a name again that is a JSON text, and fails: 500',
    keeping((animal) =>
      /^[[{].*[\]}]$/.test(animal.name)
        ? new Refusal(500, 'failed', 'The service failed.')
        : animal,
    ),
  ],
});

/** Sections 4 and 5: requests that mean the same, in other forms. */
export const wireFormFaults: readonly Fault[] = [
  ...bodies,
  ...escapes,
  ...accepted,
  ...lists,
  ...queries,
  ...values,
  ...twice,
];
