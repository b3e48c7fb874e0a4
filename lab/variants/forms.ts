/**
 * Conformant servers on which other forms of a request, near values, simultaneous questions and silences might report a
 * false positive.
 */
import { bearerToken, Refusal, readInt64 } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  keeping,
  onReply,
  readingBody,
  remembering,
  together,
  without,
} from '../../src/reference/changes.ts';
import { demoKey } from '../../src/reference/server.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd, spelt, withKey } from './freedoms.ts';
import { unique } from './staging-creation.ts';

const isChunked = ({ headers }: Call) => headers['transfer-encoding'] !== undefined;

/** An answer from before the service that knows neither its errors nor its limits. */
const gateway = (status: number, which: (call: Call) => boolean): Change =>
  onReply((reply, call) =>
    which(call)
      ? {
          status,
          headers: {
            ...without(reply.headers, 'WWW-Authenticate', 'Deprecation', 'Sunset'),
            'Content-Type': 'text/html',
          },
          text: '<h1>Not here</h1>',
        }
      : reply,
  );

/** Does not read bodies in chunks, like HTTP/1.0. */
const blindToChunks: Change = ({ newAnimal }) => ({
  newAnimal: (call) => newAnimal(isChunked(call) ? { ...call, body: '' } : call),
});

const requests: readonly Variant[] = [
  {
    id: 'forms.json-parser-of-ruby',
    title:
      'reads JSON with the parser of its language, which passes over comments and knows more escapes',
    settings: { profile: 'full' },
    inVirtualTime: { latencyMs: [1, 6] },
    change: readingBody((text) =>
      text.replace(/\s*\/\/[^"\n]*$|\/\*.*?\*\//g, '').replace(/\\([^"\\/bfnrtu])/g, '$1'),
    ),
  },
  {
    id: 'forms.media-type-by-letter-case',
    title:
      'takes a creation as application/json, only in these letters, with parameters or without',
    change: ({ newAnimal }) => ({
      newAnimal: (call) =>
        /^application\/json(;|$)/.test(call.headers['content-type'] ?? '')
          ? newAnimal(call)
          : new Refusal(400, 'media_type', 'Content-Type must be application/json.'),
    }),
  },
  {
    id: 'forms.length-required',
    title: 'stands behind a gateway that asks for the length of a body: 411',
    change: gateway(411, isChunked),
  },
  {
    id: 'forms.chunks-not-read',
    title: 'reads no body in chunks, and finds an empty one',
    change: blindToChunks,
  },
  {
    id: 'forms.other-charsets-refused',
    title: 'takes JSON in UTF-8 only, and answers 415 to every other character set',
    change: ({ newAnimal }) => ({
      newAnimal: (call) => {
        const charset =
          /charset="?([\w-]+)/i.exec(call.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
        if (/^utf-?8$/i.test(charset)) return newAnimal(call);
        return new Refusal(415, 'charset', 'UTF-8 only.');
      },
    }),
  },
  {
    id: 'forms.other-types-not-acceptable',
    title: 'answers 406 to callers that do not accept JSON',
    change: gateway(406, ({ headers }) => !/json|\*\/\*/.test(headers.accept ?? '*/*')),
  },
  {
    id: 'forms.queries-checked-first',
    title: 'refuses parameters that it does not know, once the key is right',
    change: ({ selection }) => ({
      selection: (call) =>
        [...call.query.keys()].every((name) => ['limit', 'status'].includes(name))
          ? selection(call)
          : new Refusal(400, 'unknown_parameter', 'There is no such parameter.'),
    }),
  },
];

