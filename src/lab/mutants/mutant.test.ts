import { expect, test } from 'vitest';
import { type Change, identified } from './mutant.ts';

const change: Change = {
  active: '7',
  file: 'a.ts',
  line: 3,
  kind: 'EqualityOperator',
  original: 'a <\n  b',
  replacement: 'a <= b',
};

test('a mutant keeps its id when its line and its number change', () => {
  const [before] = identified([change]);
  const [after] = identified([{ ...change, active: '9', line: 30 }]);
  expect(after?.id).toBe(before?.id);
  expect(before).toMatchObject({ active: '7', line: 3, change: 'a < b → a <= b' });
});

test('equal changes of one file, and changes of another file or kind, have ids of their own', () => {
  const others = [change, { ...change, file: 'b.ts' }, { ...change, kind: 'LogicalOperator' }];
  const ids = identified([change, ...others]).map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
});
