/** What a store may object to in a valid animal: its name, its category, or that there is no more room. */
import type { NewAnimal } from '../../src/reference/animal.ts';
import { type Behaviour, Refusal } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import { type Change, onReply, together } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd, html, needAnimals, needCreations } from './freedoms.ts';
import { headersOf } from './wire-headers.ts';

const invalid = (rule: string) => new Refusal(400, 'invalid_request', rule);

/** Looks at what a valid body asks for. */
const deciding =
  (begin: () => (wanted: NewAnimal, call: Call) => Refusal | undefined): Change =>
  ({ newAnimal }) => {
    const refusal = begin();
    return {
      newAnimal: (call) => {
        const wanted = newAnimal(call);
        return wanted instanceof Refusal ? wanted : (refusal(wanted, call) ?? wanted);
      },
    };
  };

const namesOnly = (allowed: RegExp) =>
  deciding(
    () =>
      ({ name }) =>
        allowed.test(name) ? undefined : invalid('name'),
  );

/** Accepts each name once; `form`: what counts as the same. */
export const unique = (status: number, form: (name: string) => string = (name) => name): Change =>
  deciding(() => {
    const taken = new Set<string>();
    return ({ name }) => {
      if (taken.has(form(name))) return new Refusal(status, 'duplicate', 'The name is taken.');
      taken.add(form(name));
      return undefined;
    };
  });

/** Loses the answer to some creations, after the animal was stored. */
const losing = (which: (creation: number) => boolean, how: Behaviour['transmit']): Change => {
  return ({ transmit }) => {
    let creations = 0;
    return {
      transmit: (reply, response, call) => {
        if (call.operation !== 'createPet' || reply.status !== 201)
          return transmit(reply, response, call);
        creations += 1;
        return which(creations) ? how(reply, response, call) : transmit(reply, response, call);
      },
    };
  };
};

const page = (status: number): Behaviour['transmit'] => {
  return (_, response) => {
    const { type, text } = html(`${status}`);
    response.writeHead(status, headersOf({ status, headers: { 'Content-Type': type }, text }));
    response.end(text);
  };
};

const names: readonly Variant[] = [
  {
    id: 'staging.names-unique',
    title: 'takes no name twice: 400',
    change: unique(400),
  },
  {
    id: 'staging.names-unique-409',
    title: 'takes no name twice: 409',
    change: unique(409),
  },
  {
    id: 'staging.names-unique-in-any-case',
    title: 'takes no name twice, in whatever letter case, with whatever signs',
    change: unique(400, (name) => name.toLowerCase().replaceAll(/[^\p{L}]/gu, '')),
  },
  {
    id: 'staging.names-of-eight-letters',
    title: 'takes names of at most eight letters',
    change: namesOnly(/^[a-z]{1,8}$/i),
  },
  {
    id: 'staging.names-of-eight-letters-capitalised',
    title: 'takes names of a capital and up to seven small letters',
    change: namesOnly(/^[A-Z][a-z]{1,7}$/),
  },
  {
    id: 'staging.names-of-eight-unique',
    title: 'takes names of at most eight letters, each once',
    change: together(unique(400), namesOnly(/^[a-z]{1,8}$/i)),
  },
  {
    id: 'staging.names-without-vowels-behind',
    title: 'refuses names in which a word filter finds a word',
    change: namesOnly(/^(?!.*(?:bad|dog|ass|hell|fox|[aeiou]{2})).*$/su),
  },
  {
    id: 'staging.names-once-and-answers-lost',
    title: 'takes no name twice, and loses the answers to two creations after they were stored',
    change: together(
      unique(400),
      losing(
        (creation) => creation === 1 || creation === 6,
        (_, response) => void response.destroy(),
      ),
    ),
  },
  {
    id: 'staging.names-once-and-502',
    title: 'takes no name twice, and has a gateway that answers 502 to two stored creations',
    change: together(
      unique(400),
      losing((creation) => creation === 1 || creation === 9, page(502)),
    ),
  },
  {
    id: 'staging.names-once-and-504',
    title: 'takes no name twice: 409, and has a gateway that answers 504 to a stored creation',
    change: together(
      unique(409),
      losing((creation) => creation === 4, page(504)),
    ),
  },
];

