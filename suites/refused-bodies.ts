/** Bodies that lack what is required (section 4.2). */

import { petStatuses } from '../src/catalogue/animal.ts';
import type { CheckContext } from '../src/engine/checks/context.ts';
import { askedIn, expectRefusedBody } from '../src/engine/checks/refusal.ts';
import { bySeed } from '../src/engine/data/by-seed.ts';
import { layouts } from '../src/engine/data/forms.ts';

/** The members of a valid body; each check spoils one of them. */
export async function validBody({ inventory }: CheckContext, use: string) {
  await inventory.survey();
  return { name: inventory.name(`refused: ${use}`), categoryId: inventory.category().id };
}

/** A check of a body without some of the members. */
export const without =
  (...names: readonly string[]) =>
  async (context: CheckContext) => {
    const form = bySeed(layouts, context.settings.seed, names.length);
    const body = await bodyWithout(names, context);
    const answer = await askedIn(form, (one) => context.api.createPet(body, { form: one }));
    await expectRefusedBody(context, answer, names.length === 1);
  };

/** A check of an empty object, which lacks both members. */
export async function emptyObject(context: CheckContext): Promise<void> {
  // It is enough to know that the service is there.
  await context.inventory.look();
  await expectRefusedBody(context, await context.api.createPet({}), false);
}

const lackOf = (names: readonly string[]): string => `without ${names.join(' and ')}`;

async function bodyWithout(names: readonly string[], context: CheckContext) {
  const valid = await validBody(context, lackOf(names));
  // What is required may depend on the status, where it should not.
  const status = bySeed(petStatuses, context.settings.seed, names.length);
  const body = Object.entries({ ...valid, status });
  return Object.fromEntries(body.filter(([name]) => !names.includes(name)));
}
