import { type ComponentChild, h } from 'preact';
import type { Caller } from '../http/exchange.ts';
import { count, duration, grouped } from '../text/words.ts';
import type { Report } from './report.ts';

const [width, height] = [1000, 200];

const titles = {
  authenticated: 'What remained of the rate limit',
  'rate-limit-key': 'What remained of the rate limit that was spent on purpose',
} as const;

/** What remained of the rate limit over the run, with its waits and its 429s; for each key one picture. */
export function rateCharts(report: Report): ComponentChild {
  const spent = rateSeries(report, 'rate-limit-key');
  return [
    rateChart(report, 'authenticated', rateSeries(report, 'authenticated')),
    spent.points.length > 0 && rateChart(report, 'rate-limit-key', spent),
  ];
}

function rateChart({ run }: Report, caller: keyof typeof titles, series: RateSeries) {
  const length = Math.max(1, Date.parse(run.finishedAt) - Date.parse(run.startedAt));
  const words = h('p', null, sentence(series, run));
  const caption = h('figcaption', null, h('h3', null, titles[caller]), words);
  return h('figure', null, caption, series.points.length > 0 && picture(series, length));
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

function picture({ points, refusals, waits, limit = 0 }: RateSeries, length: number) {
  const top = points.reduce((high, [, left]) => Math.max(high, left), Math.max(1, limit));
  const x = (at: number) => Math.round((at / length) * width * 10) / 10;
  const y = (left: number) => Math.round((1 - left / top) * height * 10) / 10;
  // What remains holds until the next answer says otherwise.
  const steps = points.map(([at, left], place) => {
    const before = points[place - 1];
    return `${before === undefined ? '' : `${x(at)},${y(before[1])} `}${x(at)},${y(left)}`;
  });
  const label = 'Remaining requests over the time of the run; the sentence above says the same.';
  const attributes = {
    viewBox: `0 0 ${width} ${height}`,
    preserveAspectRatio: 'none',
    role: 'img',
  };
  const words = (all: readonly string[]) => all.map((one) => h('span', null, one));
  const keys = [
    ['remaining', 'remaining'],
    ['wait', 'waiting'],
    ['refused', '429'],
  ] as const;
  return h('div', { class: 'chart' }, [
    h('span', { class: 'axis y' }, words([grouped(top), '0'])),
    h('svg', { ...attributes, 'aria-label': label }, [
      waits.map(([from, to]) =>
        h('rect', { class: 'wait', x: x(from), y: 0, width: Math.max(2, x(to) - x(from)), height }),
      ),
      h('polyline', { class: 'remaining', points: steps.join(' ') }),
      refusals.map((at) =>
        h('line', { class: 'refused', x1: x(at), x2: x(at), y1: 0, y2: height }),
      ),
    ]),
    h('span', { class: 'axis x' }, words(['0 s', duration(length / 1000)])),
    h(
      'p',
      { class: 'legend' },
      keys.map(([name, text]) => h('span', { class: `key ${name}` }, text)),
    ),
  ]);
}

/** What the answers said of the rate limit of one caller; times in milliseconds since the start. */
interface RateSeries {
  readonly points: readonly (readonly [at: number, remaining: number])[];
  /** When a 429 came. */
  readonly refusals: readonly number[];
  readonly waits: readonly (readonly [from: number, to: number])[];
  /** The highest limit shown; undefined if no answer showed one. */
  readonly limit: number | undefined;
}

/** The rate limit over the run, as a caller was told. Times are clipped to the run. */
function rateSeries({ run }: Report, caller: Caller): RateSeries {
  const from = Date.parse(run.startedAt);
  const to = Date.parse(run.finishedAt);
  const clip = (at: number) => Math.min(Math.max(at, from), to) - from;
  const own = run.timeline
    .filter((point) => point.caller === caller)
    .toSorted((a, b) => a.at - b.at);
  const limits = own.flatMap(({ limit }) => (limit === null ? [] : [limit]));
  return {
    points: own.flatMap(({ at, remaining }) =>
      remaining === null || remaining < 0 ? [] : [[clip(at), remaining] as const],
    ),
    refusals: own.filter(({ refused }) => refused).map(({ at }) => clip(at)),
    waits: run.waits.map(
      ({ startedAt, seconds }) => [clip(startedAt), clip(startedAt + seconds * 1000)] as const,
    ),
    limit: limits.length === 0 ? undefined : limits.reduce((a, b) => Math.max(a, b)),
  };
}
