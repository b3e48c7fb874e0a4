import { type ComponentChild, h } from 'preact';
import type { Exchange, HeaderPair } from '../../http/exchange.ts';
import { shortened, visible } from '../../text/visible.ts';
import { grouped } from '../../text/words.ts';
import { exchangeLine } from '../describe.ts';
import { jsonView } from './json-view.ts';
import { milliseconds } from './text.ts';

/** How an exchange is shown. */
export interface ExchangeView {
  /** Characters of a body. */
  readonly body: number;
  /** Characters of the value of a header field. */
  readonly header: number;
  /** Whether JSON is broken into lines and coloured. */
  readonly highlight: boolean;
}

/** Characters: to look through a longer body costs more time than its beginning is worth. */
const highlightRoom = 20_000;
const urlRoom = 1_000;

/** Request and response in full, as far as there is room: headers, bodies, time. */
export function exchangeView(exchange: Exchange, view: ExchangeView): ComponentChild {
  const { request, response, failure, index } = exchange;
  const url = shortened(visible(request.url), urlRoom);
  const answer = response
    ? `HTTP ${response.status} ${shortened(visible(response.statusText), 100).text}`
    : `no response: ${visible(failure?.code ?? 'unknown')} ${visible(failure?.message ?? '')}`;
  return [
    message(index, 'Request', `${request.method} ${url.text}`, request.headers, request.body, view),
    message(
      index,
      `Response after ${milliseconds(exchange.finishedAt - exchange.startedAt)}`,
      answer,
      response?.headers ?? [],
      response?.body,
      view,
    ),
  ];
}

function message(
  index: number,
  title: string,
  first: string,
  headers: readonly HeaderPair[],
  body: string | undefined,
  view: ExchangeView,
): ComponentChild {
  const fields = headers.map(([name, value]) => {
    const text = shortened(visible(value), view.header).text;
    return ['\n', h('b', null, visible(name)), `: ${text}`];
  });
  return [
    h('p', { class: 'label' }, title),
    h('pre', null, first, fields),
    body === undefined || body === '' ? null : bodyView(body, index, view),
  ];
}

function bodyView(body: string, index: number, view: ExchangeView): ComponentChild {
  const json =
    view.highlight && body.length <= highlightRoom ? jsonView(body, view.body) : undefined;
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
  return h(
    'p',
    { class: 'note' },
    `Cut here: ${grouped(left)} characters in all. The whole body is in traffic.har, entry ${index}.`,
  );
}

/** A folded exchange: its line is the summary. */
export function foldedExchange(exchange: Exchange, view: ExchangeView): ComponentChild {
  return h(
    'details',
    { class: 'exchange' },
    h('summary', null, exchangeLine(exchange)),
    exchangeView(exchange, view),
  );
}

/** A command with a button that copies it; the button is of no use without script, so the script shows it. */
export function command(label: string, text: string): ComponentChild {
  return h(
    'div',
    { class: 'command' },
    h('p', { class: 'label' }, label),
    h('pre', null, h('code', null, visible(text))),
    h('button', { type: 'button', class: 'copy', hidden: true }, 'Copy'),
  );
}
