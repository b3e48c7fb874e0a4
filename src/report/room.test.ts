import { expect, test } from 'vitest';
import { requirements } from '../catalogue/catalogue.ts';
import { refuseOverlong, reportJson } from './read.ts';
import { conformantRecord, failedCheck, reportOf, settingsFor } from './testing/sample.ts';

/** A full run that failed everywhere, with so many characters for each of five checks of a requirement. */
function failing(length: number) {
  const record = conformantRecord('full');
  for (const { id, level } of requirements) {
    if (level === 'gap')
      record.observations.push({ id, answer: 'x'.repeat(10_000), exchanges: [] });
    else
      record.checks.set(
        id,
        Array.from({ length: 3 }, () => failedCheck({ message: '犬'.repeat(length) })),
      );
  }
  record.endedEarly = 'x'.repeat(10_000);
  return reportOf(record, settingsFor('full'));
}

test('what a run writes of a service that talks at length everywhere can be read again', () => {
  const report = failing(10_000);
  const bytes = Buffer.from(JSON.stringify(report, null, 2));
  expect(reportJson(bytes)).toEqual(JSON.parse(String(bytes)));
  expect(report.requirements[0]?.checks[0]?.message).toMatch(/^犬{800}… \(10000 characters\)$/);
});

test('messages of an ordinary length stay whole', () => {
  const report = failing(400);
  expect(report.requirements[0]?.checks[0]?.message).toBe('犬'.repeat(400));
});

test.each([
  ['a long text', { a: 'x'.repeat(409_601) }, '409600 characters of text'],
  ['many lines', { a: ['\n'.repeat(10_000)] }, '409600 characters of text'],
  ['many checks', { a: [{ checks: Array.from({ length: 351 }, () => 1) }] }, '350 checks'],
  ['a long command', { argv: ['x'.repeat(6000), 'x'.repeat(6000)] }, 'a command or settings of'],
  ['long settings', { settings: { a: 'x'.repeat(10_001) } }, 'a command or settings of'],
])('%s is refused', (_, value, why) => {
  expect(() => refuseOverlong({ run: value })).toThrow(why);
});
