import type { PetStatus } from '../../src/catalogue/operations.ts';
import type { NewAnimal } from '../../src/reference/animal.ts';
import { Refusal } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import { type Change, inAnswers, readingBody, together } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd, needAnimals, needCreations } from './freedoms.ts';

const invalid = (rule: string) => new Refusal(400, 'invalid_request', rule);

/** Looks at a valid body and accepts, changes or refuses it. */
const deciding =
  (decide: (wanted: NewAnimal, call: Call) => NewAnimal | Refusal): Change =>
  ({ newAnimal }) => ({
    newAnimal: (call) => {
      const wanted = newAnimal(call);
      return wanted instanceof Refusal ? wanted : decide(wanted, call);
    },
  });

const namesOnly = (allowed: RegExp) =>
  deciding((wanted) => (allowed.test(wanted.name) ? wanted : invalid('name')));

const changingName = (change: (name: string) => string) =>
  deciding((wanted) => ({ ...wanted, name: change(wanted.name) }));

const byDefault = (status: PetStatus) => deciding((wanted) => ({ status, ...wanted }));

/** Members of a creation that the schema does not name. */
function strangers(call: Call): Record<string, unknown> {
  const body: unknown = JSON.parse(call.body);
  const known = ['name', 'categoryId', 'status'];
  return Object.fromEntries(Object.entries(Object(body)).filter(([name]) => !known.includes(name)));
}

/** Shows each animal with what else its creation sent. */
const keepingStrangers: Change = ({ keep, show }) => {
  const extra = new Map<bigint, Record<string, unknown>>();
  return {
    keep: (animal, call) => {
      const { id: _, ...others } = strangers(call);
      extra.set(animal.id, others);
      return keep(animal, call);
    },
    show: (animal, call) => ({ ...extra.get(animal.id), ...Object(show(animal, call)) }),
  };
};

const statuses: readonly Variant[] = (['available', 'pending', 'sold'] as const).map((status) => ({
  id: `gap.status-default-${status}`,
  title: `makes an animal ${status} whose status was left out`,
  change: byDefault(status),
}));

