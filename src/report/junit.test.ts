import { expect, test } from 'vitest';
import { create } from 'xmlbuilder2';
import { newRecord, type RunRecord } from '../run/record.ts';
import { requirements } from '../spec/catalogue.ts';
import { withBaseline } from './baseline.ts';
import { junit } from './junit.ts';
import {
  baseline,
  conformantRecord,
  exchange,
  failedCheck,
  passed,
  reportOf,
  response,
} from './testing/sample.ts';

function render(record: RunRecord): string {
  const xml = junit(reportOf(record), record.exchanges);
  // XML 1.0, section 2.2: a document may hold no other character.
  expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  // Throws if it is not well-formed.
  create(xml);
  return xml;
}

/** The case of a requirement, or of the run: attributes, and what is inside. */
function caseOf(xml: string, name: string) {
  const cases = xml.matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g);
  const [found] = [...cases].filter(([, attributes]) => attributes?.includes(` name="${name}"`));
  return { attributes: found?.[1] ?? '', inside: found?.[2]?.trim() ?? '' };
}

test('every requirement is a case of its chapter, so that the cases add up to the totals', () => {
  const record = conformantRecord('core');
  record.checks.set('list.limit', [passed, passed]);
  record.checks.set('create.missing-name', [failedCheck(), failedCheck()]);
  const xml = render(record);
  const all = requirements.filter(({ level }) => level !== 'gap').length;
  expect(xml).toContain(
    `<testsuites name="petstore-conformance core" tests="${all}" failures="1" errors="0" time="2.000">`,
  );
  expect(xml.match(/<testcase /g)).toHaveLength(all);
  expect(xml).toMatch(/<testsuite name="advisories" tests="11" failures="0"/);
  expect(xml).toMatch(
    /<testsuite name="list" tests="\d+" failures="0" errors="0" skipped="\d+" time="[\d.]+" timestamp="2026-01-02T03:04:05">/,
  );
  expect(caseOf(xml, 'list.limit')).toEqual({
    attributes: 'classname="list" name="list.limit" time="0.030"',
    inside: '',
  });
});

test('a failure holds what its checks say, and the evidence of its cause, once', () => {
  const record = conformantRecord('core');
  record.checks.set('create.missing-name', [
    passed,
    failedCheck(),
    failedCheck({ title: 'another', exchanges: [] }),
  ]);
  record.exchanges.push(exchange(1, { response: response({ status: 500 }) }));
  const crash = (message: string) => [failedCheck({ message, exchanges: [1] })];
  record.checks.set('create.invalid-name', crash('came 500'));
  record.checks.set('create.invalid-status', crash('other words'));
  const xml = render(record);
  expect(xml).toMatch(/<testsuite name="create" tests="\d+" failures="3"/);
  const { inside } = caseOf(xml, 'create.missing-name');
  expect(inside).toMatch(
    /^<failure type="failed" message="an empty object: expected 400; came 201 \(and 1 more\)">/,
  );
  for (const line of [
    'POST /v1/pets -&gt; 201 Created, #0 in traffic.har',
    exchange(0).curl,
    '\nanother\nexpected 400\n',
    'usual cause: Nothing checks that `name` is there, or a default fills it in first.',
  ]) {
    expect(inside).toContain(line);
  }
  expect(caseOf(xml, 'create.invalid-status').inside).toContain(
    'other words\nthe same cause as create.invalid-name, whose case has the evidence',
  );
});

test.each([
  ['list.limit', 'inconclusive', 'inconclusive: an ordinary request: no animals'],
  ['get.found', 'not-applicable', 'not-applicable: it is gone'],
  ['auth.challenge', 'warning', 'warning: an empty object: no challenge'],
  ['rate.enforced', 'skipped', 'skipped: outside the core profile; full decides it'],
])('what is neither passed nor failed is skipped, and says what it is: %s', (id, type, message) => {
  const record = conformantRecord('core');
  record.checks.set('list.limit', [{ ...passed, outcome: 'inconclusive', message: 'no animals' }]);
  record.checks.set('get.found', [{ ...passed, outcome: 'not-applicable', message: 'it is gone' }]);
  record.checks.set('auth.challenge', [failedCheck({ message: 'no challenge' })]);
  expect(caseOf(render(record), id).inside).toContain(
    `<skipped type="${type}" message="${message}"`,
  );
});

test('what decides the exit status besides requirements is a case of the run', () => {
  const record = conformantRecord('core');
  record.checks.set('create.missing-name', [failedCheck()]);
  const xml = junit(withBaseline(reportOf(record), baseline, '2026-01-02'), record.exchanges);
  expect(caseOf(xml, 'create.missing-name').inside).toMatch(
    /^<skipped type="known" message="known until 2026-01-31 /,
  );
  expect(caseOf(xml, 'list.limit in the baseline').inside).toBe(
    '<failure type="stale" message="it passes now: remove the entry (baseline update --only-stale)"/>',
  );
  expect(xml).toContain('tests="2" failures="2" errors="0" skipped="0" time="0.000">');

  const refused = newRecord(record.startedAt);
  refused.exchanges.push(
    exchange(0, { operation: 'listPets', response: response({ status: 401, body: '{}' }) }),
  );
  expect(caseOf(render(refused), 'key and address').inside).toMatch(
    /^<error type="wrong key" message="incomplete .* 401 to the /,
  );
});
