/** Reads the archive of a run back. Apart from what writes it: a run need not load the validator of schemas. */
import type { Exchange, HeaderPair } from '../http/exchange.ts';
import { beginning, endOfValues } from '../http/json.ts';
import { type Shape, validatorOf } from '../package/validator.ts';
import { mostRequests } from '../settings/settings-table.ts';
import { boundedJson, TooMuch } from './given.ts';
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
    _caller: { enum: ['authenticated', 'rate-limit-key', 'anonymous', null] },
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
  const archive = boundedJson(har, bounds);
  if (!isArchive(archive)) return undefined;
  const { entries } = archive.log;
  if (entries.length > mostRequests) {
    throw new TooMuch(`holds more than ${mostRequests} exchanges, and no run makes more`);
  }
  const exchanges: Exchange[] = [];
  for (const saved of entries) {
    if (!isSaved(saved)) return undefined;
    const exchange = exchangeOf(saved);
    if (exchange !== undefined) exchanges[saved._index] = exchange;
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
    request: {
      method,
      url,
      headers: headerPairs(headers),
      ...(postData && { body: postData.text }),
    },
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
      headers: headerPairs(headers),
      body,
      truncated: comment !== undefined || end < whole.length,
      ...(comment === undefined || comment === cutOff ? {} : { unread: comment }),
    },
  };
}

function headerPairs(saved: SavedEntry['request']['headers']): HeaderPair[] {
  return saved.map(({ name, value }) => [name, value] as const);
}

/** An ordinary exchange has some eighty objects, arrays and commas, one with 200 header fields some seven hundred. */
const bounds = { marks: 400_000, depth: 30 } as const;

const isArchive = validatorOf({
  type: 'object',
  required: ['log'],
  properties: {
    log: { type: 'object', required: ['entries'], properties: { entries: { type: 'array' } } },
  },
} as const);
