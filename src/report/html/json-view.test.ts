import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { jsonView } from './json-view.ts';

function view(text: string, max = 10_000): string | undefined {
  const seen = jsonView(text, max);
  if (seen === undefined) return undefined;
  const html = renderToString(h('pre', null, seen.shown));
  return html.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"');
}

test('short objects stand on one line, long ones have a line for each member', () => {
  expect(view('{"a":[1,2],"b":null}')).toBe('{"a": [1, 2], "b": null}');
  const long = 'x'.repeat(100);
  expect(view(`[{"a":1},{"b":"${long}"}]`)).toBe(`[\n  {"a": 1},\n  {\n    "b": "${long}"\n  }\n]`);
  expect(view('{}')).toBe('{}');
  expect(view('[]')).toBe('[]');
});

test('tokens stay as they were sent', () => {
  expect(view('{"id":9223372036854775807,"x":1.50e+3,"s":"\\u0041\\"{[,:"}')).toBe(
    '{"id": 9223372036854775807, "x": 1.50e+3, "s": "\\u0041\\"{[,:"}',
  );
});

test('names, strings and other values are told apart', () => {
  const html = renderToString(h('pre', null, jsonView('{"a":"b","c":true}', 100)?.shown));
  expect(html).toBe(
    '<pre>{<b>"a"</b>: <i>"b"</i>, <b>"c"</b>: <u>true</u>}</pre>'.replaceAll('"', '&quot;'),
  );
});

test('what is no JSON is left to others, and a long text is cut between tokens', () => {
  expect(view('<html>')).toBeUndefined();
  expect(view('{"a":1')).toBeUndefined();
  const seen = jsonView(`[${'1,'.repeat(50)}1]`, 20);
  expect(seen?.cut).toBe(true);
  expect(view(`[${'1,'.repeat(50)}1]`, 20)?.length).toBeLessThan(100);
});

test('a mark ends with its value, and values that follow one another have one', () => {
  const long = 'x'.repeat(100);
  const marked = (pointers: readonly string[]) => {
    const shown = jsonView(`[{"a":1},{"a":2},{"b":"${long}"}]`, 10_000, pointers)?.shown;
    const html = renderToString(h('pre', null, shown)).replaceAll('&quot;', '"');
    return [...html.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, text = '']) =>
      text.replaceAll(/<[^>]*>/g, ''),
    );
  };
  expect(marked(['/1'])).toEqual(['{"a": 2},']);
  expect(marked(['/0', '/1'])).toEqual(['{"a": 1},\n  {"a": 2},']);
});
