/** Failures grouped by their cause: what one mistake in a service breaks is told once. */
import { findRequirement } from '../catalogue/catalogue.ts';
import { type Exchange, header, isAnswered } from '../http/exchange.ts';
import { tryParseJson } from '../http/json.ts';
import { findingsTitle, tellingExchange } from '../judge/findings.ts';
import type { CheckResult } from '../judge/outcome.ts';
import type { ReportedRequirement } from './report.ts';

/** Requirements that are told with one piece of evidence: those that fail for one cause, the first in the order of the report being the one that is shown. */
export interface FailureGroup {
  /** `warning` if all of them are advisory, or if it is a doubt that did not stand when it was asked again. */
  readonly kind: 'failed' | 'warning';
  readonly requirements: readonly ReportedRequirement[];
  /** The failed check that shows it. */
  readonly check: CheckResult | undefined;
  /** The exchange that shows it. */
  readonly exchange: Exchange | undefined;
  /** The usual cause in a sentence, with what the evidence adds to it. */
  readonly usualCause: string | undefined;
}

type Judged = Pick<ReportedRequirement, 'id' | 'checks'>;

/**
 * The failed checks of a requirement. What was found in every answer is left out if a check of its own has failed, too,
 * as that says the same.
 */
export function failedChecks({ checks }: Pick<Judged, 'checks'>): CheckResult[] {
  const failed = checks.filter(({ outcome }) => outcome === 'failed');
  const own = failed.filter(({ title }) => title !== findingsTitle);
  return own.length > 0 ? own : failed;
}

/**
 * Groups the failed among the requirements. Two belong together if one exchange shows both, if the same wrong answer
 * does, if the same header is missing in the same answers, if both are about one member of an animal, or if they say the
 * same with other numbers. The groups with most required requirements come first, warnings last.
 */
export function groupFailures(
  requirements: readonly ReportedRequirement[],
  exchanges: readonly Exchange[],
): FailureGroup[] {
  const groups: { readonly signs: Set<string>; readonly members: ReportedRequirement[] }[] = [];
  for (const requirement of requirements.filter(({ outcome }) => outcome === 'failed')) {
    const signs = signsOf(requirement, exchanges);
    const alike = groups.filter((group) => signs.some((sign) => group.signs.has(sign)));
    const [first, ...others] = alike;
    const group = first ?? { signs: new Set(), members: [] };
    if (first === undefined) groups.push(group);
    for (const other of others) {
      for (const sign of other.signs) group.signs.add(sign);
      group.members.push(...other.members);
      groups.splice(groups.indexOf(other), 1);
    }
    for (const sign of signs) group.signs.add(sign);
    group.members.push(requirement);
  }
  const inOrder = (one: ReportedRequirement) => requirements.indexOf(one);
  return groups
    .map(({ members }) =>
      groupOf(
        members.toSorted((a, b) => inOrder(a) - inOrder(b)),
        exchanges,
      ),
    )
    .sort((a, b) => requiredIn(b) - requiredIn(a));
}

/** Doubts that did not stand when they were asked again: passed checks with something to say. */
export function doubtsIn(
  requirements: readonly ReportedRequirement[],
  exchanges: readonly Exchange[],
): FailureGroup[] {
  return requirements.flatMap((requirement) =>
    requirement.checks
      .filter(({ outcome, message }) => outcome === 'passed' && message !== '')
      .map((check): FailureGroup => {
        const index = tellingExchange(check);
        const exchange = index === undefined ? undefined : exchanges[index];
        return {
          kind: 'warning',
          requirements: [requirement],
          check,
          exchange,
          usualCause: undefined,
        };
      }),
  );
}

function requiredIn({ requirements }: FailureGroup): number {
  return requirements.filter(({ level }) => level === 'required').length;
}

function groupOf(
  members: readonly ReportedRequirement[],
  exchanges: readonly Exchange[],
): FailureGroup {
  const required = members.filter(({ level }) => level === 'required');
  const requirements = [...required, ...members.filter((one) => !required.includes(one))];
  const shown = requirements.find((one) => failedChecks(one).some(hasExchange)) ?? requirements[0];
  const [check] = shown === undefined ? [] : failedChecks(shown);
  const index = check && tellingExchange(check);
  return {
    kind: required.length > 0 ? 'failed' : 'warning',
    requirements,
    check,
    exchange: index === undefined ? undefined : exchanges[index],
    usualCause: shown && usualCauseOf(shown, exchanges),
  };
}

