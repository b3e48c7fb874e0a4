import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../package/package.ts';
import { outlet } from './command-context.ts';

function printed(...pieces: readonly string[]): string {
  let out = '';
  const { write } = outlet({ write: (text) => (out += text) });
  for (const piece of pieces) write(piece);
  return out;
}

const commands = [
  '::error::x',
  '  ::set-output name=a::b',
  '\u001b[1m::debug::x',
  '\u001b[2K::debug::x',
  '##vso[task.setvariable variable=a]b',
  'said ##[command]x',
  '##teamcity[message]',
  '##VSO[x]',
];

/** As a build server would take a line. */
const isCommand = (line: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with ESC.
  /^(\s|\u001b\[[\d;]*[a-z])*::/i.test(line) || /##(vso|teamcity)?\[/i.test(line);

test.each(commands)('no line that is printed is a command to a build server: %j', (command) => {
  for (const before of ['', 'a line\n', '\r\n', '\u2028']) {
    const said = printed(`${before}${command}\n`);
    expect(said.split(/[\n\r\u2028]/).filter(isCommand)).toEqual([]);
  }
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
