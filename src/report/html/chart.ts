import { type ComponentChild, h } from 'preact';
import { duration } from '../../text/words.ts';

/** Width of every picture over time, in its own units. */
export const chartWidth = 1000;

export interface Chart {
  /** What it shows, for those who cannot see it. */
  readonly label: string;
  readonly height: number;
  /** Words beside it, from the top. */
  readonly side: readonly string[];
  readonly sideClass?: string;
  /** Milliseconds from its left to its right. */
  readonly length: number;
  readonly legend: readonly (readonly [name: string, words: string])[];
  readonly content: ComponentChild;
}

/** A picture over the time of the run; the script zooms all of them together. */
export function chart({ label, height, side, sideClass, length, legend, content }: Chart) {
  const words = (all: readonly string[]) => all.map((one) => h('span', null, one));
  const attributes = {
    class: 'time',
    viewBox: `0 0 ${chartWidth} ${height}`,
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': label,
  };
  const keys = legend.map(([name, text]) => h('span', { class: `key ${name}` }, text));
  return h('div', { class: 'chart' }, [
    h('span', { class: `axis y ${sideClass ?? ''}` }, words(side)),
    h('svg', attributes, content),
    h('span', { class: 'axis x' }, words(['0 s', duration(length / 1000)])),
    h('p', { class: 'legend' }, keys),
  ]);
}
