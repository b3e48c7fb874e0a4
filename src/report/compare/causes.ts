import { dirname } from 'node:path';
import type { Outcome } from '../../judge/outcome.ts';
import { suiteName } from '../../package/package.ts';
import { capital, listed } from '../../text/words.ts';
import type { Cause, Differences, Judged } from './comparison.ts';
import type { Pair } from './rows.ts';

/** The possible causes of a changed row, the likeliest first. */
export function causesOfRequirement(
  { before, after }: Pair<{ readonly id: string; readonly outcome: Outcome }>,
  differences: Differences,
): Cause[] {
  if (before === undefined || after === undefined) return ['suite'];
  const { settings, suite } = differences;
  const leftOut = (before.outcome === 'skipped') !== (after.outcome === 'skipped');
  // Only --profile, --only and --skip leave a row out.
  if (leftOut && selects(differences)) return ['settings'];
  if (leftOut && settings.changed) return ['settings', ...rest(differences, 'settings')];
  if (suite.reworded.some(({ id }) => id === after.id)) {
    return ['suite', ...rest(differences, 'suite')];
  }
  return suspects(differences);
}

/** The possible causes of a changed outcome or answer, as far as the reports differ. */
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

/** How to find out which of several causes it was; else empty. */
export function adviceOf(differences: Differences, before: Judged): string[] {
  const { server, suite, settings, seed } = differences;
  const named = suspects(differences).filter((cause) => cause !== 'seed' && cause !== 'chance');
  if (named.length < 2)
    return server.state === 'inferred' ? [byChance(seed.changed, before.seed)] : [];
  const withoutSuite = `To take the suite out: judge the older recording by today's suite (${suiteName} rejudge, of the folder ${dirname(before.file)}), and compare with that.`;
  const withoutServer =
    'To take the server out: let both runs name its version (--implementation-version).';
  const flags = settings.differences.map(({ name }) => name).join(', ');
  const withoutSettings = `To take the settings out: run again with those of the older report (${flags}; run.command in ${before.file}).`;
  return [
    `${capital(listed(named, 'and'))} may each have changed: two reports cannot tell these causes apart.`,
    ...(suite.changed ? [withoutSuite] : []),
    ...(settings.changed ? [withoutSettings] : []),
    ...(server.state === 'unknown' ? [withoutServer] : []),
  ];
}

function byChance(otherSeed: boolean, seed: number): string {
  const what = otherSeed ? 'the server, the seed or chance' : 'the server, or chance';
  const how = otherSeed ? `run again with --seed ${seed}` : 'run again';
  return `Suite and settings are the same, so it is ${what}: ${how}, and see whether it stays.`;
}
