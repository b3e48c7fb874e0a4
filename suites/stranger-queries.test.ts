import { expect, test } from 'vitest';
import { queriesIn } from './stranger-queries.ts';

test.each([true, false])('no two turns ask for the same list: every operation: %s', (every) => {
  const asked = queriesIn(every).map((query) => JSON.stringify(query));
  expect(new Set(asked).size).toBe(every ? 4 : 5);
});
