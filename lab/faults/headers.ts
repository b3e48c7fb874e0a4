/** The headers of the rate limit, in each kind of answer. Section 8. */
import type { Call, Reply } from '../../src/reference/call.ts';
import { onReply, without } from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { type Breaks, crossed, type Entries } from './table.ts';

type Where = (reply: Reply, call: Call) => boolean;

const status =
  (wanted: number): Where =>
  ({ status }) =>
    status === wanted;
const success =
  (operation: Call['operation']): Where =>
  (reply, call) =>
    call.operation === operation && reply.status < 300;

const places: Entries<Where> = {
  always: ['in every answer', () => true],
  lists: ['in lists', success('listPets')],
  creations: ['in creations', success('createPet')],
  reads: ['in reads', success('getPet')],
  400: ['with a 400', status(400)],
  401: ['with a 401', status(401)],
  404: ['with a 404', status(404)],
  seventh: ['in every seventh answer', (_, { sequence }) => sequence % 7 === 0],
  first: ['in the first answer of all', (_, { sequence }) => sequence === 1],
};

const headers: Entries<readonly [name: string, Breaks]> = {
  limit: ['the limit', ['X-RateLimit-Limit', ['rate.limit-header']]],
  remaining: ['what remains', ['X-RateLimit-Remaining', ['rate.remaining-header']]],
  reset: ['the reset', ['X-RateLimit-Reset', ['rate.reset-header']]],
};

/** Writes a header otherwise, from its value; undefined leaves it out. */
const writing = (
  name: string,
  where: Where,
  write: (value: string, reply: Reply, call: Call) => Readonly<Record<string, string>>,
) =>
  onReply((reply, call) =>
    where(reply, call)
      ? {
          ...reply,
          headers: {
            ...without(reply.headers, name),
            ...write(reply.headers[name] ?? '', reply, call),
          },
        }
      : reply,
  );

const names: Entries<(name: string) => string | undefined> = {
  missing: ['does not show', () => undefined],
  draft: ['shows without X-', (name) => name.slice(2)],
  hyphen: ['shows under X-Rate-Limit', (name) => name.replace('RateLimit', 'Rate-Limit')],
};

const missing = Object.entries(headers).flatMap(([header, [what, [name, breaks]]]) =>
  crossed(`${header}`, names, places, (rename, where, [id, place]) =>
    id !== 'missing' && place !== 'always'
      ? undefined
      : {
          breaks,
          change: writing(name, where, (value) => {
            const other = rename(name);
            return other === undefined ? {} : { [other]: value };
          }),
        },
  ).map(({ title, ...fault }) => ({ ...fault, title: `${title}: ${what}` })),
);

/** A wrong way to write a header: the header, what is broken, and the value. */
type Writing = readonly [
  header: string,
  breaks: Breaks,
  write: (value: string, reply: Reply, call: Call) => string,
];

const limit = 'X-RateLimit-Limit';
const remaining = 'X-RateLimit-Remaining';
const reset = 'X-RateLimit-Reset';
const limitValue: Breaks = ['rate.limit-value', 'rate.plan-limit'];
const remainingValue: Breaks = ['rate.remaining-value', 'rate.remaining-falls'];
const resetValue: Breaks = ['rate.reset-value'];
const later = (seconds: number) => (value: string) => `${Number(value) + seconds}`;
const date = (value: string) => new Date(Number(value) * 1000);

