/** One cause, said once: what stands behind all that a run could not decide, or that failed alike. */

import { elsewhereWords, foreignAt, nothingAt, wrongAddress } from '../engine/store/address.ts';
import { isAwayStatus } from '../http/away.ts';
import { isCallerRefused } from '../http/credential.ts';
import { type Answered, type Exchange, ended, isAnswered } from '../http/exchange.ts';
import { failureWords, remedyOf } from '../http/failure-words.ts';
import { tryParseJson } from '../http/json.ts';
import { validateNewPet } from '../judge/schemas.ts';
import { cut } from '../text/visible.ts';
import { count } from '../text/words.ts';
import { pathOf } from './card.ts';
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
  const toKey = answers.filter(({ caller }) => caller === 'key-holder');
  const statuses = new Set(toKey.map(({ response }) => response.status));
  // A key that may not list (403) may still read or create, which the first three requests tell.
  const isRefused = statuses.has(403) ? toKey.length >= enoughAlike : statuses.has(401);
  if (isRefused && [...statuses].every(isCallerRefused)) {
    const named = [...statuses].join(' or ');
    return {
      label: 'wrong key',
      seen: `the service answers ${named} to the configured key`,
      remedy: 'give the run a key that is valid at this address, or have this machine let through',
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
    remedy: "see in the service's own log what ended it, start it, and run again",
    follows: ({ outcome, reason }) => outcome === 'inconclusive' && saysUnanswered.test(reason),
  };
}

/** A request in a few words: it may be what crashed the service. */
function sent({ request: { method, url, body } }: Exchange): string {
  return `${method} ${pathOf(url)}${body ? `, body ${cut(body, 60)}` : ''}`;
}

/** Every answer to the key is the same refusal or error. */
function allAlike(asked: readonly Exchange[]): CauseSeen | undefined {
  const answers = asked.filter(isAnswered).filter(({ caller }) => caller === 'key-holder');
  const [first] = answers;
  if (first === undefined) return undefined;
  const { status } = first.response;
  if (answers.some(({ response }) => response.status !== status)) return undefined;
  if (answers.length < enoughAlike && status < 500) return undefined;
  return causeOfAlike(status, answers);
}

function causeOfAlike(status: number, answers: readonly Answered[]): CauseSeen | undefined {
  const finding = (seen: string, remedy: string) => ({ seen, remedy, follows: () => true });
  const all = `every answer to the configured key is ${status}`;
  if (isAwayStatus(status)) {
    const away = `every answer is ${status}, which a gateway gives while the service behind it is away`;
    return finding(away, 'see that the service runs, or let the run wait for it: --wait 60');
  }
  if (status >= 500) return finding(all, "look into the service's own log first");
  if (status < 300 || status === 429) return undefined;
  if (answers.every(({ response }) => tryParseJson(response.body) === undefined)) {
    const seen = `${all} and not JSON, as from something that stands before the service`;
    return finding(
      seen,
      'give the address of the service itself, or have this machine let through',
    );
  }
  // A good service also refuses bad requests alike, but never a plain list.
  if (!answers.some(isOrdinaryList)) return undefined;
  return finding(all, refusals[status] ?? 'see that the address and the key are right');
}

const isOrdinaryList = ({ operation, purpose }: Answered) =>
  operation === 'listPets' && purpose === 'clause';

const refusals: Readonly<Record<number, string>> = {
  404: 'see that the address is right: /pets must follow it',
};

/** Requirements that need animals. */
const needsAnimals = /^(?:create\.(?:created|server-id|keeps-values|status-)|get\.|pet\.|list\.)/;

/** Valid creations were sent, and none was accepted. */
function nothingCreated({ profile }: Report, asked: readonly Exchange[]): CauseSeen | undefined {
  if (profile === 'read-only') return undefined;
  const creations = asked
    .filter(isAnswered)
    .filter((one) => one.operation === 'createPet' && one.caller === 'key-holder');
  if (creations.some(({ response }) => response.status < 300)) return undefined;
  const valid = creations.filter(isValidCreation);
  const [first] = valid;
  if (first === undefined) return undefined;
  const { status } = first.response;
  const ordinary = valid.filter(({ response }) => response.status === status);
  if (ordinary.length < valid.length) return undefined;
  return {
    seen: `no animal can be created: the service answers ${status} to every valid creation`,
    remedy: remedies[status] ?? "look into the service's own log for such a request",
    follows: (requirement) =>
      isOpen(requirement) &&
      (needsAnimals.test(requirement.id) || requirement.reason.includes('every creation')),
  };
}

const remedies: Readonly<Record<number, string>> = {
  400: 'name a category that takes animals with --category-id',
  404: 'see that the address is right: nothing there takes an animal',
  405: 'see that the address is right: nothing there takes an animal',
  403: 'give the run a key that may create, or choose --profile read-only',
  409: 'see whether the store has room for more animals',
  507: 'see whether the store has room for more animals',
};

function isValidCreation({ request, purpose }: Answered): boolean {
  if (purpose !== 'clause' || request.body === undefined) return false;
  const body = tryParseJson(request.body);
  return body !== undefined && validateNewPet(body).length === 0;
}
