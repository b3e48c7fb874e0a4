import { expect, test } from 'vitest';
import type { CheckResult } from '../judge/outcome.ts';
import { withBaseline } from './baseline.ts';
import { openIn, outcomesAfter, renderChanged } from './console.ts';
import {
  baseline,
  conformantRecord,
  failedCheck,
  reportOf,
  settingsFor,
} from './testing/sample.ts';

const inconclusive: CheckResult = {
  title: 'an empty object',
  outcome: 'inconclusive',
  message: 'no answer',
  exchanges: [],
};

/** A report in which checks of some requirements came out otherwise, and others were not asked. */
function reportWith(
  checks: Readonly<Record<string, CheckResult>>,
  { only, endedEarly }: { only?: readonly string[]; endedEarly?: string } = {},
) {
  const record = conformantRecord('core');
  const settings = settingsFor('core');
  for (const id of settings.selected) {
    const check = checks[id];
    if (check !== undefined) record.checks.set(id, [check]);
  }
  if (endedEarly !== undefined) record.endedEarly = endedEarly;
  const selected = settings.selected.filter((id) => only?.includes(id) ?? true);
  const partial = only !== undefined;
  return reportOf(record, { ...settings, selected, partial });
}

const look = { color: false, width: 80, written: [] };
const failed = failedCheck();

test('what failed or stayed open is asked again, and nothing else', () => {
  const report = reportWith({ 'list.limit': failed, 'get.found': inconclusive });
  expect(openIn(outcomesAfter(report)).sort()).toEqual(['get.found', 'list.limit']);
  // The sample's create.missing-name is known until the end of the month.
  const known = withBaseline(
    reportWith({ 'create.missing-name': failed, 'list.limit': failed }),
    baseline,
    '2026-01-02',
  );
  expect(openIn(outcomesAfter(known))).toEqual(['list.limit']);
});

test('a further round says what is fixed, what still fails in a line, and what newly fails in full', () => {
  const before = outcomesAfter(reportWith({ 'list.limit': failed, 'get.found': failed }));
  const after = reportWith({ 'get.found': failed, 'create.missing-name': failed });
  const text = renderChanged(before, after, [], look);
  expect(text).toMatch(
    /^FIXED list\.limit\nSTILL FAILING get\.found: an empty object: expected 400/,
  );
  expect(text).toMatch(
    /\n\nFailure 1 of 1, [\s\S]*\n {2}FAILED create\.missing-name \(section .*[\s\S]*run again: /,
  );
  expect(text.trimEnd().split('\n').at(-1)).toMatch(/^non-conformant for the core profile/);
});

test('what a round did not ask stays as it was, until it is asked', () => {
  const first = outcomesAfter(reportWith({ 'list.limit': failed, 'get.found': failed }));
  const second = reportWith({}, { only: ['list.limit'] });
  expect(renderChanged(first, second, [], look)).toMatch(/^FIXED list\.limit\n\n/);
  const outcomes = outcomesAfter(second, first);
  expect(openIn(outcomes)).toEqual(['get.found']);
  expect(openIn(outcomesAfter(reportWith({}, { only: ['get.found'] }), outcomes))).toEqual([]);
});

test('a service that is away is told of once, not for each requirement', () => {
  const before = outcomesAfter(reportWith({ 'list.limit': failed }));
  const checks = { 'list.limit': inconclusive, 'get.found': inconclusive };
  const text = renderChanged(before, reportWith(checks, { endedEarly: 'no connection' }), [], look);
  expect(text.match(/INCONCLUSIVE/g)).toHaveLength(1);
  expect(text).toMatch(/^INCONCLUSIVE no connection\n/);
});

test('a line that still fails fits into the terminal', () => {
  const long = failedCheck({ message: 'expected 400\n'.repeat(40) });
  const before = outcomesAfter(reportWith({ 'list.limit': long }));
  const [line = ''] = renderChanged(before, reportWith({ 'list.limit': long }), [], look).split(
    '\n',
  );
  expect(line).toMatch(/^STILL FAILING list\.limit: /);
  expect(line.length).toBeLessThanOrEqual(80);
});

test('a round says where its reports are, what they hold, and that it asked again', () => {
  const before = outcomesAfter(reportWith({ 'list.limit': failed }));
  const written = ['reports/conformance.json', 'reports/traffic.har'];
  const part = renderChanged(before, reportWith({}, { only: ['list.limit'] }), [], {
    ...look,
    written,
  });
  expect(part).toContain('\nReports in reports hold this part alone\n');
  expect(part).toMatch(
    /\nconformant for the 1 requirement asked again: 1 requirement passed; \d+ others were not judged\n$/,
  );
  const whole = renderChanged(before, reportWith({}), [], { ...look, written });
  expect(whole).toContain('\nReports in reports are new\n');
});
