import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusalOf } from '../../settings/testing/refusal.ts';
import { parseBaseline } from './parse.ts';
import { readBaseline } from './read.ts';

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

test.each([
  ['plain', '2027-01-31'],
  ['quoted', '"2027-01-31"'],
  ['as an alias', '*day'],
  ['with a tag of YAML 1.1', '!!timestamp 2027-01-31'],
])('a day may stand %s', (_, day) => {
  const text = `${head}${entry({ expires: '&day 2027-01-31' })}${entry({ requirement: 'pet.name', expires: day })}`;
  expect(parseBaseline(text, 'b.yaml').entries[1]).toEqual({
    requirement: 'pet.name',
    reason: 'r',
    owner: 'o',
    expires: '2027-01-31',
  });
});

test('a file that says it is YAML 1.1 is read the same, and blocks of text become one line', () => {
  const text = `%YAML 1.1\n---\n${head}${entry({ reason: '>\n      the cache\n      ignores limit\n', owner: 'yes' })}`;
  expect(parseBaseline(text, 'b.yaml').entries).toEqual([
    {
      requirement: 'pet.id',
      reason: 'the cache ignores limit',
      owner: 'yes',
      expires: '2027-01-31',
    },
  ]);
});

test('no entries are a baseline, too', () => {
  expect(parseBaseline('formatVersion: 1\nknown-failures: []\n', 'b.yaml').entries).toEqual([]);
});

const dayIsWrong = (shown: string) =>
  `b.yaml:6: expires${shown}: must be a day that exists, as 2027-01-31`;

test.each<[string, string, string | RegExp]>([
  [
    'nothing in it',
    '',
    'b.yaml:1: a baseline must be a map with the keys formatVersion, known-failures',
  ],
  [
    'another format',
    'formatVersion: 2\nknown-failures: []',
    'b.yaml:1: formatVersion 2: must be 1',
  ],
  [
    'no list',
    'formatVersion: 1\nknown-failures:',
    'b.yaml:2: known-failures (empty): must be a list of entries, [] for none',
  ],
  [
    'a misspelt key at the top',
    'formatVersion: 1\nknown_failures: []',
    'b.yaml:2: unknown key "known_failures"; did you mean known-failures?',
  ],
  [
    'a misspelt key',
    head + entry({ expire: '2027-01-31' }).replace(/ {4}expires.*\n/, ''),
    'b.yaml:6: unknown key "expire"; did you mean expires?',
  ],
  [
    'a missing key',
    (head + entry()).replace(/ {4}owner.*\n/, ''),
    /^b\.yaml:3: owner is missing: it must be a text/,
  ],
  [
    'a misspelt id',
    head + entry() + entry({ requirement: 'list.limt' }),
    'b.yaml:7: no requirement has the id "list.limt"; did you mean list.limit?',
  ],
  [
    'an advisory',
    head + entry({ requirement: 'auth.challenge' }),
    'b.yaml:3: auth.challenge is an advisory, which never decides: only requirements belong into a baseline; take it off',
  ],
  [
    'a gap',
    head + entry({ requirement: 'gap.paging' }),
    /^b\.yaml:3: gap\.paging is a gap, which is never judged/,
  ],
  [
    'the same requirement twice',
    head + entry() + entry(),
    'b.yaml:7: pet.id stands here for a second time; leave one entry',
  ],
  [
    'two things wrong',
    head + entry({ requirement: 'pet.idd' }) + entry({ requirement: 'pet.nam' }),
    'b.yaml:3: no requirement has the id "pet.idd"; did you mean pet.id?; and line 7: no requirement has the id "pet.nam"; did you mean pet.name?',
  ],
  [
    'a key, an id and a day wrong',
    head + entry({ requirement: 'pet.idd', ownr: 'o' }) + entry({ expires: '2027-02-30' }),
    /^b\.yaml:3: .* did you mean pet\.id\?; and line 7: unknown key "ownr"; did you mean owner\?; and line 11: expires "2027-02-30": must be a day that exists/,
  ],
  [
    'an id that is not a text, and another twice',
    head + entry({ requirement: '[]' }) + entry() + entry(),
    /^b\.yaml:3: requirement: must be the id .*; and line 11: pet\.id stands here for a second time; leave one entry$/,
  ],
  [
    'more than a line can tell',
    head + entry({ requirement: 'pet.idd' }).repeat(11),
    /^b\.yaml:3: (?:(?!and line).)*(?:; and line \d+: no requirement has the id "pet\.idd"; did you mean pet\.id\?){7} \(and 3 more\)$/,
  ],
  ['a day that is none', head + entry({ expires: '2027-02-30' }), dayIsWrong(' "2027-02-30"')],
  ['a day in another order', head + entry({ expires: '31.01.2027' }), dayIsWrong(' "31.01.2027"')],
  [
    'a time',
    head + entry({ expires: '2027-01-31T00:00:00Z' }),
    dayIsWrong(' "2027-01-31T00:00:00Z"'),
  ],
  ['a year', head + entry({ expires: '2027' }), dayIsWrong(' 2027')],
  ['no day', head + entry({ expires: '' }), dayIsWrong(' (empty)')],
  [
    'a reason that is a comment',
    head + entry({ reason: '#123' }),
    /^b\.yaml:4: reason \(empty\): must be a text .* in quotes if it begins with #/,
  ],
  [
    'an owner of spaces',
    head + entry({ owner: '"  "' }),
    /^b\.yaml:5: owner " {2}": must be a text/,
  ],
  [
    'an endless reason',
    head + entry({ reason: 'x'.repeat(501) }),
    /^b\.yaml:4: reason: must be a text of at most 500 characters/,
  ],
  [
    'a map for a reason',
    head + entry({ reason: 'limit: PET-123: later' }),
    /^b\.yaml:4: is not valid YAML: .*; put the text in quotes$/,
  ],
  [
    'a mention for an owner',
    head + entry({ owner: '@team' }),
    /^b\.yaml:5: is not valid YAML: .*; put the text in quotes$/,
  ],
  [
    'a tab',
    `${head}\t- requirement: pet.id`,
    'b.yaml:3: is not valid YAML: lines are indented with spaces, never with tabs',
  ],
  [
    'an id alone',
    `${head}  - pet.id`,
    'b.yaml:3: an entry must be a map with the keys requirement, reason, owner, expires',
  ],
  [
    'a key twice',
    `${head}${entry()}formatVersion: 1`,
    'b.yaml:7: is not valid YAML: Map keys must be unique',
  ],
  [
    'two documents',
    `${head}${entry()}---\n${head}`,
    /^b\.yaml:7: is not valid YAML: there must be one document/,
  ],
  ['an alias of nothing', `${head}  - *nobody`, /^b\.yaml:1: Unresolved alias .*nobody$/],
  [
    'an alias of itself',
    'formatVersion: 1\nknown-failures: &all [*all]',
    /^b\.yaml:2: an entry must be a map/,
  ],
  [
    'a control character',
    `${head}${entry({ '"\\e[31m"': 'x' })}`,
    /^b\.yaml:7: unknown key "\\u001b\[31m"/,
  ],
  [
    'another prototype',
    `${head}${entry({ __proto__x: 'x' })}`.replace('__proto__x', '__proto__'),
    /^b\.yaml:7: unknown key "__proto__"/,
  ],
])('%s is refused with its line', (_, text, message) => {
  expect(refused(text)).toMatch(message);
  expect(refused(text)).not.toContain('\n');
});

