/** Statuses that change again and again while lists, or reads by id, are some seconds behind. */
import { petStatuses } from '../../src/catalogue/operations.ts';
import type { Animal } from '../../src/reference/animal.ts';
import type { Call } from '../../src/reference/call.ts';
import { type Change, pageOf, together } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { rich } from './freedoms.ts';
import { staging } from './limiters.ts';
import { withoutStatus } from './staging-lists.ts';
import { turned } from './staging-others.ts';

interface Moves {
  /** The milliseconds between two changes of one animal; each has a time of its own. */
  readonly eachMs: number;
  readonly to: (animal: Animal, moves: number) => Animal;
  /** The milliseconds by which answers are behind. */
  readonly behindMs: (call: Call) => number;
}

/** Changes the status of every animal by the clock. */
const moving =
  ({ eachMs, to, behindMs }: Moves): Change =>
  ({ find }) => {
    let began: number | undefined;
    const now = (animal: Animal, call: Call) => {
      began ??= call.at - 100_000;
      const own = Number((animal.id * 137n) % BigInt(eachMs));
      return to(animal, Math.floor((call.at - behindMs(call) - began + own) / eachMs));
    };
    return {
      list: (store, selection, call) =>
        pageOf(
          store.all().map((animal) => now(animal, call)),
          selection,
        ),
      find: (store, call) => {
        const found = find(store, call);
        return found && now(found, call);
      },
    };
  };

const toAndFro = (animal: Animal, moves: number): Animal => {
  const { status = 'available' } = animal;
  const other = status === 'available' ? petStatuses[2] : 'available';
  return moves % 2 === 0 ? animal : { ...animal, status: other };
};

const listsBehind = (ms: number) => (call: Call) => (call.operation === 'listPets' ? ms : 0);
const readsBehind = (ms: number) => (call: Call) => (call.operation === 'getPet' ? ms : 0);

const flips: readonly Variant[] = [
  {
    id: 'flips.each-second-lists-four-seconds-behind',
    title:
      'moves its 90 animals on every second, and lists them as four seconds ago, without status',
    server: rich(90),
    change: together(
      moving({ eachMs: 1000, to: turned, behindMs: listsBehind(4000) }),
      withoutStatus(() => true),
    ),
  },
  {
    id: 'flips.each-second-reads-behind',
    title:
      'moves animals on every second, reads them as 1.5 seconds ago, and leaves the status out of filtered lists',
    change: together(
      moving({ eachMs: 1000, to: turned, behindMs: readsBehind(1500) }),
      withoutStatus((filtered) => filtered),
    ),
  },
  {
    id: 'flips.to-and-fro-filtered-lists-behind',
    title:
      'sells animals and takes them back all the time, and filters as four seconds ago, without status',
    change: together(
      moving({ eachMs: 150, to: toAndFro, behindMs: listsBehind(4000) }),
      withoutStatus((filtered) => filtered),
    ),
  },
  {
    id: 'flips.to-and-fro-each-four-seconds',
    title:
      'has 90 animals that are sold and taken back every four seconds, and lists every second call late',
    server: rich(90),
    change: together(
      moving({
        eachMs: 3900,
        to: toAndFro,
        behindMs: (call) => listsBehind(4000)(call) * (call.sequence % 2),
      }),
      withoutStatus(() => true),
    ),
  },
];

/** Changing statuses, with the latency of the internet. */
export const shopFlipVariants: readonly Variant[] = flips.map((variant) => ({
  ...variant,
  inVirtualTime: staging,
}));
