import { expect, test } from 'vitest';
import { type Change, judged } from './testing/judged.ts';

/** How the first check of get.found ends on a server, and the ids that it reads, in the order of asking. */
async function found(change: Change) {
  const { checks, exchanges } = await judged('get.found', { change });
  const reads = exchanges
    .filter(({ operation }) => operation === 'getPet')
    .map(({ request }) => request.url.replace(/.*\//, ''));
  return { outcome: checks[0]?.outcome, reads };
}

test('of the animals that a run created, one that no list shows is read before all others', async () => {
  const { reads } = await found(({ list }) => ({
    list: (...asked) => list(...asked).filter(({ id }) => id !== 20n),
  }));
  expect(reads[0]).toBe('20');
});

test('an animal that is not there at first is read again within the grace', async () => {
  const { outcome, reads } = await found(({ find }) => {
    const seen = new Set<string>();
    return {
      find(store, call) {
        const isKnown = seen.has(call.petId);
        seen.add(call.petId);
        return isKnown ? find(store, call) : undefined;
      },
    };
  });
  expect([outcome, reads.slice(0, 2)]).toEqual(['passed', ['1', '1']]);
});

test.each([
  ['failed', 'another id', 77n],
  ['passed', 'no id, which pet.id judges', undefined],
])('a read %s if it shows %s', async (outcome, _, id) => {
  const { outcome: ended } = await found(({ show }) => ({
    show: (animal, call) =>
      call.operation === 'getPet' ? { ...Object(show(animal, call)), id } : show(animal, call),
  }));
  expect(ended).toBe(outcome);
});

test('a read that is never answered fails, and is not asked for again once that is certain', async () => {
  const { outcome, reads } = await found(() => ({
    finish: (reply, { operation }) =>
      operation === 'getPet' ? { ...reply, heldMs: 60_000 } : reply,
  }));
  // Twice in the ordinary way, then three times alone.
  expect([outcome, reads.filter((id) => id === '1').length]).toEqual(['failed', 5]);
});