const hasExchange = ({ exchanges }: CheckResult) => exchanges.length > 0;

/** Names that servers give the headers of the rate limit in place of those of section 8. */
const otherNames = /^(?:ratelimit(?:-\w+)*|x-rate-limit-\w+)$/i;

/**
 * The usual cause of a failure, in a sentence: what the evidence says, or else the catalogue. Undefined if there is none,
 * or nothing failed.
 */
export function usualCauseOf(
  { id, outcome, checks }: Pick<ReportedRequirement, 'id' | 'outcome' | 'checks'>,
  exchanges: readonly Exchange[],
): string | undefined {
  if (outcome !== 'failed') return undefined;
  const [check] = failedChecks({ checks });
  const index = check && tellingExchange(check);
  const { response } = (index === undefined ? undefined : exchanges[index]) ?? {};
  if (response === undefined || check === undefined) return findRequirement(id)?.cause;
  const missing = missingHeader(check.message);
  if (missing?.startsWith('X-RateLimit-')) {
    const others = response.headers.map(([name]) => name).filter((name) => otherNames.test(name));
    if (others.length > 0)
      return `The service sends ${others.join(', ')} in place of X-RateLimit-*.`;
    if (check.exchanges.every((one) => exchanges[one]?.response?.status === 429)) {
      return 'Only answers 429 lack it: a gateway, or a limiter before the service, writes them.';
    }
  }
  if (response.status >= 500 && missing === undefined) {
    return `An error within the service (${response.status}): its own log says which.`;
  }
  return findRequirement(id)?.cause;
}

function missingHeader(message: string): string | undefined {
  return /\bno ([A-Z][\w-]*-[\w-]+) header\b/.exec(message)?.[1];
}

/** Texts that are equal for failures of one cause. */
function signsOf(requirement: Judged, exchanges: readonly Exchange[]): string[] {
  const { id } = requirement;
  const [, member] =
    /^(?:create\.(?:invalid|missing)-|pet\.)(name|category-id|status)$/.exec(id) ?? [];
  return [
    ...(member === undefined ? [] : [`member ${member}`]),
    ...failedChecks(requirement).flatMap((check) => signsOfCheck(id, check, exchanges)),
  ];
}

function signsOfCheck(id: string, check: CheckResult, exchanges: readonly Exchange[]): string[] {
  const [chapter = ''] = id.split('.', 1);
  if (missingHeader(check.message) !== undefined) {
    return [`missing ${check.message.replace(/X-RateLimit-\w+/g, 'X-RateLimit-*')}`];
  }
  if (chapter === 'rate') return [`rate ${saidBy(check.message)}`];
  const index = tellingExchange(check);
  const shown =
    check.title === findingsTitle ? check.exchanges : index === undefined ? [] : [index];
  return [
    // A check that was refused a valid creation, and one that was not refused an invalid one, say the same of little.
    ...(chapter === 'create' || chapter === 'pet' ? [] : [`${chapter} ${saidBy(check.message)}`]),
    ...(index === undefined ? [] : [`exchange ${index}`]),
    ...shown.flatMap((one) => wrongAnswer(exchanges[one])),
  ];
}

/** Characters of a body by which answers are compared. */
const comparedLength = 500;

/** An error, or a body that is not JSON, whatever numbers it holds. */
function wrongAnswer(exchange: Exchange | undefined): string[] {
  if (exchange === undefined || !isAnswered(exchange)) return [];
  const { response } = exchange;
  const isError = response.status >= 400;
  if (!isError && tryParseJson(response.body) !== undefined) return [];
  const body = response.body.slice(0, comparedLength).replace(/[0-9a-f]*\d[0-9a-f-]*/gi, '0');
  return [`answer ${response.status} ${header(response, 'content-type') ?? ''} ${body}`];
}

/** What was expected and received, without the numbers that differ from case to case; statuses stay. */
function saidBy(message: string): string {
  const line = (label: RegExp) => message.split('\n').find((one) => label.test(one.trim()));
  const expected = line(/^expected\b/i);
  const received = line(/^(?:received|came)\b/i);
  const said =
    expected === undefined || received === undefined ? message : `${expected} ${received}`;
  const [beforeBody = ''] = said.split(/[{[<]/, 1);
  return beforeBody
    .replace(/\d+/g, (number) => (number.length === 3 ? number : '0'))
    .replaceAll('animals', 'animal');
}
