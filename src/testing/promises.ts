/** The promises of docs/threat-model.md, and the tests that hold them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package/package.ts';

/** A line of the page, and a test that must fail if the promise is broken. */
export interface Promised {
  readonly promise: string;
  /** From the root of the repository. */
  readonly file: string;
  /** As written in the code, with `%s` or `$name` where a table fills it in. */
  readonly title: string;
}

const page = readFileSync(join(packageRoot, 'docs/threat-model.md'), 'utf8');

/** Every test that the page names. */
export const promised: readonly Promised[] = page
  .slice(page.indexOf('## Promised'), page.indexOf('## Not promised'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise '))
  .flatMap(promisedBy);

function promisedBy(line: string): Promised[] {
  const [promise = '', tests = ''] = line.replace(/^\| | \|$/g, '').split(' | ');
  return tests.split(/; (?=`)/).flatMap((part) => {
    const [, file = '', titles = ''] = /^`([^`]+\.test\.ts)`: (.+)$/.exec(part) ?? [];
    return titles.split('; ').map((title) => ({ promise, file, title }));
  });
}

/** Whether a test that has run is one that the title stands for. */
export function isTitleOf(title: string, name: string): boolean {
  const literal = title.split(/%[sidjfo]|\$[\w.]+/).map((part) => part.replace(/[^\w ]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`, 's').test(name);
}

/** A test that has ended, or was skipped. */
export interface Ran {
  readonly file: string;
  readonly name: string;
  readonly passed: boolean;
}

/** The promises, one line each, that no passed test holds, of the files that have run. */
export function unheld(ran: readonly Ran[], promises: readonly Promised[] = promised): string[] {
  const files = new Set(ran.map(({ file }) => file));
  return promises
    .filter(({ file }) => files.has(file))
    .flatMap(({ promise, file, title }) => {
      const tests = ran.filter((one) => one.file === file && isTitleOf(title, one.name));
      if (tests.length > 0 && tests.every(({ passed }) => passed)) return [];
      const why = tests.length === 0 ? 'there is no such test' : 'it was skipped, or failed';
      return [`docs/threat-model.md promises: ${promise}\n  ${file}: ${title}: ${why}`];
    });
}
