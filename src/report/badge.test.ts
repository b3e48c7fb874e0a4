import { makeBadge } from 'badge-maker';
import { expect, test } from 'vitest';
import { create } from 'xmlbuilder2';
import type { RunRecord } from '../engine/record.ts';
import type { Settings } from '../settings/settings.ts';
import { badge, badgeOf } from './badge.ts';
import { conformantRecord, failedCheck, reportOf, settingsFor } from './testing/sample.ts';

function render(record: RunRecord, changes: Partial<Settings> = {}) {
  const svg = badge(reportOf(record, settingsFor('core', changes)));
  const root = create(svg).root().toObject({ group: true, wellFormed: true });
  expect(root).toHaveProperty('svg');
  const title = /<title>(?<title>[^<]*)<\/title>/.exec(svg)?.groups?.title;
  return { svg, title };
}

test('the badge says the verdict and its profile, green for a pass', () => {
  const { svg, title } = render(conformantRecord('core'));
  expect(title).toBe('pet store conformance: conformant (core)');
  expect(svg).toContain('#1f7a3d');
});

test('a failure is red, an open verdict orange', () => {
  const broken = conformantRecord('core');
  broken.checks.set('list.limit', [failedCheck()]);
  expect(render(broken)).toMatchObject({
    title: 'pet store conformance: non-conformant (core)',
    svg: expect.stringContaining('#b3261e'),
  });
  const open = conformantRecord('core');
  open.checks.delete('list.limit');
  expect(render(open)).toMatchObject({
    title: 'pet store conformance: incomplete (core)',
    svg: expect.stringContaining('#a24d05'),
  });
});

test('a partial run never looks like a whole one', () => {
  const changes = { partial: true, selected: ['list.limit'] } as const;
  const { svg, title } = render(conformantRecord('core'), changes);
  expect(title).toBe('pet store conformance: conformant (core, in part)');
  expect(svg).not.toContain('#1f7a3d');
});

test('a badge is the one that shields.io draws', () => {
  const tree = (svg: string) => create(svg).root().toObject({ group: true, wellFormed: true });
  const profiles = ['quick', 'read-only', 'core', 'full'];
  const verdicts = ['conformant', 'non-conformant', 'incomplete'];
  for (const profile of profiles.flatMap((name) => [name, `${name}, in part`])) {
    for (const verdict of verdicts) {
      const words = {
        label: 'pet store conformance',
        message: `${verdict} (${profile})`,
        color: '#1f7a3d',
      };
      expect(tree(badgeOf(words))).toEqual(tree(makeBadge(words)));
    }
  }
});
