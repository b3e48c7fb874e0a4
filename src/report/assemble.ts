import { silenceFactor, silenceOf } from '../http/budget.ts';
import { ended } from '../http/exchange.ts';
import { traceOf } from '../http/trace.ts';
import type { CheckResult, Outcome, Verdict } from '../judge/outcome.ts';
import {
  checksOfFindings,
  type Decision,
  decideRequirement,
  decideVerdict,
} from '../judge/verdict.ts';
import type { Credentials } from '../package/credentials.ts';
import { leftByPlan } from '../run/plan/plan.ts';
import type { RunRecord } from '../run/record.ts';
import type { Settings } from '../settings/settings.ts';
import {
  type CatalogueRequirement,
  requirements as catalogue,
  inProfile,
  type RequirementId,
} from '../spec/catalogue.ts';
import { cut } from '../text/visible.ts';
import { count, firstOf } from '../text/words.ts';
import { causeOf, misdirectionOf } from './causes.ts';
import { lengthOf } from './failures.ts';
import type { Rejudged, Report, ReportedObservation, ReportedRequirement } from './report.ts';
import { shellLine } from './rerun.ts';

/** The specification that this suite judges by. */
export const judgedBy = {
  title: 'Pet Store Service Interface Specification',
  version: '1.0.0',
} as const;

/** What only the caller knows. */
export interface Facts {
  readonly suite: Credentials;
  /** The words of the command that runs the same again; they hold no key. */
  readonly argv: readonly string[];
  /** What was given beyond the defaults and bears on the outcome, by flag; holds no key. */
  readonly settings: Readonly<Record<string, string>>;
  /** Name of the key that a certificate is signed with. */
  readonly signingKey?: string;
  /** Present if recorded traffic was judged again. */
  readonly rejudged?: Rejudged;
}

type JudgedRequirement = CatalogueRequirement & { readonly level: 'required' | 'advisory' };

/** The report of a run, ended or cut short: each requirement's outcome, the verdict, what was observed. */
export function assembleReport(record: RunRecord, settings: Settings, facts: Facts): Report {
  const judged = catalogue.filter(isJudged);
  const misdirected = misdirectionOf(record, settings);
  const requirements = decideAll(judged, record, settings, misdirected);
  const { profile, selected } = settings;
  const due = judged.filter((one) => one.level === 'required' && inProfile(one, profile));
  const ids = new Set<string>(due.map(({ id }) => id).filter((id) => selected.includes(id)));
  const required = requirements.filter((requirement) => ids.has(requirement.id));
  const verdict = decideVerdict(required.map((requirement) => requirement.outcome));
  const scope = settings.partial
    ? `${ids.size} of ${count(due.length, 'requirement')} of the ${profile} profile, selected by --only or --skip`
    : `the ${profile} profile`;
  const why = misdirected
    ? `${misdirected.seen}; ${misdirected.remedy}`
    : whyVerdict(verdict, required, record.endedEarly);
  const report: Report = {
    formatVersion: 1,
    verdict,
    summary: `${verdict} for ${scope}: ${why}`,
    profile,
    suite: facts.suite,
    specification: judgedBy,
    implementation: implementationOf(settings),
    run: { ...runOf(record, settings, facts), ...(misdirected && { misdirected }) },
    requirements,
    observations: misdirected ? [] : observationsOf(record),
    baseline: null,
  };
  const cause = verdict === 'incomplete' && !misdirected && causeOf(report, record.exchanges);
  return cause
    ? { ...report, summary: `${verdict} for ${scope}: ${cause.seen}; ${cause.remedy}` }
    : report;
}

/** The outcome of one requirement from the record so far; undefined for a gap, which is never judged. */
export function reportRequirement(
  id: RequirementId,
  record: RunRecord,
  settings: Settings,
): ReportedRequirement | undefined {
  const judged = catalogue.filter(isJudged).filter((one) => one.id === id);
  return decideAll(judged, record, settings)[0];
}

function isJudged(requirement: CatalogueRequirement): requirement is JudgedRequirement {
  return requirement.level === 'required' || requirement.level === 'advisory';
}

/** Each requirement with what the run found out about it. */
function decideAll(
  judged: readonly JudgedRequirement[],
  record: RunRecord,
  settings: Settings,
  misdirected = misdirectionOf(record, settings),
): ReportedRequirement[] {
  const checks = allChecks(record);
  return judged.map((requirement): ReportedRequirement => {
    const { id, section, level, statement } = requirement;
    const head = { id, section, level, statement };
    const leftOut = leftOutBecause(requirement, settings);
    // What was seen by chance decides nothing.
    if (leftOut !== undefined) return { ...head, outcome: 'skipped', reason: leftOut, checks: [] };
    if (misdirected !== undefined) {
      const reason = record.endedEarly ?? misdirected.seen;
      return { ...head, outcome: 'inconclusive', reason, checks: [] };
    }
    const own = checks.get(id) ?? [];
    return { ...head, ...decide(requirement, own, record, settings.budget), checks: own };
  });
}

