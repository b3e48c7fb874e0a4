/** Each pipeline is run as it is pasted: its install step installs the packed suite, its other steps judge servers. */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { callIn } from '../src/cli/testing/calls.ts';
import { packageRoot } from '../src/package/package.ts';
import { faults } from '../src/reference/faults.ts';
import { demoKey, type ReferenceServer, startReference } from '../src/reference/server.ts';

const text = (name: string) => readFileSync(join(packageRoot, name), 'utf8');
const newFolder = () => mkdtempSync(join(tmpdir(), 'pipeline-'));

let sound: ReferenceServer;
let broken: ReferenceServer;
let tarball: { PACKAGE: string; PACKAGE_SHA256: string };

beforeAll(async () => {
  const change = faults.find(({ id }) => id === 'list.limit-one-too-many')?.change;
  [sound, broken] = await Promise.all([
    startReference(),
    startReference({ ...(change && { change }) }),
  ]);
  const folder = newFolder();
  const argv = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const printed = execFileSync('npm', argv, { cwd: packageRoot, encoding: 'utf8', stdio: 'pipe' });
  const [{ filename }] = JSON.parse(printed);
  const file = join(folder, filename);
  // Jenkins' user is another.
  chmodSync(folder, 0o755);
  tarball = {
    PACKAGE: pathToFileURL(file).href,
    PACKAGE_SHA256: createHash('sha256').update(readFileSync(file)).digest('hex'),
  };
});

afterAll(() => Promise.all([sound.close(), broken.close()]));

/** What a pipeline must say of a server: the exit status of the step that judges. */
const cases = [
  { title: 'a conformant server', key: demoKey, status: 0, verdict: 'conformant' },
  { title: 'a broken server', key: demoKey, status: 1, verdict: 'non-conformant' },
  { title: 'a wrong key', key: 'not-the-key', status: 3, verdict: 'incomplete' },
] as const;
const serverOf = ({ status }: { status: number }) => (status === 1 ? broken : sound);

interface Ended {
  readonly status: number | null;
  readonly printed: string;
}

/** Runs a script as the shell of a pipeline does; the servers of this process answer meanwhile. */
function shell(
  script: string,
  options: { cwd: string; env: Record<string, string>; uid?: number; shell?: string },
): Promise<Ended> {
  const { shell: program = 'bash', env, ...rest } = options;
  const whole = { ...rest, env: { PATH: process.env.PATH ?? '', ...env } };
  return new Promise((resolve) => {
    const child = execFile(program, ['-e', '-c', script], whole, (_, out, err) =>
      resolve({ status: child.exitCode, printed: out + err }),
    );
  });
}

/** The values of GitHub's expressions that the files use. */
const evaluated = (written: unknown, values: Readonly<Record<string, string>>) =>
  String(written).replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
    const value = values[expression];
    if (value === undefined) throw new Error(`nothing says what ${expression} is`);
    return value;
  });

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, unknown>>;
}

