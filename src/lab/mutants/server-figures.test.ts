import { expect, test } from 'vitest';
import type { Judgement } from './judge-server.ts';
import { serverFigures } from './server-figures.ts';
import type { ServerResult } from './server-mutants.ts';
import type { Reason } from './survivors.ts';

const judgement = (part: Partial<Judgement> = {}): Judgement => ({
  profile: 'core',
  verdict: 'conformant',
  failed: [],
  open: [],
  advised: [],
  requests: 160,
  ...part,
});

const result = (id: string, tried: ServerResult['tried']): ServerResult => ({
  server: 'fastify',
  mutant: { id, active: '1', file: 'a.ts', line: 1, kind: 'Regex', change: 'a → b' },
  reached: true,
  tried,
});

const survivor = (id: string) => result(id, { judgements: [judgement()] });
const differing = (id: string) =>
  result(id, {
    judgements: [judgement()],
    difference: { asked: 'GET /', original: '200', mutant: '404' },
  });

const reason = (kind: Reason['kind']): Reason => ({ kind, why: 'so it is', mutants: [] });

test('each mutant is counted once, by what came of it', () => {
  const figures = serverFigures(
    [
      result('found', { judgements: [judgement(), judgement({ failed: ['rate.enforced'] })] }),
      result('stopped', { judgements: [], notStarted: 'no port' }),
      result('hung', { lost: 'no end within 120 s' }),
      result('open', { judgements: [judgement({ open: ['list.limit'] })] }),
      survivor('same'),
      differing('free'),
      differing('daily'),
    ],
    new Map([
      ['same', reason('equivalent')],
      ['free', reason('left open')],
      ['daily', reason('untested')],
    ]),
    true,
  );
  expect(figures).toEqual({
    made: 7,
    found: 1,
    notStarted: 2,
    incomplete: 1,
    equivalent: 1,
    leftOpen: 1,
    untested: 1,
    missed: 0,
    foundBy: { 'rate.enforced': 1 },
    problems: [],
  });
});

test('a survivor without a reason, a missed fault and a difference in an equivalent one are problems', () => {
  const { missed, problems } = serverFigures(
    [survivor('new'), differing('wrong'), differing('unlike')],
    new Map([
      ['wrong', reason('missed')],
      ['unlike', reason('equivalent')],
    ]),
    true,
  );
  expect(missed).toBe(2);
  expect(problems).toEqual([
    expect.stringContaining('the list does not name, fastify: new a.ts:1'),
    expect.stringContaining('missed, fastify: wrong'),
    expect.stringContaining('listed as equivalent, and differs, fastify: unlike'),
  ]);
});

test('a stale entry of the list is a problem once all mutants were tried', () => {
  const found = [result('gone', { judgements: [judgement({ failed: ['list.limit'] })] })];
  const list = new Map([['gone', reason('left open')]]);
  expect(serverFigures(found, list, false).problems).toEqual([]);
  expect(serverFigures(found, list, true).problems).toEqual([
    'the list names gone, which survives no more',
  ]);
});
