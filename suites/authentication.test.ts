import { describe, expect, test } from 'vitest';
import { ask } from '../src/lab/trial.ts';
import type { Behaviour } from '../src/reference/behaviour.ts';

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
