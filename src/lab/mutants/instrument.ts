/** Makes all mutants of some files: a copy of the code in which each can be switched on by its number. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { transformSync } from '@swc/core';
import { sha256 } from '../../package/digest.ts';
import { packageRoot } from '../../package/package.ts';
import { type Change, identified, type Mutant } from './mutant.ts';

/** Which files are changed, and how. */
export interface TreeOptions {
  /** Name of the folder of the copy, below `dist/mutants`. */
  readonly name: string;
  /** Whether a file, named from the package's root, is to be mutated; the others are copied as they are. */
  readonly mutates: (file: string) => boolean;
  /** Kinds of change that are left out, as Stryker names them. */
  readonly without?: readonly string[];
  /** Whether the unit tests are copied as well; default no. */
  readonly withTests?: boolean;
}

/** A copy of the code that can run, and the mutants in it. */
export interface Tree {
  /** Address of the copy's root; modules lie in it as in the repository, as `.js`. */
  readonly root: string;
  readonly mutants: readonly Mutant[];
  /** SHA-256 of a file as it was before. */
  readonly codeOf: (file: string) => string;
}

const folders = ['src', 'suites', 'examples'];
/** What tests compare with. */
const snapshots = 'suites/asked';
const noCode = /\.browser\.ts$/;
const ofTests = /\.test\.ts$|\/testing\//;

/** Writes the copy, in place of an earlier one. Throws if a source cannot be read or parsed. */
export async function makeTree(treeOptions: TreeOptions): Promise<Tree> {
  const { name, mutates, without = [], withTests = false } = treeOptions;
  const files = sources().filter(({ file }) => withTests || !ofTests.test(file));
  const changed = files
    .filter(({ file }) => mutates(file) && !ofTests.test(file))
    .map(({ file, content }) => ({ name: file, content, mutate: true }));
  const options = { plugins: null, excludedMutations: [...without], ignorers: [] };
  const instrumented = await new Instrumenter(silent).instrument(changed, options);
  const contents = new Map(instrumented.files.map((one) => [one.name, one.content]));
  const folder = join(packageRoot, 'dist/mutants', name);
  rmSync(folder, { recursive: true, force: true });
  for (const { file, content } of files) {
    const target = join(folder, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, runnable(countingOff(contents.get(file) ?? content)));
  }
  if (withTests) cpSync(join(packageRoot, snapshots), join(folder, snapshots), { recursive: true });
  const originals = new Map(files.map(({ file, content }) => [file, content]));
  // Stryker also lists those that it left out.
  const made = instrumented.mutants.filter(({ status }) => status !== 'Ignored');
  const changes = made.map(
    ({ id, fileName, location, mutatorName, replacement }): Change => ({
      active: id,
      file: fileName,
      line: location.start.line + 1,
      kind: mutatorName,
      original: between(originals.get(fileName) ?? '', location),
      replacement,
    }),
  );
  const codeOf = (file: string) => sha256(originals.get(file) ?? '');
  return { root: `${pathToFileURL(folder)}/`, mutants: identified(changes), codeOf };
}

/** Does not count while a mutant is active, which would take a quarter of the time. */
function countingOff(content: string): string {
  return content.replace('var c = cov.static;', 'if (ns.activeMutant !== undefined) return;$&');
}

function sources(): { file: string; content: string }[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name.replaceAll(sep, '/')}`)
        .filter((file) => file.endsWith('.ts') && !noCode.test(file)),
    )
    .sort()
    .map((file) => ({ file, content: readFileSync(join(packageRoot, file), 'utf8') }));
}

/** JavaScript for this Node: without types, and imports name what lies in the copy. */
function runnable(content: string): string {
  const { code } = transformSync(content, {
    swcrc: false,
    configFile: false,
    jsc: {
      parser: { syntax: 'typescript' },
      target: 'es2022',
      transform: { verbatimModuleSyntax: true },
    },
    module: { type: 'es6' },
  });
  return code.replace(/((?:from |import |import\()['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2');
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** The text between two positions, both counted from 0. */
function between(text: string, { start, end }: { start: Position; end: Position }): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, at) =>
      line.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined),
    )
    .join('\n');
}

const nothing = () => {};
const no = () => false;
const silent = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};
