import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { marked } from 'marked';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../package/package.ts';
import { runAgainstBroken } from './broken.ts';
import { openBrowser } from './browser.ts';
import { withWords, wordsIn } from './picture.ts';

/** `npm run pictures` makes them anew; else they are held against what is shown today. */
const isMaking = process.env.PICTURES === 'make';

const ofReport = join(packageRoot, 'docs/report.png');

let folder = '';
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(file: string, height: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1100, height } });
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  return page;
}

/** What a page says in words: numbers, moments and generated values are another's at each run. */
async function wordsOf(page: Page, selectors: readonly string[]): Promise<string> {
  const texts = await Promise.all(
    selectors.map((selector) => page.locator(selector).first().innerText()),
  );
  return texts
    .join(' ')
    .replace(/[\d.:/-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

test('the picture in README shows the page as it is today (else: npm run pictures)', async () => {
  await runAgainstBroken(folder);
  const page = await open(join(folder, 'conformance.html'), 780);
  const words = await wordsOf(page, ['header', '.card.failed > summary']);
  if (isMaking) {
    // What a reader looks for first, on one screen: the verdict and a failure.
    await page.evaluate("document.getElementById('filter').remove()");
    await writeFile(ofReport, withWords(await page.screenshot(), words));
  }
  expect(wordsIn(await readFile(ofReport))).toBe(words);
});

test('README shows its picture, and can be looked at whole', async () => {
  const text = await readFile(join(packageRoot, 'README.md'), 'utf8');
  const base = `<base href="${pathToFileURL(packageRoot).href}/">`;
  const style =
    '<style>body{font:16px/1.5 sans-serif;max-width:830px;margin:2rem auto}img{max-width:100%}pre{overflow:auto}</style>';
  const file = join(folder, 'README.html');
  await writeFile(file, `<meta charset="utf-8">${base}${style}${await marked(text)}`);
  const page = await open(file, 900);
  expect(await page.evaluate('document.images[0].naturalWidth')).toBe(1100);
  if (isMaking) {
    await page.screenshot({ path: join(packageRoot, 'reports/README.png'), fullPage: true });
  }
});
