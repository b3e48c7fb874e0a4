import { describe, expect, test } from 'vitest';
import { ask } from '../lab/trial.ts';
import type { RequirementId } from '../src/catalogue/catalogue.ts';
import type { Exchange } from '../src/http/exchange.ts';
import type { Behaviour } from '../src/reference/behaviour.ts';
import type { Reply } from '../src/reference/call.ts';
import { type Change, type Judged, judged } from './testing/judged.ts';
import { refusing } from './testing/recorded.ts';

/** How the check of a creation without a key ends, on a connection that the key has used, and its requests. */
async function afterTheKey(change: (base: Behaviour) => Partial<Behaviour> = () => ({})) {
  const subject = { id: 'server', title: 'a server', server: () => ({ animals: [] }), change };
  const { record } = await ask(subject, { seed: 1, only: ['auth.missing-key'] });
  const [result] = record.checks.get('auth.missing-key') ?? [];
  return {
    outcome: result?.outcome,
    asked: result?.exchanges.map((index) => {
      const { operation, request, response } = record.exchanges[index] ?? {};
      const [, scheme] =
        /^(\S+) /.exec(
          request?.headers.find(([name]) => /^authorization$/i.test(name))?.[1] ?? '',
        ) ?? [];
      return `${operation} ${scheme ?? 'without a key'}: ${response?.status}`;
    }),
  };
}

/** Takes whoever comes over a connection that the key was accepted on for its holder. */
const remembering =
  (accepts: (authorization: string) => boolean) =>
  ({ authorized }: Behaviour): Partial<Behaviour> => {
    const known = new Set<object>();
    return {
      authorized(call) {
        const isHolder = authorized(call) && accepts(call.headers.authorization ?? '');
        if (isHolder) known.add(call.connection);
        return known.has(call.connection);
      },
    };
  };

describe('a creation without a key on a connection that the key has used', () => {
  test('comes after one list for the key', async () => {
    expect(await afterTheKey()).toEqual({
      outcome: 'passed',
      asked: ['listPets bearer: 200', 'createPet without a key: 401'],
    });
  });

  test.each([
    ['in any case', () => true],
    ['as it is written usually', (authorization: string) => authorization.startsWith('Bearer ')],
  ])(
    'fails if the service takes the connection for the key, which it accepts %s',
    async (_, accepts) => {
      expect((await afterTheKey(remembering(accepts))).outcome).toBe('failed');
    },
  );
});

