import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newRecord } from '../../run/record.ts';
import { withBaseline } from '../baseline.ts';
import { compareFormats, compareReports } from '../compare.ts';
import { page } from '../page.ts';
import { runAgainstBroken } from './broken.ts';
import { openBrowser, openPage, type View, violations } from './browser.ts';
import { reportFile } from './reports.ts';
import {
  baseline,
  conformantRecord,
  exchange,
  facts,
  failedCheck,
  passed,
  reportOf,
  requiredRows,
  response,
  settingsFor,
  start,
  unanswered,
} from './sample.ts';

const wide: View = { scheme: 'light', width: 1280 };

let folder = '';
let screenshots = '';
let browser: Browser;

/** The address of a page in the folder. */
const urlOf = (name: string) => pathToFileURL(join(folder, `${name}.html`)).href;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-'));
  screenshots = process.env.PAGE_SCREENSHOTS || join(folder, 'screenshots');
  await mkdir(screenshots, { recursive: true });
  await runAgainstBroken(folder);
  const made = {
    'every-kind': everyKind(),
    many: many(),
    green: green(),
    incomplete: incomplete(),
    matrix: matrix(),
  };
  for (const [name, html] of Object.entries(made)) {
    await writeFile(join(folder, `${name}.html`), html);
  }
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A page with a requirement of every kind, and strings that would like to be more than strings. */
function everyKind(): string {
  const hostile = '</script><script>document.title = "owned"</script><img src=x onerror=alert(1)>';
  const record = conformantRecord('core');
  record.exchanges[0] = exchange(0, { response: response({ body: hostile }), curl: hostile });
  record.checks.set('create.missing-name', [failedCheck({ title: hostile, message: hostile })]);
  record.checks.set('list.limit', [{ ...passed, outcome: 'inconclusive', message: hostile }]);
  record.checks.set('auth.challenge', [failedCheck({ exchanges: [] })]);
  record.checks.set('get.found', [failedCheck({ exchanges: [] })]);
  record.observations.push({ id: 'gap.list-order', answer: hostile, exchanges: [0] });
  const entries = baseline.entries.map((entry) => ({ ...entry, reason: hostile, owner: hostile }));
  const report = reportOf(record);
  return page(withBaseline(report, { ...baseline, entries }, '2026-01-02'), record.exchanges);
}

/** 2,000 exchanges, and 200 failed checks over all requirements. */
function many(): string {
  const record = conformantRecord('core');
  for (let index = 1; index < 2_000; index += 1) record.exchanges.push(exchange(index));
  for (const [at, { id }] of requiredRows('core').entries()) {
    const checks = [0, 1, 2, 3, 4].map((place) =>
      failedCheck({
        title: `case ${place}`,
        message: `${id} ${place}`,
        exchanges: [at * 40 + place],
      }),
    );
    record.checks.set(id, checks);
  }
  return page(reportOf(record), record.exchanges);
}

/** A run that earned a signed certificate. */
function green(): string {
  const record = conformantRecord('full');
  const implementation = { name: 'Corner Pet Shop', version: '2.1', contact: 'qa@shop.example' };
  const signed = { ...facts, signingKey: 'a'.repeat(64) };
  return page(reportOf(record, settingsFor('full', { implementation }), signed), record.exchanges);
}

function incomplete(): string {
  const record = newRecord(start);
  record.exchanges.push(unanswered(0));
  record.endedEarly = 'no answer';
  return page(reportOf(record), record.exchanges);
}

/** Many implementations side by side. */
function matrix(): string {
  const broken = { outcomes: { 'list.limit': 'failed' }, why: '</style><script>alert(1)' } as const;
  const files = Array.from({ length: 30 }, (_, at) =>
    reportFile(`${at}.json`, { ...(at % 3 ? {} : broken), name: `Vendor ${at} of animals` }),
  );
  const html = compareFormats.find(({ name }) => name === 'html');
  return html?.render(compareReports(files), { color: false }) ?? 'no format';
}

test('the first screen says verdict, totals, who was judged, and the failures by cause, a line each', async () => {
  const { page, complaints, requests } = await openPage(browser, urlOf('conformance'), wide);
  expect(await page.locator('h1').textContent()).toContain('non-conformant Corner Pet Shop 2.1');
  expect(await page.locator('.totals').first().textContent()).toMatch(/^Of the 48 requirements: /);
  expect(await page.locator('.card.failed > summary .id').allTextContents()).toEqual([
    'list.default-limit, list.limit and 1 more',
    'create.missing-name',
  ]);
  const last = page.locator('.card.failed').last();
  expect((await last.boundingBox())?.y).toBeLessThan(700);
  expect(await page.locator('.card[open]').count()).toBe(0);
  const first = page.locator('.card.failed').first();
  await first.locator('> summary').click();
  expect(await first.locator('.line .id').first().textContent()).toBe('list.default-limit');
  expect(await first.locator('.expected').first().textContent()).toBe(
    'expected at most 20 animals',
  );
  expect(await page.locator('#failed > .command').textContent()).toContain('Run again');
  expect([...complaints, ...requests]).toEqual([]);
});

test('a failed check leads to its exchanges; commands are copied', async () => {
  const { page, complaints } = await openPage(browser, urlOf('conformance'), wide);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const card = page.locator('.card.failed').first();
  await card.locator('> summary').click();
  await card.locator('.line > summary').first().click();
  await card.locator('.line[open] .checks .links a').first().click();
  await expect.poll(() => page.locator('#exchanges details[open]').count()).toBe(1);
  const command = page.locator('#exchanges details[open] .command').last();
  await command.getByRole('button').click();
  await expect.poll(() => command.getByRole('button').textContent()).toBe('Copied');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    await command.locator('pre').textContent(),
  );
  expect(complaints).toEqual([]);
});

const names = ['conformance', 'every-kind', 'many', 'green', 'incomplete', 'matrix'] as const;
/** Each page in both schemes and at both widths would take minutes, and show the same. */
const seen = names.flatMap((name) => [
  { name, scheme: 'light' as const, width: 1280 },
  { name, scheme: 'dark' as const, width: 390 },
]);

test.for(seen)(
  '$name in $scheme at $width pixels: axe finds nothing, nothing overflows',
  async (view) => {
    const { page, complaints, requests } = await openPage(browser, urlOf(view.name), view);
    const file = join(screenshots, `${view.name}-${view.scheme}-${view.width}.png`);
    await page.screenshot({ path: file });
    // The exchanges are alike.
    await page.evaluate(
      "for (const one of document.querySelectorAll('details:not(#exchanges *)')) one.open = true",
    );
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.width);
    expect(await page.title()).not.toBe('owned');
    expect([...complaints, ...requests]).toEqual([]);
  },
);

test.for(['green', 'incomplete'])('%s printed is one sheet', async (name) => {
  const { page } = await openPage(browser, urlOf(name), { scheme: 'dark', width: 1280 });
  const pdf = await page.pdf({ format: 'A4' });
  await writeFile(join(screenshots, `${name}.pdf`), pdf);
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test('the page of a core run is small, as nobody reads the exchanges that passed', async () => {
  expect((await readFile(join(folder, 'conformance.html'))).length).toBeLessThan(200_000);
  expect((await readFile(join(folder, 'many.html'))).length).toBeLessThan(1_000_000);
});
