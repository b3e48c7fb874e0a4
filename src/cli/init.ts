import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command, Option } from 'commander';
import { diskWords } from '../disk/failure.ts';
import { makeFolder } from '../disk/write-whole.ts';
import { packageRoot } from '../package/package.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { quoted } from '../text/visible.ts';
import { type Context, exitStatus, type Texts, warn } from './command-context.ts';

/** The file that each kind of pipeline gets, what it is made from, and what its owner does next. */
const pipelines = {
  github: {
    isThere: '.github',
    template: 'pipelines/github.yml',
    file: '.github/workflows/conformance.yml',
    next: 'add the secret PETSTORE_API_KEY to the repository',
  },
  gitlab: {
    isThere: '.gitlab-ci.yml',
    template: 'templates/conformance.yml',
    file: '.gitlab/conformance.yml',
    next: "add the masked variable PETSTORE_API_KEY, and to .gitlab-ci.yml: include: [{ local: '.gitlab/conformance.yml' }]",
  },
  jenkins: {
    isThere: 'Jenkinsfile',
    template: 'pipelines/Jenkinsfile',
    file: 'Jenkinsfile.conformance',
    next: 'add the credential petstore-api-key (secret text), and a job whose script is this file',
  },
} as const;

type Kind = keyof typeof pipelines;

const kinds = ['github', 'gitlab', 'jenkins'] as const satisfies readonly Kind[];

const examples = {
  baseUrl: 'https://staging.example/v1',
  package: 'https://artifacts.example/petstore-conformance-0.1.0.tgz',
  packageSha256: '0'.repeat(64),
} as const;

const notes = `
Without --pipeline and without files of one, it lists what it can write.
Exit status: 0 written or listed; 2 usage, or a file that cannot be written.`;

type Wanted = Texts<'pipeline' | 'baseUrl' | 'package' | 'packageSha256'>;

/** `init`: writes the file of the pipeline that it finds, and `.env.example`. Overwrites nothing. */
export function initCommand(context: Context): Command {
  const command = new Command('init')
    .description('write the file for your pipeline, and .env.example; overwrites nothing')
    .addOption(
      new Option('--pipeline <kind>', 'default: the one whose files are here').choices(kinds),
    )
    .option('--base-url <url>', 'address of the implementation')
    .option('--package <url>', 'address of the tarball of the suite (npm pack in a clone)')
    .option('--package-sha256 <hex>', 'SHA-256 of that tarball')
    .addHelpText('after', notes);
  return command.action(async (wanted: Wanted) => {
    const kind = kinds.find((one) => one === wanted.pipeline) ?? kindAt(context.folder);
    if (kind === undefined) {
      context.stdout.write(withoutPipeline);
      return context.finish(exitStatus.ok);
    }
    const { template, file, next } = pipelines[kind];
    const values = {
      baseUrl: checked('--base-url', wanted.baseUrl ?? examples.baseUrl),
      package: checked('--package', wanted.package ?? examples.package),
      packageSha256: sha256(wanted.packageSha256 ?? examples.packageSha256),
    };
    const text = await readFile(join(packageRoot, template), 'utf8');
    await write(context, file, filledIn(text, values));
    await write(context, '.env.example', await readFile(join(packageRoot, '.env.example'), 'utf8'));
    context.stdout.write(`Next: ${next}. Keep .env and reports/ out of git.\n`);
    const missing = [
      ['the address of the implementation', values.baseUrl === examples.baseUrl],
      ['the address of the tarball of the suite', values.package === examples.package],
      ['the SHA-256 of the tarball', values.packageSha256 === examples.packageSha256],
    ].flatMap(([what, isExample]) => (isExample ? [what] : []));
    if (missing.length > 0) {
      context.stdout.write(`Then write into ${file}: ${missing.join(', ')}.\n`);
    }
    context.finish(exitStatus.ok);
  });
}

/** The kind of pipeline whose files are in the folder. */
function kindAt(folder: string): Kind | undefined {
  return kinds.find((kind) => existsSync(join(folder, pipelines[kind].isThere)));
}

const withoutPipeline = `No pipeline is set up in this folder. Choose one:
${kinds.map((kind) => `  petstore-conformance init --pipeline ${kind.padEnd(8)} writes ${pipelines[kind].file}`).join('\n')}
`;

/** An address that is text and nothing else in YAML, in Groovy and in a shell. Throws SettingsError. */
function checked(flag: string, address: string): string {
  if (/^(?:https?|file):\/\/[\w.:/[\]%~@+-]+$/.test(address)) return address;
  throw new SettingsError(
    `${flag} ${quoted(address)}: must be an address such as ${examples.baseUrl}`,
  );
}

function sha256(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new SettingsError(
    `--package-sha256 ${quoted(text)}: must be 64 hexadecimal digits, as sha256sum prints them`,
  );
}

/** The template with its examples, or the inputs of a GitLab component, replaced. */
function filledIn(text: string, values: Readonly<Record<keyof typeof examples, string>>): string {
  const inputs: Readonly<Record<string, string>> = {
    'base-url': values.baseUrl,
    package: values.package,
    'package-sha256': values.packageSha256,
    'package-header': '""',
    profile: 'core',
    plan: '""',
    stage: 'test',
    job: 'conformance',
  };
  return text
    .replace(/^spec:[\s\S]*?^---\n/m, '')
    .replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (all, name: string) => inputs[name] ?? all)
    .replaceAll(examples.baseUrl, values.baseUrl)
    .replaceAll(examples.package, values.package)
    .replaceAll(examples.packageSha256, values.packageSha256);
}

/** Writes a new file below the folder; one that exists stays as it is. */
async function write(context: Context, file: string, text: string): Promise<void> {
  const path = join(context.folder, file);
  if (existsSync(path)) {
    warn(context, [`${file} is there already, and stays as it is`]);
    return;
  }
  try {
    makeFolder(dirname(path));
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    throw new SettingsError(`cannot write ${quoted(file)}: ${diskWords(error)}`);
  }
  context.stdout.write(`wrote ${file}\n`);
}
