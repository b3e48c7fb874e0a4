/** Failures by their cause: the one that stands behind most of a run, and the groups that one mistake makes. */

import { isAwayStatus } from '../http/away.ts';
import { isCallerRefused } from '../http/credential.ts';
import { type Answered, type Exchange, ended, header, isAnswered } from '../http/exchange.ts';
import { failureWords, remedyOf } from '../http/failure-words.ts';
import { tryParseJson } from '../http/json.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { validateNewPet } from '../judge/validation.ts';
import { findingsTitle, tellingExchange } from '../judge/verdict.ts';
import { elsewhereWords, foreignAt, nothingAt, wrongAddress } from '../run/animals/address.ts';
import { findRequirement } from '../spec/catalogue.ts';
import { cut } from '../text/visible.ts';
import { count } from '../text/words.ts';
import type { Misdirection, Report, ReportedRequirement } from './report.ts';

/** The one cause of all that a run left open, or that failed alike. */
export interface Cause {
  /** What was seen, in one sentence without its full stop. */
  readonly seen: string;
  /** What to do about it. */
  readonly remedy: string;
  /** The required that follow from it, in the order of the report. */
  readonly requirements: readonly string[];
  /** The advisory that do. */
  readonly advisories: readonly string[];
}

/** What was seen, what to do, and which requirements can follow from it. */
interface CauseSeen extends Pick<Cause, 'seen' | 'remedy'> {
  readonly follows: (requirement: ReportedRequirement) => boolean;
}

/** After this many equal answers, all are likely to be equal. */
const enoughAlike = 3;

/**
 * After this many requests without an answer at the end of a run, the service is away, and no single request is the
 * reason.
 */
const enoughUnanswered = 10;

/**
 * Why a run says nothing of the service: no request with the key was ever served, or nothing under the address answers
 * as the service does. Undefined if it does say something.
 */
export function misdirectionOf(
  { baseUrl, endedEarly }: { readonly baseUrl: string; readonly endedEarly: string | undefined },
  exchanges: readonly Exchange[],
): Misdirection | undefined {
  const asked = ended(exchanges);
  const answers = asked.filter(isAnswered);
  if (answers.length === 0) return asked.length === 0 ? undefined : nothingAnswers(asked);
  const toKey = answers.filter(({ caller }) => caller === 'authenticated');
  const statuses = new Set(toKey.map(({ response }) => response.status));
  // A key that may not list (403) may still read or create, which the first three requests tell.
  const isRefused = statuses.has(403) ? toKey.length >= enoughAlike : statuses.has(401);
  if (isRefused && [...statuses].every(isCallerRefused)) {
    const named = [...statuses].join(' or ');
    return {
      label: 'wrong key',
      seen: `the service answers ${named} to the configured key`,
      remedy: 'use a key that is valid at this address, or allow this machine',
    };
  }
  const ways = answers.flatMap((one) => [
    wrongAddress(one, baseUrl) ?? [],
    foreignAt(baseUrl, one),
  ]);
  const found = [...ways.flat(), nothingAt(baseUrl)].find(
    (one) => endedEarly === elsewhereWords(one),
  );
  return found && { label: 'wrong address', ...found };
}

/** The one cause of what a run left open, found in its traffic; undefined if there is none. */
export function causeOf(report: Report, exchanges: readonly Exchange[]): Cause | undefined {
  const open = report.requirements.filter(
    ({ outcome }) => outcome === 'inconclusive' || outcome === 'failed',
  );
  const { misdirected } = report.run;
  const asked = ended(exchanges);
  const found =
    (misdirected && { ...misdirected, follows: isOpen }) ??
    stoppedAnswering(asked) ??
    allAlike(asked) ??
    nothingCreated(report, asked);
  if (found === undefined) return undefined;
  const { seen, remedy, follows } = found;
  const following = (level: ReportedRequirement['level']) =>
    open.filter((one) => one.level === level && follows(one)).map(({ id }) => id);
  const requirements = following('required');
  if (requirements.length === 0) return undefined;
  return { seen, remedy, requirements, advisories: following('advisory') };
}

/** `45 requirements follow from it`. */
export function followWords({ requirements: { length } }: Cause): string {
  return `${count(length, 'requirement')} ${length === 1 ? 'follows' : 'follow'} from it`;
}

/**
 * The requirements that are shown in full, and those that are folded under the cause: all that follow from it, except
 * the first that failed, which shows it.
 */
export function foldedUnder(
  cause: Cause | undefined,
  requirements: readonly ReportedRequirement[],
): { readonly told: ReportedRequirement[]; readonly folded: ReportedRequirement[] } {
  const ids = new Set([...(cause?.requirements ?? []), ...(cause?.advisories ?? [])]);
  const follows = ({ id }: ReportedRequirement) => ids.has(id);
  const first = requirements.find((one) => follows(one) && one.outcome === 'failed');
  const isFolded = (one: ReportedRequirement) => one !== first && follows(one);
  return {
    told: requirements.filter((one) => !isFolded(one)),
    folded: requirements.filter(isFolded),
  };
}

const isOpen = ({ outcome }: ReportedRequirement) => outcome === 'inconclusive';

function nothingAnswers(asked: readonly Exchange[]): Misdirection {
  const { failure } = asked.at(-1) ?? {};
  return {
    label: 'no answer',
    seen: `no request was answered${failure === undefined ? '' : `: ${failureWords(failure)}`}`,
    remedy: remedyOf(failure),
  };
}

/**
 * The reasons of what was not asked because of the silence, or because creations without an answer used up the
 * allowance.
 */
const saysUnanswered = /no answer|--max-creations/;

