import { Command, CommanderError } from 'commander';
import { diskWords, WriteFailure } from '../disk/failure.ts';
import { suiteDigest } from '../package/digest.ts';
import { suiteName, suiteVersion } from '../package/package.ts';
import { errorAnnotation } from '../report/workflow-command.ts';
import { redactor } from '../secrets/redact.ts';
import { readDotenv } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { keysIn } from '../settings/sources.ts';
import { attempted } from '../settings/value-kinds.ts';
import { quoted, visible, visibleLines } from '../text/visible.ts';
import {
  appendForStep,
  type Context,
  type ExitStatus,
  exitStatus,
  outlet,
  type Surroundings,
  warn,
} from './command-context.ts';

export { exitStatus, outlet };

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
  // If `.env` is wrong, the command says so.
  const dotenv = attempted(() => readDotenv(context.folder)) ?? {};
  context.keys.push(...keysIn({ env: context.env, dotenv }, argv));
  const given = commandOf(argv);
  try {
    const program = await programWith(namedBy(given), context);
    await program.parseAsync(prepareArguments(given), { from: 'user' });
    return status;
  } catch (error) {
    return explainError(error, context);
  }
}

/**
 * Prints an error for its reader, free of keys, and says what the process exits with. In GitHub Actions it is an annotation,
 * too, and in the summary of the step.
 */
export function explainError(
  error: unknown,
  { env, keys, stderr }: Pick<Context, 'env' | 'keys' | 'stderr'>,
): ExitStatus {
  const { redact } = redactor(keys, [], true);
  const [status, line, stack = ''] = explained(error);
  if (line === '') return status;
  stderr.write(`${redact(line)}\n`);
  const message = redact(line.replace(/^error: /, ''));
  if (env.GITHUB_ACTIONS === 'true') stderr.command(errorAnnotation(message));
  // Markdown shows what is indented as it is.
  const summary = () => `# ${suiteName}: error\n\n    ${message}\n`;
  warn({ stderr, keys }, appendForStep(env, 'GITHUB_STEP_SUMMARY', summary));
  if (stack !== '') stderr.write(`${redact(stack)}\n`);
  return status;
}

/** The exit status of an error, its line, which is empty if all is said, and the stack if the suite is at fault. */
function explained(error: unknown): [status: ExitStatus, line: string, stack?: string] {
  if (error instanceof CommanderError) return explainedUsage(error);
  if (error instanceof SettingsError) return [exitStatus.usage, `error: ${error.message}`];
  if (error instanceof WriteFailure) {
    return [exitStatus.notWritten, `error: ${visible(error.message)}`];
  }
  const path = pathOf(error);
  if (path !== undefined) return [exitStatus.usage, `error: ${quoted(path)}: ${diskWords(error)}`];
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const what = `internal error: ${visible(message)} (a bug in ${suiteName} ${suiteVersion}, please report it)`;
  const frames = error instanceof Error ? (error.stack ?? '').replace(message, '') : '';
  return [exitStatus.internal, what, visibleLines(frames).slice(1).join('\n')];
}

/** The path that the system refuses: it is too long, leads through a file or in a circle, or is not readable. */
function pathOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'syscall' in error && 'path' in error)) return undefined;
  // A missing file that no command has asked for is one of the suite.
  return 'code' in error && error.code !== 'ENOENT' ? String(error.path) : undefined;
}

function explainedUsage(error: CommanderError): [ExitStatus, string] {
  if (error.exitCode === 0) return [exitStatus.ok, ''];
  // `commander.help` is the help itself, printed because no command was given.
  if (error.code === 'commander.help') return [exitStatus.usage, ''];
  const message = error.message
    // `-kSECRET` or `--keySECRET`: what does not look like a name may hold a key.
    .replace(/option '(-[^-'])[^']*'/, "option '$1'")
    .replace(
      /unknown (option|command) '(?!-\w'|(?:--)?[a-z]+(?:-[a-z]+){0,4}')[^']*'/,
      'unknown $1 (not shown, as it may hold a key)',
    );
  const isAddress = message.startsWith("error: too many arguments for 'run'");
  const hint = isAddress
    ? ' Pass the address with --base-url (with npm run: npm run conformance -- --base-url …).'
    : '';
  return [exitStatus.usage, visible(message.replaceAll('\n', ' ') + hint)];
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
    if (argv[0] !== 'verify') refuseKeyFlag(argument);
    const [, flag, value] = /^(--[^=]+)=([\s\S]*)$/.exec(argument) ?? [];
    return flag === undefined || value === undefined ? [argument] : [flag, value];
  });
  return [...flags, ...argv.slice(end)];
}

/** Refuses what begins as a flag for a key, whatever follows it: that may be the key. */
function refuseKeyFlag(argument: string): void {
  const [flag, rate] =
    /^--?(rate-?limit-?)?(?:api-?(?:key|token)|key|token|bearer)(?!-file(?:=|$))/i.exec(argument) ??
    [];
  if (flag === undefined) return;
  const [variable, ofFile] = rate
    ? ['PETSTORE_RATE_LIMIT_API_KEY', '--rate-limit-key-file']
    : ['PETSTORE_API_KEY', '--api-key-file'];
  throw new SettingsError(
    `${flag} is not a flag: other users can see arguments; set ${variable}, or pass a file with ${ofFile}`,
  );
}
