import { type ComponentChild, h } from 'preact';
import type { Caller } from '../../http/exchange.ts';
import { count, duration, grouped } from '../../text/words.ts';
import type { Report } from '../report.ts';
import { chart, chartWidth } from './chart.ts';
import { figure } from './elements.ts';

const height = 200;

const titles = {
  'key-holder': 'What remained of the rate limit',
  'limit-key': 'What remained of the rate limit that was spent on purpose',
} as const;

/** What remained of the rate limit over the run, with its waits and its 429s; for each key one picture. */
export function rateCharts(report: Report): ComponentChild {
  const spent = rateSeries(report, 'limit-key');
  return [
    rateChart(report, 'key-holder', rateSeries(report, 'key-holder')),
    spent.points.length > 0 && rateChart(report, 'limit-key', spent),
  ];
}

function rateChart(
  { run }: Report,
  caller: keyof typeof titles,
  series: RateSeries,
): ComponentChild {
  const length = Math.max(1, Date.parse(run.finishedAt) - Date.parse(run.startedAt));
  const shown = series.points.length > 0 && picture(series, length);
  return figure(titles[caller], sentence(series, run), shown);
}

function sentence({ points, refusals, limit }: RateSeries, run: Report['run']): string {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) {
    return 'No answer to this key showed X-RateLimit-Remaining.';
  }
  const lowest = points.reduce((low, [, left]) => Math.min(low, left), first[1]);
  const of = limit === undefined ? '' : ` of ${grouped(limit)}`;
  return `From ${grouped(first[1])}${of} at the start to ${grouped(last[1])} at the end, ${grouped(lowest)} at the least; ${duration(run.waitedSeconds)} of waiting, ${count(refusals.length, 'answer')} 429.`;
}

function picture(series: RateSeries, length: number): ComponentChild {
  const { points, refusals, waits, limit = 0 } = series;
  const top = points.reduce((high, [, left]) => Math.max(high, left), Math.max(1, limit));
  const x = (at: number) => round((at / length) * chartWidth);
  const y = (left: number) => round(height - (left / top) * height);
  return chart({
    label: 'Remaining requests over the time of the run; the sentence above says the same.',
    height,
    side: [grouped(top), '0'],
    length,
    legend: [
      ['remaining', 'remaining'],
      ['wait', 'waiting'],
      ['refused', '429'],
    ],
    content: [
      [0.25, 0.5, 0.75].map((part) => line('grid', 0, chartWidth, height * part, height * part)),
      waits.map(([from, to]) => {
        const width = Math.max(2, round(x(to) - x(from)));
        return h('rect', { class: 'wait', x: x(from), y: 0, width, height });
      }),
      h('polyline', { class: 'remaining', points: steps(points, x, y) }),
      refusals.map((at) => line('refused', x(at), x(at), 0, height)),
    ],
  });
}

function line(name: string, x1: number, x2: number, y1: number, y2: number): ComponentChild {
  return h('line', { class: name, x1, x2, y1, y2 });
}

/** What remains holds until the next answer says otherwise. */
function steps(
  points: RateSeries['points'],
  x: (at: number) => number,
  y: (left: number) => number,
): string {
  let before: number | undefined;
  const corners = points.map(([at, left]) => {
    const level = y(left);
    const corner = before === undefined ? '' : `${x(at)},${before} `;
    before = level;
    return `${corner}${x(at)},${level}`;
  });
  return corners.join(' ');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** What the answers said of the rate limit of one caller, by time. */
export interface RateSeries {
  /** Milliseconds since the start of the run, and the requests that remained; by time. */
  readonly points: readonly (readonly [at: number, remaining: number])[];
  /** When a 429 came: milliseconds since the start. */
  readonly refusals: readonly number[];
  /** From, to: milliseconds since the start. Waits at the same time are one. */
  readonly waits: readonly (readonly [from: number, to: number])[];
  /** The highest limit shown; undefined if no answer showed one. */
  readonly limit: number | undefined;
}

/** The rate limit over the run, as a caller was told. Times are clipped to the run. */
export function rateSeries({ run }: Report, caller: Caller): RateSeries {
  const from = Date.parse(run.startedAt);
  const to = Date.parse(run.finishedAt);
  const clip = (at: number) => Math.min(Math.max(at, from), to) - from;
  const own = run.timeline
    .filter((point) => point.caller === caller)
    .toSorted((a, b) => a.at - b.at);
  const limits = own.flatMap(({ limit }) => (limit === null ? [] : [limit]));
  const waits = run.waits.map(
    ({ startedAt, seconds }) => [clip(startedAt), clip(startedAt + seconds * 1000)] as const,
  );
  return {
    points: own.flatMap(({ at, remaining }) =>
      remaining === null || remaining < 0 ? [] : [[clip(at), remaining] as const],
    ),
    refusals: own.filter(({ refused }) => refused).map(({ at }) => clip(at)),
    waits: apart(waits),
    limit: limits.length === 0 ? undefined : limits.reduce((a, b) => Math.max(a, b)),
  };
}

/** Intervals that overlap as one, by time. */
function apart(intervals: RateSeries['waits']): RateSeries['waits'] {
  const merged: (readonly [number, number])[] = [];
  for (const [from, to] of intervals.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) {
      merged.splice(-1, 1, [last[0], Math.max(last[1], to)]);
    } else {
      merged.push([from, to]);
    }
  }
  return merged;
}
