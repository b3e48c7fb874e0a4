import type { Exchange, HeaderPair } from '../http/exchange.ts';
import { beginning, endOfValues } from '../http/json.ts';
import { type Shape, validatorOf } from '../package/validator.ts';
import { mostRequests } from '../settings/table.ts';
import { openArray, openObject, parsed, TooMuch, watch } from './given-json.ts';
import { cutOff } from './har.ts';

/**
 * Characters of an address. The suite's own have a hundred or so, and judging many of 50 kB again takes half a minute.
 */
const longestAddress = 2048;

/** The most characters of a text that a run records: nothing longer is accepted from others. */
const text = { type: 'string', maxLength: 200_000 } as const;
/** A body is kept up to a mebibyte, as it is in the file. */
const body = { type: 'string', maxLength: 1024 * 1024 } as const;
/** Milliseconds, within what a date may hold. */
const duration = { minimum: -8.64e15, maximum: 8.64e15 } as const;
const number = { type: 'number', ...duration } as const;
/** As `toISOString` writes it: other texts may not be a time. */
const moment = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d\\.\\d{3}Z$',
  format: 'date-time',
} as const;
const fields = {
  type: 'array',
  maxItems: 1000,
  items: { type: 'object', required: ['name', 'value'], properties: { name: text, value: text } },
} as const;

/** The part of what `toHar` writes that is needed to read an exchange back. */
const entry = {
  type: 'object',
  required: [
    'startedDateTime',
    'time',
    'request',
    'response',
    '_index',
    '_operation',
    '_purpose',
    '_caller',
    '_waitMs',
    '_curl',
  ],
  properties: {
    startedDateTime: moment,
    time: number,
    request: {
      type: 'object',
      required: ['method', 'url', 'headers'],
      properties: {
        method: text,
        url: { type: 'string', maxLength: longestAddress },
        headers: fields,
        postData: { type: 'object', required: ['text'], properties: { text } },
      },
    },
    response: {
      type: 'object',
      required: ['status', 'statusText', 'headers', 'content'],
      properties: {
        status: { type: 'integer' },
        statusText: text,
        headers: fields,
        content: { type: 'object', properties: { text: body, comment: text } },
        _error: text,
      },
    },
    // A forged index could make an endless array.
    _index: { type: 'integer', minimum: 0, maximum: mostRequests },
    _operation: { enum: ['listPets', 'createPet', 'getPet', null] },
    _purpose: { enum: ['clause', 'gap', null] },
    _caller: { enum: ['key-holder', 'limit-key', 'stranger', null] },
    _waitMs: { type: ['number', 'null'], ...duration },
    _arrival: { type: ['integer', 'null'], minimum: 0 },
    _reusedConnection: { type: ['boolean', 'null'] },
    _curl: { type: ['string', 'null'] },
  },
} as const;

type SavedEntry = Shape<typeof entry>;

const isSaved = validatorOf(entry);

/**
 * The exchanges of an archive that `toHar` made, each at its own index; a request that never came back is a hole.
 * Undefined if the text is not an archive of this suite. Throws TooMuch if it holds more than any run writes, and
 * SyntaxError if it is not JSON.
 */
export function exchangesOf(har: Uint8Array): Exchange[] | undefined {
  const entries = entriesIn(har, (saved) =>
    isSaved(saved) ? { index: saved._index, exchange: exchangeOf(saved) } : undefined,
  );
  if (entries === undefined) return undefined;
  const exchanges: Exchange[] = [];
  for (const { index, exchange } of entries) {
    if (exchange !== undefined) exchanges[index] = exchange;
  }
  return exchanges;
}

function exchangeOf(saved: SavedEntry): Exchange | undefined {
  const { _index: index, _operation: operation, _purpose: purpose, _caller: caller } = saved;
  if (purpose === null || caller === null || saved._curl === null) return undefined;
  const { method, url, headers, postData } = saved.request;
  const startedAt = Date.parse(saved.startedDateTime);
  const arrival = saved._arrival ?? undefined;
  const reusedConnection = saved._reusedConnection ?? undefined;
  return {
    index,
    ...(operation && { operation }),
    purpose,
    caller,
    request: { method, url, headers: pairs(headers), ...(postData && { body: postData.text }) },
    ...answerOf(saved.response),
    startedAt,
    finishedAt: startedAt + saved.time,
    ...(arrival === undefined ? {} : { arrival }),
    ...(reusedConnection === undefined ? {} : { reusedConnection }),
    waitMs: saved._waitMs ?? 0,
    curl: saved._curl,
  };
}

function answerOf(saved: SavedEntry['response']): Pick<Exchange, 'response' | 'failure'> {
  if (saved._error !== undefined) {
    const [code = '', ...message] = saved._error.split(': ');
    return { failure: { code, message: message.join(': ') } };
  }
  const { status, statusText, headers, content } = saved;
  const { text: whole = '', comment } = content;
  const end = endOfValues(whole.length, (at) => whole.charCodeAt(at));
  const body = end < whole.length ? beginning(whole, end) : whole;
  return {
    response: {
      status,
      statusText,
      headers: pairs(headers),
      body,
      truncated: comment !== undefined || end < whole.length,
      ...(comment === undefined || comment === cutOff ? {} : { unread: comment }),
    },
  };
}

function pairs(saved: SavedEntry['request']['headers']): HeaderPair[] {
  return saved.map(({ name, value }) => [name, value] as const);
}

/** Objects, arrays and commas: an ordinary exchange has some eighty, one with 200 header fields some seven hundred. */
const bounds = { marks: 1_000_000, depth: 30 } as const;

/** Within the archive, within `log`, within `entries`. */
const depthOfEntries = 3;

/** The archive with each entry replaced by its place, so that nothing else can stand there. */
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
 * The entries of an archive in order. Each is converted before the next is parsed, so the whole archive is never held
 * as values. Undefined if the bytes are not an archive, or if `of` does not accept an entry. Throws TooMuch if it holds
 * more than any run writes, and SyntaxError if it is not JSON.
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
