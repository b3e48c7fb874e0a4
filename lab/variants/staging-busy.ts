/** Several freedoms at once, as a staging service in use has them. */
import { Refusal } from '../../src/reference/behaviour.ts';
import { type Change, together } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { lookUpFirst, validationFirst } from './authentication.ts';
import { herd, needCreations, rich } from './freedoms.ts';
import { categoriesOf, closed, fullAfter, unique } from './staging-creation.ts';
import { markup, noJson, stopping } from './staging-firewalls.ts';
import { before, eachOf, note, page } from './staging-gateway.ts';
import { moderated, withoutStatus } from './staging-lists.ts';
import { ofOwn, shared, turned } from './staging-others.ts';

const readOnly = { settings: { profile: 'read-only' } } as const;

const selling = shared((animal, { calls }) => turned(animal, calls));
const takingOldest = shared((animal, { own, calls }) =>
  own === 0 && animal.id <= BigInt(calls) ? undefined : animal,
);

const busy: readonly Variant[] = [
  {
    id: 'staging.busy',
    title: 'is sold from, takes no name twice, and has a gateway that answers 502 now and then',
    server: rich(60),
    change: together(selling, unique(400), before(eachOf(17), page(502))),
  },
  {
    id: 'staging.busy-and-empty',
    title: 'is sold from, takes no name twice and has a firewall that stops markup',
    change: together(selling, unique(409), stopping(markup, page(403))),
  },
  {
    id: 'staging.busy-without-status-in-lists',
    title: 'has 90 animals that others sell with each call, and shows a status by the id only',
    server: rich(90),
    change: together(
      selling,
      withoutStatus(() => true),
    ),
  },
  {
    id: 'staging.busy-without-status-in-lists-read-only',
    title: 'is looked at without writing, is sold from, and shows a status by the id only',
    server: rich(90),
    ...readOnly,
    change: together(
      selling,
      withoutStatus(() => true),
    ),
  },
  {
    id: 'staging.busy-and-moderated',
    title: 'loses its oldest animal with each call, and lists no new one',
    server: rich(200),
    change: together(
      takingOldest,
      moderated(() => false),
    ),
  },
  {
    id: 'staging.busy-and-closed',
    title: 'loses its oldest animal with each call, and has a category that takes no more',
    server: () => ({ animals: [...herd(190), ...categoriesOf(3).slice(0, 9)] }),
    change: together(takingOldest, closed(3n)),
  },
  {
    id: 'staging.busy-gateway-read-only',
    title:
      'is looked at without writing, loses animals, and has a gateway that answers 503 at times',
    server: rich(250),
    ...readOnly,
    change: together(takingOldest, before(eachOf(11, 4), page(503))),
  },
];

const edits: readonly Variant[] = [
  {
    id: 'staging.own-every-third-edited',
    title: 'is shared with others, who edit every third animal of the run',
    change: shared(
      ofOwn((animal, { own }) =>
        own % 3 === 1 && own < 30 ? { ...animal, name: 'Bello' } : animal,
      ),
    ),
  },
  {
    id: 'staging.own-moved-to-another-category',
    title: 'is shared with others, who move eight animals of the run to another category',
    change: shared(
      ofOwn((animal, { own }) => (own > 2 && own < 11 ? { ...animal, categoryId: 5n } : animal)),
    ),
  },
  {
    id: 'staging.own-every-third-taken-away',
    title: 'is shared with others, who take every third animal of the run away once it was listed',
    change: shared(
      ofOwn((animal, { own, shown }) => (own % 3 === 0 && shown > 1 ? undefined : animal)),
    ),
  },
];

const keysLast: readonly Variant[] = [
  {
    id: 'staging.looked-up-before-key-and-taken-away',
    title:
      'loses its oldest animal with each call, and looks an animal up before it asks for the key',
    server: rich(200),
    advised: ['auth.comes-first'],
    change: together(takingOldest, lookUpFirst),
  },
  {
    id: 'staging.validated-before-key-and-closed',
    title:
      'takes no animals in its first category, and looks at the body before it asks for the key',
    server: () => ({ animals: categoriesOf(3) }),
    advised: ['auth.comes-first'],
    change: together(closed(41n), validationFirst),
  },
  {
    id: 'staging.validated-before-key-and-unique',
    title: 'takes no name twice, and looks at the body before it asks for the key',
    advised: ['auth.comes-first'],
    change: (base) => {
      const taken = new Set<string>();
      const change: Change = ({ newAnimal, keep }) => ({
        keep: (animal, call) => {
          taken.add(animal.name);
          return keep(animal, call);
        },
        newAnimal: (call) => {
          const wanted = newAnimal(call);
          if (wanted instanceof Refusal || !taken.has(wanted.name)) return wanted;
          return new Refusal(400, 'duplicate', 'The name is taken.');
        },
      });
      return together(change, validationFirst)(base);
    },
  },
];

const firewalls: readonly Variant[] = [
  {
    id: 'staging.firewall-malformed-403-in-json',
    title: 'has a firewall that answers 403 to bodies that are not JSON, in JSON of its own',
    change: stopping(noJson, note(403, 'Forbidden')),
  },
  {
    id: 'staging.firewall-markup-403-in-json',
    title: 'has a firewall that answers 403 to names with markup, in JSON of its own',
    change: stopping(markup, note(403, 'Forbidden')),
  },
  {
    id: 'staging.key-of-one-of-three-categories',
    title: 'lists animals of three categories, in only the last of which the key may create: 403',
    server: () => ({ animals: categoriesOf(3) }),
    change: ({ newAnimal }) => ({
      newAnimal: (call) => {
        const wanted = newAnimal(call);
        if (wanted instanceof Refusal || wanted.categoryId === 43n) return wanted;
        return new Refusal(403, 'forbidden', 'This key may not create animals here.');
      },
    }),
  },
  {
    id: 'staging.wakes-up-slowly',
    title: 'wakes up with the first request, which takes four seconds: longer than a run waits',
    change: ({ transmit }) => ({
      transmit: (reply, response, call) => {
        setTimeout(() => transmit(reply, response, call), call.sequence === 1 ? 4000 : 0);
      },
    }),
  },
];

/** Room for a certain number of animals, in an empty store and in one that is not. */
const rooms: readonly Variant[] = [
  ...[1, 3, 12].map(
    (room): Variant => ({
      id: `staging.rich-and-full-after-${room}`,
      title: `has 90 animals and is full after ${room} more: not every kind can be created`,
      server: rich(90),
      undecided: needCreations,
      change: fullAfter(room, 507),
    }),
  ),
  ...[400, 409].map(
    (status): Variant => ({
      id: `staging.rich-and-full-after-two-${status}`,
      title: `has 90 animals and is full after two more: ${status}; not every kind can be created`,
      server: rich(90),
      undecided: needCreations,
      change: fullAfter(2, status),
    }),
  ),
];

/** Combined freedoms. */
export const busyVariants: readonly Variant[] = [
  ...busy,
  ...edits,
  ...keysLast,
  ...firewalls,
  ...rooms,
];
