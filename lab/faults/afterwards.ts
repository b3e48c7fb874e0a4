/** Sequences: once something has happened, the service goes wrong in some way. Sections 4 and 5. */
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  admitting,
  type Change,
  inAnswers,
  jsonOf,
  keeping,
  limiting,
  listing,
  membersOf,
  notFinding,
  remembering,
  together,
  unfiltering,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/variant.ts';
import type { Animal } from '../../src/spec/animal.ts';
import { hiding, onceAnswered, refusal } from '../changes.ts';
import { type Breaks, crossed, type Entries } from './fault-table.ts';

/** Makes a change that asks at each call whether the trigger has been pulled. */
type Trigger = (change: (isDue: () => boolean) => Change) => Change;

/** After the n-th answer of a kind. */
const after =
  (is: (reply: Reply, call: Call) => boolean, nth = 1): Trigger =>
  (change) =>
    remembering(() => {
      let seen = 0;
      return onceAnswered((reply, call) => is(reply, call) && ++seen >= nth, change);
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
        isBusy = last !== undefined && call.at - last.at < underWayMs;
        last = call;
        return caller(call);
      },
    });
    return together(
      watching,
      change(() => isBusy),
    );
  });

const triggers: Entries<Trigger> = {
  401: after(({ status }) => status === 401),
  400: after(isRefused),
  cut: after((reply, call) => isRefused(reply, call) && jsonOf(call.body) === undefined),
  tenth: after(({ status }) => status === 201, 10),
  fiftieth: after(() => true, 50),
  beside,
};

/** Loses new animals in some way. */
const losing = (isDue: () => boolean, lose: (isLost: (animal: Animal) => boolean) => Change) =>
  remembering(() => {
    const lost = new Set<bigint>();
    const marking: Change = ({ keep }) => ({
      keep: (one, call) => {
        if (isDue()) lost.add(one.id);
        return keep(one, call);
      },
    });
    return together(
      marking,
      lose(({ id }) => lost.has(id)),
    );
  });

/** What goes wrong, and which requirements that breaks. */
type Effect = readonly [Breaks, (isDue: () => boolean) => Change];

const effects: Entries<Effect> = {
  fails: [
    ['create.created'],
    (isDue) =>
      inAnswers('createPet', 201, (reply) =>
        isDue()
          ? { ...reply, status: 500, body: { code: 'internal', message: 'Oh.', status: 500 } }
          : reply,
      ),
  ],
  refuses: [
    ['create.created', 'create.status-values', 'create.status-optional'],
    (isDue) => keeping((animal) => (isDue() ? refusal(400) : animal)),
  ],
  'status-lost': [
    ['create.keeps-values', 'create.status-values'],
    (isDue) => keeping(({ status, ...one }) => (isDue() || !status ? one : { ...one, status })),
  ],
  'same-id': [
    ['create.server-id', 'get.same-animal', 'list.unique-ids'],
    (isDue) =>
      remembering(() => {
        let last: bigint | undefined;
        return ({ newId }) => ({
          newId: (store, call) => {
            last = isDue() && last !== undefined ? last : newId(store, call);
            return last;
          },
        });
      }),
  ],
  unkept: [
    ['get.found', 'get.stays', 'list.shows-animals'],
    (isDue) => losing(isDue, (isLost) => hiding(isLost)),
  ],
  unfound: [['get.found', 'get.stays'], (isDue) => losing(isDue, (isLost) => notFinding(isLost))],
  unfiltered: [['list.status-filter', 'list.filter-with-limit'], (isDue) => unfiltering(isDue)],
  unlimited: [
    ['list.limit', 'list.default-limit', 'list.filter-with-limit'],
    (isDue) => limiting(({ limit }) => (isDue() ? 1000 : limit)),
  ],
  empty: [
    ['list.shows-animals'],
    (isDue) => listing(({ page, selection }) => (isDue() ? [] : page(selection))),
  ],
  open: [['auth.missing-key', 'auth.invalid-key', 'auth.bearer-only'], (isDue) => admitting(isDue)],
};

const sequences = crossed('after', effects, triggers, ([breaks, change], trigger) => ({
  breaks,
  change: trigger(change),
}));

/** Says of each valid creation whether it is hit; called once for each, in their order. */
type Hit = (call: Call, nth: number) => boolean;

const status = ({ body }: Call) => membersOf(body)?.status;
const category = ({ body }: Call) => `${membersOf(body)?.categoryId}`;

/** Hits all but the first of those that are alike; null is like nothing. */
const again = (of: (call: Call) => unknown) => (): Hit => {
  const seen = new Set<unknown>();
  return (call) => of(call) !== null && seen.size === seen.add(of(call)).size;
};

const hits: Entries<() => Hit> = {
  // As a table is made then, or as a sequence lies behind an import.
  first: () => (_, nth) => nth === 1,
  'first-five': () => (_, nth) => nth <= 5,
  third: () => (_, nth) => nth % 3 === 0,
  seventh: () => (_, nth) => nth % 7 === 0,
  'again-of-category': again(category),
  'again-without-status': again((call) => (status(call) === undefined ? 'none' : null)),
  'again-of-status': again((call) => status(call) ?? null),
  available: () => (call) => status(call) === 'available',
  sold: () => (call) => status(call) === 'sold',
  pending: () => (call) => status(call) === 'pending',
  'without-status': () => (call) => status(call) === undefined,
};

const refusals = crossed('refused', { 400: 400, 409: 409, 500: 500 }, hits, (code, hit) => ({
  breaks: ['create.created', 'create.status-optional', 'create.status-values'],
  change: remembering(() => {
    const isHit = hit();
    let nth = 0;
    return keeping((animal, call) => (isHit(call, ++nth) ? refusal(code) : animal));
  }),
}));

/** What happened before decides what happens next. */
export const afterwardsFaults: readonly Fault[] = [...sequences, ...refusals];
