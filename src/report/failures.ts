/** Failures grouped by their cause, and the evidence that is shown of each. */

import { type Exchange, header } from '../http/exchange.ts';
import { tryParseJson } from '../http/json.ts';
import { requestIdOf } from '../http/trace.ts';
import { groupedBy } from '../judge/grouped.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { validateNewPet } from '../judge/validation.ts';
import { findingsTitle, tellingExchange } from '../judge/verdict.ts';
import { petStatuses } from '../spec/animal.ts';
import { findRequirement } from '../spec/catalogue.ts';
import { cut, visible, visibleLines } from '../text/visible.ts';
import { grouped, inOneLine } from '../text/words.ts';
import type { ReportedRequirement } from './report.ts';

/** Requirements that fail for one cause, the required first, and what is shown of it. */
export interface FailureGroup {
  /** `warning` if all of them are advisory, or if it is a doubt that did not stand when its requests were repeated. */
  readonly kind: 'failed' | 'warning';
  readonly requirements: readonly ReportedRequirement[];
  /** The failed check that shows it most plainly. */
  readonly check: CheckResult | undefined;
  /** The usual cause in a sentence, with what the evidence adds to it. */
  readonly usualCause: string | undefined;
}

type Exchanges = readonly Exchange[];

/** A failed requirement, and the failed check and the exchange that show it most plainly. */
interface Shown {
  readonly requirement: Pick<ReportedRequirement, 'id' | 'checks'>;
  readonly check: CheckResult | undefined;
  readonly exchange: Exchange | undefined;
}

/** Groups the failed requirements by their cause; those with most required requirements come first, warnings last. */
export function groupFailures(
  requirements: readonly ReportedRequirement[],
  exchanges: Exchanges,
): FailureGroup[] {
  const failed = requirements
    .filter(({ outcome }) => outcome === 'failed')
    .map((requirement) => ({ ...shownBy(requirement, exchanges), requirement }));
  const requiredIn = ({ requirements: all }: FailureGroup) =>
    all.filter(({ level }) => level === 'required').length;
  // A page that is too long is a mistake of its own.
  const sourceOf = ({ requirement, check }: Shown) =>
    check?.message.includes('at most')
      ? undefined
      : failed.find((one) => consequences[requirement.id]?.test(one.requirement.id));
  const rank = (one: (typeof failed)[number]) =>
    (one.requirement.level === 'required' ? 0 : 1) + (sourceOf(one) ? 2 : 0);
  return [...groupedBy(failed, (one) => causeKey(sourceOf(one) ?? one))]
    .map(([key, members]): FailureGroup => {
      // The catalogue has the simpler requirement first: what is shown, and the usual cause, are those of that one.
      const [first, ...others] = members.toSorted((a, b) => rank(a) - rank(b));
      const all = [first, ...others].flatMap((one) => one?.requirement ?? []);
      return {
        kind: all[0]?.level === 'required' ? 'failed' : 'warning',
        requirements: all,
        check: first?.check,
        usualCause: causeOfGroup(key, all) ?? (first && usualCause(first, exchanges)),
      };
    })
    .sort((a, b) => requiredIn(b) - requiredIn(a));
}

/** What follows from the failure of another requirement: lists lack what a filter shows, or show an id that was given twice. */
const consequences: Readonly<Record<string, RegExp>> = {
  'list.filter-with-limit': /^list\.status-filter$/,
  'list.complete': /^list\..*filter/,
  'list.unique-ids': /^create\.server-id$/,
};

/** Characters of request and response: the shorter, the plainer. */
export function lengthOf({ curl, response }: Exchange): number {
  return curl.length + (response?.body.length ?? 0);
}

const plainness = ({ exchange }: Pick<Shown, 'exchange'>) =>
  exchange ? lengthOf(exchange) : Number.MAX_SAFE_INTEGER;

