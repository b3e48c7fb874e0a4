import type { Exchange } from '../http/exchange.ts';
import { tellingExchange } from '../judge/findings.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { visible, visibleLines } from '../text/visible.ts';
import { bodyLine, exchangeLine } from './describe.ts';

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
    visible(exchange.curl),
  ];
}
