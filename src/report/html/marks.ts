import { type Answered, headerValues } from '../../http/exchange.ts';
import {
  int64Value,
  isJsonArray,
  isJsonObject,
  type Json,
  member,
  tryParseJson,
} from '../../http/json/json.ts';

/** The places of an answer that a finding is about. */
export interface Marks {
  readonly status: boolean;
  /** Names of header fields, in lower case. */
  readonly headers: ReadonlySet<string>;
  /** Header fields that are due and are not there. */
  readonly missing: readonly string[];
  /** Values within the body, as JSON Pointers (RFC 6901). */
  readonly pointers: readonly string[];
}

/** Marks nothing. */
export const unmarked: Marks = { status: false, headers: new Set(), missing: [], pointers: [] };

/** Fields that the specification or HTTP asks for, whose absence may be a finding. */
const due =
  /\b(?:X-RateLimit-(?:Limit|Remaining|Reset)|Retry-After|Content-Type|WWW-Authenticate|Deprecation|Sunset)\b/gi;

/** Of a body that holds far too much, so many places are marked. */
const marksShown = 200;

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

function pointersIn(message: string, body: Json | undefined): string[] {
  if (body === undefined) return [];
  const written = [...message.matchAll(/(?<=^|[\s:])(?:\/(?:\d+|[a-z][\w-]*))+(?=\s)/gim)];
  return [
    ...written.map(([pointer]) => pointer),
    ...beyondMost(message, body),
    ...ofIds(message, body),
    ...namedMembers(message, body),
  ];
}

/** `at most 20 animals`: those behind the twentieth. */
function beyondMost(message: string, body: Json): string[] {
  const most = Number(/at most (\d+) animal/.exec(message)?.[1] ?? Number.NaN);
  if (!isJsonArray(body) || Number.isNaN(most)) return [];
  return body.slice(most, most + marksShown).map((_, at) => `/${most + at}`);
}

/** `id 7`: each animal of a list that has this id. */
function ofIds(message: string, body: Json): string[] {
  if (!isJsonArray(body)) return [];
  const ids = new Set([...message.matchAll(/\bid (-?\d+)\b/g)].map(([, id = '']) => id));
  return body.flatMap((item, at) => {
    const id = isJsonObject(item) ? int64Value(member(item, 'id')) : undefined;
    return id !== undefined && ids.has(`${id}`) ? [`/${at}`] : [];
  });
}

/** Members of one object that the line on what came calls by name. */
function namedMembers(message: string, body: Json): string[] {
  const came = /^received:? (?!\d{3} )(?<words>.*)$/m.exec(message)?.groups?.words;
  if (came === undefined || !isJsonObject(body)) return [];
  return Object.keys(body)
    .filter((name) => /^\w+$/.test(name) && new RegExp(`\\b${name}\\b`).test(came))
    .map((name) => `/${name}`);
}
