/** Workflow commands for GitHub Actions; apart from the rest, as every command may need one for an error. */
import { suiteName } from '../package/package.ts';
import { cut, visible, withoutCommands } from '../text/visible.ts';

/** Characters of a message. */
const messageRoom = 500;

/** The workflow command for an error that kept a run from its verdict, in the one line that says it. */
export function errorAnnotation(message: string): string {
  return `${command('error', suiteName, message)}\n`;
}

/** One workflow command; nothing in it can end it. */
export function command(kind: 'error' | 'warning', title: string, message: string): string {
  return `::${kind} title=${property(visible(title))}::${data(visible(cut(message, messageRoom)))}`;
}

/** Escaped like the toolkit of GitHub Actions does, and free of commands of other build servers. */
function data(text: string): string {
  return withoutCommands(text)
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
