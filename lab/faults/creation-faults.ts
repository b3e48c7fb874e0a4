import { isLosslessNumber } from 'lossless-json';
import { Refusal, readInt64 } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  faultsOf,
  jsonOf,
  keeping,
  leaving,
  membersOf,
  overlapping,
  readingBody,
  remembering,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { crossed, type Entries } from './fault-table.ts';

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
  'strict.trailing-comma': ['reads over a comma at the end', slip(/,\s*\}/g, '}')],
  'strict.trailing-text': ['ignores what follows the first value', slip(/\}[^}]*$/, '}')],
});

const names = ({ body }: Call) => Object.keys(membersOf(body) ?? {});

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
});

const created: readonly Fault[] = [
  {
    id: 'create.photos-required',
    title: 'requires photo addresses, as an older version did',
    breaks: ['create.created'],
    server: () => ({ animals: animals(30) }),
    // Otherwise the only category that is listed may be one that takes no more.
    settings: { categoryId: '1' },
    change: refusing(400, (call) => !names(call).includes('photoUrls')),
  },
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
  }),
];

/** Ids by how many animals were created before, from 0. */
const numbering = (id: (before: number) => number): Change =>
  remembering(() => {
    let before = 0;
    return () => ({ newId: () => BigInt(id(before++)) });
  });

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
  'create.id-merged': [
    'writes over an animal whose id is sent',
    ({ newId }) => ({
      newId: (store, call) => {
        const id = idSent(call.body);
        return id !== undefined && store.get(id) ? id : newId(store, call);
      },
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

/** Creations that go wrong in ways of their own. */
export const creationFaults: readonly Fault[] = [
  ...slips,
  ...forms,
  ...created,
  ...ids,
  idOfOthers,
  ...leftovers,
];