function shownBy(requirement: Shown['requirement'], exchanges: Exchanges): Shown {
  const [plainest] = failedChecks(requirement)
    .map((check) => ({ check, exchange: exchangeOf(check, exchanges) }))
    .sort((a, b) => plainness(a) - plainness(b));
  return { requirement, check: plainest?.check, exchange: plainest?.exchange };
}

/** Doubts that did not stand when their requests were repeated: passed checks with something to say. */
export function doubtsIn(requirements: readonly ReportedRequirement[]): FailureGroup[] {
  return requirements.flatMap((requirement) =>
    requirement.checks
      .filter(({ outcome, message }) => outcome === 'passed' && message !== '')
      .map((check) => ({
        kind: 'warning' as const,
        requirements: [requirement],
        check,
        usualCause: undefined,
      })),
  );
}

/**
 * The failed checks of a requirement. What was found in every response is left out if a check of its own has failed, too,
 * as that says the same.
 */
export function failedChecks({ checks }: Pick<ReportedRequirement, 'checks'>): CheckResult[] {
  const failed = checks.filter(({ outcome }) => outcome === 'failed');
  const own = failed.filter(({ title }) => title !== findingsTitle);
  return own.length > 0 ? own : failed;
}

/** The exchange that shows a check best; undefined if none does. */
export function exchangeOf(check: CheckResult, exchanges: Exchanges): Exchange | undefined {
  const index = tellingExchange(check);
  return index === undefined ? undefined : exchanges[index];
}

/** What failures of one cause have in common, as a text. That one exchange shows both is no such thing. */
function causeKey({ requirement: { id }, check, exchange }: Shown): string {
  if (check === undefined) return id;
  if (missingHeader(check.message) !== undefined) return `missing ${withoutNames(check.message)}`;
  if (isRounded(id, check)) return rounded;
  const [chapter = '', name = ''] = id.split('.');
  const { response } = exchange ?? {};
  const status = response?.status ?? 0;
  if (response !== undefined && chapter !== 'rate' && isNotOfApi(response)) {
    const body = response.body.slice(0, 500).replace(/[0-9a-f]*\d[0-9a-f-]*/gi, '0');
    return `${exchange?.operation} ${status} ${header(response, 'content-type')} ${body}`;
  }
  if (chapter !== 'create' && chapter !== 'pet') return `${chapter} ${foundIn(check)}`;
  const isCreated = exchange?.operation === 'createPet' && status < 300;
  const sent = isCreated ? tryParseJson(exchange.request.body ?? '') : undefined;
  const isInvalid = sent !== undefined && validateNewPet(sent).length > 0;
  const member = sentMember.exec(name)?.[1];
  // An animal with an invalid member comes of a creation that took one, in a list that shows it later, too.
  if (member !== undefined && (isInvalid || chapter === 'pet'))
    return `accepts an invalid ${member}`;
  return chapter === 'create' && status >= 400 ? foundIn(check) : id;
}

/** The member of a new animal that a requirement on creations or animals is about. */
const sentMember = /^(?:missing-|invalid-)?(name|category-id|status)$/;

const rounded = 'An int64 was rounded, because it was parsed as a double (as JavaScript does).';

/** Whether a category beyond 2^53 was changed. */
function isRounded(id: string, { message }: CheckResult): boolean {
  // A number beyond int64 was accepted: it was rounded if it has fewer digits than were sent.
  if (/\.(?:invalid-)?category-id$/.test(id)) return /categoryId[^\n]*\b\d{16}000\b/.test(message);
  const mayBe = /^(?:create\.keeps-values|(?:get|list)\.same-animal)$/.test(id);
  return mayBe && /categoryId[^\n]*\d{16}/.test(message);
}

/** Said of a group whose key says more than each requirement: a rounded category, or a member that nothing checks. */
function causeOfGroup(key: string, all: readonly ReportedRequirement[]): string | undefined {
  if (key === rounded) return rounded;
  const [, member] = /^accepts an invalid (.+)/.exec(key) ?? [];
  const isBoth = ['missing', 'invalid'].every((fault) =>
    all.some(({ id }) => id === `create.${fault}-${member}`),
  );
  const name = member === 'category-id' ? 'categoryId' : member;
  return isBoth
    ? `Nothing checks \`${name}\` of a new animal, neither that it is there nor its type.`
    : undefined;
}

