/** Exchanges on the page, with the values of a body marked that a finding is about. */
import { type ComponentChild, h } from 'preact';
import { type Answered, type Exchange, type HeaderPair, headerValues } from '../http/exchange.ts';
import {
  int64Value,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  member,
  tryParseJson,
} from '../http/json.ts';
import { requestIdOf } from '../http/trace.ts';
import { cut, shortened, visible } from '../text/visible.ts';
import { firstOf, grouped } from '../text/words.ts';
import { pathOf } from './causes.ts';
import { isShort, tooLongToSend } from './evidence.ts';
import { command, details, note, section } from './html.ts';
import { placeOf, type Report } from './report.ts';

/** How much of a run the page shows; all of it is in conformance.json and traffic.har. */
export interface Room {
  /** Characters of a body in a card. */
  readonly body: number;
  /** Characters of a body further down, where all exchanges are. */
  readonly evidence: number;
  /** Characters of the value of a header field. */
  readonly header: number;
  /** Characters of what a check says. */
  readonly message: number;
  /** Exchanges that are shown with what was sent and received. */
  readonly exchanges: number;
}

/** Characters: to look through a longer body costs more time than its beginning is worth. */
const jsonRoom = 20_000;
/** The most header fields shown of a message, besides marked ones; a real service sends some twenty. */
const mostFields = 40;

/** Request and response as far as there is room: headers, bodies, time. `body`: characters of a body. */
export function exchangeView(
  exchange: Exchange,
  { header: headerRoom }: Room,
  body: number,
  marks?: Marks,
): ComponentChild {
  const { request, response, failure, index } = exchange;
  const view = { index, headerRoom, body, marks: marks ?? unmarked, isJson: marks !== undefined };
  const answer = response
    ? `HTTP ${response.status} ${cut(visible(response.statusText), 100)}`
    : `no response: ${visible(failure?.code ?? 'unknown')} ${visible(failure?.message ?? '')}`;
  const [field, id = ''] = requestIdOf(exchange) ?? [];
  const asked = `${request.method} ${cut(visible(request.url), 1_000)}`;
  return [
    message('Request', asked, request.headers, request.body, { ...view, marks: unmarked }),
    message(
      `Response after ${milliseconds(exchange.finishedAt - exchange.startedAt)}`,
      marks?.status ? h('mark', null, answer) : answer,
      response?.headers ?? [],
      response?.body,
      view,
    ),
    field !== undefined && note(`In the service's logs: ${visible(`${field} ${cut(id, 100)}`)}`),
  ];
}

interface MessageView {
  readonly index: number;
  readonly headerRoom: number;
  readonly body: number;
  readonly marks: Marks;
  /** Whether JSON is broken into lines. */
  readonly isJson: boolean;
}

function message(
  title: string,
  first: ComponentChild,
  headers: readonly HeaderPair[],
  body: string | undefined,
  view: MessageView,
): ComponentChild {
  const { marks, headerRoom } = view;
  const isMarked = ([name]: HeaderPair) => marks.headers.has(name.toLowerCase());
  const shown = headers.filter((pair, at) => at < mostFields || isMarked(pair));
  const more = headers.length - shown.length;
  const fields = shown.map((pair) => {
    const [name, value] = pair;
    const field = [h('b', null, visible(name)), `: ${beginning(value, headerRoom)}`];
    return ['\n', isMarked(pair) ? h('mark', null, field) : field];
  });
  const absent = marks.missing.map((name) => ['\n', h('mark', null, `${name}: is missing`)]);
  return [
    h('p', { class: 'label' }, title),
    h('pre', null, first, fields, absent),
    more > 0 && note(`${more} more header fields are in traffic.har.`),
    body ? bodyView(body, view) : null,
  ];
}

