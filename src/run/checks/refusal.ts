import type { Answered } from '../../http/exchange.ts';
import { isUnanswered, NoResponse } from '../../http/inconclusive.ts';
import { type Writable, writeJson } from '../../http/json.ts';
import { showsService } from '../../judge/answers.ts';
import { stoppedBody } from '../../spec/statuses.ts';
import { inconclusive, NotApplicable } from '../requests/outcomes.ts';
import type { Form } from '../values/forms.ts';
import type { CheckContext } from './check-context.ts';
import { expect } from './matchers.ts';

/**
 * Expects 400 for a body that must be refused. A 403 to every body says that the key may not create, which is not
 * described (section 5.6). An answer without an Error may come from a firewall that stops odd bodies: then the check is
 * not applicable, or inconclusive if it is the `main` one of its requirement.
 */
export async function expectRefusedBody(
  context: CheckContext,
  answer: Answered,
  main: boolean,
): Promise<void> {
  const { status } = answer.response;
  if (status === 403 && (await mayNotCreate(context))) {
    const why = 'the service answers 403 to every creation, so the key may not create';
    if (context.settings.profile === 'read-only') throw new NotApplicable(why);
    inconclusive(`${why}: give the run a key that may`);
  }
  if (isStopped(answer)) {
    const why = `something before the service stopped this body (${status}, and the body is no Error)`;
    if (main) inconclusive(why);
    throw new NotApplicable(why);
  }
  if (status === 400 && (await acceptsNone(context))) {
    inconclusive('the service answers 400 to every creation, so that this refusal proves nothing');
  }
  expect(answer).toBeRefused(400);
}

/** Whether something before the service may have stopped the body: nothing in the answer shows the service. */
export function isStopped(answer: Answered): boolean {
  return stoppedBody.includes(answer.response.status) && !showsService(answer);
}

/**
 * Asks in a form, and again in the ordinary one if something before the service may have stopped the layout of the
 * body, which says nothing about the content; likewise if a media type was not recognised as JSON.
 */
export async function askedIn(
  form: Form,
  ask: (form: Form) => Promise<Answered>,
): Promise<Answered> {
  if (form.write === undefined && form.contentType === undefined) return ask(form);
  try {
    const answer = await ask(form);
    const isUnknown = form.contentType !== undefined && answer.response.status === 415;
    return isStopped(answer) || isUnknown ? await ask({}) : answer;
  } catch (error) {
    if (!isUnanswered(error) || error instanceof NoResponse) throw error;
    return ask({});
  }
}

/**
 * The answer to a body of a further check. If there is none, the check is not applicable if the body is not ASCII,
 * which something before the service may drop.
 */
export async function answeredUnlessOdd(
  body: Writable,
  ask: () => Promise<Answered>,
): Promise<Answered> {
  return /[^\x20-\x7e]/.test(writeJson(body)) ? answeredUnlessStopped(ask) : ask();
}

/** The response to a request that a firewall may drop: without one, the check is not applicable. */
export async function answeredUnlessStopped(ask: () => Promise<Answered>): Promise<Answered> {
  try {
    return await ask();
  } catch (error) {
    if (!isUnanswered(error) || error instanceof NoResponse) throw error;
    throw new NotApplicable(`a firewall may drop this request: ${error.message}`);
  }
}

/** Whether every valid creation is answered 400; not asked in a profile that creates nothing. */
async function acceptsNone({ inventory, settings }: CheckContext): Promise<boolean> {
  if (settings.profile === 'read-only') return false;
  await inventory.stock();
  return areAll(400, inventory.creations);
}

const areAll = (status: number, creations: CheckContext['inventory']['creations']) =>
  creations.length > 0 && creations.every(({ exchange }) => exchange.response.status === status);

/** Bodies that must be refused, each for another reason. */
const refusable = ['{}', '[]', '{"status":"unknown"}'];

/** Whether every creation is answered 403: the ordinary ones if there were any, else some that must be refused. */
function mayNotCreate(context: CheckContext): Promise<boolean> {
  const { inventory, settings } = context;
  return context.once('whether the key may create', async ({ api }) => {
    if (settings.profile !== 'read-only') {
      await inventory.stock();
      const asked = [...inventory.creations, ...inventory.excused];
      if (asked.length > 0) return areAll(403, asked);
    }
    for (const body of refusable) {
      const { response } = await api.createPetFrom(body);
      if (response.status !== 403) return false;
    }
    return true;
  });
}
