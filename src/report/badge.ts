import { element, toXml, type XmlElement } from '../text/xml.ts';
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
  return badgeOf({
    label: 'pet store conformance',
    message: `${verdict} (${run.partial ? `${profile}, in part` : profile})`,
    color: partial ? '#1d5fa8' : colors[verdict],
  });
}

/** The words on a badge; only characters in `widths`. */
interface Words {
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

/** The width of each character that a badge may hold, in pixels of Verdana 11. */
const widths: Readonly<Record<string, number>> = {
  ...{ ' ': 3.87, '(': 5, ')': 5, ',': 4, '-': 5 },
  ...{ a: 6.61, b: 6.85, c: 5.73, d: 6.85, e: 6.55, f: 3.87, g: 6.85, h: 6.96, i: 3.02 },
  ...{ j: 3.79, k: 6.51, l: 3.02, m: 10.7, n: 6.96, o: 6.68, p: 6.85, q: 6.85, r: 4.69 },
  ...{ s: 5.73, t: 4.33, u: 6.96, v: 6.51, w: 9, x: 6.51, y: 6.51, z: 5.78 },
};

const height = 20;
const padding = 5;

/** A badge that looks like those of shields.io, which everybody knows; a test compares them. */
export function badgeOf({ label, message, color }: Words): string {
  const words = `${label}: ${message}`;
  const left = widthOf(label) + 2 * padding;
  const right = widthOf(message) + 2 * padding;
  const width = left + right;
  const whole = { width, height };
  const stop = (offset: string | number, attributes: XmlElement['attributes']) =>
    element('stop', { offset, ...attributes, 'stop-opacity': '.1' });
  return toXml(
    element(
      'svg',
      { xmlns: 'http://www.w3.org/2000/svg', ...whole, role: 'img', 'aria-label': words },
      [
        element('title', {}, words),
        element('filter', { id: 'blur' }, [element('feGaussianBlur', { stdDeviation: 16 })]),
        element('linearGradient', { id: 's', x2: 0, y2: '100%' }, [
          stop(0, { 'stop-color': '#bbb' }),
          stop(1, {}),
        ]),
        element('clipPath', { id: 'r' }, [element('rect', { ...whole, rx: 3 })]),
        element('g', { 'clip-path': 'url(#r)' }, [
          element('rect', { width: left, height, fill: '#555' }),
          element('rect', { x: left, width: right, height, fill: color }),
          element('rect', { ...whole, fill: 'url(#s)' }),
        ]),
        element('g', look, [written(label, 1), written(message, left - 1)]),
      ],
    ),
  );
}

const look = {
  fill: '#fff',
  'text-anchor': 'middle',
  'font-family': 'Verdana,Geneva,DejaVu Sans,sans-serif',
  'text-rendering': 'geometricPrecision',
  'font-size': 110,
};

/** A text and its shadow, in tenths of a pixel. */
function written(text: string, from: number): XmlElement {
  const textLength = 10 * widthOf(text);
  const x = 10 * (from + padding) + textLength / 2;
  const one = (y: number, attributes: XmlElement['attributes'] = {}) =>
    element('text', { x, y, ...attributes, textLength }, text);
  const shadow = element('g', { 'aria-hidden': 'true', fill: '#010101' }, [
    one(150, { 'fill-opacity': '.8', filter: 'url(#blur)' }),
    one(150, { 'fill-opacity': '.3' }),
  ]);
  return element('g', { transform: 'scale(.1)' }, [shadow, one(140)]);
}

/** An odd number of pixels, so that the text has a middle pixel. */
function widthOf(text: string): number {
  const width = [...text].reduce((sum, character) => sum + (widths[character] ?? 7), 0);
  return Math.floor(width) | 1;
}
