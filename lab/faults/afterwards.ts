/** Sequences: once something has happened, the service goes wrong in some way. Sections 4 and 5. */
import { Refusal } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  admitting,
  type Change,
  inAnswers,
  jsonOf,
  keeping,
  limiting,
  membersOf,
  notFinding,
  remembering,
  together,
  unfiltering,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { counting, onceAnswered } from '../store-changes.ts';
import { type Breaks, crossed, type Entries } from './fault-table.ts';

/** Makes a change that asks at each call whether the trigger has been pulled. */
type Trigger = (change: (isDue: () => boolean) => Change) => Change;

const once =
  (is: (reply: Reply, call: Call) => boolean): Trigger =>
  (change) =>
    onceAnswered(is, change);

const nth =
  (count: number, is: (reply: Reply, call: Call) => boolean): Trigger =>
  (change) =>
    remembering(() => {
      let seen = 0;
      return onceAnswered((reply, call) => is(reply, call) && ++seen >= count, change);
    });

const isRefused = ({ status }: Reply, { operation }: Call) =>
  operation === 'createPet' && status === 400;

/** How long a call is under way, in milliseconds. */
const underWayMs = 5;

/** Due for a call that arrives while the answer to another one is being made. */
const beside: Trigger = (change) =>
  remembering(() => {
    let last: Call | undefined;
    let isBusy = false;
    const watching: Change = ({ caller }) => ({
      caller: (call) => {
        if (call !== last) {
          isBusy = last !== undefined && call.at - last.at < underWayMs;
          last = call;
        }
        return caller(call);
      },
    });
    return together(
      watching,
      change(() => isBusy),
    );
  });

const triggers: Entries<Trigger> = {
  401: ['after a 401', once(({ status }) => status === 401)],
  400: ['after a refused creation', once(isRefused)],
  cut: [
    'after a body that broke off',
    once((reply, call) => isRefused(reply, call) && jsonOf(call.body) === undefined),
  ],
  tenth: ['after the tenth creation', nth(10, ({ status }) => status === 201)],
  fiftieth: ['after the fiftieth answer', nth(50, () => true)],
  beside: ['while another call is under way', beside],
};

const failed = { code: 'internal', message: 'Something went wrong.', status: 500 };

/** What goes wrong, and which requirements that breaks. */
interface Effect {
  readonly breaks: Breaks;
  change(isDue: () => boolean): Change;
}

/** Answers creations that succeed otherwise. */
const creations = (change: (reply: Reply) => Reply) => (isDue: () => boolean) =>
  inAnswers('createPet', 201, (reply) => (isDue() ? change(reply) : reply));

const refusing = (status: number) => (isDue: () => boolean) =>
  keeping((animal) => (isDue() ? new Refusal(status, 'refused', 'Refused.') : animal));

