/** The one cause behind most of what a run left open. */

import { awayRemedy, isAwayStatus } from '../http/away.ts';
import { isCallerRefused } from '../http/credential.ts';
import { type Answered, type Exchange, ended, header, isAnswered } from '../http/exchange.ts';
import { failureWords, remedyOf } from '../http/failure-words.ts';
import { tryParseJson } from '../http/json.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { validateNewPet } from '../judge/validation.ts';
import { elsewhereWords, foreignAt, nothingAt, wrongAddress } from '../run/animals/address.ts';
import type { RunRecord } from '../run/record.ts';
import type { Settings } from '../settings/settings.ts';
import { cut } from '../text/visible.ts';
import { count, firstOf } from '../text/words.ts';
import { exchangeOf, type FailureGroup, failedChecks, lengthOf, pathOf } from './failures.ts';
import type { Misdirection, Report, ReportedRequirement } from './report.ts';

/** The one cause of all that a run left open, or that failed alike. */
export interface Cause {
  /** What was seen, in one sentence without its full stop. */
  readonly seen: string;
  /** What to do about it. */
  readonly remedy: string;
  /** What shows it; none if key or address is wrong. */
  readonly exchange?: Exchange | undefined;
  /** The requirements and advisories that follow from it, in the order of the report. */
  readonly follows: readonly ReportedRequirement[];
}

/** What was seen, what to do, and which requirements can follow from it. */
interface CauseSeen extends Omit<Cause, 'follows'> {
  readonly canFollow: (requirement: ReportedRequirement) => boolean;
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
  { endedEarly, exchanges }: Pick<RunRecord, 'endedEarly' | 'exchanges'>,
  { baseUrl }: Pick<Settings, 'baseUrl'>,
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
      remedy: `use a key that is valid at this address${statuses.has(403) ? ', or allow this machine' : ''}`,
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
  const { misdirected } = report.run;
  const sent = ended(exchanges);
  const found =
    (misdirected && { ...misdirected, canFollow: isOpen }) ??
    stoppedAnswering(sent) ??
    allAlike(sent) ??
    nothingCreated(report, exchanges);
  if (found === undefined) return undefined;
  const { canFollow, ...cause } = found;
  const follows = report.requirements.filter(
    (one) => (isOpen(one) || one.outcome === 'failed') && canFollow(one),
  );
  return follows.some(({ level }) => level === 'required') ? { ...cause, follows } : undefined;
}

