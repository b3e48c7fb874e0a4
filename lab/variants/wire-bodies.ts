import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { stringify } from 'lossless-json';
import { payloadOf } from '../../src/reference/behaviour.ts';
import { type Change, onReply, showing } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';

/** Writes the JSON of every body differently. */
const inText = (change: (text: string) => string): Change =>
  onReply((reply) => {
    const text = String(payloadOf(reply));
    return text === '' ? reply : { ...reply, text: change(text) };
  });

/** Writes JSON with this white space for each level. */
const indented = (space: string): Change =>
  onReply((reply) =>
    reply.text === undefined && reply.body !== undefined
      ? { ...reply, text: stringify(reply.body, undefined, space) ?? '' }
      : reply,
  );

/** Applies a content coding (RFC 9110, section 8.4). */
const coded = (name: string, encode: (payload: string | Buffer) => Buffer): Change =>
  onReply((reply) => {
    const payload = payloadOf(reply);
    if (payload === '') return reply;
    const headers = { ...reply.headers, 'Content-Encoding': name, Vary: 'Accept-Encoding' };
    return { ...reply, headers, text: encode(payload) };
  });

const typed = (type: string): Change =>
  onReply((reply) =>
    payloadOf(reply) === ''
      ? reply
      : { ...reply, headers: { ...reply.headers, 'Content-Type': type } },
  );

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const reversed = (shown: object) => Object.fromEntries(Object.entries(shown).reverse());

const sorted = (shown: object) =>
  Object.fromEntries(Object.entries(shown).sort(([a], [b]) => (a < b ? -1 : 1)));

/** JSON and its media type, and content codings. */
export const bodyVariants: readonly Variant[] = [
  {
    id: 'wire.json-indented',
    title: 'writes JSON over several lines, with a line break at the end',
    change: (base) => {
      const spread = indented('\t')(base);
      return { ...spread, ...inText((text) => `${text}\r\n`)({ ...base, ...spread }) };
    },
  },
  {
    id: 'wire.json-with-white-space-around',
    title: 'writes white space before and after JSON',
    change: inText((text) => ` \r\n\t${text}\n\n `),
  },
  {
    id: 'wire.json-in-ascii',
    title: 'escapes everything beyond ASCII',
    change: inText((text) => text.replace(/[^\x20-\x7e]/g, escaped)),
  },
  {
    id: 'wire.json-escapes-for-html',
    title: 'escapes what HTML gives a meaning, quotes and slashes too',
    change: inText((text) =>
      text
        .replace(/\\(.)/g, (pair, sign: string) => (sign === '"' ? '\\u0022' : pair))
        .replace(/[<>&'+`]/g, (sign) => escaped(sign).toUpperCase().replace('U', 'u'))
        .replace(/\//g, '\\/'),
    ),
  },
  {
    id: 'wire.json-escapes-member-names',
    title: 'escapes letters in the names of members',
    change: inText((text) =>
      text.replace(
        /"(id|name|status|code)":/g,
        (_, name: string) => `"${escaped(name)}${name.slice(1)}":`,
      ),
    ),
  },
  {
    id: 'wire.json-members-reversed',
    title: 'writes the members of an animal last to first',
    change: showing(reversed),
  },
  {
    id: 'wire.json-members-sorted',
    title: 'writes the members of an animal by name',
    change: showing(sorted),
  },
  {
    id: 'wire.integers-with-fraction',
    title: 'writes whole numbers as 1.0, integers to JSON Schema',
    change: inText((text) => text.replace(/"(id|categoryId|status)":(-?\d+)/g, '"$1":$2.0')),
  },
  {
    id: 'wire.integers-with-exponent',
    title: 'writes ids as 1E+0, integers to JSON Schema',
    change: inText((text) => text.replace(/"(id|categoryId)":(-?\d+)/g, '"$1":$2E+0')),
  },
  {
    id: 'wire.gzip',
    title: 'codes bodies with gzip, unasked',
    change: coded('gzip', gzipSync),
    overSockets: true,
  },
  {
    id: 'wire.gzip-in-upper-case',
    title: 'codes bodies with gzip and calls it X-GZIP',
    change: coded('X-GZIP', gzipSync),
    overSockets: true,
  },
  {
    id: 'wire.brotli',
    title: 'codes bodies with brotli, unasked',
    change: coded('br', brotliCompressSync),
    overSockets: true,
  },
  {
    id: 'wire.deflate',
    title: 'codes bodies with deflate, unasked',
    change: coded('deflate', deflateSync),
    overSockets: true,
  },
  {
    id: 'wire.type-with-charset',
    title: 'declares the character set of JSON',
    change: typed('application/json; charset=utf-8'),
  },
  {
    id: 'wire.type-in-upper-case',
    title: 'writes the media type in upper case, with parameters of its own',
    change: typed('Application/JSON ;Charset="UTF-8"; v=1'),
  },
];
