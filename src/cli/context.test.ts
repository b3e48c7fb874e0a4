import { expect, test } from 'vitest';
import { warn } from './context.ts';
import { outlet } from './outlet.ts';

const printedOf = (warnings: readonly string[], key: string) => {
  let printed = '';
  const stderr = outlet({ write: (text) => (printed += text) });
  warn({ stderr, keys: [key], env: {} }, warnings);
  warn({ stderr, keys: [], env: { PETSTORE_API_KEY: key } }, warnings);
  return printed;
};

test('no warning shows a key, or half of one, as a file may be named after it', () => {
  const key = 'Reference-Demo-Key-7Qx';
  const warnings = [`--sign "${key}.pem" is open to other users`, `chmod 600 ${key.slice(0, 14)}`];
  const line =
    'warning: --sign "[API key].pem" is open to other users\nwarning: chmod 600 [API key]\n';
  expect(printedOf(warnings, key)).toBe(line + line);
});

test('a warning keeps its own words where a key is made of them', () => {
  const words = 'PETSTORE_API_KEY is an ordinary word or number';
  const line = `warning: ${words}\n`;
  for (const key of ['PETSTORE_API_KEY-01', 'enterprise-key-0001', 'word']) {
    expect(printedOf([words], key)).toBe(line + line);
  }
});
