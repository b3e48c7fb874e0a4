import { describe, expect, test } from 'vitest';
import { ask } from '../lab/trial.ts';
import type { Behaviour } from '../src/reference/behaviour.ts';
import type { Reply } from '../src/reference/call.ts';
import { type Change, judged } from './testing/judged.ts';

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

const full = { profile: 'full' } as const;

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
    ['failed', 'is accepted', 'constructor', tokenGets('constructor', { status: 200, body: [] })],
    [
      'failed',
      'is answered 403 by the service',
      'constructor',
      tokenGets('constructor', { status: 403, body: forbidden }),
    ],
    [
      'passed',
      'is stopped by a firewall',
      'constructor',
      tokenGets('constructor', { status: 403, headers: {}, body: 'no' }),
    ],
    ['failed', 'is answered 400', 'constructor', tokenGets('constructor', { status: 400 })],
    ['passed', 'is answered 400', 'cl\u00e9', tokenGets('cl\u00e9', { status: 400 })],
  ])('%s if it %s: %s', async (outcome, _how, _token, change) => {
    const { check } = await judged('auth.invalid-key', { settings: full, change });
    expect(check('further wrong keys').outcome).toBe(outcome);
  });
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
