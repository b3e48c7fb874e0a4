import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { startNode } from '../cli/testing/calls.ts';
import { packageRoot } from '../package/package.ts';
import { conformance } from './conformance.ts';

interface Tested {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

let printed = '';
let tests: readonly Tested[] = [];

// One run of a user's vitest, with settings that would spoil it, tells all that follows.
beforeAll(async () => {
  const outputFile = join(mkdtempSync(join(tmpdir(), 'conformance-')), 'tests.json');
  const argv = [
    join(packageRoot, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--config', 'src/library/testing/vitest.config.ts'],
    ...['--reporter=json', `--outputFile=${outputFile}`, '--reporter=verbose'],
  ];
  const { out, err } = await startNode(argv, { cwd: packageRoot, env: { NO_COLOR: '1' } }).ended;
  printed = out + err;
  tests = JSON.parse(readFileSync(outputFile, 'utf8')).testResults.flatMap(
    (file: { assertionResults: Tested[] }) => file.assertionResults,
  );
}, 60_000);

function find(name: string): Tested {
  const found = tests.find(({ fullName }) => fullName.startsWith(name));
  if (!found) throw new Error(`no test is named ${name}:\n${printed}`);
  return found;
}

const statuses = (name: string) =>
  tests
    .filter(({ fullName }) => fullName.startsWith(name))
    .map(({ fullName, status }) => `${fullName.slice(name.length).split(':', 1)[0]} ${status}`);

describe('a conformant server', () => {
  const title = 'conformant Pet Store conformance ';

  test('passes every requirement of the profile that was not left out', () => {
    const due = statuses(title).filter(
      (one) => !/\.(scheme-case|comes-first|strict-json)|gap\./.test(one),
    );
    expect(due).toContain('auth auth.missing-key passed');
    expect(due.filter((one) => !one.endsWith(' passed'))).toEqual([
      // No plan was given.
      'every answer rate.plan-limit skipped',
      'every answer rate.reset-true skipped',
    ]);
    expect(due.join()).not.toMatch(/rate\.(remaining-falls|enforced)/);
  });

  test('is asked in the order of a run, whatever the user has tests sorted by', () => {
    // As they were done: the other report has them as they were defined.
    const done = printed.matchAll(
      /^ *[✓↓] .*conformant > Pet Store conformance > (.+?) > (?=\w+\.)/gm,
    );
    const chapters = [...done].map(([, chapter]) => chapter);
    expect(chapters.filter((one, at) => one !== chapters[at - 1])).toEqual([
      ...['list', 'create', 'get', 'gap', 'auth', 'version', 'every answer'],
    ]);
  });

  test('what does not apply and what is only recorded is skipped, with a note', () => {
    expect(printed).toMatch(/↓ .*rate\.plan-limit.* \[not-applicable: no plan is configured/);
    expect(printed).toMatch(/↓ .*gap\.status-default.* \[recorded: /);
  });
});

test('a fault fails its requirement alone, in the words of the suite, without a stack', () => {
  expect(statuses('faulty Pet Store conformance ')).toEqual([
    'create create.status-optional failed',
    'create create.status-values passed',
  ]);
  const [message = '', ...retries] = find('faulty Pet Store').failureMessages;
  expect(retries).toEqual([]);
  expect(message).toMatch(/^Failed: section 2: .*\n.*\n {2}expected: /);
  expect(message).toMatch(/POST \/v1\/pets -> 400 Bad Request\n/);
  expect(message).toContain('curl -gi -X POST');
  expect(message).toMatch(/the same data again: seed: 7\n {4}at petstore-conformance \(native\)$/);
  expect(message.match(/^ +at /gm)).toHaveLength(1);
});

test('what could not be decided fails, with what was missing', () => {
  const [empty = ''] = find('empty Pet Store').failureMessages;
  expect(empty).toMatch(/^Inconclusive: section 4\.1 r1: [\s\S]*hold 0 animals, 21 are needed/);
  const [unreachable = ''] = find('unreachable Pet Store').failureMessages;
  expect(unreachable).toMatch(/^Inconclusive: [\s\S]*ECONNREFUSED/);
});

test('no API key is an error of the settings, and every started server is stopped', () => {
  expect(find('without a key').status).not.toBe('passed');
  expect(printed).toContain('no API key: set apiKey');
  expect(printed.match(/^stopped$/gm)).toHaveLength(4);
});

test('nothing that is printed holds the key', () => {
  expect(printed).not.toContain('Unspeakable-Key-1');
});

test.each([
  [
    { baseUrl: 'localhost:80/v1', apiKey: 'some-key' },
    /^baseUrl "localhost:80\/v1": .*must be an absolute/,
  ],
  [{ start: () => ({ baseUrl: '' }), only: 'auth.mising' }, /^only "auth\.mising": no id matches/],
  [
    { start: () => ({ baseUrl: '' }), retries: 1 },
    /^"retries" is not a known setting; the settings are baseUrl, /,
  ],
  [{ start: () => ({ baseUrl: '' }), out: 'x' }, /^"out" is not a known setting/],
])('bad settings are refused before any test: %j', (settings, words) => {
  expect(() => conformance(settings)).toThrow(words);
});