function bodyView(body: string, { index, body: room, marks, isJson }: MessageView): ComponentChild {
  const whole = `Cut here: ${grouped(body.length)} characters in all. The whole body is in traffic.har, entry ${index}.`;
  const json = isJson && body.length <= jsonRoom ? jsonView(body, room, marks.pointers) : undefined;
  if (json !== undefined) return [h('pre', null, json.shown), json.isCut && note(whole)];
  return [h('pre', null, beginning(body, room)), body.length > room && note(whole)];
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
  return isShort(exchange)
    ? command('Send it again', exchange.curl)
    : note(tooLongToSend(exchange));
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
export function exchangesSection(
  report: Report,
  exchanges: readonly Exchange[],
  room: Room,
): ComponentChild {
  const cited = citationsOf(report);
  const isCited = ({ index }: Exchange) => cited.has(index);
  const byWorth = [...exchanges.filter(isCited), ...exchanges.filter((one) => !isCited(one))];
  const whole = new Set(byWorth.slice(0, room.exchanges));
  const which = whole.size === exchanges.length ? 'Each' : `${grouped(whole.size)} of them`;
  const words = `${which} with what was sent and received, long bodies cut. All stand whole in traffic.har, under the same numbers; a browser's developer tools can open it.`;
  const rows = exchanges.map((one) =>
    exchangeRow(one, cited.get(one.index) ?? [], whole.has(one) ? room : undefined),
  );
  const title = `Exchanges (${grouped(exchanges.length)})`;
  return section('exchanges', title, [h('p', null, words), rows], 'exchange');
}

/** An exchange in a line, and below it all that it holds if there is room. */
function exchangeRow(
  exchange: Exchange,
  ids: readonly string[],
  room: Room | undefined,
): ComponentChild {
  const { index } = exchange;
  const cited = h('span', { class: 'note cited' }, visible(firstOf(ids, 1)));
  const line = [h('span', { class: 'id' }, `#${index}`), ' ', exchangeLine(exchange), ' ', cited];
  const kind = { 'data-kind': 'exchange' };
  if (room === undefined)
    return h('p', { class: 'row exchange bare', id: `x${index}`, ...kind }, line);
  const links = ids.flatMap((id, at) => [
    at > 0 ? ', ' : '',
    h('a', { href: `#${placeOf(id)}` }, visible(id)),
  ]);
  // The target of links is inside, so that browsers unfold it.
  const inside = h('div', { id: `x${index}`, class: 'inside' }, [
    links.length > 0 && h('p', { class: 'links' }, 'Cited by ', links),
    exchangeView(exchange, room, room.evidence),
    sendAgain(exchange),
  ]);
  return details(line, inside, { class: 'row exchange', ...kind });
}

/** Objects and arrays up to this length stand on one line. */
const lineRoom = 96;

/**
 * A JSON text broken into lines; numbers keep their digits. Values at `marks`, JSON Pointers (RFC 6901), are marked.
 * `isCut`: its lines after `max` characters are left out. Undefined if the text is not JSON.
 */
export function jsonView(
  text: string,
  max: number,
  marks: readonly string[] = [],
): { readonly shown: readonly ComponentChild[]; readonly isCut: boolean } | undefined {
  const value = tryParseJson(text);
  if (value === undefined) return undefined;
  const lines = linesOf(value, '', '', '', marks);
  const first = lines.findIndex(({ isMarked }) => isMarked);
  // Of a long list, two items stand before those that are left out up to the first marked one.
  const from = first > 6 ? first - 2 : 2;
  const shown: ComponentChild[] = [];
  let length = 0;
  for (const [at, { text: line, isMarked }] of lines.entries()) {
    if (first > 6 && at > 2 && at < from) {
      if (at === 3) shown.push(`\n  … ${from - 3} lines …`);
      continue;
    }
    length += line.length;
    if (length > max) return { shown, isCut: true };
    const indent = /^ */.exec(line)?.[0] ?? '';
    const words = visible(line.slice(indent.length));
    shown.push(`${at > 0 ? '\n' : ''}${indent}`, isMarked ? h('mark', null, words) : words);
  }
  return { shown, isCut: false };
}

interface JsonLine {
  readonly text: string;
  readonly isMarked: boolean;
}

/** `name`: what stands before the value, such as `"id": `. */
function linesOf(
  value: Json,
  pointer: string,
  indent: string,
  name: string,
  marks: readonly string[],
): JsonLine[] {
  const isMarked = marks.some((one) => pointer === one || pointer.startsWith(`${one}/`));
  const flat = flatText(value);
  const isWithin = marks.some((one) => one.startsWith(`${pointer}/`));
  if (indent.length + name.length + flat.length <= lineRoom && !isWithin) {
    return [{ text: indent + name + flat, isMarked }];
  }
  const isList = isJsonArray(value);
  const parts = isList
    ? value.map((item, at) => ['', `${at}`, item] as const)
    : isJsonObject(value)
      ? Object.entries(value).map(([key, item]) => [`${JSON.stringify(key)}: `, key, item] as const)
      : undefined;
  if (parts === undefined) return [{ text: indent + name + flat, isMarked }];
  const inner = parts.flatMap(([label, key, item], at) => {
    const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const lines = linesOf(item, place, indent.length < 20 ? `${indent}  ` : indent, label, marks);
    const last = lines.at(-1);
    if (last === undefined || at === parts.length - 1) return lines;
    return [...lines.slice(0, -1), { ...last, text: `${last.text},` }];
  });
  const [open, close] = isList ? '[]' : '{}';
  return [
    { text: `${indent}${name}${open}`, isMarked },
    ...inner,
    { text: `${indent}${close}`, isMarked },
  ];
}

function flatText(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(flatText).join(', ')}]`;
  if (isJsonNumber(value)) return value.toString();
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${flatText(one)}`,
  );
  return `{${members.join(', ')}}`;
}

