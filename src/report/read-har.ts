/** Reads the archive of a run back. Apart from what writes it: a run need not load the validator of schemas. */
import { Unfit } from '../disk/read-given.ts';
import type { Exchange, HeaderPair } from '../http/exchange.ts';
import { beginning, endOfValues } from '../http/json.ts';
import { type Shape, validatorOf } from '../package/validator.ts';
import { mostRequests } from '../settings/settings-table.ts';
import { operationNames } from '../spec/operations.ts';
import { jsonIn } from './given.ts';
import { cutOff } from './har.ts';

/** The most characters of a text that a run records: nothing longer is accepted from others. */
const text = { type: 'string', maxLength: 200_000 } as const;
/** A body is kept up to a mebibyte, as it is in the file. */
const body = { type: 'string', maxLength: 1024 * 1024 } as const;
/** The suite's own addresses have a hundred characters or so, and judging many of 50 kB takes half a minute. */
const address = { type: 'string', maxLength: 2048 } as const;
/** Milliseconds, so that a moment and these are still a date. */
const milliseconds = { minimum: -1e12, maximum: 1e12 } as const;
/** As `toISOString` writes it: other texts may not be a time. */
const moment = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d\\.\\d{3}Z$',
  format: 'date-time',
} as const;

/** The schema of an object with these members, and perhaps those. */
function object<const Due extends object, const Optional extends object>(
  due: Due,
  optional: Optional,
) {
  const isName = (name: string): name is keyof Due & string => Object.hasOwn(due, name);
  const required: readonly (keyof Due)[] = Object.keys(due).filter(isName);
  return { type: 'object', required, properties: { ...due, ...optional } } as const;
}

const fields = {
  type: 'array',
  maxItems: 1000,
  items: object({ name: text, value: text }, {}),
} as const;

/** The part of what `toHar` writes that is needed to read an exchange back. */
const entry = object(
  {
    startedDateTime: moment,
    time: { type: 'number', ...milliseconds },
    request: object(
      { method: text, url: address, headers: fields },
      { postData: object({ text }, {}) },
    ),
    response: object(
      {
        status: { type: 'integer' },
        statusText: { type: 'string', maxLength: 20_000 },
        headers: fields,
        content: object({}, { text: body, comment: text }),
      },
      { _error: { type: 'string', maxLength: 1_000 } },
    ),
    // A forged index could make an endless array.
    _index: { type: 'integer', minimum: 0, maximum: mostRequests },
    _operation: { enum: [...operationNames, null] },
    _purpose: { enum: ['clause', 'gap', null] },
    _caller: { enum: ['authenticated', 'rate-limit-key', 'anonymous', null] },
    _waitMs: { type: ['number', 'null'], ...milliseconds },
    _curl: { type: ['string', 'null'] },
  },
  {
    _arrival: { type: ['integer', 'null'], minimum: 0 },
    _reusedConnection: { type: ['boolean', 'null'] },
  },
);

type SavedEntry = Shape<typeof entry>;

const isSaved = validatorOf(entry);
const isArchive = validatorOf(
  object({ log: object({ entries: { type: 'array' } as const }, {}) }, {}),
);

/**
 * The exchanges of an archive that `toHar` made, each at its own index; a request that never came back is a hole.
 * Throws Unfit if it is not an archive of this suite, or holds more than any run writes.
 */
export function exchangesOf(har: Uint8Array): Exchange[] {
  refuseTooMuch(har);
  const archive = jsonIn(har);
  const foreign = 'is not traffic of this version';
  if (!isArchive(archive)) throw new Unfit(foreign);
  const { entries } = archive.log;
  if (entries.length > mostRequests) {
    throw new Unfit(`holds more than ${mostRequests} exchanges, and no run makes more`);
  }
  const exchanges: Exchange[] = [];
  for (const saved of entries) {
    if (!isSaved(saved)) throw new Unfit(foreign);
    const exchange = exchangeOf(saved);
    if (exchange !== undefined) exchanges[saved._index] = exchange;
  }
  return exchanges;
}

/** An ordinary exchange has some eighty objects, arrays and commas, one with 200 header fields some seven hundred. */
const mostValues = 400_000;

/** Objects, arrays and commas cost memory beyond their bytes: they are counted before anything is parsed. */
function refuseTooMuch(bytes: Uint8Array): void {
  let values = 0;
  let isString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const mark = String.fromCharCode(bytes[at] ?? 0);
    if (isString && mark === '\\') at += 1;
    if (mark === '"') isString = !isString;
    if (!isString && (mark === ',' || mark === '{' || mark === '[')) values += 1;
  }
  if (values > mostValues) throw new Unfit(`holds more than ${mostValues} values`);
}

function exchangeOf(saved: SavedEntry): Exchange | undefined {
  const { _index: index, _operation: operation, _purpose: purpose, _caller: caller } = saved;
  const { _arrival: arrival, _reusedConnection: reusedConnection, _curl: curl } = saved;
  if (purpose === null || caller === null || curl === null) return undefined;
  const { method, url, headers, postData } = saved.request;
  const startedAt = Date.parse(saved.startedDateTime);
  const sent = { method, url, headers: headerPairs(headers) };
  return {
    index,
    ...(operation && { operation }),
    purpose,
    caller,
    request: { ...sent, ...(postData && { body: postData.text }) },
    ...answerOf(saved.response),
    startedAt,
    finishedAt: startedAt + saved.time,
    ...(typeof arrival === 'number' && { arrival }),
    ...(typeof reusedConnection === 'boolean' && { reusedConnection }),
    waitMs: saved._waitMs ?? 0,
    curl,
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
  const isCut = end < whole.length;
  return {
    response: {
      status,
      statusText,
      headers: headerPairs(headers),
      body: isCut ? beginning(whole, end) : whole,
      truncated: comment !== undefined || isCut,
      ...(comment !== undefined && comment !== cutOff && { unread: comment }),
    },
  };
}

function headerPairs(saved: SavedEntry['request']['headers']): HeaderPair[] {
  return saved.map(({ name, value }) => [name, value] as const);
}
