/** Bodies that lack what is required (section 4.2). */

import { petStatuses } from '../src/catalogue/operations.ts';
import type { CheckContext } from '../src/engine/checks/context.ts';
import { askedIn, expectRefusedBody } from '../src/engine/checks/refusal.ts';
import { inTurn, layouts } from '../src/engine/data/forms.ts';
import { keepPlan } from '../src/engine/plan/question-plan.ts';
import { Silence } from '../src/http/inconclusive.ts';
import type { Writable } from '../src/http/json/json.ts';

/** The members of a valid body; each check spoils one of them. */
export async function validBody({ inventory }: CheckContext, use: string) {
  await inventory.survey();
  return { name: inventory.name(`refused: ${use}`), categoryId: inventory.category().id };
}

/** A check of a body without some of the members. */
export const without =
  (...names: readonly string[]) =>
  async (context: CheckContext) => {
    // An empty object lacks both members: it is asked once for both, and written in one way.
    if (names.length === 3) keepPlan(context, 'create.missing-name: an empty object');
    const form = names.length === 3 ? {} : inTurn(layouts, context.settings.seed, names.length);
    const use = `without ${names.join(' and ')}`;
    const rest = names.length === 3 ? await nothing(context) : await bodyWithout(names, context);
    // A certain silence is the answer to both, too.
    const answer = await context.once(`a body ${use}`, ({ api }) =>
      askedIn(form, (one) => api.createPet(rest, { form: one })).catch(ifSilence),
    );
    if (answer instanceof Silence) throw answer;
    context.cite(answer);
    await expectRefusedBody(context, answer, names.length === 1);
  };

/** An empty object; it is enough to know that the service is there. */
async function nothing({ inventory }: CheckContext): Promise<Readonly<Record<string, Writable>>> {
  await inventory.look();
  return {};
}

async function bodyWithout(names: readonly string[], context: CheckContext) {
  const valid = await validBody(context, `without ${names.join(' and ')}`);
  // What is required may depend on the status, where it should not.
  const status = inTurn(petStatuses, context.settings.seed, names.length);
  const body = Object.entries({ ...valid, status });
  return Object.fromEntries(body.filter(([name]) => !names.includes(name)));
}

function ifSilence(error: unknown): Silence {
  if (error instanceof Silence) return error;
  throw error;
}
