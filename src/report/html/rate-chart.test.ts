import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { rateCharts, rateSeries } from '../rate-chart.ts';
import { conformantRecord, exchange, reportOf, response, start } from '../testing/sample.ts';

function limited(index: number, remaining: string, status = 200) {
  const headers = [
    ['X-RateLimit-Limit', '60'],
    ['X-RateLimit-Remaining', remaining],
  ] as const;
  return exchange(index, { response: response({ status, headers }) });
}

function limitedReport(exchanges: ReturnType<typeof limited>[]) {
  const record = conformantRecord('core');
  record.exchanges.splice(0, 1, ...exchanges);
  const wait = { reason: 'the limit', kind: 'rate-limit' } as const;
  record.pauses.push({ ...wait, startedAt: start + 500, seconds: 30 });
  return reportOf(record);
}

test('the series of a key has its numbers, its 429s, and its waits within the run', () => {
  const other = { ...limited(3, '7'), caller: 'stranger' as const };
  const report = limitedReport([limited(0, '59'), limited(1, 'many'), limited(2, '0', 429), other]);
  expect(rateSeries(report, 'key-holder')).toEqual({
    points: [
      [30, 59],
      [230, 0],
    ],
    refusals: [230],
    waits: [[500, 2000]],
    limit: 60,
  });
});

test('the picture says in words what it shows', () => {
  const drawn = (...exchanges: ReturnType<typeof limited>[]) =>
    renderToString(h('div', null, rateCharts(limitedReport(exchanges))));
  expect(drawn(limited(0, '59'), limited(1, '3'))).toContain(
    'From 59 of 60 at the start to 3 at the end, 3 at the least; 1.5 s of waiting',
  );
  const none = drawn(limited(0, 'x'));
  expect(none).toContain('No answer to this key showed X-RateLimit-Remaining.');
  expect(none).not.toContain('<svg');
});
