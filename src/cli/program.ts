import { Command, CommanderError } from 'commander';
import { diskWords, isTooFewFiles, WriteFailure } from '../disk/failure.ts';
import { suiteDigest } from '../package/digest.ts';
import { suiteName, suiteVersion } from '../package/package.ts';
import { errorAnnotation } from '../report/annotation.ts';
import { redactor } from '../secrets/redact.ts';
import { type Environment, readDotenv } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { keysIn } from '../settings/sources.ts';
import { visible, visibleLines, withoutCommands } from '../text/visible.ts';
import { commandOf, prepareArguments } from './arguments.ts';
import type { Context, Surroundings } from './context.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';
import { withSuggestion } from './misspelt.ts';
import { outlet, writeCommands } from './outlet.ts';

/** Runs one command line to its end. Never throws: every error becomes one line and an exit status. */
export async function execute(
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<ExitStatus> {
  let status: ExitStatus = exitStatus.ok;
  const context: Context = {
    ...surroundings,
    stdout: outlet(surroundings.stdout),
    stderr: outlet(surroundings.stderr),
    finish: (decided) => {
      status = decided;
    },
  };
  const given = namedByHelp(commandOf(argv));
  try {
    const program = await programWith(namedBy(given), context);
    await program.parseAsync(prepareArguments(given), { from: 'user' });
    return status;
  } catch (error) {
    return explainError(await suggesting(error, context, given), context);
  }
}

/** The error with a suggestion, which may name any command; or the error that kept the commands from loading. */
async function suggesting(
  error: unknown,
  context: Context,
  given: readonly string[],
): Promise<unknown> {
  if (!(error instanceof CommanderError) || error.exitCode === 0) return error;
  return programWith(commandNames, context).then(
    (whole) => withSuggestion(error, whole, given),
    (failed: unknown) => failed,
  );
}

/** Prints an error for its reader, free of keys, in GitHub Actions as an annotation too, and says what the process exits with. */
export function explainError(error: unknown, context: Surroundings): ExitStatus {
  const { env } = context;
  const dotenv = dotenvOf(context);
  const { redact } = redactor([...context.keys, ...keysIn(env, dotenv)], [], true);
  const print = (text: string) => context.stderr.write(`${withoutCommands(redact(text))}\n`);
  const tell = (text: string) => {
    print(text);
    if (env.GITHUB_ACTIONS !== 'true') return;
    writeCommands(context.stderr, errorAnnotation(redact(text.replace(/^error: /, ''))));
  };
  if (error instanceof CommanderError) return explainUsage(error, tell);
  if (error instanceof SettingsError) {
    tell(`error: ${error.message}`);
    return exitStatus.usage;
  }
  if (error instanceof WriteFailure) {
    tell(`error: ${visible(error.message)}; the reports are not whole`);
    return exitStatus.notWritten;
  }
  if (isTooFewFiles(error)) {
    tell(`error: ${diskWords(error)}`);
    return exitStatus.usage;
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  tell(
    `internal error: ${visible(message)} (a fault of ${suiteName} ${suiteVersion}, please report it; PETSTORE_DEBUG=1 shows where)`,
  );
  if ((env.PETSTORE_DEBUG ?? dotenv.PETSTORE_DEBUG) === '1' && error instanceof Error) {
    print(visibleLines(error.stack ?? '').join('\n'));
  }
  return exitStatus.internal;
}

/** The variables of `.env`; if the file is wrong, another error says so. */
function dotenvOf({ folder }: Pick<Context, 'folder'>): Environment {
  try {
    return readDotenv(folder).values;
  } catch {
    return {};
  }
}

type Create = (context: Context) => Command;

/** The commands. Each is loaded only when it is called, or when its help or its flags are needed. */
const commands: Readonly<Record<string, () => Promise<Create>>> = {
  run: async () => (await import('./run.ts')).runCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  list: async () => (await import('./list.ts')).listCommand,
  explain: async () => (await import('./explain.ts')).explainCommand,
  report: async () => (await import('./report.ts')).reportCommand,
  compare: async () => (await import('./compare.ts')).compareCommand,
  site: async () => (await import('./site.ts')).siteCommand,
  baseline: async () => (await import('./baseline.ts')).baselineCommand,
  rejudge: async () => (await import('./rejudge.ts')).rejudgeCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
};

const commandNames = Object.keys(commands);

/** The command that the arguments begin with; all commands if they begin with none, and none for `--version`. */
function namedBy([first = '']: readonly string[]): readonly string[] {
  if (/^(?:-V|--version)$/.test(first)) return [];
  return commandNames.includes(first) ? [first] : commandNames;
}

/** `help NAME` of a command that does not exist is an error about that name, and not the help of all. */
function namedByHelp(given: readonly string[]): readonly string[] {
  const [first, name] = given;
  const isUnknown =
    name !== undefined && /^\w/.test(name) && ![...commandNames, 'help'].includes(name);
  return first === 'help' && isUnknown ? given.slice(1) : given;
}

/** The program with these commands. */
async function programWith(names: readonly string[], context: Context): Promise<Command> {
  const program = new Command(suiteName)
    .description('Judges implementations of the Pet Store Service Interface Specification.')
    .option('-V, --version', 'print the version, and the SHA-256 of this suite')
    .on('option:version', () => {
      context.stdout.write(`${suiteVersion} (suite sha256 ${suiteDigest()})\n`);
      throw new CommanderError(exitStatus.ok, 'commander.version', suiteVersion);
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      // Errors are printed once, by explainError.
      outputError: () => {},
    });
  for (const load of names.flatMap((name) => commands[name] ?? [])) {
    const create = await load();
    const command = create(context).copyInheritedSettings(program);
    for (const inner of command.commands) inner.copyInheritedSettings(command);
    program.addCommand(command);
  }
  return program;
}

function explainUsage(error: CommanderError, print: (text: string) => void): ExitStatus {
  if (error.exitCode === 0) return exitStatus.ok;
  // `commander.help` is the help itself, printed because no command was given.
  if (error.code !== 'commander.help') {
    // `-kSECRET`: what follows a short flag may be a key.
    const message = error.message.replace(/option '(-[^-'])[^']*'/, "option '$1'");
    const isAddress = message.startsWith("error: too many arguments for 'run'");
    const hint = isAddress
      ? ' The address goes behind --base-url (with npm run: npm run conformance -- --base-url …).'
      : '';
    print(visible(message.replaceAll('\n', ' ') + hint));
  }
  return exitStatus.usage;
}
