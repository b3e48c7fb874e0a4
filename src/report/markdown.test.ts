import { expect, test } from 'vitest';
import { markdown } from './markdown.ts';
import {
  conformantRecord,
  exchange,
  facts,
  failedCheck,
  reportOf,
  requiredRows,
  response,
} from './testing/sample.ts';

const hostile =
  '|<img src=x onerror=1>**b** `c` [l](http://e.example) @all #1 www.e.example\n```\n# big';

function rendered(title = 'an empty object', message = 'expected 400', body = '{}'): string {
  const record = conformantRecord('core');
  record.exchanges[0] = exchange(0, { response: response({ body }) });
  record.checks.set('create.missing-name', [failedCheck({ title, message })]);
  return markdown(reportOf(record), record.exchanges);
}

test('the verdict comes first, then totals, then failures by cause with their evidence, then how to run again', () => {
  const text = rendered();
  const order = [
    '# Conformance: non-conformant\n',
    `Of the ${requiredRows('full').length} requirements: `,
    '## Failure 1 of 1, usual cause: Nothing checks that `name` is there',
    '```text\nexpected 400\n```\n\n<details><summary>POST /v1/pets -',
    '```text\nresponse body: ',
    exchange(0).curl,
    '- **FAILED** `create.missing-name` (section 4.2 r1): ',
    `## Run again\n\n\`\`\`text\n${facts.command}`,
  ].map((part) => text.indexOf(part));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('the clauses of a report that somebody else wrote are text, too', () => {
  const record = conformantRecord('core');
  record.checks.set('create.missing-name', [failedCheck()]);
  const report = reportOf(record);
  const requirements = report.requirements.map((requirement) => ({
    ...requirement,
    statement: `a \`name\` ${hostile}`,
  }));
  const text = markdown({ ...report, requirements }, record.exchanges);
  expect(text).toContain(': a `name` ');
  expect(text).not.toMatch(/<img|\*\*b\*\*|\[l\]|http:\/\/e|@all|www\.e|^# big/m);
});

test('the summary of the most broken service stays below 60 kB, and says where the rest is', () => {
  const record = conformantRecord('core');
  const body = `"${'é'.repeat(5000)}"`;
  requiredRows('core').forEach(({ id }, at) => {
    record.exchanges[at] = exchange(at, { response: response({ body }) });
    const message = Array.from({ length: 9 }, () => `${at} ${'x'.repeat(3000)}`).join('\n');
    record.checks.set(id, [failedCheck({ exchanges: [at], message: `${id} ${message}` })]);
  });
  const report = reportOf(record);
  const text = markdown(report, record.exchanges);
  expect(Buffer.byteLength(text)).toBeLessThan(60_000);
  expect(text).toContain('\n## Further failures (--max-failures shows more)\n');
});
