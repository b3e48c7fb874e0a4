/** The headers of the rate limit, in each kind of answer. Section 8. */
import type { Call, Reply } from '../../src/reference/call.ts';
import { onReply, without } from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { type Breaks, crossed, type Entries } from './fault-table.ts';

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

/** A wrong way to write the header that its id begins with. */
type Write = (value: string, reply: Reply, call: Call) => string;

const later = (seconds: number) => (value: string) => `${Number(value) + seconds}`;
const date = (value: string) => new Date(Number(value) * 1000);
const limitIn = ({ headers }: Reply) => Number(headers['X-RateLimit-Limit']);

const values: Entries<Write> = {
  'limit-unit': ['writes the limit as 1000/min', (value) => `${value}/min`],
  'limit-policy': ['writes the limit with its window', (value) => `${value}, ${value};w=60`],
  'limit-thousands': ['writes the limit as 1,000', () => '1,000'],
  'limit-scientific': ['writes the limit as 1e3', () => '1e3'],
  'limit-word': ['writes unlimited for the limit', () => 'unlimited'],
  'limit-below-zero': ['writes -1 for the limit', () => '-1'],
  'limit-empty': ['writes an empty limit', () => ''],
  'limit-fraction': ['writes the limit as 1000.0', (value) => `${value}.0`],
  'limit-doubled': ['writes twice the limit', (value) => `${2 * Number(value)}`],
  'remaining-used': ['writes used, below zero', (value, one) => `${Number(value) - limitIn(one)}`],
  'remaining-fraction': ['writes what remains with a fraction', (value) => `${value}.5`],
  'remaining-of-limit': ['writes 998/1000', (value, one) => `${value}/${limitIn(one)}`],
  'remaining-empty': ['writes nothing for what remains', () => ''],
  'remaining-undefined': ['writes undefined for what remains', () => 'undefined'],
  'remaining-above': ['writes one above the limit', (_, one) => `${limitIn(one) + 1}`],
  'remaining-limit': ['writes the limit for what remains', (_, one) => `${limitIn(one)}`],
  'remaining-none': ['writes that nothing remains', () => '0'],
  'reset-milliseconds': ['writes the reset in milliseconds', (value) => `${value}000`],
  'reset-delta': [
    'writes seconds to go',
    (one, _, { at }) => `${Math.ceil(Number(one) - at / 1000)}`,
  ],
  'reset-http-date': ['writes the reset as an HTTP date', (value) => date(value).toUTCString()],
  'reset-iso-date': ['writes the reset as an ISO date', (value) => date(value).toISOString()],
  'reset-early': ['writes the reset an hour too early', later(-3600)],
  'reset-two-days': ['writes the reset two days too late', later(2 * 86_400)],
  'reset-two-hours': ['writes the reset two hours too late', later(7200)],
  'reset-zero': ['writes 0 for the reset', () => '0'],
  'reset-empty': ['writes an empty reset', () => ''],
  'reset-now': ['writes the time of the answer', (_, __, { at }) => `${Math.floor(at / 1000)}`],
};

const breaksOf: Readonly<Record<string, Breaks>> = {
  limit: ['rate.limit-value', 'rate.plan-limit'],
  remaining: ['rate.remaining-value', 'rate.remaining-falls', 'rate.remaining-true'],
  reset: ['rate.reset-value', 'rate.reset-true'],
};

/** Values that are wrong only beside those of other answers. */
const compared = [
  'limit-doubled',
  'remaining-limit',
  'remaining-none',
  'reset-two-hours',
  'reset-now',
];

/** Where a wrong value is written; a value that is wrong in one status alone is another fault. */
const valuePlaces: Entries<Where> = Object.fromEntries(
  Object.entries(places).filter(([place]) => ['always', '404'].includes(place)),
);

const wrong = crossed('header', values, valuePlaces, (write, where, [id, place]) => {
  const [header = ''] = id.split('-');
  const name = headers[header]?.[1][0];
  const breaks = breaksOf[header];
  if (!name || !breaks || (place !== 'always' && compared.includes(id))) return undefined;
  const change = writing(name, where, (value, reply, call) => ({
    [name]: write(value, reply, call),
  }));
  return { breaks, change };
});

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