/** The places of an answer that a finding is about. */
export interface Marks {
  readonly status: boolean;
  /** Names of header fields, in lower case. */
  readonly headers: ReadonlySet<string>;
  /** Header fields that are due and are not there. */
  readonly missing: readonly string[];
  /** Values within the body, as JSON Pointers. */
  readonly pointers: readonly string[];
}

const unmarked: Marks = { status: false, headers: new Set(), missing: [], pointers: [] };

/** Fields that the specification or HTTP asks for, whose absence may be a finding. */
const due =
  /\b(?:X-RateLimit-(?:Limit|Remaining|Reset)|Retry-After|Content-Type|WWW-Authenticate|Deprecation|Sunset)\b/gi;

/** What a finding's own words point at in the answer that shows it. */
export function marksOf(message: string, { response }: Answered): Marks {
  const named = [...new Set([...message.matchAll(due)].map(([name]) => name))];
  const isThere = (name: string) => headerValues(response, name).length > 0;
  const statuses = [...message.matchAll(/(?:received:? |not |came )(\d{3})\b/g)];
  return {
    status: statuses.some(([, status]) => Number(status) === response.status),
    headers: new Set(named.filter(isThere).map((name) => name.toLowerCase())),
    missing: named.filter((name) => !isThere(name)),
    pointers: pointersIn(message, tryParseJson(response.body)),
  };
}

/** Of a body that holds far too much, so many places are marked. */
const marksShown = 200;

function pointersIn(message: string, body: Json | undefined): string[] {
  if (body === undefined) return [];
  const written = [...message.matchAll(/(?<=^|[\s:])(?:\/(?:\d+|[a-z][\w-]*))+(?=\s)/gim)];
  const pointers = written.map(([pointer]) => pointer);
  if (isJsonArray(body)) {
    // `at most 20 animals`: those behind the twentieth. `id 7`: each animal that has this id.
    const most = Number(/at most (\d+) animal/.exec(message)?.[1] ?? body.length);
    const ids = new Set([...message.matchAll(/\bid (-?\d+)\b/g)].map(([, id = '']) => id));
    const isMeant = (item: Json, at: number) => {
      const id = isJsonObject(item) ? int64Value(member(item, 'id')) : undefined;
      return (at >= most && at < most + marksShown) || (id !== undefined && ids.has(`${id}`));
    };
    return [...pointers, ...body.flatMap((item, at) => (isMeant(item, at) ? [`/${at}`] : []))];
  }
  // Members of an object that the line on what came calls by name.
  const came = /^received:? (?!\d{3} )(?<words>.*)$/m.exec(message)?.groups?.words;
  if (came === undefined || !isJsonObject(body)) return pointers;
  const names = Object.keys(body).filter((name) => /^\w+$/.test(name));
  const named = names.filter((name) => new RegExp(`\\b${name}\\b`).test(came));
  return [...pointers, ...named.map((name) => `/${name}`)];
}
