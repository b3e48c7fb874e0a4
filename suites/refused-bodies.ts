/** Bodies that lack what is required (section 4.2). */

import { petStatuses } from '../src/catalogue/animal.ts';
import type { CheckContext } from '../src/engine/checks/context.ts';
import { askedIn, expectRefusedBody } from '../src/engine/checks/refusal.ts';
import { bySeed } from '../src/engine/data/by-seed.ts';
import { type Form, layouts } from '../src/engine/data/forms.ts';
import { keepPlan } from '../src/engine/plan/question-plan.ts';
import { Silence } from '../src/http/inconclusive.ts';
import type { Writable } from '../src/http/json.ts';

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
    const answer = await answerTo({ name: lackOf(names), body, form }, context);
    await expectRefusedBody(context, answer, names.length === 1);
  };

/** A check of an empty object, which lacks both members: it is asked once for both, and written in one way. */
export async function emptyObject(context: CheckContext): Promise<void> {
  keepPlan(context, 'create.missing-name: an empty object');
  // It is enough to know that the service is there.
  await context.inventory.look();
  const answer = await answerTo({ name: 'an empty object', body: {}, form: {} }, context);
  await expectRefusedBody(context, answer, false);
}

interface RefusedBody {
  readonly name: string;
  readonly body: Readonly<Record<string, Writable>>;
  readonly form: Form;
}

/** The answer to the body, asked once in a run; a certain silence is the answer to all who ask. */
async function answerTo({ name, body, form }: RefusedBody, context: CheckContext) {
  const answer = await context.once(`the body: ${name}`, ({ api }) =>
    askedIn(form, (one) => api.createPet(body, { form: one })).catch(ifSilence),
  );
  if (answer instanceof Silence) throw answer;
  context.cite(answer);
  return answer;
}

const lackOf = (names: readonly string[]): string => `without ${names.join(' and ')}`;

async function bodyWithout(names: readonly string[], context: CheckContext) {
  const valid = await validBody(context, lackOf(names));
  // What is required may depend on the status, where it should not.
  const status = bySeed(petStatuses, context.settings.seed, names.length);
  const body = Object.entries({ ...valid, status });
  return Object.fromEntries(body.filter(([name]) => !names.includes(name)));
}

function ifSilence(error: unknown): Silence {
  if (error instanceof Silence) return error;
  throw error;
}