export const categoriesOf = (count: number) =>
  herd(60, (at) => ({ categoryId: 41n + BigInt(at % count) }));

export const closed = (...categories: readonly bigint[]): Change =>
  deciding(() => ({ categoryId }) => {
    return categories.includes(categoryId) ? invalid('the category takes no animals') : undefined;
  });

const knownOnly = (...categories: readonly bigint[]): Change =>
  deciding(() => ({ categoryId }) => {
    return categories.includes(categoryId) ? undefined : invalid('the category takes no animals');
  });

const filling = (room: number): Change =>
  deciding(() => {
    const taken = new Map<bigint, number>();
    return ({ categoryId }) => {
      const count = taken.get(categoryId) ?? 0;
      taken.set(categoryId, count + 1);
      return count < room ? undefined : invalid('the category is full');
    };
  });

const fillingFirst = (room: number): Change =>
  deciding(() => {
    let taken = 0;
    return ({ categoryId }) => {
      if (categoryId !== 41n) return undefined;
      taken += 1;
      return taken <= room ? undefined : invalid('the category is full');
    };
  });

/** Looks the category up in a valid body, and refuses an unknown one with this status. */
const lookingUp = (status: number): Change =>
  deciding(
    () =>
      ({ categoryId }) =>
        categoryId >= 1n && categoryId <= 4n
          ? undefined
          : new Refusal(status, 'no_category', 'There is no such category.'),
  );

const lookedUp: readonly Variant[] = [404, 409, 422].flatMap((status) => [
  {
    id: `staging.unknown-category-${status}`,
    title: `has 60 animals in four categories, and answers ${status} to a creation in any other`,
    server: () => ({ animals: herd(60, (at) => ({ categoryId: BigInt((at % 4) + 1) })) }),
    change: lookingUp(status),
  },
  {
    id: `staging.unknown-category-${status}-empty`,
    title: `is empty, has four categories, and answers ${status} to a creation in any other`,
    change: lookingUp(status),
  },
]);

const categories: readonly Variant[] = [
  ...lookedUp,
  {
    id: 'staging.first-category-closed',
    title: 'lists animals of three categories, the first of which takes no more',
    server: () => ({ animals: categoriesOf(3) }),
    change: closed(41n),
  },
  {
    id: 'staging.two-categories-closed',
    title: 'lists animals of four categories, the first two of which take no more',
    server: () => ({ animals: categoriesOf(4) }),
    change: closed(41n, 42n),
  },
  {
    id: 'staging.common-category-closed',
    title: 'has animals of one closed category, and one animal of an open one',
    server: () => ({ animals: herd(60, (at) => ({ categoryId: at === 31 ? 42n : 41n })) }),
    change: closed(41n),
  },
  {
    id: 'staging.only-listed-category-closed',
    title: 'lists animals of one category, which takes no more, and takes them in any other',
    server: () => ({ animals: categoriesOf(1) }),
    change: closed(41n),
  },
  ...[409, 422, 507].map(
    (status): Variant => ({
      id: `staging.only-listed-category-closed-${status}`,
      title: `lists animals of one category, which takes no more (${status}), and takes them in any other`,
      server: () => ({ animals: categoriesOf(1) }),
      change: deciding(
        () =>
          ({ categoryId }) =>
            categoryId === 41n ? new Refusal(status, 'closed', 'It takes no more.') : undefined,
      ),
    }),
  ),
  {
    id: 'staging.category-fills-up-507',
    title: 'takes three in the first of its three categories, then 507',
    server: () => ({ animals: categoriesOf(3) }),
    change: deciding(() => {
      let taken = 0;
      return ({ categoryId }) => {
        if (categoryId !== 41n) return undefined;
        taken += 1;
        return taken <= 3 ? undefined : new Refusal(507, 'closed', 'It takes no more.');
      };
    }),
  },
  {
    id: 'staging.only-listed-category-closed-others-take-one',
    title:
      'lists animals of one category, which takes no more, and takes one animal in any other: creation cannot be decided',
    server: () => ({ animals: categoriesOf(1) }),
    undecided: needCreations,
    change: together(closed(41n), filling(1)),
  },
  {
    id: 'staging.only-listed-category-fills-up',
    title: 'lists animals of one category, which takes three more, and takes them in any other',
    server: () => ({ animals: categoriesOf(1) }),
    change: fillingFirst(3),
  },
  {
    id: 'staging.one-category-of-three-open',
    title: 'lists animals of three categories, takes them in the third and knows no other',
    server: () => ({ animals: categoriesOf(3) }),
    change: knownOnly(43n),
  },
  {
    id: 'staging.every-category-closed',
    title: 'lists animals of three categories and takes no more in any: creation cannot be decided',
    server: () => ({ animals: categoriesOf(3) }),
    undecided: needCreations,
    change: knownOnly(),
  },
  {
    id: 'staging.category-fills-up',
    title: 'takes no more than 25 animals in a category, and has no other than the first',
    change: together(filling(25), knownOnly(1n)),
  },
  {
    id: 'staging.categories-fill-up',
    title: 'takes no more than six animals in a category, of which it lists three',
    server: () => ({ animals: categoriesOf(3) }),
    change: together(filling(6), knownOnly(41n, 42n, 43n)),
  },
  {
    id: 'staging.category-fills-up-after-3',
    title: 'takes no more than three animals in the first of its three categories',
    server: () => ({ animals: categoriesOf(3) }),
    change: fillingFirst(3),
  },
  {
    id: 'staging.category-fills-up-after-5',
    title: 'takes no more than five animals in the first of its three categories',
    server: () => ({ animals: categoriesOf(3) }),
    change: fillingFirst(5),
  },
];

