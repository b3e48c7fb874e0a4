/** A JSON body for people: broken into lines, with the values marked that a finding is about. */
import { type ComponentChild, h } from 'preact';
import { type Answered, headerValues } from '../../http/exchange.ts';
import {
  int64Value,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  member,
  tryParseJson,
} from '../../http/json.ts';
import { visible } from '../../text/visible.ts';

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

export const unmarked: Marks = { status: false, headers: new Set(), missing: [], pointers: [] };

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
