import { existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command, Option } from 'commander';
import { diskWords, WriteFailure } from '../disk/failure.ts';
import { writeWhole } from '../disk/write-whole.ts';
import { packageRoot } from '../package/package.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { refuseShownKeys } from '../settings/shown-keys.ts';
import { commandLine } from '../settings/sources.ts';
import { quoted } from '../text/visible.ts';
import { type Context, flagsOf, warn } from './command-context.ts';

/** The file that each kind of pipeline gets, what it is made from, and what its owner does next. */
const pipelines = {
  github: {
    isThere: '.github',
    template: 'pipelines/github.yml',
    file: '.github/workflows/conformance.yml',
    next: 'Add the secret PETSTORE_API_KEY to the repository.',
  },
  gitlab: {
    isThere: '.gitlab-ci.yml',
    template: 'templates/conformance.yml',
    file: '.gitlab/conformance.yml',
    next: "Add the masked variable PETSTORE_API_KEY, and to .gitlab-ci.yml: include: [{ local: '.gitlab/conformance.yml' }]",
  },
  jenkins: {
    isThere: 'Jenkinsfile',
    template: 'pipelines/Jenkinsfile',
    file: 'Jenkinsfile.conformance',
    next: 'Add the credential petstore-api-key (secret text), and a job whose script is this file.',
  },
} as const;

type Kind = keyof typeof pipelines;

const kinds = ['github', 'gitlab', 'jenkins'] as const satisfies readonly Kind[];

/** What stands in the templates until its owner writes what is right. */
const exampleUrl = 'https://staging.example/v1';

const notes = `
Exit status: 0 written, 2 usage, 74 a file could not be written.`;

/** `init`: writes the file of the pipeline that it finds, and `.env.example`. Overwrites nothing. */
export function initCommand(context: Context): Command {
  const command = new Command('init')
    .description('write the file for your pipeline, and .env.example; overwrites nothing')
    .addOption(
      new Option('--pipeline <kind>', 'default: by the files in this folder').choices(kinds),
    )
    .option('--base-url <url>', 'address of the implementation', exampleUrl)
    .addHelpText('after', notes);
  return command.action(async ({ pipeline, baseUrl }: { pipeline?: Kind; baseUrl: string }) => {
    const { folder, stdout } = context;
    const kind = pipeline ?? kinds.find((one) => existsSync(join(folder, pipelines[one].isThere)));
    if (kind === undefined) {
      throw new SettingsError(
        'this folder has no .github, .gitlab-ci.yml or Jenkinsfile: add --pipeline github, gitlab or jenkins',
      );
    }
    const { template, file, next } = pipelines[kind];
    // Text and nothing else in YAML, in Groovy and in a shell.
    if (!/^https?:\/\/[\w.:/[\]%~@+-]+$/.test(baseUrl)) {
      throw new SettingsError(
        `--base-url ${quoted(baseUrl)}: must be an address such as ${exampleUrl}`,
      );
    }
    refuseShownKeys(commandLine({ flags: flagsOf(command), env: {}, dotenv: {} }), context.keys);
    const text = await readFile(join(packageRoot, template), 'utf8');
    await write(context, file, filledIn(text).replaceAll(exampleUrl, baseUrl));
    await write(context, '.env.example', await readFile(join(packageRoot, '.env.example'), 'utf8'));
    const address = baseUrl === exampleUrl ? 'the address of your service, ' : '';
    stdout.write(`Next:
  1. In ${file}, set ${address}the URL of the tarball that npm pack made, and its SHA-256 (sha256sum).
  2. ${next}
  3. Keep .env and reports/ out of git.
`);
  });
}

/** The template; the inputs of a GitLab component become values of a file. */
function filledIn(text: string): string {
  const inputs: Readonly<Record<string, string>> = {
    'base-url': exampleUrl,
    package: 'https://artifacts.example/petstore-conformance-0.1.0.tgz',
    'package-sha256': '0'.repeat(64),
    'package-header': '""',
    profile: 'core',
    plan: '""',
    stage: 'test',
    job: 'conformance',
  };
  return text
    .replace(/^spec:[\s\S]*?^---\n/m, '')
    .replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (all, name: string) => inputs[name] ?? all);
}

/** Writes a new file below the folder; one that exists stays as it is. */
async function write(context: Context, file: string, text: string): Promise<void> {
  const path = join(context.folder, file);
  if (existsSync(path)) {
    warn(context, [`${file} already exists and was not changed`]);
    return;
  }
  try {
    mkdirSync(dirname(path), { recursive: true });
    await writeWhole(path, text);
  } catch (error) {
    throw new WriteFailure(`cannot write ${quoted(file)}: ${diskWords(error)}`);
  }
  context.stdout.write(`wrote ${file}\n`);
}
