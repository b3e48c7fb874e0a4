import { findRequirement } from '../catalogue/catalogue.ts';
import type { Exchange } from '../http/exchange.ts';
import { requestIdOf, traceOf } from '../http/trace.ts';
import { tellingExchange } from '../judge/findings.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { cut, visible, visibleLines } from '../text/visible.ts';
import { inOneLine } from '../text/words.ts';
import type { ReportedRequirement } from './report.ts';

const idRoom = 100;

/** What a check has to say, as harmless lines. */
export interface Card {
  readonly title: string;
  /** What was expected and what came. */
  readonly message: readonly string[];
  /** The exchange that shows it best, and a curl line; empty if no exchange decided it. */
  readonly evidence: readonly string[];
}

/**
 * The card of a check, the same on the console and in every plain-text report. `line` names the exchange; default: with
 * its place in traffic.har.
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

/** Whether the command that sends the exchange again is short enough to be shown; a forged one may have any length. */
export function isShort({ curl }: Exchange): boolean {
  return curl.length <= longestCommand;
}

/** Said in place of a command that is too long to be read. */
export function tooLongToSend({ index }: Exchange): string {
  return `The command that sends it again is in traffic.har, entry ${index}.`;
}

/**
 * The usual cause of a failure, in a sentence: what the catalogue names, unless the service answered with an error of
 * its own (RFC 9110, section 15.6). Undefined if there is none, or nothing failed.
 */
export function usualCauseOf(
  { id, outcome, checks }: Pick<ReportedRequirement, 'id' | 'outcome' | 'checks'>,
  exchanges: readonly Exchange[],
): string | undefined {
  if (outcome !== 'failed') return undefined;
  const index = checks.filter(({ outcome }) => outcome === 'failed').map(tellingExchange)[0];
  const { status = 0 } = (index === undefined ? undefined : exchanges[index]?.response) ?? {};
  if (status >= 500) return `An error within the service (${status}): its own log says which.`;
  return findRequirement(id)?.cause;
}

/** The same as a line; none if there is no usual cause. */
export function usualCause(
  requirement: Pick<ReportedRequirement, 'id' | 'outcome' | 'checks'>,
  exchanges: readonly Exchange[],
): string[] {
  const cause = usualCauseOf(requirement, exchanges);
  return cause === undefined ? [] : [`usual cause: ${cause}`];
}

/** The names of an exchange in the logs of the service: its own and the trace; nothing if it has none. */
export function loggedAs(exchange: Exchange): string[] {
  const [field, id] = requestIdOf(exchange) ?? [];
  const trace = traceOf(exchange);
  const names = [
    ...(id === undefined ? [] : [`${field} ${cut(id, idRoom)}`]),
    ...(trace === undefined ? [] : [`trace ${trace}`]),
  ];
  return names.length === 0 ? [] : [visible(`in the service's logs: ${names.join(', ')}`)];
}

const bodyLimit = 300;

/** `POST /v1/pets -> 201 Created, #12 in traffic.har`; what the server sent is made visible. */
export function exchangeLine(exchange: Exchange): string {
  return `${answerLine(exchange)}, #${exchange.index} in traffic.har`;
}

/** `POST /v1/pets -> 201 Created`, if no traffic.har is written. */
export function answerLine({ request, response, failure }: Exchange): string {
  const answer = response
    ? `${response.status} ${response.statusText}`.trim()
    : `no response: ${failure?.code ?? 'unknown'} ${failure?.message ?? ''}`.trim();
  return visible(`${request.method} ${pathOf(request.url)} -> ${cut(answer, bodyLimit)}`);
}

/** A body as one harmless line of a few hundred characters; undefined if there is none. */
export function bodyLine(body: string | undefined): string | undefined {
  return body === undefined || body === '' ? undefined : visible(cut(body, bodyLimit));
}

/** Path and query of an address; the whole of it if it is not one. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/**
 * What the first failed check of a requirement says, in one line: its title, what was expected and received, and how
 * many more failed. Without failed checks, the reason of the outcome.
 */
export function saidOf({
  outcome,
  reason,
  checks,
}: Pick<ReportedRequirement, 'outcome' | 'reason' | 'checks'>): string {
  const failed = checks.filter((check) => check.outcome === 'failed');
  const [first] = failed;
  if (outcome !== 'failed' || first === undefined) return reason;
  const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : '';
  return `${first.title}: ${inOneLine(first.message)}${more}`;
}
