import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Requirement } from '../catalogue/requirement.ts';
import { packageRoot } from '../package/package.ts';
import { everyRequirement, renderList, renderRequirement, rulings } from './catalogue.ts';
import { callHere } from './testing/calls.ts';

const requirement: Requirement = {
  id: 'a.first',
  section: '4.1 r3',
  level: 'required',
  profile: 'read-only',
  statement: 'One two three four five six seven eight nine ten eleven twelve.',
  decided: 'It is asked for.',
  allows: 'Anything else.',
  decidedBy: 'checks',
  file: 'suites/a.ts',
};
const gap: Requirement = {
  ...requirement,
  id: 'gap.b',
  section: '2',
  level: 'gap',
  profile: 'core',
  statement: 'Why?',
};
const { file: _, ...withoutFile } = gap;
const never: Requirement = {
  ...withoutFile,
  id: 'untested.c',
  level: 'untested',
  decided: 'It is forbidden.',
  decidedBy: 'nothing',
};

test('a list has its facts in columns, and each statement below', () => {
  expect(renderList([requirement, gap], 50)).toBe(
    [
      'ID       SECTION  LEVEL     PROFILE',
      'a.first  4.1 r3   required  read-only',
      '    One two three four five six seven eight nine',
      '    ten eleven twelve.',
      'gap.b    2        gap       core',
      '    Why?',
      '',
    ].join('\n'),
  );
});

test('the list of the catalogue holds every requirement, in no more columns than there are', () => {
  const lines = renderList(everyRequirement, 120).split('\n');
  for (const { id } of everyRequirement)
    expect(lines.some((line) => line.startsWith(`${id} `))).toBe(true);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
  expect(everyRequirement.some(({ level }) => level === 'untested')).toBe(true);
});

test('list --json has what the contract promises', async () => {
  const { status, out } = await callHere(['list', '--json']);
  expect(status).toBe(0);
  const listed = JSON.parse(out);
  expect(Object.keys(listed[0])).toEqual(['id', 'section', 'level', 'profile', 'statement']);
  expect(listed).toHaveLength(everyRequirement.length);
});

test('a requirement in full says all there is about it', () => {
  expect(renderRequirement(requirement, 40)).toBe(
    [
      'a.first',
      'Section\n  4.1 r3 of the specification',
      'Level\n  required: decides the verdict',
      'What is required\n  One two three four five six seven\n  eight nine ten eleven twelve.',
      'How a run decides it\n  It is asked for.',
      'What must not trip it\n  Anything else.',
      'Profile\n  decided by every profile',
      'Judged by\n  suites/a.ts',
      'Read on in the package\n  docs/specification.md, docs/rulings.md\n',
    ].join('\n\n'),
  );
});

test('an untested requirement says why, and names no profile and no file', () => {
  const text = renderRequirement(never, 80);
  expect(text).toContain('Why no run probes it\n  It is forbidden.');
  expect(text).not.toContain('Judged by');
  expect(text).not.toContain('Profile');
});

test('the pages to read on, and the file that judges, are there for the reader of a clone and of the package', () => {
  for (const one of everyRequirement) {
    const text = renderRequirement(one, 200);
    const pages = /Read on in the package\n {2}(.*)\n$/.exec(text)?.[1]?.split(', ') ?? [];
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      expect(existsSync(join(packageRoot, page))).toBe(true);
      if (page !== 'docs/specification.md') {
        expect(readFileSync(join(packageRoot, page), 'utf8')).toContain(one.id);
      }
    }
    // The package holds the sources of these folders beside what it runs.
    if (one.file === undefined) continue;
    expect(one.file).toMatch(/^(suites|src\/judge)\//);
    expect(existsSync(join(packageRoot, one.file))).toBe(true);
  }
});

test('docs/rulings.md ends with what `list --markdown` prints', () => {
  const page = readFileSync(join(packageRoot, 'docs/rulings.md'), 'utf8');
  const [, printed] = page.split('<!-- list --markdown -->\n');
  expect(printed).toBe(rulings(everyRequirement));
});

test('each requirement is told once', () => {
  const text = rulings(everyRequirement);
  for (const { id } of everyRequirement) expect(text.split(`**\`${id}\`**`)).toHaveLength(2);
});
