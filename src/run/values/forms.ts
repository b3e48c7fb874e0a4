/**
 * Ways to write the same request. HTTP and JSON give each the same meaning (RFC 9110, RFC 8259), so an answer may not
 * depend on it; they are spread over questions that are asked anyway.
 */
import { isJsonObject, type JsonObject, tryParseJson, writeJson } from '../../http/json.ts';

/** How a request is written, where it differs from the ordinary way. */
export interface Form {
  /** How the names of headers are spelt (RFC 9110, section 5.1: case-insensitive). */
  readonly names?: 'lower' | 'upper';
  /** Null for no `Accept`: any type will do (RFC 9110, section 12.5.1). */
  readonly accept?: string | null;
  /** Accepted content codings (RFC 9110, section 12.5.3): those that nearly all clients name. */
  readonly codings?: string;
  /** Preferred languages (RFC 9110, section 12.5.4): texts may follow them, but nothing that JSON defines. */
  readonly languages?: string;
  /** A media type that means `application/json`, for a request with a body. */
  readonly contentType?: string;
  /** Writes the JSON text of a body differently. */
  readonly write?: (json: string) => string;
  /** Sends the body in chunks (RFC 9112, section 7.1). */
  readonly chunked?: boolean;
}

const codings = 'gzip, deflate, br';

/** The other types are those that scripts and frameworks name beside JSON; whoever can, prefers none of them. */
const jsonFirst = 'application/json;q=0.9, application/*+json;q=0.5, text/plain;q=0.3, */*;q=0.1';

/** What browsers accept: frameworks may show them a page in the place of JSON, which is as good to them. */
const asBrowsers = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** JSON declared as UTF-8, which it is in any case (RFC 8259, section 8.1). */
export const declaredUtf8: Form = { contentType: 'application/json; charset=utf-8' };

/**
 * Languages with letters or digits of their own: a service that formats for its caller would write what is not JSON.
 */
const languages = ['tr-TR, de;q=0.5', 'ar-EG, fr;q=0.5'] as const;

/** Forms of requests without a body. */
export const headForms: readonly Form[] = [
  { names: 'lower', codings },
  { accept: null, languages: languages[0] },
  { names: 'upper', accept: asBrowsers, codings, languages: languages[1] },
  { accept: '*/*', codings },
  { names: 'lower', accept: null },
  { accept: jsonFirst, codings, languages: languages[0] },
];

/** The same in few requests: each combines two or three of them. */
export const joinedHeadForms: readonly Form[] = [
  { names: 'lower', accept: null, codings, languages: languages[0] },
  { names: 'upper', accept: jsonFirst, languages: languages[1] },
  { names: 'lower', accept: '*/*', codings },
  { accept: asBrowsers, codings },
];

/** How nearly all clients ask: long answers are compressed for them, short ones mostly are not. */
export const compressed: Form = { accept: asBrowsers, codings };

/** How scripts ask. */
export const anyType: Form = { accept: '*/*' };

/** How the simplest clients ask. */
export const noType: Form = { accept: null };

/** Forms of a request that nothing before a service stops, so that a silence comes from the service. */
export const negotiatedForms: readonly Form[] = [
  { accept: '*/*', codings, languages: languages[0] },
  { accept: '*/*', languages: languages[1] },
];

/** White space wherever JSON allows it (RFC 8259, section 2). */
const indented = (json: string) => spread(json, '\n  ', ' : ');

/** Every letter of every string as an escape, in names of members, too (RFC 8259, section 7). */
const escaped = (json: string) =>
  json.replace(/"((?:[^"\\]|\\.)*)"/g, (_, inner: string) => `"${escapedText(inner)}"`);

function escapedText(inner: string): string {
  return inner.replace(/\\.|[a-z]/gi, (found) =>
    found.length === 1 ? `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}` : found,
  );
}

/** Everything beyond ASCII as escapes, in surrogate pairs beyond the BMP, and slashes, too (RFC 8259, section 7). */
export const inAscii: Form = {
  write: (json) =>
    json.replace(/[^\x20-\x7e]|\//g, (unit) =>
      unit === '/' ? '\\/' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
};

/** The members from last to first: they have no order (RFC 8259, section 4). */
const reversed = (json: string) => rewritten(json, (members) => members.reverse());

function rewritten(
  json: string,
  change: (members: [string, JsonObject[string]][]) => [string, JsonObject[string]][],
): string {
  const value = tryParseJson(json);
  return isJsonObject(value) ? writeJson(Object.fromEntries(change(Object.entries(value)))) : json;
}

/** Puts white space around the members of an object, but not inside strings. */
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

/** Layouts and other declared types of a body that must be refused for its content; errors are negotiated, too. */
export const layouts: readonly Form[] = [
  { write: indented, accept: '*/*' },
  { write: escaped, languages: languages[0] },
  { write: reversed, codings, accept: asBrowsers },
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
  { accept: asBrowsers },
];

/** Forms of creations that must be accepted. The media type is never in other letters: on that § 4.2 is silent. */
export const bodyForms: readonly Form[] = [
  { ...declaredUtf8, accept: null, languages: languages[0] },
  { write: indented, names: 'lower', accept: '*/*', codings },
  {
    write: escaped,
    names: 'upper',
    contentType: 'application/json;charset=UTF-8',
    accept: asBrowsers,
    languages: languages[1],
  },
  { write: reversed, accept: jsonFirst, codings },
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
