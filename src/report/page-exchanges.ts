/** Exchanges on the page. */
import { type ComponentChild, h } from 'preact';
import type { Exchange, HeaderPair } from '../http/exchange.ts';
import { requestIdOf } from '../http/trace.ts';
import { cut, shortened, visible } from '../text/visible.ts';
import { firstOf, grouped } from '../text/words.ts';
import { isShort, pathOf, tooLongToSend } from './failures.ts';
import { command, details, note, section } from './html.ts';
import { placeOf, type Report } from './report.ts';

/** Exchanges that are shown with what was sent and received; those that decided something come first. */
const mostWhole = 400;

/** Characters of a body in the list of exchanges, and of the value of a header field. */
const [bodyRoom, fieldRoom] = [600, 400];

/** The most header fields shown of a message; a real service sends some twenty. */
const mostFields = 30;

/** Request and response: headers, bodies, time. `body`: characters of a body. */
export function exchangeView(exchange: Exchange, body: number): ComponentChild {
  const { request, response, failure } = exchange;
  const answer = response
    ? `HTTP ${response.status} ${cut(visible(response.statusText), 100)}`
    : `no response: ${visible(failure?.code ?? 'unknown')} ${visible(failure?.message ?? '')}`;
  const [field, id = ''] = requestIdOf(exchange) ?? [];
  const target = `${request.method} ${cut(visible(request.url), 1_000)}`;
  const time = milliseconds(exchange.finishedAt - exchange.startedAt);
  return [
    h('p', { class: 'label' }, 'Request'),
    fields(target, request.headers),
    bodyView(request.body, exchange, body),
    h('p', { class: 'label' }, `Response after ${time}`),
    fields(answer, response?.headers ?? []),
    bodyView(response?.body, exchange, body),
    field !== undefined && note(`In the service's logs: ${visible(`${field} ${cut(id, 100)}`)}`),
  ];
}

function fields(first: string, headers: readonly HeaderPair[]): ComponentChild {
  const more = headers.length - mostFields;
  const shown = headers
    .slice(0, mostFields)
    .map(([name, value]) => [
      '\n',
      h('b', null, visible(name)),
      `: ${beginning(value, fieldRoom)}`,
    ]);
  return [
    h('pre', null, first, shown),
    more > 0 && note(`${more} more header fields are in traffic.har.`),
  ];
}

/** A list stands with an animal a line. */
function bodyView(body = '', { index }: Exchange, room: number): ComponentChild {
  if (body === '') return null;
  const whole = `Cut here: ${grouped(body.length)} characters in all. The whole body is in traffic.har, entry ${index}.`;
  const shown = beginning(body, room).replaceAll('},{', '},\n{');
  return [h('pre', null, shown), body.length > room && note(whole)];
}

/** Only what may be shown is looked through: escapes make it longer, never shorter. */
function beginning(text: string, room: number): string {
  const { text: shown, left } = shortened(visible(text.slice(0, room * 2)), room);
  return left === 0 ? shown : `${shown}…`;
}

/** Milliseconds for a person: `0.4 ms`, `12 ms`, `1.2 s`. */
function milliseconds(value: number): string {
  if (value >= 1000) return `${(value / 1000).toFixed(1)} s`;
  return value >= 10 ? `${Math.round(value)} ms` : `${value.toFixed(1)} ms`;
}

/** Method, path, status and time. A status has a colour only if it is an error or none came: any may be right or wrong. */
export function exchangeLine({ request, response, failure, ...times }: Exchange): ComponentChild {
  const isBroken = response === undefined || response.status >= 500;
  const answer = response === undefined ? (failure?.code ?? 'no answer') : `${response.status}`;
  return [
    h('span', { class: 'method' }, visible(request.method)),
    ' ',
    h('span', { class: 'path' }, shortened(visible(pathOf(request.url)), 160).text),
    ' ',
    h('span', { class: isBroken ? 'status broken' : 'status' }, visible(answer)),
    ' ',
    h('span', { class: 'note' }, milliseconds(times.finishedAt - times.startedAt)),
  ];
}

/** The command that sends an exchange again, or where it stands. */
export function sendAgain(exchange: Exchange): ComponentChild {
  return isShort(exchange) ? command('Send again', exchange.curl) : note(tooLongToSend(exchange));
}

/** For each exchange, the ids of the requirements that it decided, or of the gaps whose answer it showed. */
type Citations = ReadonlyMap<number, readonly string[]>;

function citationsOf({ requirements, observations }: Report): Citations {
  const cited = new Map<number, string[]>();
  const all = [
    ...requirements.map(({ id, checks }) => ({
      id,
      indexes: checks.flatMap((one) => one.exchanges),
    })),
    ...observations.map(({ id, exchanges }) => ({ id, indexes: exchanges })),
  ];
  for (const { id, indexes } of all) {
    for (const index of new Set(indexes)) cited.set(index, [...(cited.get(index) ?? []), id]);
  }
  return cited;
}

/** Links to exchanges further down the page; missing ones are only named. */
export function exchangeLinks(
  indexes: readonly number[],
  exchanges: readonly Exchange[],
): ComponentChild[] {
  return [...new Set(indexes)].flatMap((index, at) => [
    at > 0 ? ' ' : '',
    exchanges[index] === undefined ? `#${index}` : h('a', { href: `#x${index}` }, `#${index}`),
  ]);
}

/** Every exchange of the run in its order; `#12` anywhere on the page leads here. */
export function exchangesSection(report: Report, exchanges: readonly Exchange[]): ComponentChild {
  const cited = citationsOf(report);
  const isCited = ({ index }: Exchange) => cited.has(index);
  const byWorth = [...exchanges.filter(isCited), ...exchanges.filter((one) => !isCited(one))];
  const whole = new Set(byWorth.slice(0, mostWhole));
  const which = whole.size === exchanges.length ? 'Each' : `${grouped(whole.size)} of them`;
  const words = `${which} with what was sent and received, long bodies cut. All stand whole in traffic.har, under the same numbers; a browser's developer tools can open it.`;
  const rows = exchanges.map((one) => exchangeRow(one, cited.get(one.index) ?? [], whole.has(one)));
  const title = `Exchanges (${grouped(exchanges.length)})`;
  return section('exchanges', title, [h('p', null, words), rows], 'exchange');
}

/** An exchange in a line, and below it all that it holds. */
function exchangeRow(exchange: Exchange, ids: readonly string[], isWhole: boolean): ComponentChild {
  const { index } = exchange;
  const cited = h('span', { class: 'note cited' }, visible(firstOf(ids, 1)));
  const line = [h('span', { class: 'id' }, `#${index}`), ' ', exchangeLine(exchange), ' ', cited];
  const kind = { 'data-kind': 'exchange' };
  if (!isWhole) return h('p', { class: 'row exchange bare', id: `x${index}`, ...kind }, line);
  const links = ids.flatMap((id, at) => [
    at > 0 ? ', ' : '',
    h('a', { href: `#${placeOf(id)}` }, visible(id)),
  ]);
  // The target of links is inside, so that browsers unfold it.
  const inside = h('div', { id: `x${index}`, class: 'inside' }, [
    links.length > 0 && h('p', { class: 'links' }, 'Cited by ', links),
    exchangeView(exchange, bodyRoom),
    sendAgain(exchange),
  ]);
  return details(line, inside, { class: 'row exchange', ...kind });
}