/** `45 requirements follow from it: list.limit, … and 42 more`. */
export function followWords({ follows }: Cause, mostIds = 8): string {
  const ids = follows.filter(({ level }) => level === 'required').map(({ id }) => id);
  const words = `${count(ids.length, 'requirement')} ${ids.length === 1 ? 'follows' : 'follow'}`;
  return `${words} from it: ${firstOf(ids, mostIds)}`;
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

/** Why something was not sent: the silence, or what may have been creations and log-ins used up the allowance. */
const saysUnanswered = /no answer|--max-creations|refused log-ins/;

/** The service answered at first, and then not any more to the end of the run. */
function stoppedAnswering(asked: readonly Exchange[]): CauseSeen | undefined {
  const before = asked.findLastIndex(isAnswered);
  const [first, ...others] = asked.slice(before + 1);
  if (before < 0 || first === undefined || others.length < enoughUnanswered) return undefined;
  const { code = 'no answer' } = first.failure ?? {};
  return {
    seen: `the service stopped answering: none of the last ${others.length + 1} requests was answered, the first of them #${first.index} ${sent(first)} (${code})`,
    remedy: "see in the service's log why it stopped, start it, and run again",
    exchange: first,
    canFollow: ({ outcome, reason }) => outcome === 'inconclusive' && saysUnanswered.test(reason),
  };
}

/** A request in a few words: it may be what crashed the service. */
function sent({ request: { method, url, body } }: Exchange): string {
  return `${method} ${pathOf(url)}${body ? `, body ${cut(body, 60)}` : ''}`;
}

const takesNone = 'check the address: nothing there accepts a new animal';

/** What to do if every answer to a valid creation has this status. */
const remedies: Readonly<Record<number, string>> = {
  400: 'see why in its body; if it refuses the category, set --category-id to an existing one',
  403: 'use a key that may create, or --profile read-only',
  404: takesNone,
  405: takesNone,
  409: 'check whether the store is full',
  507: 'check whether the store is full',
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
  // A good service also refuses bad requests alike, but never a plain list.
  const isListed = answers.some((one) => one.operation === 'listPets' && one.purpose === 'clause');
  const isRefusal = status >= 300 && status !== 429 && isListed && answers.length >= enoughAlike;
  if (status < 500 && !isRefusal) return undefined;
  const shown = { exchange: plainest(answers), canFollow: () => true };
  if (isAwayStatus(status)) {
    return {
      seen: `every response is ${status}, which a gateway gives while the service behind it is away`,
      remedy: awayRemedy,
      ...shown,
    };
  }
  const ofList =
    status === 404 ? 'check the address: /pets must follow it' : 'check address and key';
  return {
    seen: `every response to the configured key is ${status}`,
    remedy: status >= 500 ? "look into the service's log first" : ofList,
    ...shown,
  };
}

/** Why something was not sent: nothing could be created, or what may have been creations used up the allowance. */
const saysUncreated = /every creation|--max-creations/;

/** Requirements that need animals. */
const needsAnimals = /^(?:create\.(?:created|server-id|keeps-values|status-)|get\.|pet\.|list\.)/;

/** Valid creations were sent, and none was accepted. */
function nothingCreated(
  { profile }: Report,
  exchanges: readonly Exchange[],
): CauseSeen | undefined {
  const creations = ended(exchanges)
    .filter(isAnswered)
    .filter((one) => one.operation === 'createPet' && one.caller === 'authenticated');
  const valid = creations.filter(isValidCreation);
  const status = onlyStatus(valid);
  const isAccepted = creations.some(({ response }) => response.status < 300);
  const exchange = plainest(valid);
  if (profile === 'read-only' || isAccepted || !exchange || status === undefined) return undefined;
  const target = status < 400 && header(exchange.response, 'location');
  const found = target
    ? {
        seen: `${pathOf(exchange.request.url)} redirects (${status}) to ${target}, and redirects are never followed`,
        remedy: 'answer at the path that was requested',
      }
    : {
        seen: `no animal can be created: the service answers ${status} to every valid creation`,
        remedy: remedies[status] ?? "look into the service's log for such a request",
      };
  const isShownBy = (check: CheckResult) =>
    exchangeOf(check, exchanges)?.response?.status === status;
  return {
    ...found,
    exchange,
    canFollow: (requirement) =>
      isOpen(requirement)
        ? needsAnimals.test(requirement.id) || saysUncreated.test(requirement.reason)
        : failedChecks(requirement).every(isShownBy),
  };
}

/**
 * What to fix before the rest can be decided, if the allowance of creations ran out: the weightiest failure whose
 * requests created animals that had to be refused. Undefined if there is none.
 */
export function fixFirst(
  { requirements }: Report,
  failures: readonly FailureGroup[],
  exchanges: readonly Exchange[],
): string | undefined {
  const isShort = requirements.some((one) => isOpen(one) && one.reason.includes('--max-creations'));
  const isWrong = (at: number) => isWronglyCreated(exchanges[at]);
  const first = failures
    .flatMap((group) => group.requirements)
    .find((one) => failedChecks(one).some((check) => check.exchanges.some(isWrong)));
  if (!isShort || first === undefined) return undefined;
  return `Fix ${first.id} first, then run again: each request that it had to refuse took an animal of the allowance.`;
}

function isWronglyCreated(one: Exchange | undefined): boolean {
  if (one?.operation !== 'createPet' || !isAnswered(one) || one.response.status > 299) return false;
  return one.caller !== 'authenticated' || !isValidCreation(one);
}

/** The shortest of them. */
function plainest<T extends Exchange>(exchanges: readonly T[]): T | undefined {
  return exchanges.toSorted((a, b) => lengthOf(a) - lengthOf(b))[0];
}

function isValidCreation({ request, purpose }: Answered): boolean {
  if (purpose !== 'clause' || request.body === undefined) return false;
  const body = tryParseJson(request.body);
  return body !== undefined && validateNewPet(body).length === 0;
}
