import { sentMembers } from '../spec/animal.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import { groupedBy } from './grouped.ts';
import type { CheckResult, Finding, Outcome, Verdict } from './outcome.ts';

/** An outcome and why, in one sentence. */
export interface Decision {
  readonly outcome: Outcome;
  readonly reason: string;
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * The outcome of a requirement from those of its checks: one failure fails it, one inconclusive check leaves it
 * inconclusive, and it passes only if at least one check did. No checks: inconclusive.
 */
export function decideRequirement(checks: readonly CheckResult[]): Decision {
  const of = (outcome: Outcome) => checks.filter((check) => check.outcome === outcome);
  const failed = of('failed');
  const [firstFailed] = failed;
  if (firstFailed) {
    const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : '';
    return {
      outcome: 'failed',
      reason: `${firstFailed.title}: ${firstLine(firstFailed.message)}${more}`,
    };
  }
  const [undecided] = of('inconclusive');
  if (undecided) {
    return {
      outcome: 'inconclusive',
      reason: `${undecided.title}: ${firstLine(undecided.message)}`,
    };
  }
  const passed = of('passed');
  if (passed.length > 0) {
    return { outcome: 'passed', reason: `${plural(passed.length, 'check')} passed` };
  }
  const [exempt] = of('not-applicable');
  if (exempt) return { outcome: 'not-applicable', reason: firstLine(exempt.message) };
  const [skipped] = of('skipped');
  if (skipped) return { outcome: 'skipped', reason: firstLine(skipped.message) };
  return { outcome: 'inconclusive', reason: 'the run ended before it was decided' };
}

/**
 * The verdict for a profile, from the outcomes of the requirements that it covers. A run that decided nothing is never
 * conformant.
 */
export function decideVerdict(required: readonly Outcome[]): Verdict {
  if (required.includes('failed')) return 'non-conformant';
  if (required.includes('inconclusive') || !required.includes('passed')) return 'incomplete';
  return 'conformant';
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** The title of the one check that the findings of a requirement make. */
export const findingsTitle = 'all responses of this run';

/** Members that an animal has from its creation: if that answer shows one wrong, its request shows what was sent. */
const sentByCreations: ReadonlySet<RequirementId> = new Set(
  sentMembers.map(({ judged }) => judged),
);

const maxGroups = 5;
const maxExchanges = 10;

/** The same problem in the same place, and the exchanges that show it. */
interface Group {
  readonly at: string;
  readonly problem: string;
  readonly exchanges: Set<number>;
  /** Further exchanges that show it together with them. */
  readonly also: Set<number>;
}

/**
 * One check for each requirement that has findings. It fails if any has a problem; its message then says each problem
 * once for each place, with how many of the exchanges there show it, most frequent first. Of exchanges that show the
 * same the one that comes first in an order stands for all; by default the one that was sent first.
 */
export function checksOfFindings(
  findings: readonly Finding[],
  orderOf: (exchange: number) => number = (exchange) => exchange,
): Map<RequirementId, CheckResult[]> {
  // The order in which two responses came does not matter.
  const inOrder = findings.toSorted(
    (a, b) => orderOf(a.exchange) - orderOf(b.exchange) || a.exchange - b.exchange,
  );
  const byRequirement = groupedBy(inOrder, ({ id }) => id);
  return new Map([...byRequirement].map(([id, found]) => [id, [checkOf(id, found)]]));
}

/**
 * The exchange that shows best why a check failed: a check of the suites ends with the answer that failed it, a check
 * made of findings begins with its most frequent problem, or with the creation that sent the wrong member. Undefined if
 * no exchange decided it.
 */
export function tellingExchange(check: CheckResult): number | undefined {
  return check.title === findingsTitle ? check.exchanges[0] : check.exchanges.at(-1);
}

function checkOf(id: RequirementId, findings: readonly Finding[]): CheckResult {
  const groups = groupsOf(findings);
  if (groups.length === 0) {
    const seen = new Set(findings.map((finding) => finding.exchange));
    const exchanges = [...seen].slice(0, maxExchanges);
    return { title: findingsTitle, outcome: 'passed', message: '', exchanges };
  }
  return {
    title: findingsTitle,
    outcome: 'failed',
    message: messageOf(groups, answersByPlace(findings)),
    exchanges: evidence(sentByCreations.has(id) ? creationFirst(groups) : groups),
  };
}

function groupsOf(findings: readonly Finding[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { at, problem, exchange, also = [] } of findings) {
    if (problem === undefined) continue;
    // The same problem with other numbers counts as the same: the first stands for all.
    const key = JSON.stringify([at, problem.replace(/\d+/g, '0')]);
    const group = groups.get(key) ?? { at, problem, exchanges: new Set(), also: new Set() };
    group.exchanges.add(exchange);
    for (const other of also) group.also.add(other);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.exchanges.size - a.exchanges.size);
}

function answersByPlace(findings: readonly Finding[]): Map<string, number> {
  const places = new Map<string, Set<number>>();
  for (const { at, exchange } of findings) {
    places.set(at, (places.get(at) ?? new Set()).add(exchange));
  }
  return new Map([...places].map(([at, exchanges]) => [at, exchanges.size]));
}

function messageOf(groups: readonly Group[], answers: ReadonlyMap<string, number>): string {
  const lines = groups.slice(0, maxGroups).map(({ at, problem, exchanges }) => {
    const all = answers.get(at) ?? exchanges.size;
    const share = `${exchanges.size} of ${all} response${all === 1 ? '' : 's'}`;
    // A group is one line, because the first line becomes the reason of the requirement.
    const parts = problem.split('\n').map((line) => line.trim());
    return `${at}: ${parts.join(' ')} (${share})`;
  });
  const more = groups.length - maxGroups;
  return (more > 0 ? [...lines, `and ${more} more`] : lines).join('\n');
}

function creationFirst(groups: readonly Group[]): Group[] {
  const creation = groups.find(({ at }) => at.startsWith('createPet '));
  return creation ? [creation, ...groups.filter((one) => one !== creation)] : [...groups];
}

/**
 * First one exchange of each group, in the order of the groups, with what it contradicts, so that each problem has its
 * evidence.
 */
function evidence(groups: readonly Group[]): number[] {
  const firsts = groups
    .slice(0, maxGroups)
    .flatMap(({ exchanges, also }) => [...[...exchanges].slice(0, 1), ...[...also].slice(0, 2)]);
  const rest = groups.flatMap(({ exchanges, also }) => [...exchanges, ...also]);
  return [...new Set([...firsts, ...rest])].slice(0, maxExchanges);
}