/** What a stranger asked for: the animal or the query, by which credential, and what it accepts, in which language. */
function told({ operation, purpose, request }: Exchange): string {
  const of = (name: string) =>
    request.headers.find(([field]) => field.toLowerCase() === name)?.[1] ?? 'none';
  const { pathname, search } = new URL(request.url);
  const what = operation === 'getPet' ? pathname.replace(/.*\//, '') : search;
  const [accept, language] = [of('accept'), of('accept-language')].map(
    (one) => one.split(/[,;]/)[0],
  );
  const kind = of('content-type').replace('application/json', '');
  return [operation, what, of('authorization'), accept, language, purpose, kind]
    .filter((part) => !['', 'none', 'application/json', 'clause'].includes(part ?? ''))
    .join(' ')
    .replaceAll(/%+/g, '%')
    .replaceAll('[API key]', 'KEY');
}

/** What strangers ask for. */
async function strangers(id: RequirementId, server: Judged) {
  const { exchanges } = await judged(id, server);
  return exchanges.filter(({ caller }) => caller === 'stranger').map(told);
}

type Settings = NonNullable<Judged['settings']>;

const core = { profile: 'core' } as const;
const full = { profile: 'full' } as const;

describe('what callers without the right key ask for, in which form', () => {
  test.each<[RequirementId, Settings, readonly string[]]>([
    [
      'auth.missing-key',
      core,
      ['createPet ; charset=utf-8', 'listPets ?limit=2&status=available tr-TR', 'getPet 1 tr-TR'],
    ],
    [
      'auth.missing-key',
      full,
      [
        'listPets',
        'createPet ; charset=utf-8',
        'getPet 33',
        'listPets ?limit=2&status=available tr-TR',
        'getPet 1 tr-TR',
      ],
    ],
    [
      'auth.invalid-key',
      core,
      [
        'createPet Bearer KEY (one half changed) */*',
        'getPet 26 Bearer KEY (one half changed) tr-TR',
        'listPets ?limit=100 Bearer KEY (without its last character)',
        'createPet Bearer KEY (twice) tr-TR',
        'getPet 26 Bearer KEY (in the other letter case) ar-EG',
      ],
    ],
    [
      'auth.invalid-key',
      full,
      [
        'createPet Bearer KEY (one half changed) */*',
        'getPet 33 Bearer KEY (one half changed) tr-TR',
        'listPets ?status=available Bearer KEY (without its last character)',
        'createPet Bearer KEY (twice) tr-TR',
        'getPet 33 Bearer KEY (in the other letter case) ar-EG',
        'createPet Bearer KEY (one half changed) */*',
        'createPet Bearer KEY (without its last character) */*',
        'getPet 33 Bearer KEY (without its last character)',
        'getPet 33 Bearer KEY (with two characters more, the first) tr-TR',
        'createPet Bearer null */*',
        'getPet 33 Bearer true tr-TR',
        'listPets ?limit=1&status=sold Bearer constructor ar-EG',
        'createPet Bearer % ar-EG ; charset=utf-8',
        'getPet 33 Bearer [!-~]*',
        'listPets ?status=pending&limit=2 Bearer cl\u00e9 tr-TR gap',
      ],
    ],
    [
      'auth.bearer-only',
      core,
      [
        'createPet Basic KEY */*',
        'getPet 26 KEY tr-TR',
        'listPets ?status=pending&limit=2 Token KEY ar-EG',
        'createPet Bearer ar-EG ; charset=utf-8',
        'getPet 26',
      ],
    ],
    [
      'auth.bearer-only',
      full,
      [
        'listPets ?status=available Basic KEY',
        'listPets ?status=pending&limit=2 KEY tr-TR',
        'listPets ?limit=1&status=sold Token KEY ar-EG',
        'listPets ?limit=100 Bearer */*',
        'listPets ?limit=2&status=available',
        'createPet',
        'getPet 33 XBearer KEY',
        'createPet Basic KEY tr-TR',
        'getPet 33 Basic KEY ar-EG',
        'createPet KEY',
        'getPet 33 BearerKEY */*',
        'createPet ApiKey KEY ar-EG ; charset=utf-8',
        'getPet 33 Secret KEY',
        'createPet Bearer',
        'getPet 33 Bearer tr-TR',
        'createPet',
        'getPet 33 Bearer KEY (every character changed)',
      ],
    ],
  ])('%s, %o', async (id, settings, asked) => {
    expect(await strangers(id, { settings })).toEqual(asked);
  });
});

test('the key asks for a list at the same time if no animal is known', async () => {
  const { check } = await judged('auth.missing-key', { change: refusing(() => true) });
  const { exchanges } = check(
    "a list and an animal without a key, together with the key's own call",
  );
  const own = exchanges.filter(({ caller }) => caller === 'key-holder');
  expect(own.map(told)).toEqual(['listPets ?limit=2 Bearer KEY']);
});

test('an animal in a large category is read with the key and without one, if it was read before', async () => {
  const { check } = await judged('auth.missing-key', {}, ['get.found']);
  const { exchanges } = check(
    "a list and an animal without a key, together with the key's own call",
  );
  const reads = exchanges.filter(({ operation }) => operation === 'getPet');
  expect(reads.map(({ caller, request }) => [caller, request.url.replace(/.*\//, '')])).toEqual([
    ['key-holder', '3'],
    ['stranger', '3'],
  ]);
});

test('a key in small letters has no other letter case', async () => {
  const { check } = await judged('auth.invalid-key', { apiKey: 'a-key-in-small-letters' });
  expect(check('a key near the real one: case').outcome).toBe('not-applicable');
});

/** Answers whoever shows this token like so. */
const tokenGets =
  (token: string, answer: Partial<Reply>): Change =>
  () => ({
    finish: (reply, { headers }) =>
      headers.authorization === `Bearer ${token}` ? { ...reply, ...answer } : reply,
  });

describe('a token that is no key', () => {
  const forbidden = { code: 'forbidden', message: 'No.', status: 403 };

  test.each<[string, string, string, Change]>([
    ['failed', 'is accepted', 'null', tokenGets('null', { status: 200, body: [] })],
    [
      'failed',
      'is answered 403 by the service',
      'null',
      tokenGets('null', { status: 403, body: forbidden }),
    ],
    [
      'failed',
      'is answered 403 with the rate headers of the service',
      'null',
      tokenGets('null', { status: 403, body: 'no' }),
    ],
    ['failed', 'is answered 400', 'null', tokenGets('null', { status: 400 })],
    ['passed', 'is answered 400', 'cl\u00e9', tokenGets('cl\u00e9', { status: 400 })],
  ])('%s if it %s: %s', async (outcome, _how, _token, change) => {
    const { check } = await judged('auth.invalid-key', { settings: full, change });
    expect(check('further wrong keys').outcome).toBe(outcome);
  });
});

test.each<[string, RequirementId, Settings]>([
  ['without a key', 'auth.missing-key', core],
  ['with wrong keys', 'auth.invalid-key', full],
])('a read %s need not be refused once getPet is gone', async (_, id, settings) => {
  const { checks, exchanges } = await judged(id, {
    settings,
    day: '2030-12-06',
    change: ({ authorized }) => ({
      authorized: (call) => call.operation === 'getPet' || authorized(call),
      find: () => undefined,
    }),
  });
  expect(checks.map(({ outcome }) => outcome)).toEqual(checks.map(() => 'passed'));
  expect(exchanges.some(({ operation }) => operation === 'getPet')).toBe(true);
});

test('a key in the body is excused if the service refuses what is not described before it asks for the key', async () => {
  const { check } = await judged('auth.bearer-only', {
    settings: full,
    change: () => ({
      finish: (reply, { body }) =>
        body.includes('access_token') ? { ...reply, status: 400 } : reply,
    }),
  });
  expect(check('the key in the body of a creation').outcome).toBe('passed');
});
