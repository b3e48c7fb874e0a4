/** Single faults of creations: how bodies are read, ids, and what a refusal leaves behind. Section 4.2. */
import { createHash } from 'node:crypto';
import { isLosslessNumber, LosslessNumber, stringify } from 'lossless-json';
import { petStatuses } from '../../src/catalogue/animal.ts';
import { Refusal, readInt64 } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  faultsOf,
  inAnswers,
  jsonOf,
  keeping,
  leaving,
  membersOf,
  omit,
  overlapping,
  readingBody,
  remembering,
  taking,
  together,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { digits, isKnown } from '../member-changes.ts';
import { counting } from '../store-changes.ts';
import { type Breaks, crossed, type Entries } from './table.ts';

/** Reads what is not JSON as if it were this JSON. */
const lenient = (as: (body: string) => string): Change =>
  readingBody((body) => {
    const other = jsonOf(body) === undefined ? as(body) : body;
    return membersOf(other) === undefined ? body : other;
  });
const slip = (what: RegExp, by: string) => lenient((body) => body.replace(what, by));

const slips = faultsOf('create.strict-json', {
  'strict.single-quotes': ['reads texts in single quotes', slip(/'/g, '"')],
  'strict.no-quotes': ['reads names without quotes', slip(/([{,]\s*)(\w+)(\s*:)/g, '$1"$2"$3')],
  'strict.zeros': ['reads numbers with zeros before them', slip(/:\s*0+(\d)/g, ':$1')],
  'strict.plus': ['reads numbers with a plus', slip(/:\s*\+(\d)/g, ':$1')],
  'strict.hexadecimal': ['reads numbers such as 0x1', slip(/0x[\da-f]+/gi, '1')],
  'strict.trailing-comma': ['reads over a comma at the end', slip(/,\s*\}/g, '}')],
  'strict.trailing-text': ['ignores what follows the first value', slip(/\}[^}]*$/, '}')],
});

const names = ({ body }: Call) => Object.keys(membersOf(body) ?? {});

/** Bodies whose other members change how one is checked. */
const contexts: Entries<(call: Call) => boolean> = {
  status: ['beside a status', (call) => names(call).includes('status')],
  id: ['beside an id', (call) => names(call).includes('id')],
  more: [
    'beside a member that it does not know',
    (call) => names(call).some((one) => !['name', 'categoryId', 'status', 'id'].includes(one)),
  ],
  charset: ['in a named character set', ({ headers }) => /;/.test(headers['content-type'] ?? '')],
};

/** A member, its requirement, and a right value in the place of a wrong one. */
const mended: Entries<readonly [member: string, Breaks, (value: unknown) => unknown]> = {
  name: [
    'takes any name',
    [
      'name',
      ['create.invalid-name'],
      (value) => (value === undefined || typeof value === 'string' ? value : 'Unnamed'),
    ],
  ],
  category: [
    'takes any category',
    [
      'categoryId',
      ['create.invalid-category-id'],
      (value) =>
        value === undefined || readInt64(digits(value)) !== undefined
          ? value
          : new LosslessNumber('1'),
    ],
  ],
  status: [
    'takes any status',
    ['status', ['create.invalid-status'], (value) => (isKnown(value) ? value : undefined)],
  ],
};

const besides = crossed(
  'beside',
  mended,
  contexts,
  ([member, breaks, mend], which, [id, beside]) =>
    id === beside
      ? undefined
      : {
          breaks,
          change: readingBody((text, call) => {
            const body = membersOf(text);
            if (body === undefined || !which(call)) return text;
            return stringify({ ...body, [member]: mend(body[member]) }) ?? text;
          }),
        },
);

/** Refuses creations whose request is written like this. */
const refusing =
  (status: number, which: (call: Call) => boolean): Change =>
  ({ newAnimal }) => ({
    newAnimal: (call) =>
      which(call) ? new Refusal(status, 'form', 'Not in this form.') : newAnimal(call),
  });