/** The service answered at first, and then not any more to the end of the run. */
function stoppedAnswering(asked: readonly Exchange[]): CauseSeen | undefined {
  const before = asked.findLastIndex(isAnswered);
  const [first, ...others] = asked.slice(before + 1);
  if (before < 0 || first === undefined || others.length < enoughUnanswered) return undefined;
  const { code = 'no answer' } = first.failure ?? {};
  return {
    seen: `the service stopped answering: none of the last ${others.length + 1} requests was answered, the first of them #${first.index} ${sent(first)} (${code})`,
    remedy: "see in the service's log why it stopped, start it, and run again",
    follows: ({ outcome, reason }) => outcome === 'inconclusive' && saysUnanswered.test(reason),
  };
}

/** A request in a few words: it may be what crashed the service. */
function sent({ request: { method, url, body } }: Exchange): string {
  return `${method} ${pathOf(url)}${body ? `, body ${cut(body, 60)}` : ''}`;
}

/** What to do if every answer to a list, or to every valid creation, has this status. */
const remedies: Readonly<Record<number, { readonly list?: string; readonly creation?: string }>> = {
  400: { creation: 'set --category-id to an existing category' },
  403: { creation: 'use a key that may create, or --profile read-only' },
  404: {
    list: 'check the address: /pets must follow it',
    creation: 'check the address: nothing there accepts a new animal',
  },
  405: { creation: 'check the address: nothing there accepts a new animal' },
  409: { creation: 'check whether the store is full' },
  507: { creation: 'check whether the store is full' },
};

/** The status that all answers have; undefined if they differ, or if there is none. */
function onlyStatus(answers: readonly Answered[]): number | undefined {
  const statuses = new Set(answers.map(({ response }) => response.status));
  return statuses.size === 1 ? answers[0]?.response.status : undefined;
}

/** Every answer to the key is the same refusal or error. */
function allAlike(asked: readonly Exchange[]): CauseSeen | undefined {
  const answers = asked.filter(isAnswered).filter(({ caller }) => caller === 'authenticated');
  const status = onlyStatus(answers) ?? 0;
  const isAway = isAwayStatus(status);
  const isForeign = answers.every(({ response }) => tryParseJson(response.body) === undefined);
  // A good service also refuses bad requests alike, but never a plain list.
  const isListed = answers.some((one) => one.operation === 'listPets' && one.purpose === 'clause');
  const isRefusal = status >= 300 && status !== 429 && answers.length >= enoughAlike;
  if (status < 500 && !(isRefusal && (isForeign || isListed))) return undefined;
  const all = `every answer to the configured key is ${status}`;
  const [seen, remedy] = isAway
    ? [
        `every answer is ${status}, which a gateway gives while the service behind it is away`,
        'check that the service is running, or give it longer to start with --wait (in seconds)',
      ]
    : status >= 500
      ? [all, "look into the service's log first"]
      : isForeign
        ? [
            `${all} and not JSON, as from something that stands before the service`,
            'use the address of the service itself, or allow this machine',
          ]
        : [all, remedies[status]?.list ?? 'check address and key'];
  return { seen, remedy, follows: () => true };
}

/** Requirements that need animals. */
const needsAnimals = /^(?:create\.(?:created|server-id|keeps-values|status-)|get\.|pet\.|list\.)/;

/** Valid creations were sent, and none was accepted. */
function nothingCreated({ profile }: Report, asked: readonly Exchange[]): CauseSeen | undefined {
  const creations = asked
    .filter(isAnswered)
    .filter((one) => one.operation === 'createPet' && one.caller === 'authenticated');
  const status = onlyStatus(creations.filter(isValidCreation));
  const isAccepted = creations.some(({ response }) => response.status < 300);
  if (profile === 'read-only' || isAccepted || status === undefined) return undefined;
  return {
    seen: `no animal can be created: the service answers ${status} to every valid creation`,
    remedy: remedies[status]?.creation ?? "look into the service's log for such a request",
    follows: (requirement) =>
      isOpen(requirement) &&
      (needsAnimals.test(requirement.id) || requirement.reason.includes('every creation')),
  };
}

function isValidCreation({ request, purpose }: Answered): boolean {
  if (purpose !== 'clause' || request.body === undefined) return false;
  const body = tryParseJson(request.body);
  return body !== undefined && validateNewPet(body).length === 0;
}

/** Path and query of an address; the whole of it if it is not one. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

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
 * Groups the failed among the requirements by the first of them. Two belong together if one exchange shows both, if the
 * same wrong answer does, if the same header is missing in the same answers, if both are about one member of an animal,
 * or if they say the same with other numbers. The groups with most required requirements come first, warnings last.
 */
export function groupFailures(
  requirements: readonly ReportedRequirement[],
  exchanges: readonly Exchange[],
): FailureGroup[] {
  const groups: { readonly signs: readonly string[]; readonly members: ReportedRequirement[] }[] =
    [];
  for (const requirement of requirements.filter(({ outcome }) => outcome === 'failed')) {
    const signs = signsOf(requirement, exchanges);
    // Those of later members do not count: one that two mistakes break would make them one.
    const group = groups.find((one) => signs.some((sign) => one.signs.includes(sign)));
    if (group === undefined) groups.push({ signs, members: [requirement] });
    else group.members.push(requirement);
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
    return `An error inside the service (${response.status}): see its log.`;
  }
  return findRequirement(id)?.cause;
}

const rateHeader = /X-RateLimit-\w+/g;

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
    return [`missing ${check.message.replace(rateHeader, 'X-RateLimit-*')}`];
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

/** Whether two failed checks say the same, with other numbers. */
export function isSameFinding(one: CheckResult, other: CheckResult): boolean {
  const said = ({ message }: CheckResult) => saidBy(message.replace(rateHeader, 'X-RateLimit-*'));
  return said(one) === said(other);
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
