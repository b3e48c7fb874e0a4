import { type ComponentChild, h } from 'preact';
import { operationNames, operations } from '../../catalogue/operations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { milliseconds } from './text.ts';

const width = 1000;
const height = 24;

/** Milliseconds from sending to the header of the response, by operation: one line for each answer. */
export function latencyChart(exchanges: readonly Exchange[]): ComponentChild {
  const series = operationNames.map((name) => ({
    name,
    times: exchanges
      .filter(({ operation, response }) => operation === name && response !== undefined)
      .map(({ waitMs }) => waitMs)
      .toSorted((a, b) => a - b),
  }));
  const slowest = series.reduce((high, { times }) => Math.max(high, times.at(-1) ?? 0), 1);
  return h(
    'figure',
    null,
    h(
      'figcaption',
      null,
      h('h3', null, 'How long answers took'),
      h(
        'p',
        null,
        `One line for each answer, from 0 to ${milliseconds(slowest)}. Nothing of this is judged.`,
      ),
    ),
    h(
      'ul',
      { class: 'latency' },
      series.map(({ name, times }) => operation(name, times, slowest)),
    ),
  );
}

function operation(
  name: keyof typeof operations,
  times: readonly number[],
  slowest: number,
): ComponentChild {
  const { method, path } = operations[name];
  const words =
    times.length === 0
      ? 'no answer'
      : `${times.length} answers: median ${milliseconds(quantile(times, 0.5))}, 95 % within ${milliseconds(quantile(times, 0.95))}, slowest ${milliseconds(times.at(-1) ?? 0)}`;
  return h(
    'li',
    null,
    h('span', null, h('strong', null, name), ` ${method} ${path}`),
    h('span', { class: 'note' }, words),
    h(
      'svg',
      {
        viewBox: `0 0 ${width} ${height}`,
        preserveAspectRatio: 'none',
        'aria-hidden': true,
      },
      times.map((time) => {
        const x = Math.round((time / slowest) * (width - 2)) + 1;
        return h('line', { class: 'tick', x1: x, x2: x, y1: 0, y2: height });
      }),
    ),
  );
}

/** The nearest-rank quantile of sorted numbers; `part` from 0 to 1. */
export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}