type Response = NonNullable<Exchange['response']>;

/** An error of the server, or a body that is not JSON. */
function isNotOfApi({ status, body }: Response): boolean {
  return status >= 500 || tryParseJson(body) === undefined;
}

/** Names that servers give the headers of the rate limit in place of those of section 8. */
const otherNames = /^(?:ratelimit(?:-\w+)*|x-rate-limit-\w+)$/i;

/**
 * The usual cause of a failure, in a sentence: what the evidence says, or else the catalogue. Undefined if there is none,
 * or nothing failed.
 */
export function usualCauseOf(
  requirement: Pick<ReportedRequirement, 'id' | 'outcome' | 'checks'>,
  exchanges: Exchanges,
): string | undefined {
  if (requirement.outcome !== 'failed') return undefined;
  return usualCause(shownBy(requirement, exchanges), exchanges);
}

function usualCause({ requirement, check, exchange }: Shown, exchanges: Exchanges) {
  const { response } = exchange ?? {};
  const seen = check && response && causeInResponse(check, response, exchanges);
  return seen ?? findRequirement(requirement.id)?.cause;
}

function causeInResponse(
  { message, exchanges: cited }: CheckResult,
  response: Response,
  exchanges: Exchanges,
): string | undefined {
  const { status } = response;
  const missing = missingHeader(message);
  if (missing !== undefined) {
    if (!missing.startsWith('X-RateLimit-')) return undefined;
    const others = response.headers.map(([name]) => name).filter((name) => otherNames.test(name));
    if (others.length > 0) {
      return `The service sends ${others.join(', ')} in place of X-RateLimit-*.`;
    }
    if (status >= 400 && cited.every((one) => exchanges[one]?.response?.status === status)) {
      const why =
        status === 429
          ? 'a gateway, or a limiter before the service, writes them'
          : 'they are sent before the code that sets it runs';
      return `Only ${status} responses lack the header: ${why}.`;
    }
    const places = message.split('\n').filter((line) => missingHeader(line) !== undefined);
    const isNowhere =
      places.every((line) => /\((\d+) of \1 responses?\)$/.test(line)) &&
      places.some((line) => /^\w+ 2\d\d:/.test(line));
    return isNowhere ? `No response of this kind carries it: nothing sets ${missing}.` : undefined;
  }
  if (status >= 500) return `An error inside the service (${status}): see its log.`;
  const [, due] = /expected:? (?:status )?(\d{3})\b/.exec(message) ?? [];
  if ((due === '400' || due === '401') && status >= 400 && due !== `${status}`) {
    return `The service refuses such a request with ${status} in place of ${due}.`;
  }
  if (due?.startsWith('20') && status === 400) {
    return 'The parser or the validation refuses a valid request; its response may say why.';
  }
  const isOtherSuccess = due?.startsWith('20') && due !== `${status}` && status < 300;
  return isOtherSuccess ? `The service responds ${status} in place of ${due}.` : undefined;
}

function missingHeader(message: string): string | undefined {
  return /\bno ([A-Z][\w-]*-[\w-]+) header\b/.exec(message)?.[1];
}

const withoutNames = (message: string) => message.replace(/X-RateLimit-\w+/g, 'X-RateLimit-*');

/** What was found for a requirement of a group beside what shows the cause, in one line; empty if nothing was. */
export function otherFinding(
  requirement: ReportedRequirement,
  shown: CheckResult | undefined,
): string {
  if (shown === undefined) return '';
  const failed = failedChecks(requirement);
  const others = failed.filter((check) => foundIn(check) !== foundIn(shown));
  // Beside refusals with another status, what was accepted is a mistake of its own.
  const accepted = others.find(({ message }) => /^received: 2\d\d/m.test(message));
  const own = others.length === failed.length ? others[0] : accepted;
  return own === undefined ? '' : cut(inOneLine(own.message), 160);
}

