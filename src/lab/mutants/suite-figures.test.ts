import { expect, test } from 'vitest';
import { suiteSentence } from './mutants-text.ts';
import { suiteFigures } from './suite-figures.ts';
import type { SuiteResult } from './suite-result.ts';
import type { Reason } from './survivors.ts';

const nothing = { judged: 9, differing: [], run: 4 };

const result = (id: string, tried: Partial<SuiteResult['tried']> = {}): SuiteResult => ({
  mutant: { id, active: '1', file: 'suites/a.ts', line: 1, kind: 'Regex', change: 'a → b' },
  reachedBy: 3,
  tried: { ...nothing, ...tried },
  effort: 'thorough',
  code: '',
});

const noticed = (id: string) => result(id, { noticed: { entry: 'list.none', how: 'it fails' } });

const reasons = (kinds: Readonly<Record<string, Reason['kind']>>) =>
  new Map(
    Object.entries(kinds).map(([id, kind]) => [id, { kind, why: 'so it is', mutants: [id] }]),
  );

const mutants = (...ids: readonly string[]) => ids.map((id) => result(id).mutant);

test('each mutant is counted once: noticed by the lab or by a test, lost, listed, or not noticed yet', () => {
  const figures = suiteFigures(
    {
      made: mutants('a', 'b', 'c', 'd', 'e', 'f'),
      unfit: [],
      results: [
        noticed('a'),
        { ...result('b'), tried: { lost: 'falls' } },
        result('c'),
        { ...result('d'), tests: { code: '' } },
        { ...result('e'), tests: { code: '', failed: 'suites/a.test.js: it holds' } },
      ],
    },
    reasons({ c: 'equivalent' }),
  );
  expect(figures).toMatchObject({
    made: 6,
    tried: 5,
    noticed: 2,
    byTests: 1,
    equivalent: 1,
    missed: 1,
  });
  expect(figures.byFile).toEqual({ 'suites/a.ts': { tried: 5, noticed: 3 } });
  expect(figures.problems).toEqual([
    'a survivor that the list does not name, reached by 3 entries: d suites/a.ts:1 a → b',
  ]);
});

test('a reason whose mutant is noticed by now, and an entry that is not as due without one, are told', () => {
  const { problems } = suiteFigures(
    { made: mutants('a'), unfit: ['list.none: it passes'], results: [noticed('a')] },
    reasons({ a: 'equivalent' }),
  );
  expect(problems).toEqual([
    'not used, as it is not as due without mutants: list.none: it passes',
    'the list names a, which is noticed',
  ]);
});

test('of a work that was not done to its end the sentence says how much was tried', () => {
  const others = mutants('b', 'c').map((one) => ({ ...one, file: 'suites/b.ts' }));
  const made = [...mutants('a'), ...others];
  const sentenceOf = (...results: readonly SuiteResult[]) =>
    suiteSentence(suiteFigures({ made, unfit: [], results }, new Map()));
  const [b, c] = others;
  if (b === undefined || c === undefined) throw new Error('two were made');
  const some = [noticed('a'), { ...noticed('b'), mutant: b }];
  expect(sentenceOf(...some, { ...noticed('c'), mutant: c })).toContain(
    'Of **3 mutants** of the suite **3 are noticed**',
  );
  expect(sentenceOf(...some)).toContain(
    '**2** were tried so far, in 2 of 2 files; of these **2 are noticed**',
  );
  expect(sentenceOf(...some, result('a'))).toContain(
    '**1 are missed**, of which 1 were not tried on unit tests.',
  );
});
