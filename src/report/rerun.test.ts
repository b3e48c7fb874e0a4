import { expect, test } from 'vitest';
import { assembleReport } from './assemble.ts';
import { rerunCommand } from './rerun.ts';
import { facts, settingsFor, soundRecord } from './testing/sample.ts';

test.each([
  ['petstore-conformance run --seed 7', 'petstore-conformance run --seed 7 --only get.found'],
  ['c run --only auth.* --seed 7', 'c run --seed 7 --only get.found'],
  ["c run --skip 'rate.*,gap.*' --only=list.limit", 'c run --only get.found'],
  ['c run --out "a --only b" --skip "x y" -- z', 'c run --out "a --only b" -- z --only get.found'],
  ["c run --out 'it'\\''s here' --skip --only", "c run --out 'it'\\''s here' --only get.found"],
])('%s is run again as %s', (command, again) => {
  const report = assembleReport(soundRecord('core'), settingsFor('core'), { ...facts, command });
  expect(rerunCommand(report, 'get.found')).toBe(again);
});
