import type { Exchange } from '../http/exchange.ts';
import type { CheckResult, Finding, Observation } from '../judge/outcome.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import type { Pause, RunEvent } from './events.ts';

/** All that a run found out, before it is judged as a whole. */
export interface RunRecord {
  readonly startedAt: number;
  finishedAt: number;
  readonly exchanges: Exchange[];
  readonly findings: Finding[];
  /** What all exchanges show when they are compared; empty until the run has been concluded. */
  concluded: readonly Finding[];
  readonly checks: Map<RequirementId, CheckResult[]>;
  readonly observations: Observation[];
  readonly pauses: Pause[];
  /** Why nothing more was sent; absent if the run came to its end. */
  endedEarly?: string;
  /** Defects of the suite itself; a single one makes the whole run worthless. */
  readonly defects: { readonly message: string; readonly stack: string }[];
}

export function newRecord(startedAt: number): RunRecord {
  return {
    startedAt,
    finishedAt: startedAt,
    exchanges: [],
    findings: [],
    concluded: [],
    checks: new Map(),
    observations: [],
    pauses: [],
    defects: [],
  };
}

/** Adds one event to the record. */
export function addEvent(record: RunRecord, event: RunEvent): void {
  switch (event.type) {
    case 'exchange':
      record.exchanges[event.exchange.index] = event.exchange;
      record.findings.push(...event.findings);
      break;
    case 'concluded':
      record.concluded = event.findings;
      break;
    case 'pause':
      record.pauses.push(event.pause);
      break;
    case 'check-finished':
      record.checks.set(event.id, [...(record.checks.get(event.id) ?? []), event.result]);
      break;
    case 'observed':
      record.observations.push(event.observation);
      break;
    case 'ended-early':
      record.endedEarly ??= event.reason;
      break;
    case 'defect':
      record.defects.push({ message: event.message, stack: event.stack });
      break;
    case 'check-started':
      break;
  }
}

/** Throws SuiteDefect if the record holds a defect of the suite. */
export function refuseDefects({ defects: [defect] }: RunRecord): void {
  if (defect) throw new SuiteDefect(defect.message, { cause: defect.stack });
}

/** The suite itself failed, which says nothing about the implementation. */
export class SuiteDefect extends Error {
  override readonly name = 'SuiteDefect';
}