/** Runs the steps of a GitHub job that are commands, to the first that fails; the job's own variables reach each. */
async function runSteps(
  steps: readonly Step[],
  values: Readonly<Record<string, string>>,
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Ended> {
  let printed = '';
  for (const { run, env: own = {} } of steps) {
    if (run === undefined) continue;
    const set = Object.fromEntries(
      Object.entries(own).map(([name, value]) => [name, evaluated(value, values)]),
    );
    const ended = await shell(run, { cwd, env: { ...env, ...set } });
    printed += ended.printed;
    if (ended.status !== 0) return { status: ended.status, printed };
  }
  return { status: 0, printed };
}

/** Folders and files that a GitHub runner gives each job. */
function runner(): { cwd: string; env: Record<string, string>; output: string; summary: string } {
  const cwd = newFolder();
  const [output, summary] = [join(cwd, 'output'), join(cwd, 'summary')];
  for (const file of [output, summary]) writeFileSync(file, '');
  const env = {
    HOME: cwd,
    RUNNER_TEMP: cwd,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_ACTIONS: 'true',
    CI: 'true',
  };
  return { cwd, env, output, summary };
}

test.each(cases)("GitHub's action says what it found: $title", async (expected) => {
  const { baseUrl } = serverOf(expected);
  const { cwd, env, output, summary } = runner();
  const ended = await runSteps(
    parse(text('action.yml')).runs.steps,
    {
      'inputs.base-url': baseUrl,
      'inputs.api-key': expected.key,
      'inputs.package': tarball.PACKAGE,
      'inputs.package-sha256': tarball.PACKAGE_SHA256,
      'inputs.profile': 'quick',
      'inputs.plan': '',
      'inputs.out': 'reports',
    },
    { cwd, env },
  );
  expect(ended.printed).not.toContain(expected.key);
  expect(ended.status, ended.printed).toBe(expected.status);
  expect(readFileSync(output, 'utf8')).toMatch(
    new RegExp(`^verdict=${expected.verdict}\npassed=\\d+\nfailed=\\d+\ninconclusive=\\d+\n$`),
  );
  expect(readFileSync(summary, 'utf8')).toContain(expected.verdict);
  if (expected.status === 1) expect(ended.printed).toContain('::error');
});

test('a step that judged nothing has no outputs, and no command of an input is run', async () => {
  const { cwd, env, output } = runner();
  const judge = parse(text('action.yml')).runs.steps.slice(0, 2);
  const ended = await runSteps(
    judge,
    {
      'inputs.base-url': '$(touch seized)',
      'inputs.api-key': demoKey,
      'inputs.package': tarball.PACKAGE,
      'inputs.package-sha256': tarball.PACKAGE_SHA256,
      'inputs.profile': '`touch seized`',
      'inputs.plan': '',
      'inputs.out': '--eval=seized',
    },
    { cwd, env },
  );
  expect(ended.status).toBe(2);
  expect(readFileSync(output, 'utf8')).toBe('');
  expect(existsSync(join(cwd, 'seized'))).toBe(false);
});

/** The file that `init` writes for a kind of pipeline, in a folder of its own. */
async function written(pipeline: string, baseUrl: string, file: string) {
  const cwd = newFolder();
  const flags = ['--base-url', baseUrl, '--package', tarball.PACKAGE];
  const argv = [
    'init',
    '--pipeline',
    pipeline,
    ...flags,
    '--package-sha256',
    tarball.PACKAGE_SHA256,
  ];
  const { status, err } = await callIn(cwd, argv);
  expect(status, err).toBe(0);
  expect(existsSync(join(cwd, '.env.example'))).toBe(true);
  return { cwd, text: readFileSync(join(cwd, file), 'utf8') };
}

test.each(cases)("GitHub's workflow judges as init writes it: $title", async (expected) => {
  const file = '.github/workflows/conformance.yml';
  const { text: workflow } = await written('github', serverOf(expected).baseUrl, file);
  const { cwd, env } = runner();
  const job = parse(workflow).jobs.conformance;
  const ended = await runSteps(
    job.steps,
    {
      'secrets.PETSTORE_API_KEY': expected.key,
      "github.event_name == 'pull_request' && 'quick' || 'core'": 'quick',
    },
    { cwd, env: { ...env, ...job.env } },
  );
  expect(ended.status, ended.printed).toBe(expected.status);
  expect(existsSync(join(cwd, 'reports/conformance.html'))).toBe(true);
});

test.each(cases)("GitLab's job judges as init writes it: $title", async (expected) => {
  const { cwd, text: job } = await written(
    'gitlab',
    serverOf(expected).baseUrl,
    '.gitlab/conformance.yml',
  );
  expect(parse(job).conformance.artifacts.reports.junit).toBe('reports/junit.xml');
  writeFileSync(join(cwd, '.gitlab-ci.yml'), "include: [{ local: '.gitlab/conformance.yml' }]\n");
  const git = (...argv: string[]) => execFileSync('git', argv, { cwd, stdio: 'ignore' });
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'pipeline');
  const local = createRequire(import.meta.url).resolve('gitlab-ci-local');
  const preview = await shell(`exec ${process.execPath} ${local} --preview 2>/dev/null`, {
    cwd,
    env: { HOME: cwd },
  });
  expect(preview.status, preview.printed).toBe(0);
  const { variables, script } = parse(preview.printed).conformance;
  const env = {
    ...variables,
    HOME: cwd,
    PETSTORE_PROFILE: 'quick',
    PETSTORE_API_KEY: expected.key,
  };
  const { status, printed } = await shell(script.join('\n'), { cwd, env });
  expect(status, printed).toBe(expected.status);
  expect(printed).toContain(expected.verdict);
  expect(existsSync(join(cwd, 'reports/junit.xml'))).toBe(true);
});

