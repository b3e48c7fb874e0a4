/**
 * Small builders of changes, shared by faults and variants. Each changes one thing and leaves the rest as in the base.
 */
import { isLosslessNumber, parse, stringify } from 'lossless-json';
import type { Animal, NewAnimal } from '../spec/animal.ts';
import { petStatuses } from '../spec/animal.ts';
import type { Operation } from '../spec/operations.ts';
import { type Behaviour, Refusal, type Selection } from './behaviour.ts';
import type { Call, Reply } from './call.ts';
import type { Standing } from './quota.ts';
import type { Store } from './store.ts';
import type { Subject } from './variant.ts';

export type Change = NonNullable<Subject['change']>;

/** Several changes, each on top of those before it. */
export function together(...changes: readonly Change[]): Change {
  return (base) => {
    let behaviour: Behaviour = base;
    for (const change of changes) behaviour = { ...behaviour, ...change(behaviour) };
    return behaviour;
  };
}

/** Changes every finished reply. */
export function onReply(change: (reply: Reply, call: Call) => Reply): Change {
  return ({ finish }) => ({ finish: (reply, call) => change(finish(reply, call), call) });
}

/** Changes the replies of one operation with one status. */
export function inAnswers(
  operation: Operation | undefined,
  status: number,
  change: (reply: Reply, call: Call) => Reply,
): Change {
  return onReply((reply, call) =>
    call.operation === operation && reply.status === status ? change(reply, call) : reply,
  );
}

/** Adds headers to every reply, over those of the same name. */
export function withHeaders(headers: Readonly<Record<string, string>>): Change {
  return onReply((reply) => ({ ...reply, headers: { ...reply.headers, ...headers } }));
}

/** The headers except some, whatever their letter case. */
export function without(headers: Reply['headers'], ...names: readonly string[]): Reply['headers'] {
  const unwanted = names.map((name) => name.toLowerCase());
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !unwanted.includes(name.toLowerCase())),
  );
}

/** Changes how answers show an animal. */
export function showing(change: (shown: object, call: Call, animal: Animal) => unknown): Change {
  return ({ show }) => ({
    show: (animal, call) => change(Object(show(animal, call)), call, animal),
  });
}

/** Like showing, in the answers of one operation. */
export function showingIn(
  operation: Operation,
  change: (shown: object, animal: Animal) => unknown,
): Change {
  return showing((shown, call, animal) =>
    call.operation === operation ? change(shown, animal) : shown,
  );
}

/** Changes the body of error answers. */
export function inErrors(change: (body: object, call: Call, refusal: Refusal) => unknown): Change {
  return ({ error }) => ({
    error: (refusal, call) => change(Object(error(refusal, call)), call, refusal),
  });
}

/** Reads the text of a creation differently before it is checked. */
export function readingBody(change: (text: string, call: Call) => string): Change {
  return ({ newAnimal }) => ({
    newAnimal: (call) => newAnimal({ ...call, body: change(call.body, call) }),
  });
}

/** The animals of a page: those of the requested status, up to the limit. */
export function pageOf<T extends { readonly status?: string }>(
  animals: readonly T[],
  { limit, status }: Selection,
): T[] {
  return animals
    .filter((animal) => status === undefined || animal.status === status)
    .slice(0, limit);
}

/** An object without some of its members. */
export function omit(object: object, ...names: readonly string[]): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** Animals for the store at the start: ids from 1, seven categories, the statuses in turn. */
export function animals(
  count: number,
  differ: (at: number) => Partial<Animal> = () => ({}),
): Animal[] {
  return Array.from({ length: count }, (_, at) => ({
    id: BigInt(at + 1),
    name: `Biscuit ${at + 1}`,
    categoryId: BigInt(1 + (at % 7)),
    status: petStatuses[at % petStatuses.length] ?? 'sold',
    ...differ(at),
  }));
}

/** What a list is made from. */
interface Asked {
  readonly selection: Selection;
  readonly call: Call;
  /** Every animal of the store. */
  readonly all: readonly Animal[];
  /** The base list for a selection. */
  page(selection: Selection): readonly Animal[];
}

/** Lists other animals. */
export function listing(change: (asked: Asked) => readonly Animal[]): Change {
  return ({ list }) => ({
    list: (store, selection, call) => {
      const page = (other: Selection) => list(store, other, call);
      return change({ selection, call, all: store.all(), page });
    },
  });
}

/** Changes the body of lists. */
export function inLists(change: (items: readonly unknown[], call: Call) => unknown): Change {
  return inAnswers('listPets', 200, (reply, call) => {
    const items: readonly unknown[] = Array.isArray(reply.body) ? reply.body : [];
    return { ...reply, body: change(items, call) };
  });
}

/** Changes what a valid query selects, or refuses it. */
export function selecting(
  change: (selection: Selection, call: Call) => Selection | Refusal,
): Change {
  return ({ selection }) => ({
    selection: (call) => {
      const base = selection(call);
      return base instanceof Refusal ? base : change(base, call);
    },
  });
}

/** Stores an animal differently from what its creation answers. */
export function storing(change: (animal: Animal) => Animal): Change {
  return ({ keep }) => ({
    keep: (animal, call) => {
      const kept = keep(animal, call);
      return kept && change(kept);
    },
  });
}

