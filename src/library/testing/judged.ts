/** Test files of a user, in one: conformance.test.ts runs them in a vitest of their own. */
import { describe } from 'vitest';
import { changeOf } from '../../reference/faults.ts';
import { type ReferenceOptions, startReference } from '../../reference/server.ts';
import { conformance } from '../conformance.ts';

const apiKey = 'Unspeakable-Key-1';

function server(options: ReferenceOptions = {}) {
  return async () => {
    const { baseUrl, close } = await startReference({ apiKey, ...options });
    return {
      baseUrl,
      stop: async () => {
        await close();
        console.log('stopped');
      },
    };
  };
}

const change = changeOf('create.status-required');

describe('conformant', () => {
  conformance({ start: server(), apiKey, seed: 1, skip: 'rate.remaining-falls' });
});

describe('faulty', () => {
  conformance({ start: server({ change }), apiKey, seed: 7, only: 'create.status-*' });
});

describe('empty', () => {
  conformance({ start: server(), apiKey, profile: 'read-only', only: 'list.default-limit' });
});

describe('unreachable', () => {
  conformance({ baseUrl: 'http://127.0.0.1:9/v1', apiKey, only: 'auth.missing-key' });
});

describe('without a key', () => {
  conformance({ start: server(), only: 'auth.missing-key' });
});

describe('without an address', () => {
  // Of a user without types, who forgot to return something.
  conformance({ start: () => JSON.parse('null'), apiKey, only: 'auth.missing-key' });
});
