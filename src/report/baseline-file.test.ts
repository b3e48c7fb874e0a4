import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusalOf } from '../settings/testing/refusal.ts';
import type { ExpectedFailure, JudgedRun } from './baseline.ts';
import {
  editBaseline,
  emptyBaseline,
  parseBaseline,
  planUpdate,
  readBaseline,
} from './baseline-file.ts';

const head = 'formatVersion: 1\nknown-failures:\n';

function entry(changes: Readonly<Record<string, string>> = {}): string {
  const keys = {
    requirement: 'pet.id',
    reason: 'r',
    owner: 'o',
    expires: '2027-01-31',
    ...changes,
  };
  const lines = Object.entries(keys).map(([key, value]) => `${key}: ${value}`);
  return `  - ${lines.join('\n    ')}\n`;
}

const refused = (text: string) => refusalOf(() => parseBaseline(text, 'b.yaml'));

test('blocks of text become one line, and no entries are a baseline, too', () => {
  const text = head + entry({ reason: '>\n      the cache\n      ignores limit\n', owner: 'yes' });
  expect(parseBaseline(text, 'b.yaml').entries).toEqual([
    {
      requirement: 'pet.id',
      reason: 'the cache ignores limit',
      owner: 'yes',
      expires: '2027-01-31',
    },
  ]);
  expect(parseBaseline(emptyBaseline, 'b.yaml').entries).toEqual([]);
});

test.each<[string, RegExp]>([
  ['', /^b\.yaml:1: the top level must be object$/],
  [head + entry({ expire: 'x' }), /:3: .*\/0 has an unknown member "expire"$/],
  [(head + entry()).replace(/ {4}owner.*\n/, ''), /:3: .*\/0 must have required property 'owner'$/],
  [
    head + entry() + entry({ requirement: 'list.limt' }),
    /:7: no req.*; did you mean list\.limit\?$/,
  ],
  [head + entry() + entry(), /:7: pet\.id has an entry already; leave one$/],
  [
    head + entry({ requirement: 'auth.challenge' }),
    /:3: .* \(its level is advisory\): take it off$/,
  ],
  [head + entry({ expires: '2027-02-30' }), /:6: .*\/expires must match format "date"$/],
  [head + entry({ reason: '#123' }), /:4: .*\/reason must be string$/],
  [head + entry({ owner: '@team' }), /:5: is not valid YAML: /],
  [head + entry({ owner: '&x me', reason: '*x' }), /:4: has an alias: write out what /],
])('%j is refused with its line', (text, message) => {
  expect(refused(text)).toMatch(message);
  expect(refused(text)).not.toContain('\n');
});

test('a file that cannot be read names its setting, and no entry may show a key', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'baseline-')), 'b.yaml');
  const holdsKey = (text: string) => text.includes('Unspeakable');
  const label = 'PETSTORE_BASELINE';
  expect(() => readBaseline('/nowhere/b.yaml', label, holdsKey)).toThrow(
    'PETSTORE_BASELINE "/nowhere/b.yaml": must be a readable file (ENOENT); baseline update makes one',
  );
  writeFileSync(file, head + entry({ owner: '"Unspeak\\x61ble one"' }));
  expect(() => readBaseline(file, label, holdsKey)).toThrow(
    `${file}: the entry of pet.id contains the API key, which reports would show: remove it`,
  );
  writeFileSync(file, head + entry());
  expect(readBaseline(file, label, holdsKey).entries).toHaveLength(1);
});

const added: ExpectedFailure = {
  requirement: 'pet.name',
  reason: `#7: ${'long '.repeat(40)}end`,
  owner: '@team',
  expires: '2027-06-30',
};

const text = `# Staging's known failures
formatVersion: 1 # of the file

known-failures:
  # Listing: PET-123

  # said by the cache
  - requirement: list.limit # off by one
    reason: the cache ignores limit
    owner: 'team'
    expires: 2027-01-31

  # the same cause
  - requirement: list.default-limit
    reason: the cache ignores limit
    owner: "team"
    expires: 2020-01-31
# the end
`;

const { entries } = parseBaseline(text, 'b.yaml');

test('what failed without an entry is added, what passed is removed, nothing is renewed', () => {
  const run: JudgedRun = {
    run: { partial: true, endedEarly: null },
    requirements: [
      { id: 'list.limit', level: 'required', outcome: 'passed' },
      { id: 'list.default-limit', level: 'required', outcome: 'failed' },
      { id: 'pet.name', level: 'required', outcome: 'failed' },
      { id: 'pet.id', level: 'required', outcome: 'inconclusive' },
      { id: 'auth.challenge', level: 'advisory', outcome: 'failed' },
    ],
  };
  const plan = planUpdate(run, entries, '2027-01-01');
  expect(plan).toEqual({
    add: ['pet.name'],
    remove: ['list.limit'],
  });
  const skipped = run.requirements.map((one) => ({ ...one, outcome: 'skipped' as const }));
  const idle = planUpdate({ ...run, requirements: skipped }, entries, '2027-01-01');
  expect(idle).toEqual({ add: [], remove: [] });
});

test('an entry goes, and the comments of the others stay', () => {
  const edited = editBaseline(text, 'b.yaml', { add: [], remove: ['list.limit'] });
  expect(edited).not.toMatch(/off by one/);
  for (const kept of [
    '# Staging',
    '# of the file',
    '# Listing: PET-123',
    '# the same',
    '# the e',
  ]) {
    expect(edited).toContain(kept);
  }
  expect(parseBaseline(edited, 'b.yaml').entries).toEqual(entries.slice(1));
});

test('all entries can go, and new ones come into an empty list', () => {
  const ids = entries.map(({ requirement }) => requirement);
  const empty = editBaseline(text, 'b.yaml', { add: [], remove: ids });
  expect(parseBaseline(empty, 'b.yaml').entries).toEqual([]);
  for (const start of [empty, emptyBaseline]) {
    const edited = editBaseline(start, 'b.yaml', { add: [added], remove: [] });
    expect(parseBaseline(edited, 'b.yaml').entries).toEqual([added]);
  }
});