const effects: Entries<Effect> = {
  fails: [
    'fails every creation with 500',
    {
      breaks: ['create.created'],
      change: creations((reply) => ({ ...reply, status: 500, body: failed })),
    },
  ],
  refuses: [
    'refuses every creation with 400',
    {
      breaks: ['create.created', 'create.status-values', 'create.status-optional'],
      change: refusing(400),
    },
  ],
  'status-lost': [
    'leaves the status of creations out',
    {
      breaks: ['create.keeps-values', 'create.status-values'],
      change: (isDue) =>
        keeping(({ status, ...one }) => (isDue() || !status ? one : { ...one, status })),
    },
  ],
  'same-id': [
    'gives the latest id again',
    {
      breaks: ['create.server-id', 'get.same-animal', 'list.unique-ids'],
      change: (isDue) =>
        remembering(() => {
          let last: bigint | undefined;
          return ({ newId }) => ({
            newId: (store, call) => {
              last = isDue() && last !== undefined ? last : newId(store, call);
              return last;
            },
          });
        }),
    },
  ],
  unkept: [
    'does not store what it creates',
    {
      breaks: ['get.found', 'get.stays', 'list.shows-animals'],
      change: (isDue) =>
        together(counting, ({ keep }) => ({
          keep: (one, call) => (isDue() ? undefined : keep(one, call)),
        })),
    },
  ],
  unfound: [
    'does not find new animals by their ids',
    {
      breaks: ['get.found', 'get.stays'],
      change: (isDue) =>
        remembering(() => {
          const lost = new Set<bigint>();
          const losing: Change = ({ keep }) => ({
            keep: (one, call) => {
              if (isDue()) lost.add(one.id);
              return keep(one, call);
            },
          });
          return together(
            losing,
            notFinding(({ id }) => lost.has(id)),
          );
        }),
    },
  ],
  unfiltered: [
    'ignores the status of lists',
    {
      breaks: ['list.status-filter', 'list.filter-with-limit'],
      change: (isDue) => unfiltering(() => isDue()),
    },
  ],
  unlimited: [
    'ignores the limit of lists',
    {
      breaks: ['list.limit', 'list.default-limit', 'list.filter-with-limit'],
      change: (isDue) => limiting(({ limit }) => (isDue() ? 1000 : limit)),
    },
  ],
  empty: [
    'lists nothing',
    {
      breaks: ['list.shows-animals'],
      change:
        (isDue) =>
        ({ list }) => ({
          list: (store, selection, call) => (isDue() ? [] : list(store, selection, call)),
        }),
    },
  ],
  open: [
    'asks nobody for a key',
    {
      breaks: ['auth.missing-key', 'auth.invalid-key', 'auth.bearer-only'],
      change: (isDue) => admitting(() => isDue()),
    },
  ],
};

const sequences = crossed('after', effects, triggers, ({ breaks, change }, trigger) => ({
  breaks,
  change: trigger(change),
}));

/** Says of each valid creation whether it is hit; called once for each, in their order. */
type Hit = (call: Call) => boolean;

const status = ({ body }: Call) => membersOf(body)?.status;
const category = ({ body }: Call) => `${membersOf(body)?.categoryId}`;

/** Hits all but the first of those that are alike. */
const again = (of: (call: Call) => unknown) => (): Hit => {
  const seen = new Set<unknown>();
  return (call) => of(call) !== null && seen.size === seen.add(of(call)).size;
};

const each = (every: number) => (): Hit => {
  let count = 0;
  return () => ++count % every === 0;
};

const firstOnes = (most: number) => (): Hit => {
  let count = 0;
  return () => ++count <= most;
};

const hits: Entries<() => Hit> = {
  first: ['its first creation, as a table is made then', firstOnes(1)],
  'first-five': ['its first five creations, as a sequence lies behind an import', firstOnes(5)],
  third: ['every third creation', each(3)],
  seventh: ['every seventh creation', each(7)],
  'again-of-category': ['a second animal of a category', again(category)],
  'again-without-status': [
    'a second animal without a status',
    again((call) => status(call) ?? 'none'),
  ],
  'again-of-status': ['a second animal of a status', again((call) => status(call) ?? null)],
  available: ['animals that are available', () => (call) => status(call) === 'available'],
  sold: ['animals that are sold', () => (call) => status(call) === 'sold'],
  pending: ['animals that are pending', () => (call) => status(call) === 'pending'],
  'without-status': ['animals without a status', () => (call) => status(call) === undefined],
};

const answers: Entries<number> = {
  400: ['answers 400 to', 400],
  409: ['answers 409 to', 409],
  500: ['answers 500 to', 500],
};

const refusals = crossed('refused', answers, hits, (code, hit) => ({
  breaks: ['create.created', 'create.status-optional', 'create.status-values'],
  change: remembering(() => {
    const isHit = hit();
    return keeping((animal, call) =>
      isHit(call) ? new Refusal(code, 'refused', 'Refused.') : animal,
    );
  }),
}));

/** What happened before decides what happens next. */
export const afterwardsFaults: readonly Fault[] = [...sequences, ...refusals];
