import { dirname } from 'node:path';
import { suiteName } from '../../package/package.ts';
import { capital, listed } from '../../text/words.ts';
import { suspects } from './causes.ts';
import type { Differences, Judged } from './comparison.ts';

/** How to find out which cause it was, where several may account for what came out; else empty. */
export function adviceOf(differences: Differences, before: Judged): string[] {
  const { server, suite, settings, seed } = differences;
  const named = suspects(differences).filter((cause) => cause !== 'seed' && cause !== 'chance');
  if (named.length < 2)
    return server.state === 'inferred' ? [byChance(seed.changed, before.seed)] : [];
  const flags = settings.differences.map(({ name }) => name).join(', ');
  return [
    `${capital(listed(named, 'and'))} may each have changed: two reports cannot tell these causes apart.`,
    ...(suite.changed
      ? [
          `To take the suite out: judge the older recording by today's suite (${suiteName} rejudge, of the folder ${dirname(before.file)}), and compare with that.`,
        ]
      : []),
    ...(settings.changed
      ? [
          `To take the settings out: run again with those of the older report (${flags}; run.command in ${before.file}).`,
        ]
      : []),
    ...(server.state === 'unknown'
      ? ['To take the server out: let both runs name its version (--implementation-version).']
      : []),
  ];
}

function byChance(otherSeed: boolean, seed: number): string {
  const how = otherSeed ? `run again with --seed ${seed}` : 'run again';
  return `Suite and settings are the same, so it is the server, or chance: ${how}, and see whether it stays.`;
}
