import { expect, test } from 'vitest';
import { operationNames } from '../../catalogue/operations.ts';
import { mostRounds, volleyOf } from './spending.ts';
import { mostInVolley } from './spent-limit.ts';

test('no more requests are sent together above a limit than a recording may show at once', () => {
  const lengths = operationNames.flatMap((_one, apart) =>
    Array.from(
      { length: mostRounds },
      (_round, turn) => volleyOf(turn, operationNames.slice(0, apart)).length,
    ),
  );
  expect(Math.max(...lengths)).toBe(mostInVolley);
});
