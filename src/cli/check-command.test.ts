import { expect, onTestFinished, test } from 'vitest';
import { demoKey, startReference } from '../reference/server.ts';
import { callHere } from './testing/calls.ts';

test('check says whether address and key are right, with the statuses of a run, and shows no key', async () => {
  const { baseUrl, close } = await startReference();
  onTestFinished(close);
  const check = ['check', '--base-url', baseUrl];
  expect(await callHere(check, { PETSTORE_API_KEY: demoKey })).toEqual({
    status: 0,
    out: `address and key work: ${baseUrl}/pets answers 200 with a list\n`,
    err: '',
  });
  const wrong = await callHere(check, { PETSTORE_API_KEY: 'Unspeakable-0123456' });
  expect(wrong).toMatchObject({ status: 3, err: '' });
  expect(wrong.out).toMatch(/^the service at \S+ answers 401 to the key; use a key that is valid/);
  const none = await callHere(['check'], { PETSTORE_API_KEY: 'Unspeakable-0123456' });
  expect(none).toMatchObject({ status: 2, out: '' });
  for (const { out, err } of [wrong, none]) expect(out + err).not.toContain('Unspeakable');
});
