/** A last look at the store, after all that may have changed it; as far as the plan has room for it. */
import { pageSize } from '../src/catalogue/operations.ts';
import type { CheckContext } from '../src/engine/context.ts';
import { mismatch } from '../src/engine/matchers.ts';
import { nextIds } from '../src/engine/next-id.ts';
import { NotApplicable, orNothing } from '../src/engine/outcomes.ts';
import { petOf } from '../src/engine/pet.ts';
import { check, requirement } from '../src/engine/requirement.ts';
import { type Answered, type Exchange, isAnswered } from '../src/http/exchange.ts';

/** Animals that others made are read, too, if there is room for it. */
const mostOthers = 6;

requirement('get.stays', () => {
  check('an animal that was read at first, at the end of the run', async (context) => {
    const { api, plan, cite } = context;
    const id = firstRead(context);
    if (id === undefined) throw new NotApplicable('no animal was read');
    cite(await api.listPets({ limit: pageSize.max }));
    if (plan.asks('a read at the end')) cite(await api.getPet(id));
    if (!plan.asks('the next id at the end')) return;
    for (const next of nextIds(context)) cite(await api.getPet(next));
    if (!plan.asks('creations that fill a page')) return;
    const others = listedByOthers(context);
    await Promise.all(others.map((other) => orNothing(api.getPet(other))));
  });
});

/** Some animals that this run did not create, from all over the store; none if there are few. */
function listedByOthers({ inventory }: CheckContext): bigint[] {
  const own = new Set(inventory.creations.map(({ pet }) => pet?.id));
  const ids = inventory.pets().flatMap(({ id }) => (own.has(id) ? [] : [id]));
  const step = Math.floor(ids.length / mostOthers);
  if (step < 2) return [];
  return Array.from({ length: mostOthers }, (_, at) => ids[at * step + 1]).flatMap(
    (id) => id ?? [],
  );
}

function firstRead({ exchanges }: CheckContext): bigint | undefined {
  for (const one of exchanges) {
    if (one.operation !== 'getPet' || one.caller !== 'key-holder' || !one.response) continue;
    const pet = petOf({ ...one, response: one.response });
    if (one.response.status === 200 && pet?.id !== undefined) return pet.id;
  }
  return undefined;
}

const refusedIn = ({ response }: Answered) => response.status === 401 || response.status === 403;

requirement('list.returns-pets', () => {
  check('a list with the key, after callers without it', async (context) => {
    const { api, exchanges, cite, onOneConnection } = context;
    const wrong = exchanges.findLast(
      ({ caller, response }) => caller === 'stranger' && response?.status === 401,
    );
    const last = exchanges.filter(isAnswered).findLast(isOwnList);
    if (wrong === undefined || last === undefined || last.index < wrong.index) {
      throw new NotApplicable('no list was asked for after a caller without a key');
    }
    cite(last);
    if (!refusedIn(last)) return;
    // Who is locked out for a time is so on every connection, and for every list.
    const another = () =>
      onOneConnection((over) => api.listPets({ limit: pageSize.max - 1 }, { over }));
    for (let round = 0; round < 2; round += 1) {
      const same = await api.listPets({ limit: pageSize.max });
      if (!refusedIn(same) || (await another()).response.status !== 200) {
        throw new NotApplicable('who sent wrong keys may be locked out for a time');
      }
    }
    mismatch('200, as the key opens another list over another connection', last);
  });
});

function isOwnList({ operation, caller }: Exchange): boolean {
  return operation === 'listPets' && caller === 'key-holder';
}
