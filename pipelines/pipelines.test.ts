/** Each pipeline is run as it is pasted: it unpacks the packed suite and judges servers with it, in an empty folder. */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
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
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { callIn } from '../src/cli/testing/calls.ts';
import { packageRoot } from '../src/package/package.ts';
import { changeOf } from '../src/reference/faults.ts';
import {
  demoKey,
  type ReferenceOptions,
  type ReferenceServer,
  startReference,
} from '../src/reference/server.ts';

const text = (name: string) => readFileSync(join(packageRoot, name), 'utf8');
const newFolder = () => mkdtempSync(join(tmpdir(), 'pipeline-'));

let tarball: { PACKAGE: string; PACKAGE_SHA256: string };

beforeAll(() => {
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

/** Hands over a server of its own, as two runs at one server disturb each other. */
async function at<T>(
  options: ReferenceOptions,
  use: (server: ReferenceServer) => Promise<T>,
): Promise<T> {
  const server = await startReference(options);
  return use(server).finally(() => server.close());
}

const broken: ReferenceOptions = { change: changeOf('list.limit-one-too-many') };

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
function runner() {
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

/** The inputs of the action, as its steps name them. */
const inputs = (more: Readonly<Record<string, string>>) => ({
  'inputs.package': tarball.PACKAGE,
  'inputs.package-sha256': tarball.PACKAGE_SHA256,
  'inputs.package-header': '',
  'inputs.profile': 'quick',
  'inputs.plan': '',
  'inputs.out': 'reports',
  ...more,
});

/** A folder with the file that `init` writes for a kind of pipeline, and in it what the owner is told to write. */
async function initialised(pipeline: keyof typeof written, baseUrl: string) {
  const cwd = newFolder();
  const argv = ['init', '--pipeline', pipeline, '--base-url', baseUrl];
  const { status, out, err } = await callIn(cwd, argv);
  expect(status, err).toBe(0);
  expect(existsSync(join(cwd, '.env.example'))).toBe(true);
  const path = join(cwd, written[pipeline]);
  expect(out).toContain(written[pipeline]);
  const filled = readFileSync(path, 'utf8')
    .replaceAll('https://artifacts.example/petstore-conformance-0.1.0.tgz', tarball.PACKAGE)
    .replaceAll('0'.repeat(64), tarball.PACKAGE_SHA256);
  expect(filled).toContain(tarball.PACKAGE_SHA256);
  writeFileSync(path, filled);
  return { cwd, text: filled };
}

const written = {
  github: '.github/workflows/conformance.yml',
  gitlab: '.gitlab/conformance.yml',
  jenkins: 'Jenkinsfile.conformance',
} as const;

/** Runs the job of a folder's `.gitlab-ci.yml` in the shell of this machine, with the variables of its project. */
async function runGitlab(cwd: string, key: string, ...flags: string[]): Promise<Ended> {
  const git = (...argv: string[]) => execFileSync('git', argv, { cwd, stdio: 'ignore' });
  git('init', '-q');
  git('remote', 'add', 'origin', 'https://gitlab.example/your-group/your-service.git');
  git('add', '-A');
  git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'pipeline');
  // It copies the folder for a container, and none is started.
  const tools = newFolder();
  writeFileSync(join(tools, 'rsync'), '#!/bin/sh\n', { mode: 0o755 });
  const local = createRequire(import.meta.url).resolve('gitlab-ci-local');
  const variables = `--variable PETSTORE_API_KEY=${key} --variable PETSTORE_PROFILE=quick`;
  const { status, printed } = await shell(
    `'${process.execPath}' '${local}' conformance --force-shell-executor ${variables} ${flags.join(' ')}`,
    { cwd, env: { HOME: cwd, PATH: `${tools}:${process.env.PATH}` } },
  );
  const failed = / FAIL (\d+)/.exec(printed)?.[1];
  return { status: failed === undefined ? status : Number(failed), printed };
}

/** Each way into a pipeline: how a server is judged with a key, and the folder where the reports are. */
const ways: Readonly<
  Record<string, (server: ReferenceServer, key: string) => Promise<Ended & { cwd: string }>>
> = {
  "GitHub's action": async ({ baseUrl }, key) => {
    const { cwd, env } = runner();
    const values = inputs({ 'inputs.base-url': baseUrl, 'inputs.api-key': key });
    const { steps } = parse(text('action.yml')).runs;
    return { cwd, ...(await runSteps(steps, values, { cwd, env })) };
  },
  "GitHub's workflow, as init writes it": async ({ baseUrl }, key) => {
    const { text: workflow } = await initialised('github', baseUrl);
    const { cwd, env } = runner();
    const job = parse(workflow).jobs.conformance;
    const values = {
      'secrets.PETSTORE_API_KEY': key,
      'secrets.PACKAGE_HEADER': '',
      "github.event_name == 'pull_request' && 'quick' || 'core'": 'quick',
    };
    return { cwd, ...(await runSteps(job.steps, values, { cwd, env: { ...env, ...job.env } })) };
  },
  "GitLab's job, as init writes it": async ({ baseUrl }, key) => {
    const { cwd } = await initialised('gitlab', baseUrl);
    const include = "include: [{ local: '.gitlab/conformance.yml' }]\n";
    writeFileSync(join(cwd, '.gitlab-ci.yml'), include);
    return { cwd, ...(await runGitlab(cwd, key)) };
  },
  "GitLab's component, as docs/pipelines.md includes it": async ({ baseUrl }, key) => {
    const cwd = newFolder();
    const [, include = ''] =
      /```yaml\n(include:\n {2}- component[\s\S]*?)```/.exec(text('docs/pipelines.md')) ?? [];
    writeFileSync(
      join(cwd, '.gitlab-ci.yml'),
      include
        .replace('https://staging.example/v1', baseUrl)
        .replace(/https:\S+\.tgz/, tarball.PACKAGE)
        .replace('0'.repeat(64), tarball.PACKAGE_SHA256),
    );
    const loaded = 'gitlab.example/your-group/petstore-conformance/v0.1.0/templates';
    cpSync(join(packageRoot, 'templates'), join(cwd, '.gitlab-ci-local/includes', loaded), {
      recursive: true,
    });
    return { cwd, ...(await runGitlab(cwd, key, '--no-json-schema-validation')) };
  },
  "Jenkins' stages, for a user without a home": async ({ baseUrl }, key) => {
    const { text: pipeline } = await initialised('jenkins', baseUrl);
    const cwd = newFolder();
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(cwd, 12345, 12345);
    const set = [...pipeline.matchAll(/^ {4}(\w+) = '(.*)'$/gm)];
    const fixed = Object.fromEntries(set.map(([, name = '', value = '']) => [name, value]));
    const env = { ...fixed, HOME: '/', WORKSPACE: cwd, PETSTORE_PROFILE: 'quick' };
    const commands = [...pipeline.matchAll(/^\s*sh '(.*)'$/gm)].map(([, command = '']) => command);
    const step = (command: string, more: Record<string, string> = {}) =>
      shell(command, { cwd, env: { ...env, ...more }, shell: 'sh', ...(isRoot && { uid: 12345 }) });
    const last = commands.pop() ?? '';
    for (const command of commands) {
      const { status, printed } = await step(command);
      expect(status, printed).toBe(0);
    }
    return { cwd, ...(await step(last, { PETSTORE_API_KEY: key })) };
  },
};

const cases = [
  { title: 'a conformant server', key: demoKey, status: 0, verdict: 'conformant' },
  { title: 'a broken server', key: demoKey, status: 1, verdict: 'non-conformant' },
  { title: 'a wrong key', key: 'Not-The-Key-Of-This-Server', status: 3, verdict: 'incomplete' },
] as const;

// Most of its minute is waiting for a rate limit: it begins first, and the others run meanwhile.
test.concurrent('certify.yml judges each implementation, joins the reports by number and verifies certificates', async () => {
  const { jobs } = parse(text('.github/workflows/certify.yml'));
  const signing = execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519'], {
    encoding: 'utf8',
  });
  const workspace = newFolder();
  const secrets = { 'secrets.SIGNING_KEY': signing.trim(), 'secrets.PACKAGE_HEADER': '' };
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
      ...secrets,
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
  const ended = await Promise.all([
    at({ windowMs: 4000, plan: 'free' }, (server) =>
      judge(server, { name: 'Acme', index: 2, profile: 'full' }),
    ),
    at(broken, (server) => judge(server, { name: 'Bolt', index: 10, profile: 'quick' })),
  ]);
  expect(
    ended.map(({ status }) => status),
    ended[0].printed,
  ).toEqual([0, 1]);
  const { env, summary } = runner();
  const values = { 'needs.challenge.outputs.token': 'f00dfeed5eed', ...secrets };
  const joined = await runSteps(jobs.compare.steps, values, {
    cwd: workspace,
    env: { ...env, ...tarball },
  });
  expect(joined.status, joined.printed).toBe(0);
  const written = readFileSync(summary, 'utf8');
  expect(written).toMatch(/Acme[\s\S]*Bolt[\s\S]*## Certificates[\s\S]*conformance-2`: Certified/);
  expect(existsSync(join(workspace, 'matrix.html'))).toBe(true);
}, 300_000);

describe.concurrent.each(Object.entries(ways))('%s', (_, judge) => {
  test.each(cases)('$title ends with $status', async ({ key, status, verdict }) => {
    const ended = await at(status === 1 ? broken : {}, (server) => judge(server, key));
    expect(ended.status, ended.printed).toBe(status);
    expect(ended.printed).toMatch(new RegExp(`^(.*> )?${verdict} for the quick profile: `, 'm'));
    expect(ended.printed).not.toContain(key);
    for (const report of ['junit.xml', 'conformance.html'])
      expect(existsSync(join(ended.cwd, 'reports', report))).toBe(true);
  });
});

test.concurrent('on GitHub a run annotates its failures, adds to the summary of the job, and gives outputs', async () => {
  const { cwd, env, output, summary } = runner();
  const { steps } = parse(text('action.yml')).runs;
  const { printed } = await at(broken, ({ baseUrl }) => {
    const values = inputs({ 'inputs.base-url': baseUrl, 'inputs.api-key': demoKey });
    return runSteps(steps, values, { cwd, env });
  });
  expect(printed).toContain('::error');
  expect(readFileSync(summary, 'utf8')).toContain('non-conformant');
  expect(readFileSync(output, 'utf8')).toMatch(
    /^verdict=non-conformant\npassed=\d+\nfailed=\d+\ninconclusive=\d+\n$/,
  );
});

test.concurrent('a step that judged nothing has no outputs, and no command of an input is run', async () => {
  const { cwd, env, output } = runner();
  const values = inputs({
    'inputs.base-url': '$(touch seized)',
    'inputs.api-key': demoKey,
    'inputs.profile': '`touch seized`',
    'inputs.out': '--eval=seized',
  });
  const ended = await runSteps(parse(text('action.yml')).runs.steps, values, { cwd, env });
  expect(ended.status).toBe(2);
  expect(readFileSync(output, 'utf8')).toBe('');
  expect(existsSync(join(cwd, 'seized'))).toBe(false);
});

test.each([
  ['action.yml', () => parse(text('action.yml')).runs.steps[0].run],
  [
    'pipelines/github.yml',
    () =>
      parse(text('pipelines/github.yml')).jobs.conformance.steps.find(({ run }: Step) => run).run,
  ],
  [
    'templates/conformance.yml',
    () =>
      parse(text('templates/conformance.yml').replace(/^[\s\S]*^---$/m, ''))['$[[ inputs.job ]]']
        .script[0],
  ],
])('what %s downloads with sends the header of the tarball and sees no key', async (_, script) => {
  const [cwd, tools] = [newFolder(), newFolder()];
  const curl = `#!/bin/sh\n(env; echo "$@") > '${join(cwd, 'seen')}'\nexit 1\n`;
  writeFileSync(join(tools, 'curl'), curl, { mode: 0o755 });
  const keys = { PETSTORE_API_KEY: demoKey, PETSTORE_RATE_LIMIT_API_KEY: demoKey };
  const header = { PACKAGE_HEADER: 'JOB-TOKEN: 7f3' };
  await shell(script(), {
    cwd,
    env: { ...keys, ...header, RUNNER_TEMP: cwd, PATH: `${tools}:${process.env.PATH}` },
  });
  const seen = readFileSync(join(cwd, 'seen'), 'utf8');
  expect(seen).not.toContain(demoKey);
  expect(seen).toContain(`--header ${header.PACKAGE_HEADER} `);
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

test('init overwrites nothing, and says what is wrong with an address or missing in a folder', async () => {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'Jenkinsfile'), 'mine');
  writeFileSync(join(cwd, '.env.example'), 'mine');
  const { status, err } = await callIn(cwd, ['init', '--base-url', 'https://a.example/v1']);
  expect([status, err]).toEqual([0, 'warning: .env.example already exists and was not changed\n']);
  expect(readFileSync(join(cwd, 'Jenkinsfile'), 'utf8')).toBe('mine');
  expect(readFileSync(join(cwd, '.env.example'), 'utf8')).toBe('mine');
  expect(readFileSync(join(cwd, 'Jenkinsfile.conformance'), 'utf8')).toContain(
    'https://a.example/v1',
  );
  const wrong = await callIn(cwd, ['init', '--base-url', "https://a.example/'; touch seized; '"]);
  expect([wrong.status, wrong.err]).toEqual([2, expect.stringContaining('--base-url')]);
  writeFileSync(join(cwd, '.github'), 'no folder');
  const blocked = await callIn(cwd, ['init', '--pipeline', 'github']);
  expect([blocked.status, blocked.err]).toEqual([
    74,
    expect.stringMatching(/^error: cannot write/),
  ]);
  const nowhere = await callIn(newFolder(), ['init']);
  expect([nowhere.status, nowhere.err]).toEqual([
    2,
    expect.stringMatching(/^error: .+ --pipeline github, gitlab or jenkins\n$/),
  ]);
});
