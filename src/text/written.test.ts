import { expect, test } from 'vitest';
import { jsonText } from './visible.ts';
import { writtenBytes } from './written.ts';

test('no text takes more bytes in a file than are counted', () => {
  for (let code = 0; code < 0x110000; code += 1) {
    const sign = String.fromCodePoint(code);
    const bytes = Buffer.byteLength(jsonText(sign)) - 2;
    if (bytes > writtenBytes(sign)) expect.fail(`U+${code.toString(16)} takes ${bytes}`);
  }
});
