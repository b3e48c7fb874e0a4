import type { RequiredId, RequirementId } from '../../src/catalogue/catalogue.ts';
import type { Report } from '../../src/report/report.ts';
import type { LabSettings } from '../trial.ts';

/** A peer that was started. */
export interface Running {
  readonly baseUrl: string;
  close(): Promise<void>;
  /** Settings that are known only once it runs, such as the address of a proxy. */
  readonly settings?: Partial<LabSettings>;
  /** What the peer saw and must not happen; undefined if nothing. Asked at the end of the run. */
  readonly complaint?: () => string | undefined;
}

/** The true report of a run against a peer. */
export interface Expected {
  readonly verdict: Report['verdict'];
  /** Requirements that must fail. `alone`: no other requirement may. */
  readonly fails?: readonly RequiredId[];
  readonly alone?: true;
  /** Requirements that must pass. */
  readonly passes?: readonly RequiredId[];
  /** What the summary, or the reason of an inconclusive requirement, must say. */
  readonly says?: RegExp;
  /** Requests that the run may send at most. */
  readonly mostRequests?: number;
}

/** A peer that hangs, lies or attacks, and what a run against it must come to. */
export interface HostilePeer {
  readonly id: string;
  /** What the peer does, in plain words. */
  readonly title: string;
  /** Starts it; or says in words why it cannot be tried on this machine. */
  start(): Promise<Running | string>;
  /** What differs from the settings of hostile trials. */
  readonly settings?: Partial<LabSettings>;
  /** The requirements to decide, if all of them would take long; default all. */
  readonly only?: readonly RequirementId[];
  readonly expected: Expected;
}

/** The key of every hostile trial; no artefact may hold it. */
export const hostileKey = 'Hostile-Lab-Key-9Zq';
