import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { siteOf } from './site.ts';
import { reportFile } from './testing/samples.ts';

const hostile = '"><script>alert(1)</script>../..';
const answers = { 'gap.paging': 'page=2: ignored' };
const alone = { 'gap.list-order': 'by id' };
const runs = [
  reportFile('a.json', { startedAt: '2026-01-01T00:00:00.000Z', answers }),
  reportFile('b.json', {
    startedAt: '2026-01-02T00:00:00.000Z',
    outcomes: { 'list.limit': 'failed' },
    why: hostile,
    answers: { 'gap.paging': 'page=2: other animals' },
  }),
  reportFile('c.json', { name: hostile, answers: { ...answers, ...alone } }),
  reportFile('d.json', { name: 'alert 1', answers }),
].map((file) => ({ ...file, exchanges: () => [] }));

const files = new Map<string, string>();
for (const { path, render } of siteOf(runs)) files.set(path, await render());

test('an implementation has its runs, the latest first, and that one is in the matrix', () => {
  const acme = files.get('implementations/acme/index.html') ?? '';
  expect(acme.indexOf('2026-01-02')).toBeLessThan(acme.indexOf('2026-01-01'));
  expect(acme).toContain('<img src="data:image/svg+xml;base64,');
  expect(files.get('implementations/acme/badge.svg')).toContain('conformant (core)');
  expect(files.has('implementations/acme/run-2.html')).toBe(true);
  const index = files.get('index.html') ?? '';
  expect(index).toContain('<a href="implementations/acme/index.html">');
  expect(index).toContain('<td class="failed odd">');
});

test('a requirement says who passes it, and a gap who answers what', () => {
  const limit = files.get('requirements/list.limit.html') ?? '';
  expect(limit).toContain('2 of 3 passed, 1 failed');
  expect(limit).toContain('<td class="plain"><div>a case: &quot;>&lt;script');
  expect(limit).toContain('<a href="../implementations/acme/index.html">');
  expect(limit).toContain(
    '<a href="../implementations/acme/run-1.html#row-list-limit">in its run</a>',
  );
  const paging = files.get('requirements/gap.paging.html') ?? '';
  expect(paging).toMatch(/<td class="plain odd"><div>other animals/);
  const order = files.get('requirements/gap.list-order.html') ?? '';
  expect(order).toContain('<span class="verdict">not compared</span>');
  expect(order).not.toContain('alike');
  expect(files.get('index.html')).toContain('<span>3 implementations</span>');
});

test('nobody is odd for what is inconclusive, and why a run ended early is told once', async () => {
  const endedEarly = 'the rate limit asks to wait 50 s';
  const open = { outcomes: { 'list.limit': 'inconclusive' }, why: endedEarly, endedEarly } as const;
  const names = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...(name === 'a' ? open : {}) }));
  const failed = { ...names[1], outcomes: { 'list.limit': 'failed' }, why: 'x' } as const;
  const all = [names[0], failed, names[2], names[3]].map((one, at) => ({
    ...reportFile(`${at}.json`, one),
    exchanges: () => [],
  }));
  const index = (await siteOf(all)[0]?.render()) ?? '';
  expect(index).toContain('<td class="failed odd">');
  expect(index).not.toContain('inconclusive odd');
  expect(index).toContain('<div>the run ended early</div>');
  expect(index.split(endedEarly)).toHaveLength(2);
});

test('every path and every link is plain, and leads to a file or a place of the site', () => {
  for (const [path, text] of files) {
    expect(path).toMatch(/^[a-z0-9./-]+$/);
    expect(path).not.toContain('..');
    for (const [, href = ''] of text.matchAll(/<a[^>]* href="([^"]*)"/g)) {
      const [name = '', place] = href.split('#', 2);
      const file = name === '' ? path : posix.join(posix.dirname(path), name);
      expect([...files.keys()], path).toContain(file);
      if (place !== undefined) expect(files.get(file), path).toContain(` id="${place}"`);
    }
    expect(text).not.toContain('<script>alert');
  }
});
