import { type ComponentChild, h } from 'preact';
import { visible } from '../visible.ts';

/** A text of the catalogue, with `code` between backticks. Control characters are shown. */
export function prose(text: string): ComponentChild[] {
  return visible(text)
    .split('`')
    .map((part, at) => (at % 2 === 1 ? h('code', null, part) : part));
}

/** The first characters of a text, and how many more there are. */
export function shortened(
  text: string,
  max: number,
): { readonly text: string; readonly left: number } {
  const characters = [...text];
  if (characters.length <= max) return { text, left: 0 };
  return { text: characters.slice(0, max).join(''), left: characters.length - max };
}

/** Thousands apart: `12,345`. */
export function grouped(amount: number): string {
  return amount.toLocaleString('en-US');
}

/** Milliseconds for a person: `0.4 ms`, `12 ms`, `1.2 s`. */
export function milliseconds(value: number): string {
  if (value >= 1000) return `${(value / 1000).toFixed(1)} s`;
  return value >= 10 ? `${Math.round(value)} ms` : `${value.toFixed(1)} ms`;
}
