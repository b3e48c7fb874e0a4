/**
 * What holds of every answer is judged in src/judge/ as the answers come. These checks make sure that there are answers
 * of each kind, even if only one requirement is asked for. After the other chapters they find all of them and send
 * nothing.
 */

import { noKey } from '../src/http/credential.ts';
import type { Answered } from '../src/http/exchange.ts';
import { isJsonNumber, isJsonObject, tryParseJson } from '../src/http/json.ts';
import { isDefined } from '../src/judge/answers.ts';
import { petsOf } from '../src/judge/pet.ts';
import type { CheckContext } from '../src/run/checks/check-context.ts';
import { check, requirement } from '../src/run/checks/registration.ts';
import { isBudgetSpent } from '../src/run/plan/plan.ts';
import { inconclusive, orUndefined } from '../src/run/requests/outcomes.ts';
import { foreignKey } from '../src/run/values/foreign-key.ts';
import { members } from '../src/spec/animal.ts';
import type { RequirementId } from '../src/spec/catalogue.ts';
import type { Operation } from '../src/spec/operations.ts';

/** A kind of answer, and how to get one. */
interface Kind {
  readonly operation: Operation;
  readonly status: number;
  readonly ask: (context: CheckContext) => Promise<unknown>;
  /** Whether an answer of the kind shows enough; default: any does. */
  readonly shows?: (answer: Answered) => boolean;
}

const nobodys = 2n ** 62n + 4_040_404_043n;

const animals: readonly Kind[] = [
  { operation: 'createPet', status: 201, ask: ({ inventory }) => inventory.stock() },
  {
    operation: 'listPets',
    status: 200,
    ask: ({ inventory }) => inventory.settle(),
    shows: (answer) => (petsOf(answer)?.length ?? 0) > 1,
  },
  {
    operation: 'getPet',
    status: 200,
    ask: async ({ api, inventory }) => {
      await inventory.stock();
      const [pet] = inventory.pets();
      if (pet) await api.getPet(pet.id);
    },
  },
];

const anonymous: readonly Kind[] = [
  {
    operation: 'listPets',
    status: 401,
    ask: ({ api, settings: { apiKey, seed } }) =>
      api.listPets({}, { as: foreignKey(apiKey, seed, 'listPets') }),
  },
  { operation: 'createPet', status: 401, ask: ({ api }) => api.createPet({}, { as: noKey }) },
  { operation: 'getPet', status: 401, ask: ({ api }) => api.getPet(nobodys, { as: noKey }) },
];

const errors: readonly Kind[] = [
  ...anonymous,
  { operation: 'createPet', status: 400, ask: ({ api }) => api.createPet({}) },
  { operation: 'getPet', status: 404, ask: ({ api }) => api.getPet(nobodys) },
];

/** A status that is not an integer fails error.fields, and shows nothing about its value. */
const errorsWithStatus: readonly Kind[] = errors.map((kind) => ({
  ...kind,
  shows: ({ response }) => {
    const error = tryParseJson(response.body);
    return isJsonObject(error) && isJsonNumber(error.status);
  },
}));

const retrieved = animals.filter(({ operation }) => operation === 'getPet');

const every = [...animals, ...errors];

/** The requirements that src/judge/ decides, with the answers that show something about them. */
const judged: readonly (readonly [RequirementId, readonly Kind[]])[] = [
  ...members.map(({ judged }) => [judged, animals] as const),
  ['error.fields', errors],
  ['error.status', errorsWithStatus],
  ['error.not-empty', errors],
  ['media.json', every],
  ['rate.limit-header', every],
  ['rate.remaining-header', every],
  ['rate.reset-header', every],
  ['rate.limit-value', every],
  ['rate.remaining-value', every],
  ['rate.reset-value', every],
  ['auth.challenge', anonymous],
  ['get.deprecation-headers', retrieved],
];

for (const [id, kinds] of judged) {
  requirement(id, () => {
    check('at least one relevant response', async (context) => {
      await context.inventory.survey();
      // If a kind cannot be asked for, as when creations are used up, the others still are.
      for (const kind of kinds) if (!seen(context, kind)) await orUndefined(asked(kind, context));
      if (!kinds.some((kind) => seen(context, kind))) {
        inconclusive(`no such answer was seen${context.inventory.lack()}`);
      }
    });
  });
}

async function asked(kind: Kind, context: CheckContext): Promise<void> {
  // What the plan leaves out is not asked for its form either.
  if (isBudgetSpent(context)) return;
  await kind.ask(context);
}

function seen({ exchanges, cite }: CheckContext, kind: Kind): boolean {
  const { operation, status, shows = () => true } = kind;
  const found = exchanges.find(
    (one) =>
      isDefined(one) && one.operation === operation && one.response.status === status && shows(one),
  );
  if (found) cite(found);
  return found !== undefined;
}
