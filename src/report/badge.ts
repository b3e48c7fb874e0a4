import { makeBadge } from 'badge-maker';
import type { Report } from './report.ts';

const colors = {
  conformant: '#1f7a3d',
  'non-conformant': '#b3261e',
  incomplete: '#a24d05',
} as const satisfies Record<Report['verdict'], string>;

/**
 * The verdict as a badge for a README: `pet store conformance | conformant (core)`. It holds no text of the
 * settings or the server. A partial run says so and is never green.
 */
export function badge({ verdict, profile, run }: Report): string {
  const partial = run.partial && verdict === 'conformant';
  const badge = makeBadge({
    label: 'pet store conformance',
    message: `${verdict} (${run.partial ? `${profile}, in part` : profile})`,
    color: partial ? '#1d5fa8' : colors[verdict],
  });
  return `${badge}\n`;
}
