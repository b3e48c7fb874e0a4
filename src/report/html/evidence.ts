import { type ComponentChild, h } from 'preact';
import type { Exchange } from '../../http/exchange.ts';
import { exchangeLine } from '../describe.ts';
import type { Report } from '../report.ts';
import { command, exchangeView } from './exchange.ts';
import type { Room } from './room.ts';

/** The exchanges that the report names, in their order, as many as the page has room for. */
export function citedExchanges(
  report: Report,
  exchanges: readonly Exchange[],
  room: Room,
): Exchange[] {
  const named = new Set([
    ...report.requirements.flatMap((requirement) =>
      requirement.checks.flatMap((check) => check.exchanges),
    ),
    ...report.observations.flatMap((observation) => observation.exchanges),
  ]);
  return exchanges.filter((exchange) => named.has(exchange.index)).slice(0, room.exchanges);
}

/** Links to exchanges further down the page; those that are not there are named alone. */
export function exchangeLinks(
  indexes: readonly number[],
  cited: ReadonlySet<number>,
): ComponentChild[] {
  return indexes.flatMap((index, at) => [
    at > 0 ? ' ' : '',
    cited.has(index) ? h('a', { href: `#x${index}` }, `#${index}`) : `#${index}`,
  ]);
}

/** Every exchange that decided something, folded; `#12` anywhere on the page leads here. */
export function exchangesSection(
  cited: readonly Exchange[],
  all: number,
  room: Room,
): ComponentChild {
  const view = { body: room.evidence, header: room.header, highlight: false };
  return h(
    'section',
    { id: 'exchanges', 'aria-labelledby': 'exchanges-title' },
    h('h2', { id: 'exchanges-title' }, 'Exchanges that decided something'),
    h(
      'p',
      null,
      `${cited.length} of ${all}, with long bodies cut. All of them stand whole in traffic.har, under the same numbers; a browser's developer tools can open it.`,
    ),
    cited.map((exchange) =>
      h(
        'details',
        { class: 'exchange' },
        h('summary', null, exchangeLine(exchange)),
        // The target of links stands inside: browsers open what is folded around a target.
        h('div', { id: `x${exchange.index}`, class: 'inside' }, [
          exchangeView(exchange, view),
          command('Send it again', exchange.curl),
        ]),
      ),
    ),
  );
}
