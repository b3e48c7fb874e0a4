import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { RunRecord } from '../engine/record.ts';
import type { Exchange } from '../http/exchange.ts';
import { findingsTitle } from '../judge/findings.ts';
import { renderOutcome } from './console.ts';
import {
  conformantRecord,
  exchange,
  facts,
  failedCheck,
  passed,
  reportOf,
  response,
  unanswered,
} from './testing/sample.ts';

const look = { color: false, width: 200, written: ['reports/conformance.json'] };

function render(record: RunRecord, how = look): string {
  return renderOutcome(reportOf(record), record.exchanges, how);
}

function failing(...exchanges: Exchange[]): RunRecord {
  const record = conformantRecord('core');
  record.exchanges.splice(0, 1, ...exchanges);
  record.checks.set('create.missing-name', [passed, failedCheck()]);
  return record;
}

test('a conformant run is counts and the verdict', () => {
  const lines = render(conformantRecord('core')).split('\n');
  expect(lines[0]).toBe('1 request, 1 animal created, 0 s waited for the rate limit, 2 s in all');
  expect(lines[1]).toBe('Reports: reports/conformance.json');
  expect(lines[2]).toMatch(/^conformant for the core profile: /);
  expect(lines.slice(3)).toEqual(['']);
});

test('a failure is told with its evidence and the way to run it again', () => {
  const lines = render(failing(exchange(0))).split('\n');
  expect(lines[0]).toMatch(/^FAILED create\.missing-name \(section 4\.2 r1\): \S/);
  expect(lines.slice(1, 10)).toEqual([
    '  an empty object',
    '    expected 400',
    '    came 201',
    '    POST /v1/pets -> 201 Created, #0 in traffic.har',
    '      request body: {"name":"Zoë","categoryId":1}',
    '      response body: {"id":1,"name":"Zoë","categoryId":1}',
    `    ${exchange(0).curl}`,
    '  usual cause: A default for the name, or validation that runs after the default.',
    `  run it again: ${facts.command} --only create.missing-name --out reports/again`,
  ]);
  expect(lines.at(-2)).toMatch(/^non-conformant for the core profile: 1 of /);
});

test('a request without a response says the transport error and keeps its query', () => {
  expect(render(failing(unanswered(0)))).toContain(
    '    GET /v1/pets?limit=5&status=sold -> no response: ECONNRESET the connection was closed, #0 in traffic.har\n',
  );
});

test("nothing of the server's acts on the terminal", () => {
  const hostile = '\u001b]0;owned\u0007\u009b2J\u202e\r\n\nconformant';
  const answer = response({ statusText: hostile, body: hostile });
  const record = failing(exchange(0, { response: answer, curl: `curl ${hostile}` }));
  record.checks.set('create.invalid-name', [
    failedCheck({ title: hostile, message: `came "\u001b[2J"\nin two lines` }),
  ]);
  record.checks.set('list.limit', [
    { ...passed, outcome: 'inconclusive', message: `\u001b[31m${hostile}` },
  ]);
  const text = render(record);
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  expect(text).toContain(
    '      response body: \\u001b]0;owned\\u0007\\u009b2J\\u202e\\r\\n\\nconformant\n',
  );
  expect(text).toContain('    came "\\u001b[2J"\n    in two lines\n');
  expect(text.split('\n')).not.toContain('conformant');
});

test('long bodies are cut', () => {
  const answer = response({ body: 'x'.repeat(5000) });
  expect(render(failing(exchange(0, { response: answer })))).toContain(
    `response body: ${'x'.repeat(300)}… (5000 characters)\n`,
  );
});

test('five failed checks of a requirement are shown, and one command', () => {
  const record = conformantRecord('core');
  const checks = Array.from({ length: 8 }, (_, index) => failedCheck({ title: `case ${index}` }));
  record.checks.set('create.missing-name', checks);
  const text = render(record);
  expect(text).toContain('  case 4\n');
  expect(text).not.toContain('  case 5\n');
  expect(text).toContain('  and 3 more in conformance.json\n');
  expect(text.match(/run it again/g)).toHaveLength(1);
});

test('an exchange that stands above is named, and not shown again', () => {
  const record = failing(exchange(0), exchange(1));
  const findings = failedCheck({ title: findingsTitle, exchanges: [0] });
  record.checks.set('create.missing-name', [failedCheck(), findings]);
  record.checks.set('pet.id', [findings]);
  record.checks.set('pet.name', [failedCheck({ title: findingsTitle, exchanges: [1] })]);
  const text = render(record);
  expect(text.match(/#0 in traffic\.har\n {6}request body/g)).toHaveLength(1);
  expect(text).toMatch(
    /every answer [^\n]+\n {4}expected 400\n {4}came 201\n {4}POST \/v1\/pets -> 201 Created, #0 in traffic\.har, shown above\n {2}usual cause/,
  );
  expect(text.match(/, shown above/g)).toHaveLength(2);
  expect(text).toMatch(/#1 in traffic\.har\n {6}request body/);
});

test('an index without an exchange shows the check alone', () => {
  const record = failing(exchange(0));
  record.checks.set('create.missing-name', [failedCheck({ exchanges: [99] })]);
  expect(render(record)).toContain('    came 201\n  usual cause: ');
});

test('inconclusive requirements and failed advisories are one line each, without the passed ones', () => {
  const record = conformantRecord('core');
  record.checks.set('list.limit', [
    { ...passed, outcome: 'inconclusive', message: 'the store holds 15 animals' },
  ]);
  record.checks.set('auth.challenge', [failedCheck({ message: 'no WWW-Authenticate' })]);
  const lines = render(record).split('\n');
  expect(lines[0]).toBe('INCONCLUSIVE list.limit: an ordinary request: the store holds 15 animals');
  expect(lines[2]).toBe('warning auth.challenge: an empty object: no WWW-Authenticate');
  expect(lines.at(-2)).toMatch(/^incomplete for the core profile: 1 of /);
});

test('a run that ended early says the reason instead of a list', () => {
  const record = conformantRecord('core');
  record.checks.clear();
  record.endedEarly = 'the key was refused';
  const text = render(record);
  expect(text.match(/the key was refused/g)).toHaveLength(1);
  expect(text).toMatch(/\nincomplete for .*ended early: the key was refused\n$/);
  expect(text).not.toContain('INCONCLUSIVE');
});

test('colour changes nothing but the colour', () => {
  const record = failing(exchange(0));
  const colored = render(record, { ...look, color: true });
  expect(colored).toContain('\u001b[31mnon-conformant\u001b[39m for the core');
  expect(stripVTControlCharacters(colored)).toBe(render(record));
});

test('headings are broken to the width, commands are not', () => {
  const lines = render(failing(exchange(0)), { ...look, width: 40 }).split('\n');
  const heading = lines.slice(0, lines.indexOf('  an empty object'));
  expect(heading.length).toBeGreaterThan(1);
  for (const line of heading) expect(line.length).toBeLessThanOrEqual(40);
  expect(lines).toContain(`    ${exchange(0).curl}`);
});

test('silence is told where it cost as much as one timeout, and not before', () => {
  const silentFor = (ms: number) => {
    const record = conformantRecord('core');
    record.exchanges.push({ ...unanswered(1), finishedAt: unanswered(1).startedAt + ms });
    return render(record);
  };
  expect(silentFor(9_999)).not.toContain('without an answer');
  expect(silentFor(10_000)).toContain(
    ', 10 s lost on requests without an answer (of 5 min 0 s at most), ',
  );
});
