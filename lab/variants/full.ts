/** Conformant servers for the questions that only the profile full asks. */
import { int64 } from '../../src/catalogue/operations.ts';
import { Refusal } from '../../src/reference/behaviour.ts';
import { animals, keeping, onReply, without } from '../../src/reference/changes.ts';
import { everyTurn, type Variant } from '../../src/reference/subject.ts';

const rareIds = [0n, -7n, 2n ** 31n, 2n ** 53n + 1n, int64.max];
const oddNames = ['', '007', 'null', 'Mr <b> & Co', 'Zoë 🐕'];

const stocked: readonly Variant[] = [
  {
    id: 'full.rare-animals',
    title: 'holds animals of rare ids and names from an older version',
    server: () => ({
      animals: animals(60).map((animal, at) => ({
        ...animal,
        id: rareIds[at] ?? animal.id,
        name: oddNames[at] ?? animal.name,
      })),
    }),
  },
  {
    id: 'full.stocked',
    title: 'holds more animals than any page, of every status and without one',
    server: () => ({
      animals: animals(400, (at) => (['available', 'pending', 'sold', undefined] as const)[at % 4]),
    }),
  },
];

const refusing: readonly Variant[] = [
  {
    id: 'full.plain-names-of-known-categories',
    title: 'refuses names with anything but letters, and categories that it does not know',
    change: keeping((animal) =>
      /^[a-z]+$/i.test(animal.name) && animal.categoryId === 1n
        ? animal
        : new Refusal(400, 'invalid', 'This is not taken here.'),
    ),
  },
  {
    id: 'full.odd-keys-stopped',
    title: 'has a firewall that answers 403 to keys with signs or of a thousand characters',
    change: onReply((reply, { headers }) => {
      const key = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1] ?? '';
      if (!/[%*]/.test(key) && key.length < 1000) return reply;
      const type = { 'Content-Type': 'text/html' };
      return {
        status: 403,
        headers: { ...without(reply.headers, 'Content-Type'), ...type },
        text: '<!doctype html><title>Forbidden</title>',
      };
    }),
  },
];

/** Servers on which a run in full must not report a failure. */
export const fullVariants: readonly Variant[] = [...stocked, ...refusing].map((variant) => ({
  ...variant,
  settings: { ...everyTurn },
  inVirtualTime: { latencyMs: [1, 6] },
}));