/** Shows other numbers in the rate headers than those that are enforced. */
export function showingStanding(change: (standing: Standing, call: Call) => Standing): Change {
  return ({ rateHeaders }) => ({
    rateHeaders: (standing, call) => rateHeaders(change(standing, call), call),
  });
}

/** Writes one of the rate headers differently. */
export function writingHeader(
  name: string,
  value: (base: string, standing: Standing, call: Call) => string,
): Change {
  return ({ rateHeaders }) => ({
    rateHeaders: (standing, call) => {
      const headers = rateHeaders(standing, call);
      return { ...headers, [name]: value(headers[name] ?? '', standing, call) };
    },
  });
}

/** Leaves headers out of some replies. */
export function leavingOut(
  names: readonly string[],
  where: (reply: Reply, call: Call) => boolean,
): Change {
  return onReply((reply, call) =>
    where(reply, call) ? { ...reply, headers: without(reply.headers, ...names) } : reply,
  );
}

/** The reply with another status, in an Error body, too. */
export function withStatus(reply: Reply, status: number): Reply {
  const { body } = reply;
  const isError = typeof body === 'object' && body !== null && 'status' in body && 'code' in body;
  return { ...reply, status, ...(isError ? { body: { ...body, status } } : {}) };
}

/** Lets calls in that do not carry the key as they must. */
export function admitting(who: (call: Call) => boolean): Change {
  return ({ authorized }) => ({ authorized: (call) => authorized(call) || who(call) });
}

/** The value of a JSON text, numbers as LosslessNumber; undefined if it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** The members of a JSON object; undefined if the text is not one. */
export function membersOf(text: string): Record<string, unknown> | undefined {
  const value = jsonOf(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && !isLosslessNumber(value) ? { ...value } : undefined;
}

/**
 * Reads a member of a creation differently before it is checked, whether it is present or not; undefined leaves it out.
 */
export function taking(
  member: string,
  change: (value: unknown, body: Readonly<Record<string, unknown>>) => unknown,
): Change {
  return readingBody((text) => {
    const body = membersOf(text);
    return (body && stringify({ ...body, [member]: change(body[member], body) })) ?? text;
  });
}

/** Stores another animal than the valid one in a creation. */
export function keeping(change: (animal: NewAnimal, call: Call) => NewAnimal | Refusal): Change {
  return ({ newAnimal }) => ({
    newAnimal: (call) => {
      const animal = newAnimal(call);
      return animal instanceof Refusal ? animal : change(animal, call);
    },
  });
}

/** A change that begins anew, with its own memory, at each start. */
export const remembering =
  (make: () => Change): Change =>
  (base) =>
    make()(base);

/** What a list asks for; `given` if it has a limit of its own. */
export type AskedList = Selection & { readonly given: boolean };

/** Reads another selection than the one asked for, or refuses it. */
export const asking = (change: (asked: AskedList) => Selection | Refusal): Change =>
  selecting((selection, { query }) => change({ ...selection, given: query.has('limit') }));

/** Reads another limit than the one asked for. */
export const limiting = (limitFor: (asked: AskedList) => number): Change =>
  asking((asked) => ({ ...asked, limit: limitFor(asked) }));

/** Ignores the status of some lists. */
export const unfiltering = (which: (asked: AskedList) => boolean): Change =>
  asking((asked) => (which(asked) ? { limit: asked.limit } : asked));

/** Does not find some animals by their ids. */
export const notFinding = (lost: (animal: Animal, call: Call) => boolean): Change => {
  return ({ find }) => ({
    find: (store, call) => {
      const found = find(store, call);
      return found && lost(found, call) ? undefined : found;
    },
  });
};

/** Does something to the store before each call uses it. */
export const beforeUse =
  (act: (store: Store, call: Call) => void): Change =>
  ({ list, find, newId }) => ({
    list: (store, selection, call) => {
      act(store, call);
      return list(store, selection, call);
    },
    find: (store, call) => {
      act(store, call);
      return find(store, call);
    },
    newId: (store, call) => {
      act(store, call);
      return newId(store, call);
    },
  });

/** Stores an animal of a creation that is refused nevertheless. */
export function leaving(which: (reply: Reply, call: Call) => NewAnimal | undefined): Change {
  return (base) => {
    const { finish, newId } = base;
    const left: NewAnimal[] = [];
    const settle = beforeUse((store, call) => {
      for (const animal of left.splice(0)) store.add({ id: newId(store, call), ...animal });
    });
    return {
      ...settle(base),
      finish: (reply, call) => {
        const animal = call.operation === 'createPet' ? which(reply, call) : undefined;
        if (animal) left.push(animal);
        return finish(reply, call);
      },
    };
  };
}

/** Changes the standing of a call once it is counted: whether it is served, and what its answer shows. */
export function standingAs(change: (standing: Standing, call: Call) => Standing): Change {
  return ({ caller, quota }) => {
    // The service asks for the caller just before it counts the call.
    let asked: Call | undefined;
    return {
      caller: (call) => {
        asked = call;
        return caller(call);
      },
      quota: {
        take: (who, at) => {
          const standing = quota.take(who, at);
          return asked === undefined ? standing : change(standing, asked);
        },
      },
    };
  };
}
