import { type ComponentChild, h } from 'preact';
import type { Exchange } from '../../http/exchange.ts';
import { visible } from '../../text/visible.ts';
import { firstOf, grouped } from '../../text/words.ts';
import { placeOf } from '../kinds.ts';
import type { Report } from '../report.ts';
import { details, section } from './elements.ts';
import { type ExchangeView, exchangeLine, exchangeView, leastRoom, sendAgain } from './exchange.ts';
import type { Room } from './room.ts';

/** For each exchange, the ids of the requirements that it decided, or of the gaps whose answer it showed. */
export type Citations = ReadonlyMap<number, readonly string[]>;

/** Who cites what, in the order of the report. */
export function citationsOf({ requirements, observations }: Report): Citations {
  const cited = new Map<number, string[]>();
  const cite = (id: string, exchanges: readonly number[]) => {
    for (const index of new Set(exchanges)) {
      const ids = cited.get(index);
      if (ids === undefined) cited.set(index, [id]);
      else ids.push(id);
    }
  };
  for (const { id, checks } of requirements) {
    cite(
      id,
      checks.flatMap(({ exchanges }) => exchanges),
    );
  }
  for (const { id, exchanges } of observations) cite(id, exchanges);
  return cited;
}

/** Indexes of the exchanges that are shown in full: those that decided something first. */
export function wholeExchanges(
  exchanges: readonly Exchange[],
  cited: Citations,
  room: Room,
): ReadonlySet<number> {
  const deciding = exchanges.filter(({ index }) => cited.has(index));
  const others = exchanges.filter(({ index }) => !cited.has(index));
  return new Set([...deciding, ...others].slice(0, room.exchanges).map(({ index }) => index));
}

/** How an exchange is shown there. */
function viewOf(room: Room): ExchangeView {
  return { body: room.evidence, header: room.header, highlight: false };
}

/** The least characters that the exchanges take, to avoid rendering a page that is too long. */
export function leastEvidence(exchanges: readonly Exchange[], cited: Citations, room: Room) {
  const whole = wholeExchanges(exchanges, cited, room);
  return exchanges
    .filter(({ index }) => whole.has(index))
    .reduce((sum, exchange) => sum + leastRoom(exchange, viewOf(room)), 0);
}

/** Links to exchanges further down the page; missing ones are only named. */
export function exchangeLinks(
  indexes: readonly number[],
  known: ReadonlySet<number>,
): ComponentChild[] {
  return [...new Set(indexes)].flatMap((index, at) => [
    at > 0 ? ' ' : '',
    known.has(index) ? h('a', { href: `#x${index}` }, `#${index}`) : `#${index}`,
  ]);
}

/** Every exchange of the run in its order; `#12` anywhere on the page leads here. */
export function exchangesSection(
  report: Report,
  exchanges: readonly Exchange[],
  cited: Citations,
  room: Room,
): ComponentChild {
  const whole = wholeExchanges(exchanges, cited, room);
  const startedAt = Date.parse(report.run.startedAt);
  const which = whole.size === exchanges.length ? 'Each' : `${grouped(whole.size)} of them`;
  const words = `${which} with what was sent and received, long bodies cut. All stand whole in traffic.har, under the same numbers; a browser's developer tools can open it.`;
  const rows = exchanges.map((exchange) => {
    const shown = whole.has(exchange.index) ? room : undefined;
    return exchangeRow(exchange, cited.get(exchange.index) ?? [], startedAt, shown);
  });
  const title = `Exchanges (${grouped(exchanges.length)})`;
  return section('exchanges', title, [h('p', null, words), rows], 'exchange');
}

/** An exchange in a line, and below it all that it holds if there is room. */
function exchangeRow(
  exchange: Exchange,
  ids: readonly string[],
  startedAt: number,
  room: Room | undefined,
): ComponentChild {
  const { index } = exchange;
  const line = [
    h('span', { class: 'id' }, `#${index}`),
    ' ',
    exchangeLine(exchange),
    ' ',
    h('span', { class: 'note cited' }, visible(firstOf(ids, 1))),
  ];
  const facts = { 'data-kind': 'exchange', 'data-at': Math.max(0, exchange.startedAt - startedAt) };
  if (room === undefined) {
    return h('p', { class: 'row exchange bare', id: `x${index}`, ...facts }, line);
  }
  const links = ids.flatMap((id, at) => [
    at > 0 ? ', ' : '',
    h('a', { href: `#${placeOf(id)}` }, visible(id)),
  ]);
  // The target of links is inside, so that browsers unfold it.
  const inside = h('div', { id: `x${index}`, class: 'inside' }, [
    links.length > 0 && h('p', { class: 'links' }, 'Cited by ', links),
    exchangeView(exchange, viewOf(room)),
    sendAgain(exchange),
  ]);
  return details(line, inside, { class: 'row exchange', ...facts });
}
