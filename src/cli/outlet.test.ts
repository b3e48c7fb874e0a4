import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../package/package.ts';
import { outlet } from './command-context.ts';

test('no line that is printed is a command to a build server', () => {
  let out = '';
  const { write } = outlet({ write: (text) => (out += text) });
  for (const text of ['::error::x\n', 'a line\n  ::debug::x\n', 'said ##vso[x]\n']) write(text);
  expect(out).not.toMatch(/^\s*::|##(vso)?\[/m);
});

test('nothing in the program prints past its one way out', () => {
  const names = readdirSync(join(packageRoot, 'src'), { recursive: true, encoding: 'utf8' });
  const code = names
    .map((name) => name.replaceAll('\\', '/'))
    // The lab and the writer of the OpenAPI document are programs of their own, for those who build the suite.
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|testing\/|^(lab|openapi)\//.test(name));
  const past = code.filter((name) =>
    /process\.std(out|err)|\{[^}]*\bstd(out|err)\b[^}]*\} = process|console\.\w+\(/.test(
      readFileSync(join(packageRoot, 'src', name), 'utf8'),
    ),
  );
  expect(past).toEqual(['cli/main.ts']);
});
