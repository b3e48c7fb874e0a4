import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forkWords } from './fork.ts';
import { readSettings } from './read-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'event-'));
let events = 0;

function pull(head: unknown, env: Record<string, string> = {}) {
  events += 1;
  const path = join(folder, `${events}.json`);
  writeFileSync(path, JSON.stringify({ pull_request: { head } }));
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_REPOSITORY: 'acme/pets',
    GITHUB_EVENT_PATH: path,
    ...env,
  };
}

const fork = { repo: { full_name: 'zoe/pets' } };
const merge = (from: string) => ({
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: from,
  CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'zoe/pets',
  CI_MERGE_REQUEST_PROJECT_ID: '1',
  CI_MERGE_REQUEST_PROJECT_PATH: 'acme/pets',
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    "GitHub's pull request of a fork",
    pull(fork),
    /^; this pull request is from the fork zoe\/pets,/,
  ],
  ['one whose fork is gone', pull({ repo: null }), /^; this pull request is from a fork that is g/],
  ["GitLab's", merge('2'), /^; this merge request is from the fork zoe\/pets, .* acme\/pets: /],
])('%s is named, with what to do', (_, env, words) => {
  expect(forkWords(env)).toMatch(words);
  expect(forkWords(env)).toMatch(/start the server in the job.*leave the job out .*acme\/pets/);
});

test.each<[string, Record<string, string>]>([
  ['no pipeline', {}],
  ['a pull request of the same repository', pull({ repo: { full_name: 'acme/pets' } })],
  ['a push', pull(fork, { GITHUB_EVENT_NAME: 'push' })],
  ['an event that has secrets', pull(fork, { GITHUB_EVENT_NAME: 'pull_request_target' })],
  ['an event that cannot be read', pull(fork, { GITHUB_EVENT_PATH: join(folder, 'none') })],
  ['an event that says nothing', pull(7)],
  ['a name that is none', pull({ repo: { full_name: 'x\n::error::y' } })],
  ['a merge request of the same project', merge('1')],
])('%s tells of no fork', (_, env) => {
  expect(forkWords(env)).toBe('');
});

test('a run without key says so, and one with a key reads no event', () => {
  const read = (env: Record<string, string>) => () => readSettings({ flags: {}, dotenv: {}, env });
  const target = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1' };
  expect(read({ ...pull(fork), ...target, PETSTORE_API_KEY: '' })).toThrow(
    /^no API key: set PETSTORE_API_KEY, .*--api-key-file; this pull request is from the fork zoe\/pets/,
  );
  // What a workflow takes from a secret is empty there, the address too.
  expect(read(pull(fork))).toThrow(/^no address: .*; this pull request is from the fork zoe\/pets/);
  const key = { PETSTORE_API_KEY: 'Unspeakable-Key-0123' };
  expect(read({ ...pull(fork), ...key })).toThrow(/^no address: [^;]*$/);
  expect(read({ ...pull(fork), ...target, ...key })).not.toThrow();
});
