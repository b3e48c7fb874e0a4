import { expect, test } from 'vitest';
import { renderOutcome } from './console.ts';
import { page } from './html/page.ts';
import { markdown } from './markdown.ts';
import { conformantRecord, facts, reportOf, settingsFor } from './testing/sample.ts';

const record = conformantRecord('core');
const { version, digest } = facts.suite;
const look = { color: false, width: 100, written: [] };

function texts(rejudged?: { startedAt: string; suite: { version: string; digest: string } }) {
  const report = reportOf(record, settingsFor('core'), { ...facts, ...(rejudged && { rejudged }) });
  const { exchanges } = record;
  return [
    renderOutcome(report, exchanges, look),
    markdown(report, exchanges),
    page(report, exchanges),
  ];
}

const startedAt = '2026-02-03T04:05:06.000Z';

test('a report of recorded traffic says so to each of its readers', () => {
  for (const text of texts({ startedAt, suite: { version, digest } })) {
    expect(text).toContain('judged again from traffic recorded 2026-01-02 03:04 UTC');
    expect(text).toContain('by this same suite; nothing was sent');
    expect(text).not.toMatch(/1 request, /);
  }
});

test('it names the version of another suite that recorded the traffic', () => {
  for (const text of texts({ startedAt, suite: { version: '0.0.9', digest: 'e'.repeat(64) } })) {
    expect(text).toContain('by another suite, version 0.0.9; nothing was sent');
  }
});

test('the report of a run says nothing of it', () => {
  for (const text of texts()) expect(text).not.toMatch(/judged again|nothing was sent/i);
});
