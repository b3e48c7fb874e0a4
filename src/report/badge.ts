import { element, toXml } from '../text/xml.ts';
import { whyNotCertifiable } from './certifiable.ts';
import type { Report } from './report.ts';

const colors = {
  conformant: '#1f7a3d',
  'non-conformant': '#b3261e',
  incomplete: '#6a2f8f',
} as const satisfies Record<Report['verdict'], string>;

/** Pixels of a letter, of a gap beside a text, and of the height. */
const [letter, gap, height] = [6.6, 6, 20];

/**
 * The verdict as a badge for a README: `pet store conformance | conformant (core)`. It holds no text of the
 * settings or the server. A partial run says so and is never green. Its title says whether the run is certified.
 */
export function badge(report: Report): string {
  const { verdict, profile, run } = report;
  const label = 'pet store conformance';
  const scope = run.misdirected?.label ?? (run.partial ? `${profile}, in part` : profile);
  const message = `${verdict} (${scope})`;
  const isGreenInPart = run.partial && verdict === 'conformant';
  const isCertified = whyNotCertifiable(report) === undefined;
  const title = `${label}: ${message}, ${isCertified ? 'with a certificate' : 'not certified'}`;
  const [left, right] = [widthOf(label), widthOf(message)];
  const width = left + right;
  const box = (x: number, wide: number, fill: string) =>
    element('rect', { x, width: wide, height, fill });
  const text = (x: number, words: string) =>
    element('text', { x: x + gap, y: 14, textLength: widthOf(words) - 2 * gap }, words);
  const look = { fill: '#fff', 'font-family': 'Verdana,DejaVu Sans,sans-serif', 'font-size': 11 };
  const attributes = { xmlns: 'http://www.w3.org/2000/svg', width, height, role: 'img' };
  return toXml(
    element('svg', { ...attributes, 'aria-label': title }, [
      element('title', {}, title),
      box(0, left, '#555'),
      box(left, right, isGreenInPart ? '#1d5fa8' : colors[verdict]),
      element('g', look, [text(0, label), text(left, message)]),
    ]),
  );
}

function widthOf(text: string): number {
  return Math.round(text.length * letter) + 2 * gap;
}