/** Accepts some animals, then answers otherwise. */
export const fullAfter = (room: number, status: number): Change =>
  deciding(() => {
    let taken = 0;
    return () => {
      taken += 1;
      return taken <= room ? undefined : new Refusal(status, 'store_full', 'The store is full.');
    };
  });

const atTheGateway = (of: number): Change =>
  onReply((reply) => {
    if (reply.status !== of) return reply;
    const { type, text } = html(`${of}`);
    return { status: of, headers: { 'Content-Type': type }, text };
  });

const fullStores: readonly Variant[] = [
  {
    id: 'staging.full',
    title: 'is full: 507; creation cannot be decided',
    server: () => ({ animals: herd(90) }),
    undecided: needCreations,
    change: fullAfter(0, 507),
  },
  {
    id: 'staging.full-409',
    title: 'is full: 409; creation cannot be decided',
    server: () => ({ animals: herd(90) }),
    undecided: needCreations,
    change: fullAfter(0, 409),
  },
  {
    id: 'staging.full-and-empty',
    title: 'has room for no animal and shows none: nothing about animals can be decided',
    undecided: [...needAnimals, ...needCreations],
    change: fullAfter(0, 507),
  },
  {
    id: 'staging.full-after-eight',
    title: 'has 90 animals and is full after eight more: 507',
    server: () => ({ animals: herd(90) }),
    change: fullAfter(8, 507),
  },
  {
    id: 'staging.full-after-five',
    title: 'has 90 animals and is full after five more: 507, to a namesake as well',
    server: () => ({ animals: herd(90) }),
    change: fullAfter(5, 507),
  },
  {
    id: 'staging.full-after-eight-409',
    title: 'has 90 animals and is full after eight more: 409',
    server: () => ({ animals: herd(90) }),
    change: fullAfter(8, 409),
  },
  {
    id: 'staging.full-after-thirty',
    title: 'is empty, and full after 30 animals: 403 from the gateway',
    change: together(fullAfter(30, 403), atTheGateway(403)),
  },
  {
    id: 'staging.full-after-28',
    title: 'is empty, and full after 28 animals: 507',
    change: fullAfter(28, 507),
  },
  {
    id: 'staging.full-after-26-400',
    title: 'is empty, and full after 26 animals: 400',
    change: fullAfter(26, 400),
  },
];

/** What may be refused in a valid creation. */
export const stagingCreations: readonly Variant[] = [...names, ...categories, ...fullStores];
