import { type Command, CommanderError } from 'commander';
import { namesShown, nearby } from '../text/nearest.ts';
import { listed } from '../text/words.ts';

/**
 * The error about an unknown flag or command, with a suggestion where commander has none. Commander compares letters
 * alone: it does not see that `--url` means `--base-url`, or that `watch` means `run --watch`.
 */
export function withSuggestion(error: unknown, program: Command, argv: readonly string[]): unknown {
  if (!(error instanceof CommanderError) || /Did you mean/.test(error.message)) return error;
  const [, what, name = ''] =
    /^error: unknown (option|command) '([^']+)'/.exec(error.message) ?? [];
  if (what === undefined) return error;
  const command = commandIn(program, argv);
  const known = what === 'option' ? flagsOf(command) : [...flagsOf(program), ...namesOf(program)];
  const near = nearby(name, known).slice(0, namesShown);
  if (near.length === 0) return error;
  const message = `${error.message} (Did you mean ${listed(near, 'or')}?)`;
  return new CommanderError(error.exitCode, error.code, message);
}

/** The command that the arguments begin with, an inner one too. */
function commandIn(program: Command, [first, ...others]: readonly string[]): Command {
  const inner = program.commands.find((command) => command.name() === first);
  return inner === undefined ? program : commandIn(inner, others);
}

function flagsOf(command: Command): string[] {
  return command.options.flatMap(({ long }) => long ?? []);
}

/** Commands, and the flags of `run`, as some people take those for commands. */
function namesOf(program: Command): string[] {
  return program.commands.flatMap((command) => {
    const flags = command.name() === 'run' ? flagsOf(command) : [];
    return [command.name(), ...flags.map((flag) => `run ${flag}`)];
  });
}
