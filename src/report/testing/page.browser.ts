import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../package/package.ts';
import { together } from '../../reference/changes.ts';
import { faults } from '../../reference/faults.ts';
import { startReference } from '../../reference/server.ts';
import { assembleReport } from '../assemble.ts';
import { withBaseline } from '../expected.ts';
import { page } from '../html/page.ts';
import { openBrowser, openPage, type View, violations } from './browser.ts';
import {
  baseline,
  conformantRecord,
  exchange,
  facts,
  failedCheck,
  passed,
  response,
  settingsFor,
} from './sample.ts';

/** Two faults, each of which breaks requirements of its own. */
const broken = ['list.limit-one-too-many', 'refuse.name-defaulted'];
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
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-'));
  screenshots = process.env.PAGE_SCREENSHOTS || join(folder, 'screenshots');
  await mkdir(screenshots, { recursive: true });
  await runAgainstBroken(folder);
  url = pathToFileURL(join(folder, 'conformance.html')).href;
  everyKind = pathToFileURL(join(folder, 'every-kind.html')).href;
  await writeFile(join(folder, 'every-kind.html'), pageOfEveryKind());
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
  record.observations.push({ id: 'gap.list-order', answer: hostile, exchanges: [0] });
  const entries = baseline.entries.map((entry) => ({ ...entry, reason: hostile, owner: hostile }));
  const report = assembleReport(record, settingsFor('core'), facts);
  return page(withBaseline(report, { ...baseline, entries }, '2026-01-02'), record.exchanges);
}

/** A run as people start it, against the reference server with the faults. */
async function runAgainstBroken(out: string): Promise<void> {
  const changes = broken.map((id) => faults.find((fault) => fault.id === id)?.change);
  const server = await startReference({
    plan: 'business',
    change: together(...changes.map((change, at) => change ?? missing(broken[at]))),
  });
  const main = join(packageRoot, 'dist/src/cli/main.js');
  const args = [main, 'run', '--base-url', server.baseUrl, '--seed', '1', '--out', out];
  const names = ['--implementation', 'Corner Pet Shop', '--implementation-version', '2.1'];
  const env = { ...process.env, PETSTORE_API_KEY: server.apiKey };
  try {
    const code = await new Promise((resolve) => {
      execFile(process.execPath, [...args, ...names], { env, cwd: out }, (error) =>
        resolve(error === null ? 0 : error.code),
      );
    });
    expect(code).toBe(1);
  } finally {
    await server.close();
  }
}

function missing(id: string | undefined): never {
  throw new Error(`the lab has no fault ${id} of the server's behaviour`);
}

function shownRows(page: Page): Promise<string[]> {
  return page
    .locator('.requirement:not([hidden])')
    .evaluateAll((requirements) => requirements.map(String));
}

test('every failure is shown with its clause, its exchange and the command to run it again', async () => {
  const { page, complaints, requests } = await openPage(browser, url, {
    scheme: 'light',
    width: 1280,
  });
  expect(await page.locator('h1').textContent()).toContain('non-conformant Corner Pet Shop 2.1');
  expect(await page.locator('.card.failed h3').allTextContents()).toEqual(expected);
  const first = page.locator('.card.failed').first();
  expect(await first.locator('.expected').first().textContent()).toBe(
    'expected at most 20 animals',
  );
  expect(await first.locator('.command').last().textContent()).toContain(
    '--only list.default-limit',
  );
  await first.locator('.exchange summary').first().click();
  expect(await first.locator('.exchange').first().locator('.json').isVisible()).toBe(true);
  expect(complaints).toEqual([]);
  expect(requests).toEqual([]);
});

test('search and filter show what was asked for, and all again', async () => {
  const { page, complaints } = await openPage(browser, url, { scheme: 'light', width: 1280 });
  const all = (await shownRows(page)).length;
  expect(await page.getByRole('status').textContent()).toBe(`${all} of ${all} requirements shown`);
  await page.getByRole('checkbox', { name: 'passed' }).uncheck();
  expect(await page.locator('#passed').isVisible()).toBe(false);
  expect(await page.locator('#failed').isVisible()).toBe(true);
  await page.getByRole('searchbox').fill('create.missing-name REFUSED');
  expect(await page.locator('.card.failed:visible h3').allTextContents()).toEqual([
    'create.missing-name',
  ]);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(async () => (await shownRows(page)).length).toBe(all);
  expect(complaints).toEqual([]);
});

test('links open what is folded, and commands are copied', async () => {
  const { page, complaints } = await openPage(browser, url, { scheme: 'light', width: 1280 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('link', { name: 'auth.missing-key passed' }).click();
  expect(await page.locator('.line[open]').count()).toBe(1);
  await page.locator('.line[open] .links a').first().click();
  await expect.poll(() => page.locator('#exchanges details[open]').count()).toBe(1);
  const command = page.locator('.card.failed .command').last();
  await command.getByRole('button').click();
  await expect.poll(() => command.getByRole('button').textContent()).toBe('Copied');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    await command.locator('pre').textContent(),
  );
  expect(complaints).toEqual([]);
});

test('without script everything is there but the filter', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  expect(await page.locator('.card.failed h3').allTextContents()).toEqual(expected);
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

test.for(['light', 'dark'] as const)(
  'in %s, requirements of every kind please axe, and strings stay strings',
  async (scheme) => {
    const { page, complaints, requests } = await openPage(browser, everyKind, {
      scheme,
      width: 390,
    });
    expect(await page.locator('.card').count()).toBe(3);
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await page.title()).toMatch(/^non-conformant: /);
    expect(complaints).toEqual([]);
    expect(requests).toEqual([]);
  },
);

test('a picture for README', async () => {
  const context = await browser.newContext({ viewport: { width: 1100, height: 1520 } });
  const page = await context.newPage();
  await page.goto(url);
  // What a reader looks for first, on one screen: the verdict and a failure.
  await page.evaluate("for (const id of ['map', 'filter']) document.getElementById(id).remove()");
  await page.screenshot({ path: join(screenshots, 'readme.png') });
});

test('it prints to PDF, failures unfolded', async () => {
  const { page } = await openPage(browser, url, { scheme: 'dark', width: 1280 });
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  await writeFile(join(screenshots, 'conformance.pdf'), pdf);
});

test('the page of a core run is well under a megabyte', async () => {
  const page = await readFile(join(folder, 'conformance.html'));
  expect(page.length).toBeLessThan(700_000);
});
