import { type CatalogueRow, inProfile, type RowId, rows } from '../catalogue/catalogue.ts';
import type { Row } from '../catalogue/row.ts';
import type { Pause } from '../engine/events.ts';
import type { RunRecord } from '../engine/record.ts';
import { silenceFactor, silenceOf } from '../http/silence.ts';
import { checksOfFindings } from '../judge/findings.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { type Decision, decideRow, decideVerdict } from '../judge/verdict.ts';
import type { Credentials } from '../package/credentials.ts';
import type { Settings } from '../settings/settings.ts';
import { shellLine } from './command-line.ts';
import type { Rejudged, Report, ReportedObservation, ReportedRequirement } from './report.ts';
import { summarize } from './summary.ts';
import { timelineOf } from './timeline.ts';

/** What the caller knows and neither record nor settings hold. */
export interface Facts {
  readonly suite: Credentials;
  /** The words of the command that runs the same again; they hold no key. */
  readonly argv: readonly string[];
  /** What was given beyond the defaults and bears on the outcome, by flag; holds no key. */
  readonly settings: Readonly<Record<string, string>>;
  /** Where recorded traffic was judged again. */
  readonly rejudged?: Rejudged;
}

type JudgedRow = CatalogueRow & { readonly level: 'required' | 'advisory' };

/** The report of a run, ended or cut short: each row's outcome, the verdict, what was observed. */
export function assembleReport(record: RunRecord, settings: Settings, facts: Facts): Report {
  const judged = rows.filter(isJudged);
  const selected = new Set<RowId>(settings.selected);
  const requirements = decideRows(judged, record, settings);

  const due = judged.filter((row) => row.level === 'required' && inProfile(row, settings.profile));
  const ids = new Set<string>(due.filter((row) => selected.has(row.id)).map((row) => row.id));
  const required = requirements.filter((row) => ids.has(row.id));
  const verdict = decideVerdict(required.map((row) => row.outcome));
  const endedEarly = record.endedEarly ?? null;
  const { profile, partial } = settings;
  return {
    formatVersion: 1,
    verdict,
    summary: summarize(verdict, {
      profile,
      required,
      leftOut: due.length - ids.size,
      partial,
      endedEarly,
    }),
    profile,
    suite: facts.suite,
    specification: { title: 'Pet Store Service Interface Specification', version: '1.0.0' },
    implementation: implementationOf(settings),
    run: runOf(record, settings, facts),
    requirements,
    observations: observationsOf(record),
    baseline: null,
  };
}

/** One row's outcome, from what the record holds by now; undefined for a gap, which is never judged. */
export function reportRow(
  id: RowId,
  record: RunRecord,
  settings: Settings,
): ReportedRequirement | undefined {
  const row = rows.filter(isJudged).filter((one) => one.id === id);
  return decideRows(row, record, settings)[0];
}

function decideRows(
  judged: readonly JudgedRow[],
  record: RunRecord,
  settings: Settings,
): ReportedRequirement[] {
  const selected = new Set<RowId>(settings.selected);
  const checks = allChecks(record);
  return judged.map((row) =>
    reported(row, checks.get(row.id) ?? [], leftOutBecause(row, settings, selected), record),
  );
}

function isJudged(row: CatalogueRow): row is JudgedRow {
  return row.level === 'required' || row.level === 'advisory';
}

/** The suites' checks of each row, then those made of what was found in every exchange. */
function allChecks(record: RunRecord): Map<RowId, readonly CheckResult[]> {
  const all = new Map<RowId, readonly CheckResult[]>(record.checks);
  for (const [id, found] of checksOfFindings([...record.findings, ...record.concluded])) {
    all.set(id, [...(all.get(id) ?? []), ...found]);
  }
  return all;
}

/** Why a row was not to be decided; undefined where it was. */
function leftOutBecause(
  row: JudgedRow,
  { profile }: Settings,
  selected: ReadonlySet<RowId>,
): string | undefined {
  if (!inProfile(row, profile)) {
    return `outside the ${profile} profile: decided by ${row.profile}`;
  }
  return selected.has(row.id) ? undefined : 'left out by --only or --skip';
}

function reported(
  row: JudgedRow,
  checks: readonly CheckResult[],
  leftOut: string | undefined,
  record: RunRecord,
): ReportedRequirement {
  const { id, section, level, statement } = row;
  const decision: Decision =
    leftOut !== undefined ? { outcome: 'skipped', reason: leftOut } : decide(row, checks, record);
  // What is seen in passing decides nothing about a row that was left out.
  const shown = leftOut === undefined ? checks : [];
  return { id, section, level, statement, ...decision, checks: shown };
}

function decide(row: Row, checks: readonly CheckResult[], record: RunRecord): Decision {
  if (checks.length > 0) return decideRow(checks);
  if (record.endedEarly !== undefined) {
    return { outcome: 'inconclusive', reason: record.endedEarly };
  }
  const missing =
    row.decidedBy !== 'checks'
      ? 'no answer came back that it applies to'
      : 'none of its checks came to an end';
  return { outcome: 'inconclusive', reason: missing };
}

function implementationOf({ implementation, baseUrl }: Settings): Report['implementation'] {
  const { name = null, version = null, contact = null } = implementation;
  return { name, version, contact, baseUrl };
}

function runOf(record: RunRecord, settings: Settings, facts: Facts): Report['run'] {
  // A run cut short leaves holes for requests still under way; filter passes over them.
  const exchanges = record.exchanges.filter(() => true);
  const created = exchanges.filter(
    ({ operation, response }) => operation === 'createPet' && response?.status === 201,
  );
  const waits = record.pauses.filter((pause) => pause.kind === 'rate-limit');
  return {
    startedAt: new Date(record.startedAt).toISOString(),
    finishedAt: new Date(record.finishedAt).toISOString(),
    seed: settings.seed,
    plan: settings.plan ?? null,
    requests: exchanges.length,
    animalsCreated: created.length,
    waitedSeconds: waitedSeconds(waits, record.finishedAt),
    waits: waits.map(({ startedAt, seconds, reason }) => ({ startedAt, seconds, reason })),
    silence: {
      seconds: Math.round(silenceOf(exchanges)) / 1000,
      allowedSeconds: silenceFactor * settings.timeout,
    },
    timeline: timelineOf(exchanges),
    command: shellLine(facts.argv),
    argv: facts.argv,
    settings: facts.settings,
    partial: settings.partial,
    endedEarly: record.endedEarly ?? null,
    rejudged: facts.rejudged ?? null,
  };
}

/** Requests in flight wait at the same time, and an interrupted run waits no longer: time counts once. */
function waitedSeconds(waits: readonly Pause[], finishedAt: number): number {
  let waited = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { startedAt, seconds } of waits.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const end = Math.min(startedAt + seconds * 1000, finishedAt);
    waited += Math.max(0, end - Math.max(startedAt, until));
    until = Math.max(until, end);
  }
  return Math.round(waited) / 1000;
}

function observationsOf(record: RunRecord): ReportedObservation[] {
  return rows
    .filter((row) => row.level === 'gap')
    .flatMap(({ id, section, statement }) =>
      record.observations
        .filter((observation) => observation.id === id)
        .map(({ answer, exchanges }) => ({
          id,
          section,
          question: statement,
          answer,
          exchanges,
        })),
    );
}
