import { validatorOf } from '../package/validator.ts';
import { mostRequests } from '../settings/most-requests.ts';
import { openArray, openObject, parsed, TooMuch, watch } from './given-json.ts';

/** Objects, arrays and commas: an ordinary exchange has some eighty, and one of 200 header fields some seven hundred. */
const bounds = { marks: 1_000_000, depth: 30 } as const;

/** Within the archive, within `log`, within `entries`. */
const depthOfEntries = 3;

/** The archive where each entry is put by its place: an entry itself can stand there no more. */
const isArchive = validatorOf({
  type: 'object',
  required: ['log'],
  properties: {
    log: {
      type: 'object',
      required: ['entries'],
      properties: {
        entries: {
          type: 'array',
          items: { type: 'object', required: ['@'], properties: { '@': { type: 'integer' } } },
        },
      },
    },
  },
} as const);

/**
 * The entries of an archive in their order, each made what is wanted of it before the next is parsed, so that the
 * archive is never held as values. Undefined where the bytes are no archive, or `of` finds an entry to be none.
 * Throws TooMuch where it holds more than any run writes, and SyntaxError where it is no JSON.
 */
export function entriesIn<T>(
  bytes: Uint8Array,
  of: (entry: unknown) => T | undefined,
): T[] | undefined {
  const found: (T | undefined)[] = [];
  const rest: Uint8Array[] = [];
  let begun = -1;
  let kept = 0;
  let inArray = false;
  watch(bytes, bounds, {
    opened(mark, at, depth) {
      if (depth === depthOfEntries - 1) inArray = mark === openArray;
      if (depth === depthOfEntries && inArray && mark === openObject) begun = at;
    },
    closed(at, depth) {
      if (depth !== depthOfEntries || begun < 0) return;
      if (found.length >= mostRequests) {
        throw new TooMuch(`holds more than ${mostRequests} exchanges, and no run makes more`);
      }
      rest.push(bytes.subarray(kept, begun), Buffer.from(`{"@":${found.length}}`));
      found.push(of(parsed(bytes.subarray(begun, at + 1))));
      kept = at + 1;
      begun = -1;
    },
  });
  const archive = parsed(Buffer.concat([...rest, bytes.subarray(kept)]));
  if (!isArchive(archive)) return undefined;
  const entries: T[] = [];
  for (const { '@': place } of archive.log.entries) {
    const entry = found[place];
    if (entry === undefined) return undefined;
    entries.push(entry);
  }
  return entries;
}
