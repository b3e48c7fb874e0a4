import { type ComponentChild, h } from 'preact';
import type { Exchange, HeaderPair } from '../../http/exchange.ts';
import { shortened, visible } from '../../text/visible.ts';
import { grouped } from '../../text/words.ts';
import { isShort, loggedAs, pathOf, tooLongToSend } from '../card.ts';
import { details, milliseconds, note } from './elements.ts';
import { jsonView } from './json-view.ts';
import { type Marks, unmarked } from './marks.ts';

/** How an exchange is shown. */
export interface ExchangeView {
  /** Characters of a body. */
  readonly body: number;
  /** Characters of the value of a header field. */
  readonly header: number;
  /** Whether JSON is broken into lines and coloured. */
  readonly highlight: boolean;
  /** What of the answer is to be marked; default: nothing. */
  readonly marks?: Marks;
}

/** Characters: to look through a longer body costs more time than its beginning is worth. */
const highlightRoom = 20_000;
const urlRoom = 1_000;
/** The most header fields shown of a message, besides marked ones; a real service sends some twenty. */
const mostFields = 40;

/** The least characters that an exchange takes on the page. */
export function leastRoom(exchange: Exchange, view: ExchangeView): number {
  const { request, response, curl } = exchange;
  const fields = [request.headers, response?.headers ?? []].flatMap((all) =>
    all.slice(0, mostFields),
  );
  // A character of two halves counts as one, and may be shown.
  const least = (text: string, room: number) => Math.min(Math.floor(text.length / 2), room);
  return [
    ...fields.map(([, value]) => least(value, view.header)),
    ...[request.body ?? '', response?.body ?? ''].map((body) => least(body, view.body)),
    isShort(exchange) ? Math.floor(curl.length / 2) : 0,
  ].reduce((one, other) => one + other, 0);
}
const pathRoom = 160;

/** Request and response in full, as far as there is room: headers, bodies, time. */
export function exchangeView(exchange: Exchange, view: ExchangeView): ComponentChild {
  const { request, response, failure, index } = exchange;
  const url = shortened(visible(request.url), urlRoom);
  const { marks = unmarked, ...asked } = view;
  const answer = response
    ? `HTTP ${response.status} ${shortened(visible(response.statusText), 100).text}`
    : `no response: ${visible(failure?.code ?? 'unknown')} ${visible(failure?.message ?? '')}`;
  return [
    message(
      index,
      'Request',
      `${request.method} ${url.text}`,
      request.headers,
      request.body,
      asked,
    ),
    message(
      index,
      `Response after ${milliseconds(exchange.finishedAt - exchange.startedAt)}`,
      marks.status ? h('mark', null, answer) : answer,
      response?.headers ?? [],
      response?.body,
      view,
    ),
    loggedAs(exchange).map((words) => note(words)),
  ];
}

function message(
  index: number,
  title: string,
  first: ComponentChild,
  headers: readonly HeaderPair[],
  body: string | undefined,
  view: ExchangeView,
): ComponentChild {
  const { marks = unmarked } = view;
  const isShown = ([name]: HeaderPair, at: number) =>
    at < mostFields || marks.headers.has(name.toLowerCase());
  const shown = headers.filter(isShown);
  const more = headers.length - shown.length;
  const fields = shown.map(([name, value]) => {
    // Only what may be shown is looked through: escapes make it longer, never shorter.
    const { text: start, left } = shortened(visible(value.slice(0, view.header * 2)), view.header);
    const text = left === 0 ? start : `${start}…`;
    const field = [h('b', null, visible(name)), `: ${text}`];
    return ['\n', marks.headers.has(name.toLowerCase()) ? h('mark', null, field) : field];
  });
  const absent = marks.missing.map((name) => ['\n', h('mark', null, `${name}: is missing`)]);
  return [
    h('p', { class: 'label' }, title),
    h('pre', null, first, fields, absent),
    more > 0 && note(`${more} more header fields are in traffic.har.`),
    body === undefined || body === '' ? null : bodyView(body, index, view),
  ];
}

function bodyView(body: string, index: number, view: ExchangeView): ComponentChild {
  const json =
    view.highlight && body.length <= highlightRoom
      ? jsonView(body, view.body, view.marks?.pointers)
      : undefined;
  if (json !== undefined) {
    return [h('pre', { class: 'json' }, json.shown), json.cut && whole(body, index)];
  }
  // Only what may be shown is looked through: escapes make it longer, never shorter.
  const { text, left } = shortened(visible(body.slice(0, view.body * 2)), view.body);
  const cut = left > 0 || body.length > view.body * 2;
  return [h('pre', null, text), cut && whole(body, index)];
}

function whole(body: string, index: number): ComponentChild {
  const { left } = shortened(body, 0);
  return note(
    `Cut here: ${grouped(left)} characters in all. The whole body is in traffic.har, entry ${index}.`,
  );
}

/** Method, path, status and time, coloured by what came; the words say the same. */
export function exchangeLine({ request, response, failure, ...times }: Exchange): ComponentChild {
  const status =
    response === undefined ? 'none' : `${Math.min(9, Math.floor(response.status / 100))}`;
  const answer = response === undefined ? (failure?.code ?? 'no answer') : `${response.status}`;
  return [
    h('span', { class: `method ${request.method.toLowerCase()}` }, visible(request.method)),
    ' ',
    h('span', { class: 'path' }, shortened(visible(pathOf(request.url)), pathRoom).text),
    ' ',
    h('span', { class: `status s${status}` }, visible(answer)),
    ' ',
    h('span', { class: 'note' }, milliseconds(times.finishedAt - times.startedAt)),
  ];
}

/** An exchange under its line. */
export function foldedExchange(
  exchange: Exchange,
  view: ExchangeView,
  open: boolean,
): ComponentChild {
  const line = [`#${exchange.index} `, exchangeLine(exchange)];
  return details(line, exchangeView(exchange, view), { class: 'exchange', open });
}

/** The command that sends an exchange again, or where it stands. */
export function sendAgain(exchange: Exchange): ComponentChild {
  if (isShort(exchange)) return command('Send it again', exchange.curl);
  return note(tooLongToSend(exchange));
}

/** A command with a button that copies it; only the script shows the button. */
export function command(label: string, text: string): ComponentChild {
  return h(
    'div',
    { class: 'command' },
    h('p', { class: 'label' }, label),
    h('pre', null, h('code', null, visible(text))),
    h('button', { type: 'button', class: 'copy', hidden: true }, 'Copy'),
  );
}
