/** The figures of the lab: docs/lab.json, and the sentences of README.md and docs/proof.md that are written from it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/package/package.ts';
import type { Share } from './matrix.ts';
import { publishAt } from './page-parts.ts';

/** What one whole lab measured. */
export interface Figures {
  readonly seed: number;
  readonly core: Share;
  readonly quick: Share;
  readonly full: Share;
  readonly conformant: {
    readonly servers: number;
    readonly runs: number;
    /** Servers on which a required requirement failed: false positives that are known. */
    readonly accused: readonly string[];
    /** Servers on which a run ended incomplete; one that did so in two profiles is named twice. */
    readonly incomplete: readonly string[];
  };
  readonly hostile: { readonly of: number; readonly problems: number };
  /** The mean number of required requirements that fail for a fault that core finds. */
  readonly requirementsPerFault: number;
  /** What a red run of core costs, in the seconds of its own clock, which waits but does not compute. */
  readonly red: {
    readonly seconds: { readonly half: number; readonly most: number };
    readonly requests: { readonly half: number; readonly largest: number };
  };
}

/** Marks of the same words are in both pages. */
const part = { name: 'lab figures', by: 'npm run lab' };

const file = join(packageRoot, 'docs/lab.json');

/** The figures that were published last. */
export function published(): Figures {
  const figures: Figures = JSON.parse(readFileSync(file, 'utf8'));
  return figures;
}

const percent = ({ found, of }: Share) => `${((100 * found) / Math.max(1, of)).toFixed(1)} %`;

const named = (ids: readonly string[]) => ids.map((id) => `\`${id}\``).join(', ');

const accusedWords = (ids: readonly string[]) =>
  ids.length === 0 ? 'none is accused' : `${ids.length} accused (${named(ids)})`;

/** The figures in one sentence, for people. */
export function sentenceOf({ core, quick, full, conformant }: Figures): string {
  const { servers, accused, incomplete } = conformant;
  return (
    `core finds ${percent(core)} of ${core.of} generated faults. Measured on a third each, quick finds ${percent(quick)} and full ${percent(full)}; ` +
    `of ${servers} conformant servers ${accusedWords(accused)}, ` +
    `${new Set(incomplete).size} end inconclusive`
  );
}

/** Faults that get through, and conformant servers that are accused, although they were not when the figures were published. */
export function regressionsOf(now: Figures, before: Figures): string[] {
  if (now.seed !== before.seed) return [];
  const accused = now.conformant.accused
    .filter((id) => !before.conformant.accused.includes(id))
    .map((id) => `conformant server ${id} is accused, and was not before`);
  const missed = (['core', 'quick', 'full'] as const).flatMap((profile) =>
    now[profile].missed
      .filter((id) => !before[profile].missed.includes(id))
      .map((id) => `${profile} no longer finds ${id}`),
  );
  return [...accused, ...missed];
}

/** Writes the figures of a green and whole lab into docs/lab.json, README.md and docs/proof.md. */
export function publish(figures: Figures): void {
  writeFileSync(file, `${JSON.stringify(figures, undefined, 2)}\n`);
  const sentence = `${sentenceOf(figures)}.`;
  publishAt({ page: 'README.md', ...part }, `${sentence[0]?.toUpperCase()}${sentence.slice(1)}`);
  publishAt({ page: 'docs/proof.md', ...part }, proofOf(figures));
}

function proofOf(figures: Figures): string {
  const { seed, core, quick, full, conformant, requirementsPerFault, red } = figures;
  const missed = core.missed.map((id) => {
    const isMissedByFull = full.missed.includes(id);
    return `\`${id}\`${isMissedByFull ? ' (nor full)' : ''}`;
  });
  return [
    '| faults of the lab | found | of | share |',
    '| --- | --- | --- | --- |',
    ...Object.entries({ core, quick, full }).map(
      ([profile, share]) =>
        `| ${profile}, seed ${seed} | ${share.found} | ${share.of} | ${percent(share)} |`,
    ),
    '',
    `A found fault fails ${requirementsPerFault.toFixed(2)} requirements on average. Half of the red runs of core take ${red.seconds.half.toFixed(1)} s of simulated time and ${red.requests.half} requests or less, 95 of 100 take ${red.seconds.most.toFixed(1)} s or less; the largest sends ${red.requests.largest} requests.`,
    '',
    `Of ${conformant.servers} conformant servers, in ${conformant.runs} runs of core and full, ${accusedWords(conformant.accused)}. Inconclusive: ${[...new Set(conformant.incomplete)].map((id) => `\`${id}\``).join(', ') || 'none'}.`,
    '',
    `Core does not find: ${missed.join(', ') || 'nothing'}.`,
  ].join('\n');
}
