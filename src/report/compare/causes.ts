import type { Outcome } from '../../judge/outcome.ts';
import type { Cause, Differences } from './comparison.ts';
import type { Pair } from './rows.ts';

/** What may account for a row that came out otherwise, the likeliest first. */
export function causesOfRequirement(
  { before, after }: Pair<{ readonly id: string; readonly outcome: Outcome }>,
  differences: Differences,
): Cause[] {
  if (before === undefined || after === undefined) return ['suite'];
  const { settings, suite } = differences;
  const leftOut = (before.outcome === 'skipped') !== (after.outcome === 'skipped');
  // Profile, --only and --skip alone leave a row out.
  if (leftOut && selects(differences)) return ['settings'];
  if (leftOut && settings.changed) return ['settings', ...rest(differences, 'settings')];
  if (suite.reworded.some(({ id }) => id === after.id)) {
    return ['suite', ...rest(differences, 'suite')];
  }
  return suspects(differences);
}

/** What may account for an outcome or an answer, as far as the reports differ. */
export function suspects({ server, suite, settings, seed }: Differences): Cause[] {
  // A server that does not name its version may have changed unseen.
  const unseen = server.state === 'unknown' || server.state === 'inferred';
  const candidates: readonly (readonly [suspected: boolean, cause: Cause])[] = [
    [server.state === 'changed', 'server'],
    [suite.changed, 'suite'],
    [settings.changed, 'settings'],
    [unseen, 'server'],
    [seed.changed, 'seed'],
    [unseen && !suite.changed && !settings.changed, 'chance'],
  ];
  return candidates.flatMap(([suspected, cause]) => (suspected ? [cause] : []));
}

function rest(differences: Differences, first: Cause): Cause[] {
  return suspects(differences).filter((cause) => cause !== first);
}

const selecting = new Set(['--profile', '--only', '--skip']);

function selects({ settings }: Differences): boolean {
  return settings.differences.some(({ name }) => selecting.has(name));
}
