/**
 * What all answers of a run show together is judged in src/judge/ when the checks are done. These checks make
 * sure that there are answers which could show a failure. After the other chapters they send next to nothing.
 */

import { type Answered, isAnswered } from '../src/http/exchange.ts';
import { isJsonObject, member, tryParseJson } from '../src/http/json.ts';
import { operationMayBeGone } from '../src/judge/answers.ts';
import { petsOf } from '../src/judge/pet.ts';
import { readsByKey } from '../src/run/animals/inventory.ts';
import type { CheckContext } from '../src/run/checks/check-context.ts';
import { nextIds } from '../src/run/checks/next-id.ts';
import { check, gap, requirement } from '../src/run/checks/registration.ts';
import { keepBudget } from '../src/run/plan/plan.ts';
import { fail, inconclusive, NotApplicable } from '../src/run/requests/outcomes.ts';
import { pageSize } from '../src/spec/operations.ts';

const answersTo = (operation: Answered['operation'], { exchanges }: CheckContext, status = 200) =>
  exchanges.filter(
    (one): one is Answered =>
      one.operation === operation &&
      one.caller === 'authenticated' &&
      one.response?.status === status,
  );

requirement('list.same-animal', () => {
  check('an animal in a list and elsewhere', async (context) => {
    const list = await context.inventory.settle();
    context.cite(list);
    const listed = (petsOf(list) ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]));
    const [first] = listed;
    if (first === undefined) {
      throw new NotApplicable(`no list shows an animal${context.inventory.lack()}`);
    }
    const lists = answersTo('listPets', context).filter((one) => one !== list);
    const others = [...lists, ...answersTo('createPet', context, 201)];
    if (others.length === 0 && readsByKey(context.exchanges).size === 0)
      await context.api.getPet(first);
  });
});

requirement('list.complete', () => {
  check('a list that is shorter than its limit', async (context) => {
    const list = await context.inventory.settle();
    context.cite(list);
    const shown = petsOf(list)?.length ?? 0;
    if (shown === 0 || shown >= pageSize.max) {
      throw new NotApplicable('no list that shows animals is shorter than its limit');
    }
  });
});

requirement('get.stays', () => {
  check('an animal that was read before', async (context) => {
    await context.inventory.stock();
    const [known] = context.inventory.pets();
    if (known === undefined) {
      throw new NotApplicable(`no animal is known${context.inventory.lack()}`);
    }
    const ask = async (id: bigint) => {
      const answer = await context.eventually(
        () => context.api.getPet(id),
        ({ response }) => response.status !== 404,
      );
      if (operationMayBeGone(answer)) throw new NotApplicable('getPet is gone, as announced');
      context.cite(answer);
      return answer;
    };
    keepBudget(context);
    if (readsByKey(context.exchanges).size === 0) await ask(known.id);
    const all = [...readsByKey(context.exchanges)];
    const found = all.find(([, answers]) => answers.length > 1) ?? all[0];
    if (found === undefined) throw new NotApplicable('no animal could be read');
    const [id, reads] = found;
    context.cite(...reads);
    if (reads.length < 2) await ask(id);
  });
});

requirement('create.refused-leaves-nothing', () => {
  check('lists and reads after the refusals', async (context) => {
    const { api, cite, exchanges, inventory } = context;
    await inventory.survey();
    const refusals = exchanges.filter(
      ({ operation, response }) =>
        operation === 'createPet' && (response?.status === 400 || response?.status === 401),
    );
    const last = refusals.at(-1);
    if (last === undefined) {
      keepBudget(context);
      const body = {
        name: inventory.name('refused for its status'),
        categoryId: inventory.category().id,
      };
      await api.createPet({ ...body, status: 'none' });
    }
    const after = answersTo('listPets', context).findLast(
      ({ index, request }) => index > (last?.index ?? index) && request.url.endsWith('limit=100'),
    );
    if (after === undefined) keepBudget(context);
    const list = after ?? (await api.listPets({ limit: pageSize.max }));
    cite(list);
    if (shows(list, context)) return;
    const [next] = nextIds(context);
    if (next === undefined) {
      throw new NotApplicable(
        'no list shows all of the store or its newest animal, and its ids are not counted up',
      );
    }
    const asked = exchanges.findLast(
      ({ index, request }) => index > (last?.index ?? index) && request.url.endsWith(`/${next}`),
    );
    cite(asked ?? (await api.getPet(next)));
  });
});

/**
 * Whether a list would show what a creation left behind: it holds the whole store, or the newest animal of this run.
 */
function shows(list: Answered, { inventory }: CheckContext): boolean {
  const pets = petsOf(list);
  if (list.response.status !== 200 || pets === undefined) return false;
  if (pets.length < Math.min(inventory.count(), pageSize.max)) return false;
  if (pets.length < pageSize.max) return true;
  const newest = inventory.creations.findLast(({ pet }) => pet?.id !== undefined)?.pet?.id;
  return newest !== undefined && pets.some(({ id }) => id === newest);
}

gap('gap.error-codes', 'the codes seen', async ({ exchanges, cite }) => {
  const codes = new Map<number, Set<string>>();
  for (const exchange of exchanges) {
    if (!isAnswered(exchange) || exchange.response.status < 400) continue;
    const body = tryParseJson(exchange.response.body);
    const code = isJsonObject(body) ? member(body, 'code') : undefined;
    if (typeof code !== 'string') continue;
    const known = codes.get(exchange.response.status) ?? new Set();
    if (!known.has(code)) cite(exchange);
    codes.set(exchange.response.status, known.add(code));
  }
  if (codes.size === 0) inconclusive('no error with a code was seen');
  const byStatus = [...codes].sort(([a], [b]) => a - b);
  return byStatus.map(([status, known]) => `${status}: ${[...known].join(', ')}`).join('; ');
});

requirement('version.base-path', () => {
  check('the configured address', async ({ settings }) => {
    const last = new URL(settings.baseUrl).pathname.split('/').at(-1);
    if (last !== 'v1') {
      fail(`expected: a base address that ends with /v1\nreceived: ${settings.baseUrl}`);
    }
  });
});
