import type { Exchange, Pause } from '../http/exchange.ts';
import type { CheckResult, Finding, Observation } from '../judge/outcome.ts';
import type { RequirementId } from '../spec/catalogue.ts';

export type { Pause };

/** What a run reports while it works; nothing in it holds a key. */
export type RunEvent =
  | {
      readonly type: 'exchange';
      readonly exchange: Exchange;
      readonly findings: readonly Finding[];
    }
  /** What all exchanges so far show when they are compared; replaces an earlier one. */
  | { readonly type: 'concluded'; readonly findings: readonly Finding[] }
  | { readonly type: 'pause'; readonly pause: Pause }
  | { readonly type: 'check-started'; readonly id: RequirementId; readonly title: string }
  | { readonly type: 'check-finished'; readonly id: RequirementId; readonly result: CheckResult }
  | { readonly type: 'observed'; readonly observation: Observation }
  /** Nothing more will be sent: unreachable, key refused, throttled beyond the allowance. */
  | { readonly type: 'ended-early'; readonly reason: string }
  /** A defect of the suite itself, which says nothing about the implementation. */
  | { readonly type: 'defect'; readonly message: string; readonly stack: string };

/** Takes each event as it happens. */
export type Emit = (event: RunEvent) => void;