/** The checks of the suites by requirement, then those made from findings in every exchange. */
function allChecks(record: RunRecord): ReadonlyMap<RequirementId, readonly CheckResult[]> {
  const all = new Map<RequirementId, readonly CheckResult[]>(record.checks);
  // The shortest exchange shows a mistake most plainly.
  const orderOf = (index: number) => {
    const exchange = record.exchanges[index];
    return exchange === undefined ? Number.MAX_SAFE_INTEGER : lengthOf(exchange);
  };
  const findings = [...record.findings, ...record.concluded];
  for (const [id, found] of checksOfFindings(findings, orderOf)) {
    all.set(id, [...(all.get(id) ?? []), ...found]);
  }
  const short = (result: CheckResult) => ({ ...result, message: cut(result.message, messageRoom) });
  return new Map([...all].map(([id, results]) => [id, results.map(short)]));
}

/** Characters of a message, so that the report stays readable to this suite. */
const messageRoom = 2_000;

/** Characters of an answer where the specification is silent. */
const answerRoom = 4000;

/** Why a requirement was left out; undefined if it was not. */
function leftOutBecause(
  requirement: JudgedRequirement,
  { profile, selected }: Settings,
): string | undefined {
  if (!inProfile(requirement, profile)) {
    return `outside the ${profile} profile; ${requirement.profile} decides it`;
  }
  return selected.includes(requirement.id) ? undefined : 'skipped by --only or --skip';
}

function decide(
  { decidedBy }: JudgedRequirement,
  checks: readonly CheckResult[],
  record: RunRecord,
  budget: number | undefined,
): Decision {
  const open = (reason: string): Decision => ({ outcome: 'inconclusive', reason });
  if (checks.length > 0) {
    const decision = decideRequirement(checks);
    return budget !== undefined && decision.reason === leftByPlan
      ? open(`not run within a budget of ${budget} requests`)
      : decision;
  }
  if (record.endedEarly !== undefined) return open(record.endedEarly);
  return open(
    decidedBy === 'checks' ? 'none of its checks finished' : 'no response that it applies to',
  );
}

function implementationOf({ implementation, baseUrl }: Settings): Report['implementation'] {
  const { name = null, version = null, contact = null } = implementation;
  return { name, version, contact, baseUrl };
}

function runOf(record: RunRecord, settings: Settings, facts: Facts): Report['run'] {
  const exchanges = ended(record.exchanges);
  const created = exchanges.filter(
    ({ operation, response: { status } = { status: 0 } }) =>
      operation === 'createPet' && status >= 200 && status < 300,
  );
  const trace = exchanges.map(traceOf).find((one) => one !== undefined);
  return {
    startedAt: new Date(record.startedAt).toISOString(),
    finishedAt: new Date(record.finishedAt).toISOString(),
    seed: settings.seed,
    plan: settings.plan ?? null,
    requests: exchanges.length,
    animalsCreated: created.length,
    waitedSeconds: waitedSeconds(record),
    silence: {
      seconds: Math.round(silenceOf(exchanges)) / 1000,
      allowedSeconds: silenceFactor * settings.timeout,
    },
    command: shellLine(facts.argv),
    argv: facts.argv,
    ...(facts.signingKey === undefined ? {} : { signingKey: facts.signingKey }),
    settings: facts.settings,
    partial: settings.partial,
    endedEarly: record.endedEarly ?? null,
    ...(trace === undefined ? {} : { trace }),
    rejudged: facts.rejudged ?? null,
  };
}

function observationsOf(record: RunRecord): ReportedObservation[] {
  return catalogue
    .filter((requirement) => requirement.level === 'gap')
    .flatMap(({ id, section, statement }) =>
      record.observations
        .filter((observation) => observation.id === id)
        .map(({ answer, exchanges }) => ({
          id,
          section,
          question: statement,
          answer: cut(answer, answerRoom),
          exchanges,
        })),
    );
}

/** What decided the verdict, in a few words. */
function whyVerdict(
  verdict: Verdict,
  required: readonly ReportedRequirement[],
  endedEarly: string | undefined,
): string {
  const withOutcome = (outcome: Outcome) => required.filter((one) => one.outcome === outcome);
  const open = withOutcome('inconclusive');
  const [first] = open;
  if (verdict === 'conformant') {
    return `${count(withOutcome('passed').length, 'requirement')} passed`;
  }
  if (verdict === 'non-conformant') {
    const failed = withOutcome('failed').map(({ id }) => id);
    const beside = first === undefined ? '' : `, ${open.length} inconclusive`;
    return `${count(failed.length, 'requirement')} failed (${firstOf(failed, 3)})${beside}`;
  }
  if (endedEarly !== undefined) return `the run ended early: ${endedEarly}`;
  if (first === undefined) return 'no requirement passed';
  return `${count(open.length, 'requirement')} inconclusive, first ${first.id}: ${first.reason}`;
}

/**
 * Seconds that a run waited for the rate limit. Overlapping waits count once, and an interrupted run stops waiting.
 */
function waitedSeconds({ pauses, finishedAt }: RunRecord): number {
  let waited = 0;
  let until = Number.NEGATIVE_INFINITY;
  const waits = pauses.filter(({ kind }) => kind === 'rate-limit');
  for (const { startedAt, seconds } of waits.sort((a, b) => a.startedAt - b.startedAt)) {
    const end = Math.min(startedAt + seconds * 1000, finishedAt);
    waited += Math.max(0, end - Math.max(startedAt, until));
    until = Math.max(until, end);
  }
  return Math.round(waited) / 1000;
}
