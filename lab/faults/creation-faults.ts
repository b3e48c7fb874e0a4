/** Creations that go wrong in ways of their own. Section 4.2. */
import { readInt64 } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  jsonOf,
  keeping,
  leaving,
  membersOf,
  readingBody,
  remembering,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { digits, refusal } from '../changes.ts';
import { crossed, type Entries, faultsOf } from './fault-table.ts';

/** Mends a body that is not JSON. */
const mending = (what: RegExp, by: string): Change =>
  readingBody((body) => {
    const mended = jsonOf(body) === undefined ? body.replace(what, by) : body;
    return membersOf(mended) === undefined ? body : mended;
  });

const slips = faultsOf('create.strict-json', {
  'strict.single-quotes': mending(/'/g, '"'),
  'strict.no-quotes': mending(/([{,]\s*)(\w+)(\s*:)/g, '$1"$2"$3'),
  'strict.trailing-comma': mending(/,\s*\}/g, '}'),
  'strict.trailing-text': mending(/\}[^}]*$/, '}'),
});

const names = ({ body }: Call) => Object.keys(membersOf(body) ?? {});

/** Refuses creations whose request is written like this. */
const refusing =
  (status: number, which: (call: Call) => boolean): Change =>
  ({ newAnimal }) => ({
    newAnimal: (call) => (which(call) ? refusal(status) : newAnimal(call)),
  });

const forms = faultsOf(['create.created', 'create.refused-leaves-nothing', 'create.keeps-values'], {
  'form.charset-refused': refusing(
    415,
    ({ headers }) => headers['content-type'] !== 'application/json',
  ),
  'form.member-order': refusing(
    400,
    (call) => names(call).indexOf('name') > names(call).indexOf('categoryId'),
  ),
});

const onStore = {
  server: () => ({ animals: animals(30) }),
  // Otherwise the only category that is listed may be one that takes no more.
  settings: { categoryId: '1' },
};

const created = [
  ...faultsOf(
    'create.created',
    { 'create.photos-required': refusing(400, (call) => !names(call).includes('photoUrls')) },
    onStore,
  ),
  ...faultsOf(['create.created', 'create.keeps-values'], {
    'create.namesake-crashes': remembering(() => {
      const seen = new Set<string>();
      return keeping((one) => (seen.size === seen.add(one.name).size ? refusal(500) : one));
    }),
  }),
];

/** Ids by how many animals were created before, from 0. */
const numbering = (id: (before: number) => number): Change =>
  remembering(() => {
    let before = 0;
    return () => ({ newId: () => BigInt(id(before++)) });
  });

/** Two animals with one id cannot both be read by it. */
const ids = [
  ...faultsOf(['create.server-id', 'get.same-animal', 'get.found'], {
    'create.id-counter-restarts': numbering((before) => 1 + (before % 10)),
    // It writes over an animal whose id is sent.
    'create.id-merged': ({ newId }) => ({
      newId: (store, call) => {
        const id = readInt64(digits(membersOf(call.body)?.id));
        return id !== undefined && store.get(id) ? id : newId(store, call);
      },
    }),
  }),
  ...faultsOf(
    ['create.server-id', 'get.found'],
    { 'create.id-of-listed-animal': numbering((before) => before + 1) },
    { server: () => ({ animals: animals(30) }) },
  ),
];

const draft = ({ body }: Call) => {
  const name = /"name"\s*:\s*"([^"]+)"/.exec(body)?.[1];
  return name === undefined ? undefined : { name, categoryId: 1n };
};

/** Refused creations that leave an animal nevertheless. */
const leftBehind: Entries<(reply: Reply, call: Call) => boolean> = {
  'no-key': ({ status }, { headers }) => status === 401 && !headers.authorization,
  'wrong-key': ({ status }, { headers }) =>
    status === 401 && /^bearer \S/i.test(headers.authorization ?? ''),
  refused: ({ status }) => status === 400,
  cut: ({ status }, { body }) => status === 400 && jsonOf(body) === undefined,
  array: ({ status }, { body }) => status === 400 && /^\s*\[/.test(body),
};

const leftovers = crossed(
  'left',
  { animal: {}, sold: { status: 'sold' } as const },
  leftBehind,
  (more, which) => ({
    breaks: ['create.refused-leaves-nothing'],
    change: leaving((reply, call) => {
      const left = which(reply, call) ? draft(call) : undefined;
      return left && { ...left, ...more };
    }),
  }),
);

export const creationFaults: readonly Fault[] = [
  ...slips,
  ...forms,
  ...created,
  ...ids,
  ...leftovers,
];