const values: readonly Variant[] = [
  {
    id: 'forms.unique-names-409',
    title: 'wants names to be unique and answers 409 to a namesake',
    change: unique(409),
  },
  {
    id: 'forms.unique-names-400-stocked',
    title: 'wants names to be unique, answers 400 to a namesake, and has 300 animals',
    server: () => ({ animals: herd(300) }),
    change: unique(400),
  },
  {
    id: 'forms.long-and-odd-names-refused-stocked',
    title: 'has 300 animals and takes only names of at most 16 letters, by rules of its own',
    server: () => ({ animals: herd(300) }),
    change: keeping((animal) =>
      /^[a-z]{1,16}$/i.test(animal.name) ? animal : new Refusal(400, 'name', 'Sixteen letters.'),
    ),
  },
  {
    id: 'forms.ids-from-one',
    title: 'answers 400 to ids below 1, which it never gives',
    change: ({ find, finish }) => ({
      find,
      finish: (reply, call) => {
        const id = readInt64(call.petId);
        if (call.operation !== 'getPet' || id === undefined || id > 0n || reply.status !== 404) {
          return finish(reply, call);
        }
        const body = { code: 'invalid_id', message: 'Ids begin at 1.', status: 400 };
        return finish({ ...reply, status: 400, body }, call);
      },
    }),
  },
  {
    id: 'forms.next-id-given',
    title: 'is used by others, who add an animal just before each read',
    change: ({ find }) => ({
      find: (store, call) => {
        const next = (store.all().at(-1)?.id ?? 0n) + 1n;
        store.add({ id: next, name: `Rex ${next}`, categoryId: 1n, status: 'available' });
        return find(store, call);
      },
    }),
  },
];

const keys: readonly Variant[] = [
  {
    id: 'forms.key-hexadecimal',
    title: 'has a hexadecimal key, of which either letter case is a spelling',
    ...withKey('9f86d081884c7d659a2feaa0c55ad015'),
    change: spelt((token) => token.toLowerCase()),
  },
  {
    id: 'forms.key-uuid',
    title: 'has a UUID for a key, read in either letter case',
    ...withKey('3F2504E0-4F89-41D3-9A0C-0305E82C3301'),
    change: spelt((token) => token.toLowerCase()),
  },
  {
    id: 'forms.key-base64',
    title: 'has a key in Base64 and compares its bytes',
    ...withKey('UGV0U3RvcmVLZXlGb3JUZXN0cw=='),
    change: spelt((token) => Buffer.from(token, 'base64').toString('hex')),
  },
  {
    id: 'forms.locks-out-after-15',
    title: 'locks every caller out after 15 refused log-ins, as the account may be attacked',
    change: remembering(() => (base) => {
      let refused = 0;
      const counting: Change = ({ finish }) => ({
        finish: (reply, call) => {
          if (reply.status === 401) refused += 1;
          return finish(reply, call);
        },
      });
      const locking: Change = ({ authorized }) => ({
        authorized: (call) => refused < 15 && authorized(call),
      });
      return together(counting, locking)(base);
    }),
  },
];

/** Drops or delays what meets the condition. */
const dropping = (which: (call: Call) => boolean): Change => {
  return ({ transmit }) => ({
    transmit: (reply, response, call) => {
      if (which(call)) response.destroy();
      else transmit(reply, response, call);
    },
  });
};

const silences: readonly Variant[] = [
  {
    id: 'forms.drops-every-fortieth',
    title: 'stands behind a network that drops every fortieth request',
    change: dropping(({ sequence }) => sequence % 40 === 39),
  },
  {
    id: 'forms.one-at-a-time',
    title: 'answers one request after the other, however many come at once',
    change: ({ transmit }) => {
      let before = Promise.resolve();
      return {
        transmit: (reply, response, call) => {
          before = before.then(
            () =>
              new Promise((resolve) => {
                setTimeout(() => {
                  transmit(reply, response, call);
                  resolve();
                }, 1);
              }),
          );
        },
      };
    },
  },
  {
    id: 'forms.last-comes-first',
    title: 'answers what comes at once in another order',
    change: ({ transmit }) => ({
      transmit: (reply, response, call) => {
        setTimeout(() => transmit(reply, response, call), 12 - 3 * (call.sequence % 4));
      },
    }),
  },
  {
    id: 'forms.odd-bodies-dropped',
    title: 'stands behind a firewall that drops bodies that are not JSON; they stay undecided',
    undecided: ['create.invalid-body'],
    settings: { timeout: 1 },
    change: dropping(
      ({ operation, body }) => operation === 'createPet' && !body.trim().startsWith('{'),
    ),
  },
  {
    id: 'forms.wrong-keys-dropped',
    title: 'stands behind a firewall that drops whoever shows a wrong key; they stay undecided',
    undecided: ['auth.invalid-key'],
    settings: { timeout: 1 },
    change: dropping((call) => ![undefined, demoKey].includes(bearerToken(call))),
  },
];

/** Servers on which the questions in other forms must not report a failure. */
export const formVariants: readonly Variant[] = [...requests, ...values, ...keys, ...silences];
