/** Services that answer single questions correctly, and mix up simultaneous ones. */

import type { Operation } from '../../src/catalogue/operations.ts';
import { type Behaviour, Refusal } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  faultsOf,
  keeping,
  overlapping,
  remembering,
  together,
  withStatus,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { mixing, type Waiting } from '../wire-changes.ts';

/** Milliseconds that an answer takes, so that others come in between. */
const underWayMs = 250;

/** The same for every call of the key. */
const shortlyMs = 25;

/** Answers the calls that meet the condition late, with what the answer has become by then. */
const late =
  (
    which: (call: Call) => boolean,
    become: (own: Reply, last: Reply, first: Reply) => Reply,
  ): Change =>
  ({ transmit }) => {
    let last: Reply | undefined;
    let first: Reply | undefined;
    let open = 0;
    return {
      transmit: (reply, response, call) => {
        if (!which(call) || reply.status !== 200) return transmit(reply, response, call);
        if (open === 0) first = reply;
        open += 1;
        last = reply;
        setTimeout(() => {
          open -= 1;
          transmit(become(reply, last ?? reply, first ?? reply), response, call);
        }, underWayMs);
      },
    };
  };

const isA = (operation: Operation) => (call: Call) => call.operation === operation;
const withLimitAlone = (call: Call) =>
  isA('listPets')(call) &&
  call.query.has('limit') &&
  !call.query.has('status') &&
  Number(call.query.get('limit')) < 20;
const withStatusAlone = (call: Call) =>
  isA('listPets')(call) && call.query.has('status') && !call.query.has('limit');

/** A reply with its own head and the body of another answer. */
const bodyOf = (own: Reply, other: Reply): Reply => ({ ...own, body: other.body });

/** The first of the answers that refuses its caller. */
const refusalIn = (beside: readonly Waiting[]): Reply | undefined =>
  beside.find(({ reply }) => reply.status === 401)?.reply;

const lengthOf = ({ body }: Reply) => (Array.isArray(body) ? body.length : 0);
const longer = (one: Reply, other: Reply) => (lengthOf(one) > lengthOf(other) ? one : other);

/** Lets strangers in while a call of the key is under way. */
const besideTheKey =
  (which: (call: Call) => boolean): Change =>
  (base) => {
    let open = 0;
    const lateOwn: Change = ({ transmit }) => ({
      transmit: (reply, response, call) => {
        if (!base.authorized(call)) return transmit(reply, response, call);
        open += 1;
        setTimeout(() => {
          open -= 1;
          transmit(reply, response, call);
        }, shortlyMs);
      },
    });
    const admitting: Change = ({ authorized }) => ({
      authorized: (call) =>
        authorized(call) ||
        (open > 0 &&
          which(call) &&
          call.headers.authorization === undefined &&
          call.headers.cookie === undefined),
    });
    return together(lateOwn, admitting)(base);
  };

/** Fails a call while too many others of the operation are under way. */
const crowded =
  (which: (call: Call) => boolean, most: number): Change =>
  ({ transmit }) => {
    let open = 0;
    return {
      transmit: (reply, response, call) => {
        if (!which(call) || reply.status !== 200) return transmit(reply, response, call);
        open += 1;
        const tooMany = open > most;
        setTimeout(() => {
          open -= 1;
          const failed = {
            ...reply,
            status: 500,
            body: { code: 'pool', message: 'Too many.', status: 500 },
          };
          transmit(tooMany ? failed : reply, response, call);
        }, underWayMs);
      },
    };
  };

