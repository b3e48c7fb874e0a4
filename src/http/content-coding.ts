/** Bodies as text: read up to a bound, their content codings undone (RFC 9110, section 8.4). */
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
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

/** By coding. Many servers send `deflate` without its zlib header; the first byte tells. */
const decoders = new Map<string, (bytes: Buffer) => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', ([first = 0]) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw())],
  ['br', () => createBrotliDecompress()],
]);

type Read = Pick<RecordedResponse, 'body' | 'truncated' | 'unread'>;

/**
 * Undoes the content codings, the last one first (RFC 9110, section 8.4). A body that is not in the coding that it
 * claims stays as it came. One in an unknown coding cannot be read, which says nothing about the service.
 */
export async function decode(
  bytes: Buffer,
  headers: readonly HeaderPair[],
  bound: number,
): Promise<Read> {
  const codings = codingsOf(headers);
  if (bytes.length === 0 || codings.length === 0) return textOf(bytes);
  if (isUnreadCoding(headers)) {
    const coding = JSON.stringify(codings.join(', ').slice(0, 60));
    const unread = `it is in the content coding ${coding}, which this suite cannot undo`;
    return { ...textOf(bytes), truncated: true, unread };
  }
  let plain = { bytes, truncated: false };
  for (const coding of codings.toReversed()) {
    const decoder = decoders.get(coding);
    if (decoder === undefined) continue;
    try {
      const further = await readBounded(decoder(plain.bytes).end(plain.bytes), bound);
      plain = { bytes: further.bytes, truncated: plain.truncated || further.truncated };
    } catch {
      return textOf(bytes);
    }
  }
  const text = textOf(plain.bytes);
  return plain.truncated ? { ...text, truncated: true } : text;
}

/** One after another, each may be a bomb. */
const mostCodings = 3;

/** Whether a body with these header fields is in a coding, or in more codings, than this suite undoes. */
function isUnreadCoding(headers: readonly HeaderPair[]): boolean {
  const codings = codingsOf(headers);
  return codings.length > mostCodings || codings.some((coding) => !decoders.has(coding));
}

function codingsOf(headers: readonly HeaderPair[]): string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
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
