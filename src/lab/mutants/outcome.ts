import { isLost } from './pool.ts';
import type { Difference } from './probe.ts';
import type { ServerResult } from './server-mutants.ts';

/** What became of a mutant of a server. */
export type Outcome =
  /** Required requirements failed: these. */
  | { readonly type: 'found'; readonly by: readonly string[] }
  /** It does not start, falls, or hangs: nobody could put it into service. */
  | { readonly type: 'not started'; readonly why: string }
  /** Nothing failed, but something was left open: the verdict is incomplete, and never conformant. */
  | { readonly type: 'incomplete'; readonly open: readonly string[] }
  | { readonly type: 'survived'; readonly difference: Difference | undefined };

export function outcomeOf({ tried }: ServerResult): Outcome {
  if (isLost(tried)) return { type: 'not started', why: tried.lost };
  const by = tried.judgements.flatMap(({ failed }) => failed);
  if (by.length > 0) return { type: 'found', by };
  if (tried.notStarted !== undefined) return { type: 'not started', why: tried.notStarted };
  const open = tried.judgements.at(-1)?.open ?? [];
  if (open.length > 0) return { type: 'incomplete', open };
  return { type: 'survived', difference: tried.difference };
}
