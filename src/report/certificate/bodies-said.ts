/** Whether the bodies in a recording are as the suite reads and keeps them, and as long as the answer says. */
import { keptOfLast, keptOfOthers, roomOfOthers } from '../../engine/kept.ts';
import { type Answered, headerValues } from '../../http/exchange.ts';
import { nestsTooDeep } from '../../http/json/bounds.ts';
import { isUtf8 } from '../../http/json/utf8.ts';
import { isSpoilt } from '../../http/replay/spoilt.ts';
import { isUnreadCoding } from '../../http/wire/content-coding.ts';
import { writtenBytes } from '../../text/written.ts';

/** The last character that is kept may end so many bytes before the bound. */
const widest = 6;

/**
 * Answers that are told to be cut off, or not to be readable, and are short and readable: what is marked so is not
 * judged.
 */
export function markedAsCut(answers: readonly Answered[]): Answered[] {
  let room = roomOfOthers;
  const inOrder = answers.toSorted((a, b) => (a.arrival ?? a.index) - (b.arrival ?? b.index));
  return inOrder.filter(({ response }) => {
    const bytes = writtenBytes(response.body);
    const least = room >= keptOfOthers ? keptOfOthers : keptOfLast;
    room -= Math.min(bytes, keptOfOthers);
    if (!response.truncated || isUnreadCoding(response.headers)) return false;
    // What keys took up there is not known.
    if (isSpoilt(response.body)) return false;
    return bytes < least - widest && !nestsTooDeep(response.body);
  });
}

/** Answers whose body is not as long as their Content-Length says: no client takes such an answer for whole. */
export function ofAnotherLength(answers: readonly Answered[]): Answered[] {
  return answers.filter(({ request, response }) => {
    const [length, ...more] = headerValues(response, 'content-length');
    const { body, headers, status, truncated } = response;
    if (length === undefined || more.length > 0 || !/^\d{1,15}$/.test(length)) return false;
    if (request.method === 'HEAD' || status === 204 || status === 304 || truncated) return false;
    // The bytes that were received are in the recording only if nothing was done to them.
    const isAsReceived = !headers.some(([name]) => /^content-encoding$/i.test(name));
    if (!isAsReceived || !isUtf8(body) || isSpoilt(body)) return false;
    const bytes = Buffer.byteLength(body);
    return bytes !== Number(length) && bytes + byteOrderMark !== Number(length);
  });
}

/** Bytes of a byte order mark, which is read and not kept. */
const byteOrderMark = 3;
