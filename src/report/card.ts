import { findRequirement } from '../catalogue/catalogue.ts';
import type { Exchange } from '../http/exchange.ts';
import { requestIdOf, traceOf } from '../http/trace.ts';
import { tellingExchange } from '../judge/findings.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { cut, visible, visibleLines } from '../text/visible.ts';
import { bodyLine, exchangeLine } from './describe.ts';

const idRoom = 100;

/** What a check has to say for itself, as harmless lines. */
export interface Card {
  readonly title: string;
  /** What was expected and what came. */
  readonly message: readonly string[];
  /** The exchange that shows it best, and a curl line; empty where no exchange decided it. */
  readonly evidence: readonly string[];
}

/**
 * The card of a check: the same words on the console and in every report of plain text. `line` names the
 * exchange; default: with its place in traffic.har.
 */
export function cardOf(
  check: CheckResult,
  exchanges: readonly Exchange[],
  line: (exchange: Exchange) => string = exchangeLine,
): Card {
  const index = tellingExchange(check);
  const exchange = index === undefined ? undefined : exchanges[index];
  return {
    title: visible(check.title),
    message: visibleLines(check.message),
    evidence: exchange ? evidenceOf(exchange, line) : [],
  };
}

function evidenceOf(exchange: Exchange, line: (exchange: Exchange) => string): string[] {
  const sent = bodyLine(exchange.request.body);
  const received = bodyLine(exchange.response?.body);
  return [
    line(exchange),
    ...(sent === undefined ? [] : [`  request body: ${sent}`]),
    ...(received === undefined ? [] : [`  response body: ${received}`]),
    ...loggedAs(exchange).map((words) => `  ${words}`),
    isShort(exchange) ? visible(exchange.curl) : `  ${tooLongToSend(exchange)}`,
  ];
}

/** Characters of a command: the longest that a run sends has some ten thousand. */
const longestCommand = 12_000;

/** Whether the command that sends the exchange again is one to be read; a forged one may have any length. */
export function isShort({ curl }: Exchange): boolean {
  return curl.length <= longestCommand;
}

/** Said in place of a command that is no command to be read. */
export function tooLongToSend({ index }: Exchange): string {
  return `The command that sends it again is in traffic.har, entry ${index}.`;
}

/** What usually lies behind a failure, in a line; nothing if the catalogue does not say. */
export function usualCause(id: string): string[] {
  const cause = findRequirement(id)?.cause;
  return cause === undefined ? [] : [`usual cause: ${cause}`];
}

/** Under which names the logs of the service may hold an exchange: its own, and the trace; nothing if it has none. */
export function loggedAs(exchange: Exchange): string[] {
  const [field, id] = requestIdOf(exchange) ?? [];
  const trace = traceOf(exchange);
  const names = [
    ...(id === undefined ? [] : [`${field} ${cut(id, idRoom)}`]),
    ...(trace === undefined ? [] : [`trace ${trace}`]),
  ];
  return names.length === 0 ? [] : [visible(`in the service's logs: ${names.join(', ')}`)];
}
