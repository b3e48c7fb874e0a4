/**
 * Methods that are not described, tried on an animal of this run: the result is recorded, and nothing else is asked
 * meanwhile.
 */

import { inconclusive } from '../src/engine/asking/outcomes.ts';
import { gap } from '../src/engine/checks/requirement.ts';
import type { OwnAnimal } from '../src/engine/store/inventory.ts';
import { type Answered, isAnswered } from '../src/http/exchange.ts';
import { petOf } from '../src/judge/pet.ts';
import { dueOf, each, outline } from './recorded.ts';

gap('gap.other-methods', 'other methods on an animal', async (context) => {
  const due = dueOf(['PUT', 'PATCH', 'DELETE'], context, (method) => `the method ${method}`);
  const { api, inventory, exchanges } = context;
  await inventory.stock();
  const read = exchanges.filter(isAnswered).filter(({ operation }) => operation === 'getPet');
  // A service that answers a creation with somebody else's animal shows that animal under the id.
  const showsOwn = ({ id, sent }: OwnAnimal, answer: Answered) => {
    const pet = petOf(answer);
    return pet?.id === id && pet.name === sent.name;
  };
  const own = inventory.ownAnimals();
  const animal = own.findLast((one) => read.some((answer) => showsOwn(one, answer))) ?? own.at(-1);
  if (animal === undefined) inconclusive('no animal is known to be of this run beyond doubt');
  const shown = read.some((answer) => showsOwn(animal, answer));
  if (!shown && !showsOwn(animal, await api.getPet(animal.id))) {
    inconclusive(
      `the id ${animal.id}, given on creation, does not show the animal that was created`,
    );
  }
  const path = `/pets/${animal.id}`;
  return each(due, String, async (method) =>
    outline(
      await api.undocumented(method, path, method === 'DELETE' ? undefined : { ...animal.sent }),
    ),
  );
});
