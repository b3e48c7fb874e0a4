import { expect, test } from 'vitest';
import {
  cut,
  harmless,
  jsonText,
  visible,
  visibleLines,
  withoutCommands,
  withoutGaps,
} from './visible.ts';

test.each([
  ['\u001b[31mred', '\\u001b[31mred'],
  ['a\r\nb\tc\0', 'a\\r\\nb\\tc\\u0000'],
  ['\u007f\u0085\u009b2J', '\\u007f\\u0085\\u009b2J'],
  ['\u202egnp.exe\u2066x\u2069\u200f\u061c', '\\u202egnp.exe\\u2066x\\u2069\\u200f\\u061c'],
  ['\u2028\u2029\u200b\ufeff', '\\u2028\\u2029\\u200b\\ufeff'],
  ['\ud800x', '\\ud800x'],
  ['\u{e0041}', '\\u{e0041}'],
  ['so\u00adft\u3164\u2063\ufff9', 'so\\u00adft\\u3164\\u2063\\ufff9'],
])('%j is shown as %j', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test('a document keeps its layout, and whatever acts is an escape', () => {
  expect(harmless('<a>\n\t\u202ex\u001b[31m\r\u2028</a>')).toBe(
    '<a>\n\t\\u202ex\\u001b[31m\\u000d\\u2028</a>',
  );
});

test('JSON holds every character, and none of them acts on a terminal', () => {
  const value = { 'a\u009b\u202e': ['\u007f\u00ad\u2028\n', '\u{e0041}\ud800', '猫 🐈‍⬛'] };
  const text = jsonText(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(visibleLines(text).join('\n')).toBe(text);
});

test.each([
  ['::error::x', '\\u003a:error::x'],
  ['one\n \t\u00a0::set-env name=A::b', 'one\n \t\u00a0\\u003a:set-env name=A::b'],
  ['\u001b[1m\u001b[31m::debug::x', '\u001b[1m\u001b[31m\\u003a:debug::x'],
  ['it says ##[add-path]/x', 'it says #\\u0023[add-path]/x'],
  ['##VSO[task.complete]', '#\\u0023VSO[task.complete]'],
  ['##teamcity[buildStop]', '#\\u0023teamcity[buildStop]'],
])('%j is not a command of a build server any more', (line, log) => {
  expect(withoutCommands(line)).toBe(log);
});

test('cutting says the whole length and splits no character', () => {
  expect(cut('🐈🐈🐈', 3)).toBe('🐈🐈🐈');
  expect(cut('🐈🐈🐈', 2)).toBe('🐈🐈… (3 characters)');
});

test.each([
  ['a  b', 'a b'],
  ['a\u200b \u2800\u200bb', 'a b'],
  ['a\u200b\u200bb', 'a\u200b\u200bb'],
  ['a b\u200dc', 'a b\u200dc'],
])('of %j no gap is left: %j', (text, shown) => {
  expect(withoutGaps(text)).toBe(shown);
});

const texts = { visible, jsonText, harmless, visibleLines, withoutCommands, withoutGaps };

test.each(
  ['\u200b', '\u200d', '\u2800', ' ', '\n', '\r\n', '\0', '\u001b[', '#', ':', 'a '].flatMap(
    (unit) => Object.entries(texts).map(([name, write]) => ({ unit, name, write })),
  ),
)('$name reads a long run of $unit in linear time', ({ unit, write }) => {
  const startedAt = process.cpuUsage();
  write(`${unit.repeat(200_000)}x`);
  expect(process.cpuUsage(startedAt).user).toBeLessThan(2_000_000);
});
