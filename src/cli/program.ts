import { Command, CommanderError } from 'commander';
import { diskWords, isTooFewFiles, WriteFailure } from '../disk/failure.ts';
import { suiteDigest } from '../package/digest.ts';
import { suiteName, suiteVersion } from '../package/package.ts';
import { errorAnnotation } from '../report/annotation.ts';
import { redactor } from '../secrets/redact.ts';
import { type Environment, readDotenv } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { keysIn } from '../settings/sources.ts';
import { quoted, visible, visibleLines, withoutCommands } from '../text/visible.ts';
import {
  type Context,
  type ExitStatus,
  exitStatus,
  outlet,
  type Surroundings,
  writeCommands,
} from './command-context.ts';

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
  const given = commandOf(argv);
  try {
    const program = await programWith(namedBy(given), context);
    await program.parseAsync(prepareArguments(given), { from: 'user' });
    return status;
  } catch (error) {
    return explainError(error, context);
  }
}

/** Prints an error for its reader, free of keys, in GitHub Actions as an annotation too, and says what the process exits with. */
export function explainError(error: unknown, context: Surroundings): ExitStatus {
  const { env } = context;
  const dotenv = dotenvOf(context);
  const { redact } = redactor([...context.keys, ...keysIn(env, dotenv)], [], true);
  const print = (text: string) => context.stderr.write(`${withoutCommands(redact(text))}\n`);
  const report = (text: string) => {
    print(text);
    if (env.GITHUB_ACTIONS !== 'true') return;
    writeCommands(context.stderr, errorAnnotation(redact(text.replace(/^error: /, ''))));
  };
  if (error instanceof CommanderError) return explainUsage(error, report);
  if (error instanceof SettingsError) {
    report(`error: ${error.message}`);
    return exitStatus.usage;
  }
  if (error instanceof WriteFailure) {
    report(`error: ${visible(error.message)}`);
    return exitStatus.notWritten;
  }
  if (isTooFewFiles(error)) {
    report(`error: ${diskWords(error)}`);
    return exitStatus.usage;
  }
  const path = pathOf(error);
  if (path !== undefined) {
    report(`error: ${quoted(path)}: ${diskWords(error)}`);
    return exitStatus.usage;
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  report(
    `internal error: ${visible(message)} (a bug in ${suiteName} ${suiteVersion}, please report it; PETSTORE_DEBUG=1 prints the stack)`,
  );
  if ((env.PETSTORE_DEBUG ?? dotenv.PETSTORE_DEBUG) === '1' && error instanceof Error) {
    print(visibleLines(error.stack ?? '').join('\n'));
  }
  return exitStatus.internal;
}

/** The path that the system refuses: it is too long, leads through a file or in a circle, or is not readable. */
function pathOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'syscall' in error && 'path' in error)) return undefined;
  // A missing file that no command has asked for is one of the suite.
  return 'code' in error && error.code !== 'ENOENT' ? String(error.path) : undefined;
}

function explainUsage(error: CommanderError, print: (text: string) => void): ExitStatus {
  if (error.exitCode === 0) return exitStatus.ok;
  // `commander.help` is the help itself, printed because no command was given.
  if (error.code === 'commander.help') return exitStatus.usage;
  // `-kSECRET`: what follows a short flag may be a key.
  const message = error.message.replace(/option '(-[^-'])[^']*'/, "option '$1'");
  const isAddress = message.startsWith("error: too many arguments for 'run'");
  const hint = isAddress
    ? ' Pass the address with --base-url (with npm run: npm run conformance -- --base-url …).'
    : '';
  print(visible(message.replaceAll('\n', ' ') + hint));
  return exitStatus.usage;
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
  run: async () => (await import('./run-command.ts')).runCommand,
  check: async () => (await import('./check-command.ts')).checkCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  list: async () => (await import('./list-command.ts')).listCommand,
  explain: async () => (await import('./list-command.ts')).explainCommand,
  report: async () => (await import('./earlier-run-commands.ts')).reportCommand,
  compare: async () => (await import('./compare-command.ts')).compareCommand,
  init: async () => (await import('./init.ts')).initCommand,
  baseline: async () => (await import('./baseline-command.ts')).baselineCommand,
  rejudge: async () => (await import('./earlier-run-commands.ts')).rejudgeCommand,
  verify: async () => (await import('./earlier-run-commands.ts')).verifyCommand,
};

const commandNames = Object.keys(commands);

/** The command that the arguments begin with; all commands if they begin with none, and none for `--version`. */
function namedBy([first = '']: readonly string[]): readonly string[] {
  if (/^(?:-V|--version)$/.test(first)) return [];
  return commandNames.includes(first) ? [first] : commandNames;
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

/** A word that may be the name of a command, misspelt or not. No serious key looks like one. */
const commandLike = /^[a-z]{3,9}$/;

/** Flags of the program itself, which stand without a command. */
const ofProgram = /^(?:-h|--help|-V|--version)$/;

/**
 * The arguments, with `run` added if they begin with a flag, and taken away before the name of another command: the
 * script `conformance` of a clone begins with `run`, and `npm run conformance -- compare A B` means that command.
 */
export function commandOf(argv: readonly string[]): readonly string[] {
  const [first = '', second = ''] = argv;
  if (first.startsWith('-') && !ofProgram.test(first)) return ['run', ...argv];
  return first === 'run' && commandLike.test(second) ? argv.slice(1) : argv;
}

/**
 * The arguments with `--flag=value` split in two, so that an error about an unknown flag never shows its value. Throws
 * a `SettingsError` for a flag that would take a key; the flag `--key` of `verify` takes a file.
 */
export function prepareArguments(argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const flags = argv.slice(0, end).flatMap((argument) => {
    const [, flag, value] = /^(--[^=]+)=([\s\S]*)$/.exec(argument) ?? [];
    if (argv[0] !== 'verify') refuseKeyFlag(flag ?? argument);
    return flag === undefined || value === undefined ? [argument] : [flag, value];
  });
  return [...flags, ...argv.slice(end)];
}

function refuseKeyFlag(argument: string): void {
  if (!/^--?(rate-?limit-?)?(api-?)?(key|token)$/i.test(argument)) return;
  const [variable, flag] = /rate/i.test(argument)
    ? ['PETSTORE_RATE_LIMIT_API_KEY', '--rate-limit-key-file']
    : ['PETSTORE_API_KEY', '--api-key-file'];
  throw new SettingsError(
    `${argument} is not a flag: other users can see arguments; set ${variable}, or pass a file with ${flag}`,
  );
}
