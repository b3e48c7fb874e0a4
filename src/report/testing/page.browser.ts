import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withBaseline } from '../expected.ts';
import { page } from '../html/page.ts';
import { runAgainstBroken } from './broken.ts';
import { edgeOf, openBrowser, openPage, type View, violations } from './browser.ts';
import { overlaps } from './printed.ts';
import {
  baseline,
  conformantRecord,
  exchange,
  failedCheck,
  passed,
  reportOf,
  requiredRows,
  response,
} from './sample.ts';

const expected = [
  'list.default-limit',
  'list.limit',
  'list.filter-with-limit',
  'create.missing-name',
];

const views: readonly View[] = (['light', 'dark'] as const).flatMap((scheme) =>
  [1280, 390].map((width) => ({ scheme, width })),
);

let folder = '';
let screenshots = '';
let url = '';
let everyKind = '';
let many = '';
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-'));
  screenshots = process.env.PAGE_SCREENSHOTS || join(folder, 'screenshots');
  await mkdir(screenshots, { recursive: true });
  await runAgainstBroken(folder);
  url = pathToFileURL(join(folder, 'conformance.html')).href;
  everyKind = pathToFileURL(join(folder, 'every-kind.html')).href;
  await writeFile(join(folder, 'every-kind.html'), pageOfEveryKind());
  many = pathToFileURL(join(folder, 'many.html')).href;
  await writeFile(join(folder, 'many.html'), pageOfMany());
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A page with a requirement of every kind, and strings that would like to be more than strings. */
function pageOfEveryKind(): string {
  const hostile = '</script><script>document.title = "owned"</script><img src=x onerror=alert(1)>';
  const record = conformantRecord('core');
  record.exchanges[0] = exchange(0, { response: response({ body: hostile }), curl: hostile });
  record.checks.set('create.missing-name', [failedCheck({ title: hostile, message: hostile })]);
  record.checks.set('list.limit', [{ ...passed, outcome: 'inconclusive', message: hostile }]);
  record.checks.set('auth.challenge', [failedCheck()]);
  record.checks.set('get.found', [failedCheck()]);
  record.observations.push({ id: 'gap.list-order', answer: hostile, exchanges: [0] });
  const entries = baseline.entries.map((entry) => ({ ...entry, reason: hostile, owner: hostile }));
  const report = reportOf(record);
  return page(withBaseline(report, { ...baseline, entries }, '2026-01-02'), record.exchanges);
}

/** 2,000 exchanges, and 200 failed checks over all requirements. */
function pageOfMany(): string {
  const record = conformantRecord('core');
  for (let index = 1; index < 2_000; index += 1) record.exchanges.push(exchange(index));
  const required = requiredRows('core');
  for (const [at, requirement] of required.entries()) {
    const checks = Array.from({ length: 5 }, (_, place) =>
      failedCheck({ title: `case ${place}`, exchanges: [at * 40 + place] }),
    );
    record.checks.set(requirement.id, checks);
  }
  return page(reportOf(record), record.exchanges);
}

function shownRows(page: Page): Promise<string[]> {
  return page.locator('.row:not([hidden])').evaluateAll((requirements) => requirements.map(String));
}

test('at 390 pixels the parts of the page that lie beyond the edge fade there', async () => {
  const { page } = await openPage(browser, url, { scheme: 'light', width: 390 });
  const [hidden, mask, room] = await edgeOf(page, 'nav ul', 'li:last-child');
  expect(hidden).toBeGreaterThan(0);
  expect(mask).toContain('gradient');
  expect(room).toBeGreaterThanOrEqual(40);
});

test('the first screen says the verdict, counts that add up, and shows the first failure open', async () => {
  const { page, complaints, requests } = await openPage(browser, url, {
    scheme: 'light',
    width: 1280,
  });
  expect(await page.locator('h1').textContent()).toContain('non-conformant Corner Pet Shop 2.1');
  const tally = (await page.locator('.tally').first().textContent()) ?? '';
  const [whole = 0, ...parts] = [...tally.matchAll(/(\d+) (?!not)/g)].map(([, amount]) =>
    Number(amount),
  );
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole);
  expect(await page.locator('.card.failed summary .id').allTextContents()).toEqual(expected);
  const first = page.locator('.card.failed').first();
  expect((await first.boundingBox())?.y).toBeLessThan(650);
  expect(await page.locator('.card.failed[open]').count()).toBe(1);
  expect(await first.locator('.expected').first().textContent()).toBe(
    'expected at most 20 animals',
  );
  expect(await first.locator('mark').first().textContent()).toMatch(/^\{"id": \d+, "name"/);
  expect(await first.locator('.command').last().textContent()).toContain(
    '--only list.default-limit --out again',
  );
  expect(complaints).toEqual([]);
  expect(requests).toEqual([]);
});

