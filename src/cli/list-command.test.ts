import { expect, test } from 'vitest';
import type { Requirement } from '../spec/requirement.ts';
import { everyRequirement, renderRequirement } from './list-command.ts';
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
      'Section\n  4.1 r3',
      'Level\n  required: decides the verdict',
      'Requirement\n  One two three four five six seven\n  eight nine ten eleven twelve.',
      'How it is decided\n  It is asked for.',
      'What is allowed\n  Anything else.',
      'Profile\n  runs in every profile',
      'Checked by\n  suites/a.ts',
      'See also\n  docs/specification.md, docs/rulings.md\n',
    ].join('\n\n'),
  );
});
