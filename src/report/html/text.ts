import { type ComponentChild, h } from 'preact';
import { visible } from '../../text/visible.ts';

/** A text of the catalogue, with `code` between backticks. Control characters are shown. */
export function prose(text: string): ComponentChild[] {
  return visible(text)
    .split('`')
    .map((part, at) => (at % 2 === 1 ? h('code', null, part) : part));
}

/** Milliseconds for a person: `0.4 ms`, `12 ms`, `1.2 s`. */
export function milliseconds(value: number): string {
  if (value >= 1000) return `${(value / 1000).toFixed(1)} s`;
  return value >= 10 ? `${Math.round(value)} ms` : `${value.toFixed(1)} ms`;
}

/** A moment to the minute, in UTC. */
export function moment(iso: string): ComponentChild {
  return h('time', { dateTime: iso }, `${iso.slice(0, 16).replace('T', ' ')} UTC`);
}