const values: Entries<Writing> = {
  'limit-unit': ['writes the limit as 1000/min', [limit, limitValue, (value) => `${value}/min`]],
  'limit-policy': [
    'writes the limit with its window',
    [limit, limitValue, (value) => `${value}, ${value};w=60`],
  ],
  'limit-thousands': ['writes the limit as 1,000', [limit, limitValue, () => '1,000']],
  'limit-scientific': ['writes the limit as 1e3', [limit, limitValue, () => '1e3']],
  'limit-word': ['writes unlimited for the limit', [limit, limitValue, () => 'unlimited']],
  'limit-below-zero': ['writes -1 for the limit', [limit, limitValue, () => '-1']],
  'limit-empty': ['writes an empty limit', [limit, limitValue, () => '']],
  'limit-fraction': ['writes the limit as 1000.0', [limit, limitValue, (value) => `${value}.0`]],
  'limit-doubled': [
    'writes twice the limit',
    [limit, ['rate.plan-limit'], (value) => `${2 * Number(value)}`],
  ],
  'remaining-below-zero': [
    'writes what is used, below zero',
    [
      remaining,
      remainingValue,
      (value, { headers }) => `${Number(value) - Number(headers[limit])}`,
    ],
  ],
  'remaining-fraction': [
    'writes what remains with a fraction',
    [remaining, remainingValue, (value) => `${value}.5`],
  ],
  'remaining-of-limit': [
    'writes what remains as 998/1000',
    [remaining, remainingValue, (value, { headers }) => `${value}/${headers[limit]}`],
  ],
  'remaining-empty': ['writes nothing for what remains', [remaining, remainingValue, () => '']],
  'remaining-undefined': [
    'writes undefined for what remains',
    [remaining, remainingValue, () => 'undefined'],
  ],
  'remaining-above': [
    'writes more than the limit for what remains',
    [remaining, remainingValue, (_, { headers }) => `${Number(headers[limit]) + 1}`],
  ],
  'remaining-limit': [
    'writes the limit for what remains',
    [
      remaining,
      ['rate.remaining-falls', 'rate.remaining-true'],
      (_, { headers }) => headers[limit] ?? '',
    ],
  ],
  'remaining-none': [
    'writes that nothing remains',
    [remaining, ['rate.remaining-true', 'rate.remaining-falls'], () => '0'],
  ],
  'reset-milliseconds': [
    'writes the reset in milliseconds',
    [reset, resetValue, (value) => `${value}000`],
  ],
  'reset-delta': [
    'writes the seconds to the reset',
    [reset, resetValue, (value, _, { at }) => `${Math.ceil(Number(value) - at / 1000)}`],
  ],
  'reset-http-date': [
    'writes the reset as an HTTP date',
    [reset, resetValue, (value) => date(value).toUTCString()],
  ],
  'reset-iso-date': [
    'writes the reset as an ISO date',
    [reset, resetValue, (value) => date(value).toISOString()],
  ],
  'reset-local': ['writes the reset an hour too early', [reset, resetValue, later(-3600)]],
  'reset-two-days': ['writes the reset two days too late', [reset, resetValue, later(2 * 86_400)]],
  'reset-two-hours': [
    'writes the reset two hours too late',
    [reset, ['rate.reset-true', 'rate.reset-value'], later(7200)],
  ],
  'reset-zero': ['writes 0 for the reset', [reset, resetValue, () => '0']],
  'reset-empty': ['writes an empty reset', [reset, resetValue, () => '']],
  'reset-now': [
    'writes the time of the answer for the reset',
    [reset, ['rate.reset-value', 'rate.reset-true'], (_, __, { at }) => `${Math.floor(at / 1000)}`],
  ],
};

/** Where a wrong value is written; a value that is wrong in one status alone is another fault. */
const valuePlaces: Entries<Where> = Object.fromEntries(
  Object.entries(places).filter(([place]) => ['always', '404'].includes(place)),
);

/** A reset may lie at the answer now and then, and a count may be that of another operation. */
const isFree = (value: string, place: string, breaks: Breaks) =>
  place !== 'always' && (value === 'reset-now' || !breaks[0].endsWith('-value'));

const wrong = crossed('header', values, valuePlaces, ([name, breaks, write], where, [id, place]) =>
  isFree(id, place, breaks)
    ? undefined
    : {
        breaks,
        change: writing(name, where, (value, reply, call) => ({
          [name]: write(value, reply, call),
        })),
      },
);

/** The same header once more, with another value, as another layer writes it. */
const twice = crossed('twice', headers, valuePlaces, ([name], where) => ({
  breaks: ['rate.header-once'],
  change: writing(name, where, (value) => ({
    [name]: value,
    [name.toLowerCase()]: later(3600)(value),
  })),
}));

/** Each header, missing, under another name, with a wrong value, and twice. */
export const headerFaults: readonly Fault[] = [...missing, ...wrong, ...twice];