const forms = faultsOf(['create.created', 'create.refused-leaves-nothing', 'create.keeps-values'], {
  'form.charset-refused': [
    'compares the media type with all its parameters: 415',
    refusing(415, ({ headers }) => headers['content-type'] !== 'application/json'),
  ],
  'form.member-order': [
    'wants the members in the order of the documentation',
    refusing(400, (call) => names(call).indexOf('name') > names(call).indexOf('categoryId')),
  ],
  'form.first-line': [
    'reads the first line of a body',
    refusing(400, ({ body }) => /^\s|\n/.test(body)),
  ],
  'form.escaped-members': [
    'does not know members whose names are written with escapes',
    refusing(400, ({ body }) => /\\u00[67]/.test(body)),
  ],
});

const capitals = petStatuses.map((one) => `${one.charAt(0).toUpperCase()}${one.slice(1)}`);

const created: readonly Fault[] = [
  ...faultsOf(['create.status-values', 'create.invalid-status', 'create.created'], {
    'create.status-other-words': [
      'has other words for a status',
      refusing(400, (call) => names(call).includes('status')),
    ],
    'create.status-capital-needed': [
      'knows Available, Pending and Sold, as its language names them',
      taking('status', (one) => one && (petStatuses[capitals.indexOf(`${one}`)] ?? 'none')),
    ],
  }),
  {
    id: 'create.photos-required',
    title: 'requires photo addresses, as an older version did',
    breaks: ['create.created'],
    server: () => ({ animals: animals(30) }),
    // Otherwise the only category that is listed may be one that takes no more.
    settings: { categoryId: '1' },
    change: refusing(400, (call) => !names(call).includes('photoUrls')),
  },
  ...faultsOf('create.invalid-body', {
    'create.string-parsed-again': [
      'parses a JSON text inside a JSON string',
      readingBody((text) => (text.startsWith('"') ? `${jsonOf(text)}` : text)),
    ],
  }),
  ...faultsOf(['create.missing-name', 'create.missing-category-id'], {
    'create.either-required': [
      'requires a category only if there is a name',
      readingBody((text) => (text.trim() === '{}' ? '{"name":"Unnamed","categoryId":1}' : text)),
    ],
  }),
  ...faultsOf('pet.category-id', {
    'create.probe-without-category': [
      'answers an animal with a member of its own without its category',
      inAnswers('createPet', 201, (reply, { body }) =>
        body.includes('"conformance"')
          ? { ...reply, body: omit(Object(reply.body), 'categoryId') }
          : reply,
      ),
    ],
  }),
  ...faultsOf(['create.created', 'create.keeps-values'], {
    'create.namesake-crashes': [
      'has an index of unique names, and fails a namesake with 500',
      remembering(() => {
        const seen = new Set<string>();
        return keeping((one) =>
          seen.size === seen.add(one.name).size ? new Refusal(500, 'twice', 'Duplicate key.') : one,
        );
      }),
    ],
    'create.skin-tones-lost': [
      'shows hands in yellow only',
      keeping((one) => ({ ...one, name: one.name.replace(/[\u{1f3fb}-\u{1f3ff}]/gu, '') })),
    ],
  }),
];

/** Ids by how many animals were created before, from 0. */
const numbering = (id: (before: number) => number): Change =>
  remembering(() => {
    let before = 0;
    return () => ({ newId: () => BigInt(id(before++)) });
  });

const hash = (value: unknown) =>
  BigInt(`0x${createHash('md5').update(`${value}`).digest('hex').slice(1, 16)}`);

const idSent = (body: string): bigint | undefined => {
  const id = membersOf(body)?.id;
  return isLosslessNumber(id) ? readInt64(`${id}`) : undefined;
};

