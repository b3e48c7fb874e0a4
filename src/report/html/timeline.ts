import { type ComponentChild, h } from 'preact';
import type { Exchange } from '../../http/exchange.ts';
import { duration } from '../../text/words.ts';
import type { Report } from '../report.ts';
import { requestWords } from '../words.ts';
import { chart, chartWidth } from './chart.ts';
import { figure } from './elements.ts';
import { rateSeries } from './rate-chart.ts';

const laneHeight = 24;
const barHeight = 18;

type Answer = 'served' | 'refused' | 'limited' | 'broken';

const answerWords: Readonly<Record<Answer, string>> = {
  served: 'answered 1xx to 3xx',
  refused: 'refused, 4xx',
  limited: '429',
  broken: '5xx, or no answer',
};

const answers: readonly Answer[] = ['served', 'refused', 'limited', 'broken'];

const waiting = ['wait', 'waiting'] as const;

const lanes = ['listPets', 'createPet', 'getPet', 'other'];
const height = lanes.length * laneHeight;

const zooms: readonly (readonly [act: string, words: string])[] = [
  ['in', 'Closer'],
  ['out', 'Further'],
  ['back', 'Earlier'],
  ['on', 'Later'],
  ['all', 'Whole run'],
];

/** Every request of the run over its time, a lane for each operation, with the waits for the limit behind them. */
export function timeline(report: Report, exchanges: readonly Exchange[]): ComponentChild {
  const startedAt = Date.parse(report.run.startedAt);
  const length = Math.max(1, Date.parse(report.run.finishedAt) - startedAt);
  const words = `${requestWords(report.run)} in ${duration(length / 1000)}, ${duration(report.run.waitedSeconds)} of them waiting.`;
  const click = ' A click leads to the nearest exchange; dragged over, a part is shown closer.';
  const zoom = { class: 'zoom', hidden: true, role: 'group', 'aria-label': 'Zoom the pictures' };
  const buttons = zooms.map(([act, text]) =>
    h('button', { type: 'button', 'data-zoom': act }, text),
  );
  const picture = chart({
    label: 'The requests of the run over time; the list of exchanges says the same.',
    height,
    side: lanes,
    sideClass: 'lanes',
    length,
    legend: [...answers.map((answer) => [answer, answerWords[answer]] as const), waiting],
    content: bars(report, exchanges, startedAt, length),
  });
  return figure(
    'The run over time',
    [words, h('span', { class: 'click' }, click)],
    [h('p', zoom, buttons), picture],
    { id: 'timeline', 'data-length': length },
  );
}

function bars(
  report: Report,
  exchanges: readonly Exchange[],
  startedAt: number,
  length: number,
): ComponentChild {
  const x = (at: number) => Math.round((Math.max(0, at) / length) * chartWidth * 100) / 100;
  const bar = ({ operation, ...times }: Exchange) => {
    const from = x(times.startedAt - startedAt);
    const wide = Math.max(0.8, x(times.finishedAt - startedAt) - from).toFixed(2);
    return `M${from} ${lanes.indexOf(operation ?? 'other') * laneHeight + 3}h${wide}v${barHeight}h-${wide}z`;
  };
  return [
    rateSeries(report, 'key-holder').waits.map(([from, to]) =>
      h('rect', { class: 'wait', x: x(from), y: 0, width: Math.max(1, x(to) - x(from)), height }),
    ),
    // One path for each kind of answer: thousands of requests are four elements.
    answers.map((answer) => {
      const own = exchanges.filter((exchange) => answerOf(exchange) === answer);
      return own.length > 0 && h('path', { class: `bar-${answer}`, d: own.map(bar).join('') });
    }),
  ];
}

function answerOf({ response }: Exchange): Answer {
  if (response === undefined || response.status >= 500) return 'broken';
  if (response.status === 429) return 'limited';
  return response.status >= 400 ? 'refused' : 'served';
}
