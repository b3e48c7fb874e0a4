/** One failed check in a few harmless lines: what was expected and received, the exchange, and its curl line. */
import type { Exchange } from '../http/exchange.ts';
import { requestIdOf } from '../http/trace.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { tellingExchange } from '../judge/verdict.ts';
import { cut, visible, visibleLines } from '../text/visible.ts';
import { grouped, inOneLine, shellQuoted } from '../text/words.ts';
import { failedChecks, pathOf, usualCauseOf } from './causes.ts';
import type { Report, ReportedRequirement } from './report.ts';

/** What a check has to say, as harmless lines. */
interface Card {
  readonly title: string;
  /** What was expected and what came. */
  readonly message: readonly string[];
  /** The exchange that shows it best, what it holds, and a curl line last; empty if no exchange decided it. */
  readonly evidence: readonly string[];
}

/** Characters of a body, and of a line of a message. */
const lineRoom = 300;

/** The card of a check. `hasFiles`: whether traffic.har and the long bodies are written, so that it may name them. */
export function cardOf(check: CheckResult, exchanges: readonly Exchange[], hasFiles = true): Card {
  const index = tellingExchange(check);
  const exchange = index === undefined ? undefined : exchanges[index];
  return {
    title: visible(check.title),
    message: messageLines(check.message),
    evidence: exchange ? evidenceOf(exchange, check.message, hasFiles) : [],
  };
}

/** The lines of a message, long ones shortened in the middle. */
function messageLines(message: string): string[] {
  return visibleLines(message).map((line) => shortenedMiddle(line, lineRoom));
}

function evidenceOf(exchange: Exchange, message: string, hasFiles: boolean): string[] {
  const { body = '' } = exchange.response ?? {};
  const sent = hasFiles ? longBody(exchange) : undefined;
  // Often the message quotes it.
  const isSaid = body === '' || message.includes(body.slice(0, 40));
  const [field, id] = requestIdOf(exchange) ?? [];
  return [
    hasFiles ? `${answerLine(exchange)}, #${exchange.index} in traffic.har` : answerLine(exchange),
    ...(sent === undefined
      ? []
      : [
          `  request body: ${sent.name} beside the report, ${grouped(sent.text.length)} characters`,
        ]),
    ...(isSaid ? [] : [`  response body: ${shortenedMiddle(visible(body), lineRoom)}`]),
    ...(id === undefined ? [] : [visible(`  in the service's logs: ${field} ${cut(id, 100)}`)]),
    isShort(exchange) ? visible(sent?.curl ?? exchange.curl) : `  ${tooLongToSend(exchange)}`,
  ];
}

/** Characters: curl reads a longer body from a file. */
const inlineRoom = 1_000;

/** A body that is too long for a command line, the file beside the report that holds it, and the curl line that reads it. */
interface LongBody {
  readonly name: string;
  readonly text: string;
  readonly curl: string;
}

function longBody({ index, request: { body = '' }, curl }: Exchange): LongBody | undefined {
  const inline = `--data-raw ${shellQuoted(body)}`;
  if (body.length <= inlineRoom || !curl.includes(inline)) return undefined;
  const name = `request-${index}.body`;
  return { name, text: body, curl: curl.replace(inline, () => `--data-binary @${name}`) };
}

/** The long bodies that the failures of a report name. */
export function longBodies(
  { requirements }: Pick<Report, 'requirements'>,
  exchanges: readonly Exchange[],
): LongBody[] {
  const checks = requirements.flatMap((one) =>
    one.checks.filter(({ outcome }) => outcome === 'failed'),
  );
  const indexes = new Set(checks.flatMap((check) => tellingExchange(check) ?? []));
  return [...indexes].flatMap((index) => {
    const exchange = exchanges[index];
    return (exchange && longBody(exchange)) ?? [];
  });
}

/** Beginning and end of a text of more than `max` characters, with its length between them. */
function shortenedMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const all = [...text];
  if (all.length <= max) return text;
  const head = Math.ceil((max * 2) / 3);
  const words = ` … (${grouped(all.length)} characters) … `;
  return all.slice(0, head).join('') + words + all.slice(head - max).join('');
}

/** Characters of a command: the longest that a run sends has some ten thousand. */
const longestCommand = 12_000;

/** Whether the command that sends the exchange again is short enough to be shown; a forged one may have any length. */
export function isShort({ curl }: Exchange): boolean {
  return curl.length <= longestCommand;
}

/** Said in place of a command that is too long to be read. */
export function tooLongToSend({ index }: Exchange): string {
  return `The command that sends it again is in traffic.har, entry ${index}.`;
}

/** The usual cause of a failure as a line; none if there is none. */
export function usualCause(
  requirement: Pick<ReportedRequirement, 'id' | 'outcome' | 'checks'>,
  exchanges: readonly Exchange[],
): string[] {
  const cause = usualCauseOf(requirement, exchanges);
  return cause === undefined ? [] : [`usual cause: ${cause}`];
}

/** `POST /v1/pets -> 201 Created`; what the server sent is made visible. */
function answerLine({ request, response, failure }: Exchange): string {
  const answer = response
    ? `${response.status} ${response.statusText}`.trim()
    : `no response: ${failure?.code ?? 'unknown'} ${failure?.message ?? ''}`.trim();
  return visible(`${request.method} ${pathOf(request.url)} -> ${cut(answer, lineRoom)}`);
}

/**
 * What the first failed check of a requirement says, in one line: its title, what was expected and received, and how
 * many more failed. Without failed checks, the reason of the outcome.
 */
export function saidOf(
  requirement: Pick<ReportedRequirement, 'outcome' | 'reason' | 'checks'>,
): string {
  const [first, ...more] = failedChecks(requirement);
  if (requirement.outcome !== 'failed' || first === undefined) return requirement.reason;
  const others = more.length > 0 ? ` (and ${more.length} more)` : '';
  return `${first.title}: ${inOneLine(first.message)}${others}`;
}