/** Two animals with one id cannot both be read by it. */
const ids = faultsOf(['create.server-id', 'get.same-animal', 'get.found'], {
  'create.id-counter-restarts': [
    'numbers animals from 1 again after ten',
    numbering((before) => 1 + (before % 10)),
  ],
  'create.id-from-name': [
    'makes the id from the name',
    () => ({ newId: (_, { body }) => hash(membersOf(body)?.name) }),
  ],
  'create.id-merged': [
    'writes over an animal whose id is sent',
    ({ newId }) => ({
      newId: (store, call) => {
        const id = idSent(call.body);
        return id !== undefined && store.get(id) ? id : newId(store, call);
      },
    }),
  ],
  'create.id-of-the-latest': [
    'takes its counter of ids back by one at each refusal',
    remembering(() => {
      let last = 0n;
      return together(
        inAnswers('createPet', 400, (reply) => {
          last = last > 0n ? last - 1n : 0n;
          return reply;
        }),
        () => ({ newId: () => ++last }),
      );
    }),
  ],
  'create.id-shared-under-load': [
    'reads the highest id before it writes: creations at the same time get the same',
    remembering(() => {
      let last = 0n;
      return overlapping((_, busy) => ({ newId: () => (busy() ? last : ++last) }));
    }),
  ],
});

const idOfOthers: Fault = {
  id: 'create.id-of-listed-animal',
  title: 'numbers new animals from 1, though its store was filled from a file before',
  breaks: ['create.server-id', 'get.found'],
  server: () => ({ animals: animals(30) }),
  change: numbering((before) => before + 1),
};

const draft = ({ body }: Call) => {
  const name = /"name"\s*:\s*"([^"]+)"/.exec(body)?.[1];
  return name === undefined ? undefined : { name, categoryId: 1n };
};

/** Answers that refuse, and leave an animal nevertheless. */
const leftBehind: Entries<(reply: Reply, call: Call) => boolean> = {
  'no-key': ['without a key', ({ status }, call) => status === 401 && !call.headers.authorization],
  'wrong-key': ['with a wrong key', ({ status }, call) => status === 401 && bearer(call)],
  refused: ['that it refuses', ({ status }) => status === 400],
  cut: [
    'whose body breaks off',
    ({ status }, { body }) => status === 400 && jsonOf(body) === undefined,
  ],
  array: ['in an array', ({ status }, { body }) => status === 400 && /^\s*\[/.test(body)],
};

function bearer({ headers }: Call): boolean {
  return /^bearer \S/i.test(headers.authorization ?? '');
}

const leftovers = crossed(
  'left',
  { animal: ['keeps an animal', undefined], sold: ['keeps an animal as sold', 'sold' as const] },
  leftBehind,
  (status, which) => ({
    breaks: ['create.refused-leaves-nothing'],
    change: leaving((reply, call) => {
      const left = which(reply, call) ? draft(call) : undefined;
      return left && status ? { ...left, status } : left;
    }),
  }),
);

/** Adds an animal once more before the next list or read. */
const twice = (which: (status: string | undefined) => boolean): Change =>
  remembering(() => {
    const again: (readonly [name: string, categoryId: bigint])[] = [];
    return together(counting, ({ keep, list, newId }) => ({
      keep: (animal, call) => {
        if (which(animal.status)) again.push([animal.name, animal.categoryId]);
        return keep(animal, call);
      },
      list: (store, selection, call) => {
        for (const [name, categoryId] of again.splice(0)) {
          store.add({ id: newId(store, call), name, categoryId });
        }
        return list(store, selection, call);
      },
    }));
  });

const doubled = faultsOf(['create.server-id', 'create.refused-leaves-nothing'], {
  'create.each-twice': ['adds each animal twice', twice(() => true)],
  'create.pending-twice': ['adds pending animals twice', twice((one) => one === 'pending')],
});

/** Creations that go wrong in ways of their own. */
export const creationFaults: readonly Fault[] = [
  ...slips,
  ...besides,
  ...forms,
  ...created,
  ...ids,
  idOfOthers,
  ...leftovers,
  ...doubled,
];