const mixed: readonly Fault[] = [
  ...faultsOf('list.limit', {
    'together.longest-for-all': [
      'joins lists that are under way at once, and gives each the longest',
      late(withLimitAlone, (own, last, first) => bodyOf(own, longer(last, first))),
    ],
    'together.lists-crowded': [
      'has one connection to its database for lists with a limit, and fails the second',
      crowded(withLimitAlone, 1),
    ],
  }),
  ...faultsOf('list.status-filter', {
    'together.status-of-the-last': [
      'keeps the filter of a list in a variable that all calls share',
      late(withStatusAlone, (own, last) => bodyOf(own, last)),
    ],
    'together.status-of-the-first': [
      'joins lists that are under way at once, whatever their filter',
      late(withStatusAlone, (own, _, first) => bodyOf(own, first)),
    ],
  }),
  ...faultsOf('get.found', {
    'together.animal-of-the-last': [
      'keeps the animal that is read in a variable that all calls share',
      late(isA('getPet'), (own, last) => bodyOf(own, last)),
    ],
    'together.animal-of-the-first': [
      'joins reads that are under way at once, whatever their ids',
      late(isA('getPet'), (own, _, first) => bodyOf(own, first)),
    ],
    'together.reads-crowded': ['fails the third read at once', crowded(isA('getPet'), 2)],
  }),
  ...faultsOf('auth.missing-key', {
    'together.key-of-the-last': [
      'keeps the caller in a variable that all calls share: lists',
      besideTheKey(isA('listPets')),
    ],
    'together.key-of-the-last-read': [
      'keeps the caller in a variable that all calls share: reads',
      besideTheKey(isA('getPet')),
    ],
  }),
  ...faultsOf('get.found', {
    'together.refusal-for-all': [
      'keeps its answer to a caller without a key in a variable that all calls share: 401 for the key',
      mixing((reply, _, beside) => refusalIn(beside) ?? reply),
    ],
    'together.caller-forgotten': [
      'forgets who asks at each 401, and answers 403 to calls that are under way with the key then',
      mixing((reply, _, beside) =>
        refusalIn(beside) === undefined || reply.status === 401 ? reply : withStatus(reply, 403),
      ),
    ],
  }),
];

const named = (change: (animal: { readonly name: string }) => string): Change =>
  keeping((animal) => ({ ...animal, name: change(animal) }));

/** A store that holds enough, as a staging does. */
const stock = () => ({ animals: animals(300) });

const whileBusy = (change: (base: Behaviour, busy: () => boolean) => Partial<Behaviour>): Change =>
  overlapping(change);

const stocked: readonly Fault[] = [
  ...faultsOf('create.keeps-values', {
    'stocked.digits-as-number': [
      'reads a name of digits as a number, on its way to the search index',
      named(({ name }) => (/^\d+$/.test(name) ? String(Number(name)) : name)),
    ],
    'stocked.long-name-cut': [
      'cuts names after 64 characters',
      named(({ name }) => name.slice(0, 64)),
    ],
    'stocked.names-mixed-up': [
      'fills one record from creations that come at once',
      remembering(() =>
        whileBusy(({ newAnimal }, busy) => {
          let name = '';
          return {
            newAnimal: (call) => {
              const animal = newAnimal(call);
              if (animal instanceof Refusal) return animal;
              if (!busy()) name = animal.name;
              return busy() && /^Pet[a-z]+$/.test(animal.name) ? { ...animal, name } : animal;
            },
          };
        }),
      ),
    ],
  }),
  ...faultsOf('create.server-id', {
    'stocked.namesake-is-the-same': [
      'knows animals by their names, and gives a namesake the id of the first',
      remembering(() => ({ newId, newAnimal }) => {
        const byName = new Map<string, bigint>();
        return {
          newId: (store, call) => {
            const animal = newAnimal(call);
            const name = animal instanceof Refusal ? '' : animal.name;
            const id = byName.get(name) ?? newId(store, call);
            byName.set(name, id);
            return id;
          },
        };
      }),
    ],
  }),
  ...faultsOf(['create.server-id', 'get.same-animal'], {
    'stocked.ids-collide': [
      'counts the animals for the next id before others that come at once are in',
      whileBusy(({ newId }, busy) => {
        let last: bigint | undefined;
        return {
          newId: (store, call) => {
            last = busy() && last !== undefined ? last : newId(store, call);
            return last;
          },
        };
      }),
    ],
  }),
  ...faultsOf('create.created', {
    'stocked.namesake-crashes': [
      'has an index of unique names, and fails a namesake with 500',
      remembering(() => {
        const seen = new Set<string>();
        return keeping((animal) => {
          if (seen.has(animal.name)) return new Refusal(500, 'internal', 'Duplicate key.');
          seen.add(animal.name);
          return animal;
        });
      }),
    ],
    'stocked.creations-crowded': [
      'locks the store for a creation, and fails what comes meanwhile with 500',
      whileBusy(({ newAnimal }, busy) => ({
        newAnimal: (call) =>
          busy() ? new Refusal(500, 'locked', 'The store is locked.') : newAnimal(call),
      })),
    ],
  }),
].map((fault) => ({ ...fault, server: stock }));

/** Questions that are asked together, or of a stocked store. */
export const togetherFaults: readonly Fault[] = [...mixed, ...stocked];
