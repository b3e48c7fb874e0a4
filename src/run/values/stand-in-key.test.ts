import { expect, test } from 'vitest';
import { type Credential, nearMisses, theKey } from '../../http/credential.ts';
import type { Exchange } from '../../http/exchange.ts';
import { redactor } from '../../secrets/redact.ts';
import type { Operation } from '../../spec/operations.ts';
import { foreignKey } from './foreign-key.ts';
import { standInKey } from './stand-in-key.ts';

const operations = ['listPets', 'createPet', 'getPet'] as const;

/** Every wrong key that a run makes of a key, as each operation shows it. */
function wrongKeys(key: string, seed = 7): (readonly [Operation, string])[] {
  const { add, redact } = redactor([key]);
  const show = ({ headers, secret }: Credential) => {
    if (secret) add(secret.text, secret.shown);
    return redact(headers[0]?.header[1] ?? '');
  };
  return operations.flatMap((operation) => {
    const end = operation === 'createPet' ? 'first' : 'last';
    const near = nearMisses(key, end).map(({ credential }) => credential);
    const all = [theKey(key), foreignKey(key, seed, operation), ...near];
    return all.map((one) => [operation, show(one)] as const);
  });
}

function recorded(asked: readonly (readonly [Operation, string])[]): Exchange[] {
  return asked.map(([operation, authorization], index) => ({
    index,
    operation,
    purpose: 'clause',
    caller: 'anonymous',
    request: { method: 'GET', url: '', headers: [['Authorization', authorization]] },
    response: { status: 401, statusText: '', headers: [], body: '', truncated: false },
    startedAt: 0,
    finishedAt: 0,
    waitMs: 0,
    curl: '',
  }));
}

test.each([
  'Reference-Demo-Key-7Qx',
  'sk_live_51Hx',
  '4711-0815-2342',
  '6f1c0b9e-3d52-4a7e-9c41-8be2d05a7f13',
  'qL8/3vXn+0aYk5rT7uWc2Q==',
])('the wrong keys made of the stand-in for %j are shown as those made of it', (key) => {
  const asked = wrongKeys(key);
  expect(wrongKeys(standInKey(recorded(asked)))).toEqual(asked);
});

test('if a recording has near misses of every kind but the letter case, the key has no letters', () => {
  const asked = wrongKeys('4711-0815-2342').slice(0, 3);
  expect(wrongKeys(standInKey(recorded(asked))).length).toBeLessThan(wrongKeys('xyZW').length);
});

test('if a recording has no wrong key, the key has letters', () => {
  expect(standInKey([])).toMatch(/[a-z]/);
});
