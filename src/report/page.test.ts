import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RunRecord } from '../run/record.ts';
import type { Settings } from '../settings/settings.ts';
import { page } from './page.ts';
import {
  conformantRecord,
  exchange,
  facts,
  failedCheck,
  passed,
  reportOf,
  requiredRows,
  settingsFor,
} from './testing/sample.ts';

function render(record: RunRecord, changes: Partial<Settings> = {}): string {
  return page(reportOf(record, settingsFor('core', changes)), record.exchanges);
}

/** What a reader sees, tags taken out. */
function textOf(html: string): string {
  return html
    .replaceAll(/<style>.*?<\/style>|<script>.*?<\/script>/gs, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

function idsOf(html: string): string[] {
  return [...html.matchAll(/ id="(?<id>[^"]*)"/g)].map((match) => match.groups?.id ?? '');
}

test('a conformant run says the verdict, who was judged and what was written', () => {
  const implementation = { name: 'Acme Pets', version: '2.1', contact: 'pets@example.org' };
  const text = textOf(render(conformantRecord('core'), { implementation, plan: 'pro' }));
  expect(text).toContain('conformant Acme Pets 2.1');
  expect(text).toContain('pets@example.org');
  expect(text).toContain('core, plan pro');
  expect(text).toContain('Certificatenone: the profile is core; only a full run is certified');
  const full = reportOf(conformantRecord('full'), settingsFor('full', { implementation }));
  expect(textOf(page(full, []))).toMatch(
    /Signedby nobodyChallengenoneSuitepetstore-conformance 0\.1\.0, sha256 d{64}To verifyinstall .* verify FOLDERNot proven/,
  );
  expect(text).toContain('1 request, 1 animal created');
  expect(text).not.toContain('Failures');
});

test('a failure is a card: usual cause, expected and received, exchange, curl, command, clause, each once', () => {
  const record = conformantRecord('core');
  record.checks.set('create.missing-name', [
    passed,
    failedCheck({ message: 'expected: 400\nreceived: 201' }),
  ]);
  const html = render(record);
  expect(html).toContain('<div class="expected"><span class="label">expected</span> <code>400');
  expect(html).toContain('<div class="received"><span class="label">received</span> <code>201');
  const card = textOf(
    html.slice(html.indexOf('<section id="failed"'), html.indexOf('<section id="passed"')),
  );
  expect(card).toContain('A new animal without name is refused with 400.');
  expect(card).toContain('POST http://127.0.0.1:8080/v1/pets\nauthorization: Bearer [API key]\n');
  expect(card).toContain('{"id":1,"name":"Zoë","categoryId":1}');
  expect(card).toContain(exchange(0).curl);
  expect(card).toContain(`Run again${facts.command}`);
  expect(card.match(/Nothing checks that/g)).toHaveLength(1);
  expect(card.match(/received 201/g)).toHaveLength(1);
  expect(card).toContain('`name` and `categoryId` are required'.replaceAll('`', ''));
});

test('the requirements add up to the same whole in every profile, and the failures stand in a line each', () => {
  const totals = (profile: 'quick' | 'core') => {
    const record = conformantRecord(profile);
    record.checks.set('list.limit', [failedCheck()]);
    const text = textOf(page(reportOf(record, settingsFor(profile)), record.exchanges));
    const [sentence = ''] = /Of the \d+ requirements: [^.]*/.exec(text) ?? [];
    expect(text).toContain('failed list.limit Every integer limit');
    return [...sentence.matchAll(/(\d+) (?!requirements)/g)].map(([, amount]) => Number(amount));
  };
  for (const amounts of [totals('quick'), totals('core')]) {
    expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(requiredRows('full').length);
  }
});

test('every link leads to a place on the page, and no place is there twice', () => {
  const record = conformantRecord('full');
  record.checks.set('create.missing-name', [failedCheck({ exchanges: [0, 99] })]);
  record.observations.push({ id: 'gap.list-order', answer: 'by id; stable', exchanges: [0] });
  const html = render(record);
  const ids = idsOf(html);
  expect(new Set(ids).size).toBe(ids.length);
  const links = [...html.matchAll(/href="#(?<id>[^"]*)"/g)].map((match) => match.groups?.id);
  expect(links).toEqual(expect.arrayContaining(['failed', 'x0', 'x99']));
  expect(ids).toEqual(expect.arrayContaining(links));
  expect(html).not.toMatch(/ (?:src|href)="(?!#)/);
});

test('only its own style and script may run, and nothing is loaded', () => {
  const html = render(conformantRecord('core'));
  const policy = /Content-Security-Policy" content="(?<policy>[^"]*)"/.exec(html)?.groups?.policy;
  for (const name of ['style', 'script']) {
    const [, text = ''] = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(html) ?? [];
    const hash = createHash('sha256').update(text).digest('base64');
    expect(text.length).toBeGreaterThan(500);
    expect(policy?.replaceAll('&#39;', "'")).toContain(`${name}-src 'sha256-${hash}'`);
  }
  expect(policy).toContain("default-src 'none'");
  expect(html).not.toMatch(/ (?:style|on\w+)="/);
});
