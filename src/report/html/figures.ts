import { type ComponentChild, h } from 'preact';
import { operationNames, operations } from '../../catalogue/operations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { findingsTitle } from '../../judge/findings.ts';
import { visible } from '../../text/visible.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { drawing, figure, list, milliseconds } from './elements.ts';

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
  const words = `One line for each answer, from 0 to ${milliseconds(slowest)}. Nothing of this is judged.`;
  const lines = series.map(({ name, times }) => operation(name, times, slowest));
  return figure('How long answers took', words, list('latency', lines));
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
  const ticks = times.map((time) => {
    const x = Math.round((time / slowest) * (width - 2)) + 1;
    return h('line', { class: 'tick', x1: x, x2: x, y1: 0, y2: height });
  });
  return [
    h('span', null, h('strong', null, name), ` ${method} ${path}`),
    h('span', { class: 'note' }, words),
    drawing(width, height, ticks),
  ];
}

/** The nearest-rank quantile of sorted numbers; `part` from 0 to 1. */
export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}

/** How many requests decided each requirement. Requirements that look at every answer cost none of their own. */
export function requestsChart({ requirements }: Report): ComponentChild {
  const counts = requirements
    .map((requirement) => ({ id: requirement.id, requests: requestsOf(requirement) }))
    .filter(({ requests }) => requests > 0)
    .toSorted((a, b) => b.requests - a.requests);
  const most = counts[0]?.requests ?? 1;
  const bars = counts.map(({ id, requests }) => {
    const bar = { class: 'bar', x: 0, y: 0, width: (requests / most) * 100, height: 10 };
    return [
      h('span', { class: 'id' }, visible(id)),
      drawing(100, 10, h('rect', bar)),
      h('span', { class: 'amount' }, requests, h('span', { class: 'unseen' }, ' requests')),
    ];
  });
  const words =
    'A request that decides several requirements counts for each. Requirements that look at every answer send nothing of their own and are not shown.';
  return figure('Requests by requirement', words, list('bars', bars, 'ol'));
}

function requestsOf({ checks }: ReportedRequirement): number {
  if (checks.some((check) => check.title === findingsTitle)) return 0;
  return new Set(checks.flatMap((check) => check.exchanges)).size;
}