test('what would grow beyond measure is refused', () => {
  const steps = Array.from(
    { length: 9 },
    (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}]`,
  );
  const bombs = [
    ['a0: &a0 x', ...steps].join('\n'),
    '['.repeat(20_000),
    `${'- '.repeat(20_000)}x`,
    ' '.repeat(300_000),
  ];
  for (const bomb of bombs) expect(refused(bomb)).toMatch(/^b\.yaml:1: /);
  // The parser would end the whole process.
  for (const bomb of bombs.slice(1)) expect(refused(bomb)).toContain('nests far too deep');
});

test.each<[string, (at: number) => string, string]>([
  ['keys in one line', (at) => `a${at},`, `${head}  - {`],
  ['keys with values in one line', (at) => `a${at}: 1,`, `${head}  - {`],
  ['keys at the top', (at) => `a${at}: 1\n`, 'formatVersion: 1\nknown-failures: []\n'],
])('as many %s as a file may have take time in line with their number', (_, key, before) => {
  const msFor = (bytes: number) => {
    const keys: string[] = [];
    for (let room = bytes; room > 0; room -= keys.at(-1)?.length ?? 1) keys.push(key(keys.length));
    const text = `${before}${keys.join('')}${before.endsWith('{') ? '}' : ''}`;
    const startedAt = performance.now();
    expect(refused(text)).toMatch(/^b\.yaml:3: unknown key "a0"; .*\(and \d+ more\)$/);
    return performance.now() - startedAt;
  };
  const least = (bytes: number) => Math.min(msFor(bytes), msFor(bytes));
  msFor(1_000);
  // Key against key, a hundred times as many would take some thousand times as long; a busy machine makes less of it.
  expect(least(250_000)).toBeLessThan(least(2_500) * 600);
});

test('a file that cannot be read names its setting, and no entry may show a key', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'baseline-')), 'b.yaml');
  const source = {
    file,
    label: 'PETSTORE_BASELINE',
    holdsKey: (text: string) => text.includes('Unspeakable'),
  };
  const missing = () => readBaseline({ ...source, file: '/nowhere/b.yaml' });
  expect(missing).toThrow(
    'PETSTORE_BASELINE "/nowhere/b.yaml": must name a readable file (ENOENT); baseline update makes one',
  );
  const read = (text: string) => () => {
    writeFileSync(file, text);
    return readBaseline(source);
  };
  expect(read(head + entry({ owner: '"Unspeak\\x61ble one"' }))).toThrow(
    `${file}: the entry of pet.id holds the API key: must not, as reports show it`,
  );
  expect(read(head + entry())().entries).toHaveLength(1);
});