const anyStatus = new RegExp(petStatuses.join('|'), 'g');

/** What was expected and received, without the numbers and statuses of animals that differ from case to case; 404 stays. */
function foundIn({ message }: CheckResult): string {
  const lines = withoutNames(message)
    .split('\n')
    .map((line) => line.trim());
  const sides = [/^expected\b/i, /^(?:received|came)\b/i].map((side) =>
    lines.find((line) => side.test(line)),
  );
  // Of a finding the first line says what is wrong, the others where else.
  const found = sides.includes(undefined) ? (lines[0] ?? '') : sides.join(' ');
  const [beforeBody = ''] = found.split(/[{[<]/, 1);
  return beforeBody
    .replace(/ \(\d+ of \d+ responses?\).*/, '')
    .replace(/\d+/g, (number) => (number.length === 3 ? number : '0'))
    .replace(anyStatus, 'a status')
    .replaceAll('animals', 'animal');
}

/** Characters of a body, and of a line of a message. */
const lineRoom = 300;

/** The lines of a message, harmless and short enough to be read. */
function messageLines(message: string): string[] {
  return visibleLines(message).map((line) => shortenedMiddle(line, lineRoom));
}

/** Two lines say what is wrong, or what was expected and what came; the page has the others. */
export function shortMessage(message: string): string[] {
  const [first, second, ...others] = messageLines(message).filter((line) => line.trim() !== '');
  if (first === undefined || second === undefined) return first === undefined ? [] : [first];
  const more =
    others.length === 0 || /^expected/.test(first) ? '' : `; ${others.length} more on the page`;
  return [first, second + more];
}

/** What a check says, the exchange that shows it, and what that holds. `hasFiles`: whether traffic.har is written. */
export function checkLines(check: CheckResult, exchanges: Exchanges, hasFiles = true): string[] {
  const exchange = exchangeOf(check, exchanges);
  return [
    ...messageLines(check.message),
    ...(exchange ? [exchangeLine(exchange, hasFiles), ...evidenceOf(exchange, check.message)] : []),
  ];
}

/** What an exchange holds that a message does not quote, and the curl line that sends it again. */
export function evidenceOf(exchange: Exchange, message = ''): string[] {
  const { body = '' } = exchange.response ?? {};
  const isQuoted = body === '' || message.includes(body.slice(0, 40));
  const [field, id] = requestIdOf(exchange) ?? [];
  return [
    ...(isQuoted ? [] : [`response body: ${shortenedMiddle(visible(body), lineRoom)}`]),
    ...(id === undefined ? [] : [visible(`in the service's logs: ${field} ${cut(id, 100)}`)]),
    isShort(exchange) ? visible(exchange.curl) : tooLongToSend(exchange),
  ];
}

/** `POST /v1/pets -> 201 Created, #7 in traffic.har`; what the server sent is made visible. */
export function exchangeLine(exchange: Exchange, hasFiles = true): string {
  const { request, response, failure, index } = exchange;
  const came = response
    ? `${response.status} ${response.statusText}`.trim()
    : `no response: ${failure?.code ?? 'unknown'} ${failure?.message ?? ''}`.trim();
  const place = hasFiles ? `, #${index} in traffic.har` : '';
  return visible(`${request.method} ${pathOf(request.url)} -> ${cut(came, lineRoom)}${place}`);
}

/** Path and query of an address; the whole of it if it is not one. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
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

/** Whether the command that sends the exchange again is short enough to be shown. */
export function isShort({ curl }: Exchange): boolean {
  return curl.length <= 2_500;
}

/** Said in place of a command that is too long to be read. */
export function tooLongToSend({ index }: Exchange): string {
  return `The command that sends it again is in traffic.har, entry ${index}.`;
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