test.each(cases)("Jenkins' stages judge for a user without a home: $title", async (expected) => {
  const { text: file } = await written(
    'jenkins',
    serverOf(expected).baseUrl,
    'Jenkinsfile.conformance',
  );
  const cwd = newFolder();
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(cwd, 12345, 12345);
  const set = Object.fromEntries(
    [...file.matchAll(/^ {4}(\w+) = '(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  const env = { ...set, HOME: '/', WORKSPACE: cwd, PETSTORE_PROFILE: 'quick' };
  const commands = [...file.matchAll(/^\s*sh '(.*)'$/gm)].map(([, command = '']) => command);
  expect(commands).toHaveLength(4);
  const step = (command: string, more: Record<string, string> = {}) =>
    shell(command, { cwd, env: { ...env, ...more }, shell: 'sh', ...(isRoot && { uid: 12345 }) });
  for (const command of commands.slice(0, -1)) {
    const { status, printed } = await step(command);
    expect(status, printed).toBe(0);
  }
  const { status, printed } = await step(commands.at(-1) ?? '', { PETSTORE_API_KEY: expected.key });
  expect(status, printed).toBe(expected.status);
  expect(existsSync(join(cwd, 'reports/junit.xml'))).toBe(true);
});

test('certify.yml judges each implementation, joins the reports by number and verifies certificates', async () => {
  const { jobs } = parse(text('.github/workflows/certify.yml'));
  const signing = execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519'], {
    encoding: 'utf8',
  });
  const workspace = newFolder();
  const judge = async (
    server: ReferenceServer,
    { name, index, profile }: { name: string; index: number; profile: string },
  ) => {
    const { cwd, env } = runner();
    const values = {
      'matrix.implementation.base-url': server.baseUrl,
      'secrets[matrix.implementation.key]': server.apiKey,
      'inputs.profile': profile,
      'matrix.implementation.plan': 'free',
      'matrix.implementation.name': name,
      'matrix.implementation.version': '1',
      'matrix.implementation.contact': 'qa@example.org',
      'needs.challenge.outputs.token': 'f00dfeed5eed',
      'strategy.job-index': `${index}`,
      'secrets.SIGNING_KEY': signing.trim(),
    };
    const { status, printed } = await runSteps(jobs.judge.steps, values, {
      cwd,
      env: { ...env, ...tarball },
    });
    const runs = join(workspace, 'runs');
    mkdirSync(runs, { recursive: true });
    execFileSync('cp', ['-r', join(cwd, 'reports'), join(runs, `conformance-${index}`)]);
    return { status, printed };
  };
  const short = await startReference({ windowMs: 2000, plan: 'free' });
  try {
    const ended = [
      await judge(short, { name: 'Acme', index: 2, profile: 'full' }),
      await judge(broken, { name: 'Bolt', index: 10, profile: 'quick' }),
    ];
    expect(
      ended.map(({ status }) => status),
      ended[0]?.printed,
    ).toEqual([0, 1]);
  } finally {
    await short.close();
  }
  const { env, summary } = runner();
  const values = {
    'needs.challenge.outputs.token': 'f00dfeed5eed',
    'secrets.SIGNING_KEY': signing.trim(),
  };
  const joined = await runSteps(jobs.compare.steps, values, {
    cwd: workspace,
    env: { ...env, ...tarball },
  });
  expect(joined.status, joined.printed).toBe(0);
  const written = readFileSync(summary, 'utf8');
  expect(written).toMatch(/Acme[\s\S]*Bolt[\s\S]*## Certificates[\s\S]*conformance-2`: Certified/);
  expect(existsSync(join(workspace, 'matrix.html'))).toBe(true);
});

test('actions of others are named by commit, with the tag in a comment', () => {
  for (const file of ['action.yml', '.github/workflows/certify.yml', 'pipelines/github.yml']) {
    const used = [...text(file).matchAll(/uses: (.+)$/gm)].map(([, name = '']) => name);
    expect(used.length).toBeGreaterThan(0);
    for (const name of used)
      expect(name).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});

test.each([
  'README.md',
  'docs/pipelines.md',
  'action.yml',
  '.github/workflows/certify.yml',
  'templates/conformance.yml',
  'pipelines/Jenkinsfile',
  'pipelines/github.yml',
])('%s installs nothing by a name that anybody may register', (name) => {
  const commands = text(name).replaceAll(/\s+/g, ' ');
  expect(commands).not.toMatch(/npx (?!--no |@\w|openapi-typescript|vitest)/);
  expect(commands).not.toMatch(/npm (install|i|add)( -\S+)* petstore-conformance/);
});

test('init overwrites nothing, and says what is wrong with an address or a digest', async () => {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'Jenkinsfile'), 'mine');
  writeFileSync(join(cwd, '.env.example'), 'mine');
  const { status, err } = await callIn(cwd, ['init', '--base-url', 'https://a.example/v1']);
  expect([status, err]).toEqual([
    0,
    'warning: .env.example is there already, and stays as it is\n',
  ]);
  expect(readFileSync(join(cwd, 'Jenkinsfile'), 'utf8')).toBe('mine');
  expect(readFileSync(join(cwd, '.env.example'), 'utf8')).toBe('mine');
  expect(readFileSync(join(cwd, 'Jenkinsfile.conformance'), 'utf8')).toContain(
    'https://a.example/v1',
  );
  const wrong = await callIn(cwd, ['init', '--base-url', "https://a.example/'; touch seized; '"]);
  expect([wrong.status, wrong.err]).toEqual([2, expect.stringContaining('--base-url')]);
  const nowhere = await callIn(newFolder(), ['init']);
  expect([nowhere.status, nowhere.err]).toEqual([2, expect.stringContaining('--pipeline')]);
});
