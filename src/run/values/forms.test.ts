import { expect, test } from 'vitest';
import { parseJson, tryParseJson } from '../../http/json.ts';
import { bodyForms, type Form, headForms, inAscii, layouts } from './forms.ts';

const written: readonly Form[] = [...bodyForms, ...layouts, inAscii];

const bodies = [
  '{"name":"Testpet é한 \\"{{1}}\\" \\\\ a:b,c \\u0041 \\n🐕","categoryId":9223372036854775807}',
  '{"name":"1/2 \\\\/ </b>","categoryId":1}',
  '{"name":"","categoryId":-1,"status":["sold",{"a":null}]}',
  '{}',
];

test.each(bodies)('whichever form it has, the body %s means the same', (body) => {
  for (const { write } of written) {
    if (write) expect(parseJson(write(body))).toEqual(parseJson(body));
  }
});

test('each layout changes the text of an ordinary body', () => {
  const body = '{"name":"Testpet é","categoryId":1,"status":"sold"}';
  const texts = [...written, { write: (text: string) => text }].map(({ write }) => write?.(body));
  expect(new Set(texts.filter((text) => text !== undefined)).size).toBe(5);
});

test('in ASCII all that JSON may escape beside letters is escaped, a slash too', () => {
  expect(inAscii.write?.('{"name":"a/b é🐕 ~\\\\/\\n"}')).toBe(
    '{"name":"a\\/b \\u00e9\\ud83d\\udc15 ~\\\\\\/\\n"}',
  );
});

test('a text that is not JSON stays as wrong as it was', () => {
  for (const { write } of written) {
    expect(tryParseJson(write?.('{"name":"a"') ?? '{')).toBeUndefined();
  }
});

test('media types are application/json with a parameter that changes nothing', () => {
  for (const { contentType = 'application/json' } of [...bodyForms, ...headForms]) {
    expect(contentType).toMatch(/^application\/json(; ?charset=utf-8)?$/i);
  }
});

test('some forms ask for codings or languages, and some do not', () => {
  for (const forms of [headForms, bodyForms]) {
    for (const name of ['codings', 'languages'] as const) {
      const asking = forms.filter((form) => form[name] !== undefined).length;
      expect(asking).toBeGreaterThan(0);
      expect(asking).toBeLessThan(forms.length);
    }
  }
});
