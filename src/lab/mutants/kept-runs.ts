/**
 * The recorded runs of the lab. Code that only judges (src/judge/) can be mutated and judge their answers again: that
 * takes milliseconds, and sends no request.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { RunRecord } from '../../engine/record.ts';
import { type Exchange, ended } from '../../http/exchange.ts';
import { judgeExchange } from '../../judge/exchange.ts';
import type { RunFacts } from '../../judge/model/facts.ts';
import { judgeRun } from '../../judge/model/judge.ts';
import { judgeLimit } from '../../judge/model/limit/limit.ts';
import { judgeNowhere } from '../../judge/model/nowhere.ts';
import type { Finding } from '../../judge/outcome.ts';
import type { Settings } from '../../settings/settings.ts';
import { reportOf } from '../in-process.ts';
import { inShort, type Trial } from '../trial.ts';
import { type WithReach, withReach } from './active.ts';

const partNames = ['exchanges', 'store', 'limit', 'nowhere', 'asked'] as const;

type Part = (typeof partNames)[number];

/** The judgement of a run, in parts: a mutant affects one or two, and the others need not be repeated. */
const sayings: Record<Part, (all: readonly Exchange[], facts: RunFacts) => Finding[]> = {
  exchanges: (all, { plan }) => all.flatMap((one) => judgeExchange(one, plan)),
  store: (all, facts) => [...judgeRun(all, facts).findings],
  limit: judgeLimit,
  nowhere: (all, { plan }) => judgeNowhere(all, plan),
  asked: (all, facts) =>
    judgeRun(all, facts).contradictions.map(({ requirement, problem }) => ({
      id: requirement,
      exchange: 0,
      at: problem,
    })),
};

interface Kept {
  readonly record: RunRecord;
  readonly settings: Settings;
  readonly trial: Trial;
  /** With the numbers of the mutants that each part reaches. */
  readonly said: Readonly<Record<Part, WithReach<readonly Finding[]>>>;
  /** Whether it is judged as it was in the run. */
  readonly isSame: boolean;
  /** The numbers of the mutants that making the report reaches. */
  readonly reached: readonly string[];
}

/** What the judges make of a kept run. */
export interface JudgedKept {
  /** The trial, as it would have come out. */
  readonly trial: Trial;
  /** Whether the result, or a further question, differs from the one without mutants. */
  readonly differs: boolean;
}

const fileOf = (folder: string, entry: string) => join(folder, entry.replaceAll(/[^\w.-]/g, '_'));

/** Whether the run of an entry is kept. */
export const isKept = (folder: string, entry: string) => existsSync(fileOf(folder, entry));

/** Keeps a run, and what is said of it by the code as it is now. */
export function keepRun(folder: string, run: Pick<Kept, 'record' | 'settings' | 'trial'>): void {
  // Nobody judges how a shell would send a request.
  const exchanges = ended(run.record.exchanges).map((one) => ({ ...one, curl: '' }));
  const record = { ...run.record, exchanges };
  const say = (part: Part) =>
    // On copies, as judges remember what they made of an answer.
    withReach(() => sayings[part](structuredClone(exchanges), factsOf(run.settings)));
  const said = {
    exchanges: say('exchanges'),
    store: say('store'),
    limit: say('limit'),
    nowhere: say('nowhere'),
    asked: say('asked'),
  };
  const findings = [...said.exchanges.value];
  const concluded = [...said.store.value, ...said.limit.value, ...said.nowhere.value];
  const judged = { ...record, findings, concluded };
  const report = withReach(() => reportOf(judged, run.settings));
  const { failed } = inShort(judged, report.value);
  const isSame = Object.keys(failed).join() === Object.keys(run.trial.failed).join();
  // A difference without a mutant proves nothing: less may be kept of a body than was judged.
  const kept: Kept = { ...run, record: judged, said, reached: report.reached, isSame };
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(folder, run.trial.id), serialize(kept));
}

/**
 * Judges a kept run with the active mutant. The run is read again each time, as judges remember what they made of it.
 */
export function judgeKept(folder: string, entry: string, active: string): JudgedKept {
  const kept: Kept = deserialize(readFileSync(fileOf(folder, entry)));
  const { record, settings, said, reached, trial, isSame } = kept;
  if (!isSame) return { trial, differs: false };
  let differs = false;
  const say = (part: Part): readonly Finding[] => {
    if (!said[part].reached.includes(active)) return said[part].value;
    const now = sayings[part](record.exchanges, factsOf(settings));
    differs ||= JSON.stringify(now) !== JSON.stringify(said[part].value);
    return now;
  };
  const findings = [...say('exchanges')];
  const concluded = [...say('store'), ...say('limit'), ...say('nowhere')];
  say('asked');
  if (!differs && !reached.includes(active)) return { trial, differs };
  const judged = { ...record, findings, concluded };
  return { trial: { ...trial, ...inShort(judged, reportOf(judged, settings)) }, differs };
}

const factsOf = ({ plan, grace }: Settings): RunFacts => ({ plan, graceMs: grace * 1000 });
