import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Chromium as a test needs it, in the tests that need a browser. */

const executables = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'];

const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser. Throws if there is none. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = executables.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) {
    throw new Error('no Chromium: install it with scripts/page-test, or name it in CHROMIUM');
  }
  return chromium.launch({ executablePath, args: quiet });
}

/** How a page is looked at. */
export interface View {
  readonly scheme: 'light' | 'dark';
  /** Pixels. */
  readonly width: number;
}

/** What went wrong on a page or was loaded by it. */
export interface Watched {
  readonly page: Page;
  /** Errors and warnings of the console, of scripts, and of the Content-Security-Policy. */
  readonly complaints: string[];
  /** Addresses asked for, the page's own apart. */
  readonly requests: string[];
}

/** Opens a file from disk and listens to all that it says. */
export async function openPage(browser: Browser, url: string, view: View): Promise<Watched> {
  const context = await browser.newContext({
    colorScheme: view.scheme,
    viewport: { width: view.width, height: 900 },
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'log') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (request.url() !== url) requests.push(request.url());
  });
  await page.goto(url);
  return { page, complaints, requests };
}

/** What axe finds wrong, one line for each place; best practices too. */
export async function violations(page: Page): Promise<string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
  // Not as a script element: the page's own policy forbids any other script.
  await page.evaluate(`${source}; undefined`);
  const found: unknown = await page.evaluate(
    `axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' at ' + target.join(' ') + ': ' + failureSummary)))`,
  );
  return Array.isArray(found) ? found.map(String) : [`axe said ${String(found)}`];
}
