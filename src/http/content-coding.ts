/** Bodies as text: read up to a bound, their content codings undone (RFC 9110, section 8.4). */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { HeaderPair, RecordedResponse } from './exchange.ts';
import { decodeUtf8, endOfValues, mostDepth, nestsTooDeep, tooMany } from './json.ts';

/** The first bytes of a body, and whether there were more. */
export async function readBounded(body: AsyncIterable<Buffer>, bound: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > bound) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, bound), truncated: size > bound };
}

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

const decoders = new Map<string, Decode>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  // Many servers send it without the header of zlib; the first byte tells.
  ['deflate', (bytes, most) => (isZlib(bytes) ? inflateSync : inflateRawSync)(bytes, most)],
  ['br', brotliDecompressSync],
]);

const isZlib = ([first = 0]: Buffer) => (first & 0x0f) === 8;

/** More codings, one after the other, than anybody needs: each may be a bomb. */
const mostCodings = 3;

type Read = Pick<RecordedResponse, 'body' | 'truncated' | 'unread'>;

/**
 * Undoes the content codings, the last one first. A body that is not in the coding that it claims stays as it came. One
 * in an unknown coding cannot be read, which says nothing about the service.
 */
export function decode(bytes: Buffer, headers: readonly HeaderPair[], bound: number): Read {
  const codings = headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (bytes.length === 0 || codings.length === 0) return textOf(bytes);
  if (codings.length > mostCodings || codings.some((coding) => !decoders.has(coding))) {
    const coding = JSON.stringify(codings.join(', ').slice(0, 60));
    const unread = `it is in the content coding ${coding}, which this suite cannot undo`;
    return { ...textOf(bytes), truncated: true, unread };
  }
  try {
    const undo = (before: Buffer, coding: string) =>
      decoders.get(coding)?.(before, { maxOutputLength: bound }) ?? before;
    return textOf(codings.reduceRight(undo, bytes));
  } catch (error) {
    const isTooLong = error instanceof RangeError;
    return isTooLong ? { body: '', truncated: true } : textOf(bytes);
  }
}

/** The bytes as text, cut after as many values as are read. */
function textOf(bytes: Buffer): Read {
  const end = endOfValues(bytes.length, (at) => bytes[at] ?? 0);
  const body = decodeUtf8(bytes.subarray(0, end));
  const truncated = end < bytes.length;
  if (!nestsTooDeep(body)) return { body, truncated, ...(truncated && { unread: tooMany }) };
  return {
    body,
    truncated: true,
    unread: `it nests more than ${mostDepth} levels deep, and this suite reads no deeper`,
  };
}
