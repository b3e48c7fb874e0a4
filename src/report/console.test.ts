import { expect, test } from 'vitest';
import type { Exchange } from '../http/exchange.ts';
import type { RunRecord } from '../run/record.ts';
import { type OutcomeLook, renderOutcome } from './console.ts';
import {
  conformantRecord,
  exchange,
  facts,
  failedCheck,
  passed,
  reportOf,
  requiredRows,
  response,
} from './testing/sample.ts';

const written = ['reports/conformance.json', 'reports/conformance.html', 'reports/traffic.har'];
const look = { color: false, written, exit: 0 };

function render(record: RunRecord, how: OutcomeLook = look): string {
  return renderOutcome(reportOf(record), record.exchanges, how);
}

function failing(...exchanges: Exchange[]): RunRecord {
  const record = conformantRecord('core');
  record.exchanges.splice(0, 1, ...exchanges);
  record.checks.set('create.missing-name', [passed, failedCheck()]);
  return record;
}

test('of a conformant run cost, totals, the path of the page, and the verdict as the last line', () => {
  const lines = render(conformantRecord('core')).split('\n');
  expect(lines[0]).toBe('1 request, 1 animal created, 2 s total');
  expect(lines[1]).toMatch(
    /^Of the \d+ requirements: \d+ passed, 0 failed, 0 inconclusive, \d+ skipped, 0 not applicable$/,
  );
  expect(lines[2]).toMatch(/^Of the 11 advisories, which decide nothing: \d+ passed/);
  expect(lines[3]).toBe('Report: reports/conformance.html (and conformance.json, traffic.har)');
  expect(lines[4]).toMatch(/^conformant for the core profile: /);
  expect(lines.slice(5)).toEqual(['']);
});

test('a cause: what it usually is, what came, one exchange with its curl, the requirements, how to run again', () => {
  const lines = render(failing(exchange(0))).split('\n');
  expect(lines.slice(0, 7)).toEqual([
    'Failure 1 of 1, usual cause: Nothing checks that `name` is there, or a default fills it in first.',
    '    expected 400',
    '    came 201',
    '  POST /v1/pets -> 201 Created, #0 in traffic.har (an empty object)',
    '    response body: {"id":1,"name":"Zoë","categoryId":1}',
    `    ${exchange(0).curl}`,
    expect.stringMatching(/^ {2}FAILED create\.missing-name \(section 4\.2 r1\): \S/),
  ]);
  expect(lines).toContain(`Run again: ${facts.command}`);
  expect(lines.at(-2)).toMatch(/^non-conformant for the core profile: 1 requirement failed /);
});

test('of twelve failures with five causes, and four warnings, sixty lines are enough', () => {
  const record = conformantRecord('core');
  const statuses = [403, 422, 405, 500, 501];
  const answers = statuses.map((status, at) => exchange(at, { response: response({ status }) }));
  record.exchanges.splice(0, 1, ...answers);
  requiredRows('core')
    .filter(({ id }) => id.startsWith('create.'))
    .slice(0, 12)
    .forEach(({ id }, at) => {
      const message = `expected: status 400\nreceived: status ${statuses[at % 5]}\nat #${at}`;
      record.checks.set(id, [failedCheck({ exchanges: [at % 5], message }), failedCheck()]);
    });
  for (const id of [
    'auth.challenge',
    'list.complete',
    'rate.reset-true',
    'auth.comes-first',
  ] as const) {
    record.checks.set(id, [failedCheck({ exchanges: [], message: id })]);
  }
  const lines = render(record).split('\n');
  expect(lines.length).toBeLessThanOrEqual(61);
  expect(lines.filter((line) => line.startsWith('Failure'))).toHaveLength(5);
});

test('--max-failures says how many causes are told in full, --verbose tells every failed check', () => {
  const record = failing(exchange(0), exchange(1));
  record.checks.set('create.missing-name', [failedCheck(), failedCheck({ title: 'another' })]);
  record.checks.set('auth.challenge', [failedCheck({ title: 'a warning' })]);
  record.checks.set('get.found', [failedCheck({ message: 'gone', exchanges: [1] })]);
  const short = render(record, { ...look, maxFailures: 1 });
  expect(short).toContain(
    'Further failures (--max-failures shows more)\n  get.found: an empty object: gone\n',
  );
  expect(short).not.toContain('  another\n');
  const all = render(record, { ...look, verbose: true });
  expect(all).toContain('  another\n    expected 400\n');
  expect(all).toContain('Warning 3 of 3');
});

test('a long body is shortened in the middle, with its length; one that the message quotes is not told again', () => {
  const body = `${'x'.repeat(3000)}end`;
  const of = (message: string) => {
    const record = failing(exchange(0, { response: response({ body }) }));
    record.checks.set('create.missing-name', [failedCheck({ message })]);
    return render(record);
  };
  expect(of('came 201')).toMatch(/response body: x{200} … \(3,003 characters\) … x{97}end\n/);
  expect(of(`came 201 ${body}`)).not.toContain('response body');
});

test('what is inconclusive for one reason is one line, a warning, too', () => {
  const record = conformantRecord('core');
  const open = [
    { ...passed, outcome: 'inconclusive' as const, message: 'the store holds 15 animals' },
  ];
  record.checks.set('list.limit', open);
  record.checks.set('get.found', open);
  record.checks.set('auth.challenge', [failedCheck({ message: 'no WWW-Authenticate' })]);
  const text = render(record);
  expect(text).toMatch(
    /^Inconclusive\n {2}list\.limit, get\.found: an ordinary request: the store holds 15 animals\n\nWarnings, .*\n {2}auth\.challenge: no WWW-Authenticate; usual cause: /,
  );
  expect(text).toMatch(
    /\nincomplete for the core profile: 2 requirements inconclusive, first .*\n$/,
  );
});

test('a doubt that did not stand is a warning with its evidence', () => {
  const record = conformantRecord('core');
  record.checks.set('get.same-animal', [{ ...passed, message: 'other names in #0 and #3' }]);
  expect(render(record)).toMatch(/^Warnings, .*\n {2}get\.same-animal: other names in #0 and #3\n/);
  expect(render(record, { ...look, verbose: true })).toMatch(
    /^Warning 1 of 1: An animal read by id .*\n {4}other names in #0 and #3\n {2}POST \/v1\/pets -> 201[\s\S]* {2}warning get\.same-animal /,
  );
});

test('a run that ended early says the reason instead of a list', () => {
  const record = conformantRecord('core');
  record.checks.clear();
  record.endedEarly = 'the key was refused';
  const text = render(record);
  expect(text.match(/the key was refused/g)).toHaveLength(1);
  expect(text).toMatch(/\nincomplete for .*ended early: the key was refused\n$/);
  expect(text).not.toContain('Inconclusive');
});

test('a report of recorded traffic says so', () => {
  const report = reportOf();
  const suite = { version: '0.0.9', digest: 'e'.repeat(64) };
  const rejudged = { startedAt: report.run.startedAt, suite };
  const text = renderOutcome({ ...report, run: { ...report.run, rejudged } }, [], look);
  expect(text).toContain(
    'judged again from traffic recorded 2026-01-02 03:04 UTC by another suite, version 0.0.9; nothing was sent\n1 request in the recording, ',
  );
});