const names: readonly Variant[] = [
  {
    id: 'gap.names-of-letters-digits-spaces',
    title: 'takes names of at most 40 letters, digits and spaces of ASCII',
    change: namesOnly(/^[a-z0-9 ]{1,40}$/i),
  },
  {
    id: 'gap.names-of-letters',
    title: 'takes names of at most 20 letters of ASCII',
    change: namesOnly(/^[a-z]{1,20}$/i),
  },
  {
    id: 'gap.names-of-ascii',
    title: 'takes only names of ASCII',
    change: namesOnly(/^[\x20-\x7e]+$/),
  },
  {
    id: 'gap.names-of-the-bmp',
    title: 'takes no name with a character beyond the BMP',
    change: namesOnly(/^[^\u{10000}-\u{10ffff}]+$/u),
  },
  {
    id: 'gap.names-up-to-64',
    title: 'takes names of at most 64 characters',
    change: namesOnly(/^.{1,64}$/su),
  },
  {
    id: 'gap.names-without-markup',
    title: 'takes no name with a sign that HTML or SQL gives a meaning',
    change: namesOnly(/^[^<>&"'`;\\]+$/),
  },
  {
    id: 'gap.names-like-values-refused',
    title: 'takes no name that reads as a number, a time or a text in quotes',
    change: namesOnly(/^(?!["\d]).+$/),
  },
  {
    id: 'gap.names-trimmed',
    title: 'trims white space off the ends of a name',
    change: changingName((name) => name.trim()),
  },
  {
    id: 'gap.names-normalised',
    title: 'keeps names in Unicode form NFC',
    change: changingName((name) => name.normalize('NFC')),
  },
  {
    id: 'gap.names-never-blank',
    title: 'refuses names of nothing but white space',
    change: namesOnly(/\S/),
  },
  {
    id: 'gap.bodies-up-to-4096',
    title: 'answers 413 to a body of more than 4,096 bytes',
    change: ({ newAnimal }) => ({
      newAnimal: (call) =>
        Buffer.byteLength(call.body) > 4096
          ? new Refusal(413, 'too_large', 'The body is too large.')
          : newAnimal(call),
    }),
  },
];

const members: readonly Variant[] = [
  {
    id: 'gap.extra-properties-refused',
    title: 'refuses members that the schema does not name, an id too',
    change: deciding((wanted, call) =>
      Object.keys(strangers(call)).length === 0 ? wanted : invalid('unknown member'),
    ),
  },
  {
    id: 'gap.extra-properties-kept',
    title: 'keeps and shows members that the schema does not name',
    change: keepingStrangers,
  },
  {
    id: 'gap.integers-in-any-notation',
    title: 'takes 1.0 and 1e0 for 1',
    change: readingBody((text) =>
      text.replace(/("categoryId"\s*:\s*-?\d+)(?:\.0+|e0)(?=[\s,}])/i, '$1'),
    ),
  },
  {
    id: 'gap.content-type-due',
    title: 'answers 415 to a creation without a content type',
    change: onlyTyped(415),
  },
  {
    id: 'gap.content-type-400',
    title: 'answers 400 to a creation without a content type',
    change: onlyTyped(400),
  },
  {
    id: 'gap.content-type-any',
    title: 'reads each body as JSON, whatever it is declared as',
    change: ({ newAnimal }) => ({
      newAnimal: (call) => {
        const { 'content-type': _, ...headers } = call.headers;
        return newAnimal({ ...call, headers });
      },
    }),
  },
];

function onlyTyped(status: number): Change {
  return ({ newAnimal }) => ({
    newAnimal: (call) =>
      call.headers['content-type'] === undefined
        ? new Refusal(status, 'content_type', 'The content type is missing.')
        : newAnimal(call),
  });
}

const categoriesFrom = (first: bigint, last: bigint) =>
  deciding((wanted) =>
    wanted.categoryId >= first && wanted.categoryId <= last ? wanted : invalid('categoryId'),
  );

const categories: readonly Variant[] = [
  {
    id: 'gap.categories-one-to-five',
    title: 'knows the categories 1 to 5',
    change: categoriesFrom(1n, 5n),
  },
  {
    id: 'gap.categories-named-by-a-setting',
    title: 'knows the categories 41 to 45, of which a setting names one',
    settings: { categoryId: '43' },
    change: categoriesFrom(41n, 45n),
  },
  {
    id: 'gap.categories-seen-in-the-store',
    title: 'knows the categories 41 to 45, of which it has animals',
    server: () => ({ animals: herd(9, (at) => ({ categoryId: 41n + BigInt(at % 5) })) }),
    change: categoriesFrom(41n, 45n),
  },
  {
    id: 'gap.categories-beyond-2-53',
    title: 'knows one category, whose number a double cannot hold',
    settings: { categoryId: '9007199254740993' },
    change: categoriesFrom(2n ** 53n + 1n, 2n ** 53n + 1n),
  },
  {
    id: 'gap.categories-not-to-be-found',
    title:
      'knows the categories 41 to 45 only; in the empty store nothing tells, so none is created',
    undecided: [...needAnimals, ...needCreations],
    change: categoriesFrom(41n, 45n),
  },
  {
    id: 'gap.categories-of-32-bits',
    title: 'refuses categories beyond 32 bits, and negative ones',
    change: categoriesFrom(0n, 2n ** 31n - 1n),
  },
];

const places: readonly Variant[] = [
  {
    id: 'gap.location-told',
    title: 'tells the address of a new animal, in an absolute and encoded form',
    change: inAnswers('createPet', 201, (reply) => ({
      ...reply,
      headers: {
        ...reply.headers,
        Location: 'https://shop.example/v1/pets/new%20one',
        ETag: 'W/"1"',
      },
    })),
  },
  {
    id: 'gap.strict-throughout',
    title: 'takes as little as it may: short plain names, known categories, no members of its own',
    settings: { categoryId: '7' },
    change: together(
      namesOnly(/^[a-z]{3,20}$/i),
      categoriesFrom(7n, 7n),
      deciding((wanted, call) =>
        Object.keys(strangers(call)).length === 0 ? wanted : invalid('unknown member'),
      ),
      onlyTyped(415),
    ),
  },
];

/** Section 4.2: what a creation may send, and what becomes of it. */
export const creationGaps: readonly Variant[] = [
  ...statuses,
  ...names,
  ...members,
  ...categories,
  ...places,
];
