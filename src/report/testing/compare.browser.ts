import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareReports } from '../compare.ts';
import { compareFormats } from '../compare-view.ts';
import { edgeOf, openBrowser, openPage, violations } from './browser.ts';
import { overlaps } from './printed.ts';
import { type Difference, reportFile } from './reports.ts';

const hostile = '</style><script>document.title = "run"</script><img src=x onerror=alert(1)>';
const broken: Difference = {
  outcomes: { 'list.limit': 'failed', 'list.returns-pets': 'inconclusive' },
  why: hostile,
  answers: { 'gap.paging': 'limit=0: 400; limit=101: 200' },
  digest: 'e'.repeat(64),
};
const answers = { 'gap.paging': 'limit=0: 422; limit=101: 200' };

const pages = {
  changes: [{}, broken],
  matrix: [{ answers }, { ...broken, name: hostile }, { name: 'Beta' }],
  many: Array.from({ length: 30 }, (_, at) => ({
    ...(at % 3 ? {} : broken),
    name: `Vendor ${at} of animals`,
  })),
} satisfies Record<string, readonly Difference[]>;

let browser: Browser;
let folder: string;
beforeAll(async () => {
  browser = await openBrowser();
  folder = await mkdtemp(join(tmpdir(), 'compare-page-'));
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

async function write(name: keyof typeof pages): Promise<string> {
  const files = pages[name].map((one, at) => reportFile(`${at}.json`, one));
  const html = compareFormats.find((format) => format.name === 'html');
  const file = join(folder, `${name}.html`);
  await writeFile(file, html?.render(compareReports(files), { color: false }) ?? 'no format');
  return pathToFileURL(file).href;
}

test.for([
  ['changes', 'light', 1280],
  ['changes', 'dark', 390],
  ['matrix', 'dark', 1280],
  ['matrix', 'light', 390],
  ['many', 'light', 1280],
] as const)(
  '%s in %s at %i pixels: axe finds nothing, strings stay strings',
  async ([name, scheme, width]) => {
    const { page, complaints, requests } = await openPage(browser, await write(name), {
      scheme,
      width,
    });
    expect(await page.locator('section').count()).toBeGreaterThan(3);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await page.title()).toContain('pet store conformance compared');
    expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
  },
);

test('at 390 pixels a table that goes on beyond the edge fades there, and its last column does not', async () => {
  const { page } = await openPage(browser, await write('matrix'), { scheme: 'light', width: 390 });
  const [hidden, mask, room] = await edgeOf(
    page,
    '.scroll:not(#implementations *)',
    'td:last-child',
  );
  expect(hidden).toBeGreaterThan(0);
  expect(mask).toContain('gradient');
  expect(room).toBeGreaterThanOrEqual(40);
});

/** Pixels that a sheet of A4 has between its margins. */
const sheet = 688;

test('the matrix printed shows its tables whole', async () => {
  const { page } = await openPage(browser, await write('matrix'), {
    scheme: 'light',
    width: sheet,
  });
  await page.emulateMedia({ media: 'print' });
  const tables: unknown = await page.evaluate(
    "[...document.querySelectorAll('.scroll')].map((one) => [one.scrollWidth - one.clientWidth, getComputedStyle(one).overflow, getComputedStyle(one).maxHeight].join(' '))",
  );
  expect(tables).not.toEqual([]);
  expect(new Set(Array.isArray(tables) ? tables : [])).toEqual(new Set(['0 visible none']));
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(sheet);
  await page.emulateMedia({ media: null });
  expect(await overlaps(await page.pdf({ format: 'A4' }))).toEqual([]);
});
