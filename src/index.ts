/** `petstore-conformance`: the suite as a function. */

export { WriteFailure } from './disk/failure.ts';
export type { CheckResult, Outcome, Verdict } from './judge/outcome.ts';
export { type Progress, type RunOptions, run } from './library/run.ts';
export type { Report, ReportedObservation, ReportedRequirement } from './report/report.ts';
export { SuiteDefect } from './run/record.ts';
export { SettingsError } from './settings/settings-error.ts';
export type { PlainSettings as RunSettings } from './settings/sources.ts';
export type { Plan, Profile } from './spec/plans.ts';