test('search and filter reach exchanges, live in the address, and show all again', async () => {
  const { page, complaints } = await openPage(browser, url, { scheme: 'light', width: 1280 });
  const all = (await shownRows(page)).length;
  expect(await page.getByRole('status').textContent()).toBe(`${all} of ${all} shown`);
  await page.getByRole('checkbox', { name: 'passed' }).uncheck();
  expect(await page.locator('#passed').isVisible()).toBe(false);
  await page.getByRole('searchbox').fill('limit=99');
  expect(await page.locator('#exchanges summary:visible .path').allTextContents()).toEqual(
    expect.arrayContaining(['/v1/pets?limit=99']),
  );
  const address = page.url();
  expect(address).toContain('#?q=limit%3D99&show=failed');
  const again = await openPage(browser, address, { scheme: 'light', width: 1280 });
  expect(await shownRows(again.page)).toEqual(await shownRows(page));
  expect(await again.page.getByRole('checkbox', { name: 'passed' }).isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(async () => (await shownRows(page)).length).toBe(all);
  expect([...complaints, ...again.complaints]).toEqual([]);
});

test('a sentence leads to what decides it, that to its exchanges, and those back', async () => {
  const { page, complaints } = await openPage(browser, url, { scheme: 'light', width: 1280 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const failing = page.locator('.specification li', { hasText: 'When limit is omitted' });
  expect(await failing.locator('.says').getAttribute('class')).toBe('says failed');
  await page
    .locator('.specification')
    .getByRole('link', { name: 'auth.missing-key' })
    .first()
    .click();
  expect(await page.locator('.line[open]').count()).toBe(1);
  await page.locator('.line[open] .checks .links a').first().click();
  await expect.poll(() => page.locator('#exchanges details[open]').count()).toBe(1);
  await page
    .locator('#exchanges details[open] .links')
    .getByRole('link', { name: 'auth.missing-key' })
    .click();
  await expect.poll(() => page.url()).toContain('#row-auth-missing-key');
  const command = page.locator('.card.failed .command').last();
  await page.locator('.card.failed').last().locator('> summary').click();
  await command.getByRole('button').click();
  await expect.poll(() => command.getByRole('button').textContent()).toBe('Copied');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    await command.locator('pre').textContent(),
  );
  await page.getByRole('link', { name: 'Link to The specification' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/#specification$/);
  expect(complaints).toEqual([]);
});

test('the timeline is zoomed, and a click leads to the nearest exchange', async () => {
  const { page, complaints } = await openPage(browser, url, { scheme: 'light', width: 1280 });
  await page.getByRole('button', { name: 'Closer' }).click();
  const box = await page.locator('svg.time').first().getAttribute('viewBox');
  expect(box).toBe('250 0 500 96');
  expect(await page.locator('svg.time').nth(1).getAttribute('viewBox')).toMatch(/^250 0 500 /);
  await page.getByRole('button', { name: 'Whole run' }).click();
  await page
    .locator('svg.time')
    .first()
    .click({ position: { x: 2, y: 10 } });
  await expect.poll(() => page.url()).toMatch(/#x\d$/);
  expect(complaints).toEqual([]);
});

test('200 failures and 2,000 exchanges stay quick', async () => {
  const { page, complaints } = await openPage(browser, many, { scheme: 'light', width: 1280 });
  const started = Date.now();
  await page.getByRole('searchbox').fill('#1999');
  await expect.poll(() => page.locator('#exchanges .row:visible').count()).toBe(1);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => page.locator('.row[hidden]').count()).toBe(0);
  expect(Date.now() - started).toBeLessThan(5_000);
  expect(
    await page.evaluate(
      'performance.timing.domContentLoadedEventEnd - performance.timing.responseEnd',
    ),
  ).toBeLessThan(3_000);
  expect(complaints).toEqual([]);
});

test('on a telephone the first failure stands on the first screen, the kinds of rows one touch away', async () => {
  const { page, complaints } = await openPage(browser, url, { scheme: 'light', width: 390 });
  expect((await page.locator('.card.failed .id').first().boundingBox())?.y).toBeLessThan(844);
  const passed = page.getByRole('checkbox', { name: 'passed' });
  expect(await passed.isVisible()).toBe(false);
  await page.locator('#filter summary').click();
  await passed.uncheck();
  const again = await openPage(browser, page.url(), { scheme: 'light', width: 390 });
  expect(await again.page.getByRole('checkbox', { name: 'passed' }).isVisible()).toBe(true);
  expect([...complaints, ...again.complaints]).toEqual([]);
});

test('a folded failure says what was expected and what was received', async () => {
  const { page } = await openPage(browser, url, { scheme: 'light', width: 1280 });
  const folded = page.locator('.card.failed:not([open]) > summary');
  expect(await folded.first().innerText()).toMatch(
    /expected: at most 1 animal; received: 2 animals/,
  );
});

test('with a baseline the first screen says what it covers, and failures that it does not know come first', async () => {
  const { page } = await openPage(browser, everyKind, { scheme: 'light', width: 1280 });
  expect(await page.locator('header').innerText()).toMatch(
    /known failure covered, until .*The run exits as a non-conformant one does\./,
  );
  const failed = page.locator('#failed .card > summary');
  expect(await failed.first().innerText()).not.toContain('known until');
  expect(await failed.last().innerText()).toMatch(/create\.missing-name.*known until/s);
});

test('without script everything is there but the filter', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  expect(await page.locator('.card.failed summary .id').allTextContents()).toEqual(expected);
  expect(await page.locator('#filter, button').filter({ visible: true }).count()).toBe(0);
});

test.for(views)('$scheme at $width pixels: axe finds nothing, nothing overflows', async (view) => {
  const { page, complaints } = await openPage(browser, url, view);
  const name = join(screenshots, `${view.scheme}-${view.width}`);
  await page.screenshot({ path: `${name}.png` });
  await page.screenshot({ path: `${name}-whole.png`, fullPage: true });
  expect(await violations(page)).toEqual([]);
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.width);
  await page
    .locator('.card.failed')
    .first()
    .screenshot({ path: `${name}-card.png` });
  expect(complaints).toEqual([]);
});

test('on a telephone what was found is in sight, beside no table that must be scrolled', async () => {
  const { page } = await openPage(browser, url, { scheme: 'light', width: 390 });
  expect(
    await page.evaluate(
      "[...document.querySelectorAll('.specification .scroll')].filter((one) => one.scrollWidth > one.clientWidth).length",
    ),
  ).toBe(0);
  const first = page.locator('.specification tbody tr').first();
  expect(await first.innerText()).toMatch(/^id\s+integer\s+int64/);
});

test.for(['light', 'dark'] as const)(
  'in %s, requirements of every kind please axe, and strings stay strings',
  async (scheme) => {
    const { page, complaints, requests } = await openPage(browser, everyKind, {
      scheme,
      width: 390,
    });
    expect(await page.locator('.card').count()).toBe(4);
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await page.title()).toMatch(/^non-conformant: /);
    expect(complaints).toEqual([]);
    expect(requests).toEqual([]);
  },
);

test.for(['A4', 'Letter'] as const)(
  'printed on %s, failures are unfolded and no text stands over another',
  async (format) => {
    const { page } = await openPage(browser, url, { scheme: 'dark', width: 1280 });
    const pdf = await page.pdf({ format });
    expect(await overlaps(pdf)).toEqual([]);
    await writeFile(join(screenshots, `conformance-${format}.pdf`), pdf);
  },
);

test('requirements of every kind, printed, keep apart', async () => {
  const { page } = await openPage(browser, everyKind, { scheme: 'light', width: 1280 });
  expect(await overlaps(await page.pdf({ format: 'A4' }))).toEqual([]);
});

test('the page of a core run is well under a megabyte', async () => {
  const page = await readFile(join(folder, 'conformance.html'));
  expect(page.length).toBeLessThan(700_000);
});
