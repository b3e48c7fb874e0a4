import type { Emit } from '../engine/events.ts';
import type { Outcome } from '../judge/outcome.ts';

/** What a run is at. More types may come: pass over those that you do not know. */
export type Progress = {
  /** Requests answered so far. */
  readonly requests: number;
} & (
  | { readonly type: 'check-started'; readonly id: string; readonly title: string }
  | {
      readonly type: 'check-finished';
      readonly id: string;
      readonly title: string;
      readonly outcome: Outcome;
      /** Why it failed, or what was missing to decide it; empty for a pass. */
      readonly message: string;
    }
  /** Before a request: for the rate limit, for reads to catch up with writes, or before another try. */
  | { readonly type: 'waiting'; readonly seconds: number; readonly reason: string }
  /** Nothing more will be sent: unreachable, key refused, throttled beyond the allowance. */
  | { readonly type: 'ended-early'; readonly reason: string }
);

/** Takes the events of a run and tells of each, free of keys, what a caller may want to show. */
export function progressOf(tell: (progress: Progress) => void): Emit {
  let requests = 0;
  return (event) => {
    const { type } = event;
    if (type === 'exchange') requests += 1;
    if (type === 'pause') {
      const { seconds, reason } = event.pause;
      tell({ requests, type: 'waiting', seconds, reason });
    }
    if (type === 'check-started') tell({ requests, type, id: event.id, title: event.title });
    if (type === 'check-finished') {
      const { title, outcome, message } = event.result;
      tell({ requests, type, id: event.id, title, outcome, message });
    }
    if (type === 'ended-early') tell({ requests, type, reason: event.reason });
  };
}
