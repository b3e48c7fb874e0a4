/**
 * Ways to write one and the same request. HTTP and JSON give each the same meaning (RFC 9110, RFC 8259), so an
 * answer may not depend on it; they are spread over questions that are asked anyway.
 */
import { isJsonObject, type JsonObject, tryParseJson, writeJson } from '../../http/json/json.ts';

/** How a request is written, as far as it is not the ordinary way. */
export interface Form {
  /** How the names of headers are spelt (RFC 9110, section 5.1: without regard to case). */
  readonly names?: 'lower' | 'upper';
  /** Null for no `Accept`: any type will do (RFC 9110, section 12.5.1). */
  readonly accept?: string | null;
  /** Content codings that are accepted (RFC 9110, section 12.5.3): those that nearly all clients name. */
  readonly codings?: string;
  /** Languages that are preferred (RFC 9110, section 12.5.4): texts may follow them, and nothing that JSON defines. */
  readonly languages?: string;
  /** A media type that is `application/json`, of a request that has a body. */
  readonly contentType?: string;
  /** Writes the JSON text of a body otherwise. */
  readonly write?: (json: string) => string;
  /** Sends the body in chunks (RFC 9112, section 7.1). */
  readonly chunked?: boolean;
}

const codings = 'gzip, deflate, br';

const jsonFirst = 'application/json;q=0.9, */*;q=0.1';

/** JSON that is said to be in UTF-8, as it is in any case (RFC 8259, section 8.1). */
export const declaredUtf8: Form = { contentType: 'application/json; charset=utf-8' };

/** Each with letters or digits of its own, by which a service that formats for its caller writes what is no JSON. */
const languages = ['tr-TR, de;q=0.5', 'ar-EG, fr;q=0.5'] as const;

/** Of requests without a body. */
export const headForms: readonly Form[] = [
  { names: 'lower', codings },
  { accept: null, languages: languages[0] },
  { names: 'upper', codings, languages: languages[1] },
  { accept: '*/*', codings },
  { names: 'lower', accept: null },
  { accept: jsonFirst, codings, languages: languages[0] },
];

/** The same in few requests: each holds what two or three of them do. */
export const joinedHeadForms: readonly Form[] = [
  { names: 'lower', accept: null, codings, languages: languages[0] },
  { names: 'upper', accept: jsonFirst, languages: languages[1] },
  { names: 'lower', accept: '*/*', codings },
];

/** As nearly all clients ask: what is long is compressed for them, and what is short is mostly not. */
export const compressed: Form = { codings };

/** Forms of a request that nothing before a service stops, so that a silence is the service's own. */
export const negotiatedForms: readonly Form[] = [
  { accept: '*/*', codings, languages: languages[0] },
  { languages: languages[1] },
];

/** White space wherever JSON allows it (RFC 8259, section 2). */
const indented = (json: string) => spread(json, '\n  ', ' : ');

/** Every letter of every text as an escape, the names of members too (RFC 8259, section 7). */
const escaped = (json: string) =>
  json.replace(/"((?:[^"\\]|\\.)*)"/g, (_, inner: string) => `"${escapedText(inner)}"`);

function escapedText(inner: string): string {
  return inner.replace(/\\.|[a-z]/gi, (found) =>
    found.length === 1 ? `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}` : found,
  );
}

/** Everything beyond ASCII as escapes, in pairs beyond the BMP (RFC 8259, section 7). */
export const inAscii: Form = {
  write: (json) =>
    json.replace(
      /[^\x20-\x7e]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
};

/** The members last to first: they have no order (RFC 8259, section 4). */
const reversed = (json: string) => rewritten(json, (members) => members.reverse());

function rewritten(
  json: string,
  change: (members: [string, JsonObject[string]][]) => [string, JsonObject[string]][],
): string {
  const value = tryParseJson(json);
  return isJsonObject(value) ? writeJson(Object.fromEntries(change(Object.entries(value)))) : json;
}

/** Puts white space around the members of an object; texts keep theirs. */
function spread(json: string, line: string, colon: string): string {
  const around = (sign: string) => {
    if (sign === ',') return `,${line}`;
    if (sign === ':') return colon;
    return sign === '{' ? `{${line}` : '\n}';
  };
  return `\r\n\t${json.replace(/"(?:[^"\\]|\\.)*"|[{},:]/g, (found) =>
    found.startsWith('"') ? found : around(found),
  )}\n`;
}

/** How a body is laid out, or what else it may be said to be, where what it says must be refused; errors are negotiated, too. */
export const layouts: readonly Form[] = [
  { write: indented, accept: '*/*' },
  { write: escaped, languages: languages[0] },
  { write: reversed, codings },
  { ...declaredUtf8, accept: null, languages: languages[1] },
  {},
];

/** What most of them change, by turns with the ordinary way: for a run that sends few of each kind. */
export const joinedLayouts: readonly Form[] = [
  {
    ...declaredUtf8,
    accept: '*/*',
    codings,
    languages: languages[1],
    write: (json) => indented(escaped(reversed(json))),
  },
  { ...declaredUtf8, accept: null, languages: languages[0] },
];

/** Of creations that must be accepted. */
export const bodyForms: readonly Form[] = [
  declaredUtf8,
  { write: indented },
  { names: 'lower', codings },
  { write: escaped },
  { accept: null, languages: languages[0] },
  { write: reversed },
  { names: 'upper', contentType: 'application/json;charset=UTF-8', languages: languages[1] },
  { write: (json) => indented(escaped(json)), accept: '*/*' },
  // Not the media type in other letters: it is the same one to RFC 9110, section 8.3.1, but the specification is silent.
  { accept: jsonFirst, codings },
];

/** What most of them change, in one request: for a run that creates few animals. */
export const joinedBodyForms: readonly Form[] = [
  {
    names: 'lower',
    accept: null,
    codings,
    languages: languages[0],
    ...declaredUtf8,
    write: (json) => indented(escaped(reversed(json))),
  },
];

/** The one of a list whose turn it is: by the seed, and by the place of the question among its like. */
export function inTurn<T>(all: readonly T[], seed: number, place: number): T {
  const at = (((seed + place) % all.length) + all.length) % all.length;
  const found = all[at];
  if (found === undefined) throw new Error('an empty list has no turns');
  return found;
}
