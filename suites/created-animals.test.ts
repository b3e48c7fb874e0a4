import { describe, expect, test } from 'vitest';
import { ask } from '../lab/trial.ts';
import type { Behaviour } from '../src/reference/behaviour.ts';
import type { Call } from '../src/reference/call.ts';
import type { Subject } from '../src/reference/variant.ts';
import type { RequirementId } from '../src/spec/catalogue.ts';

/** An animal that a run created, by what was sent: whether its name and its category are ordinary. */
interface Made {
  readonly id: string;
  readonly kind: 'plain' | 'name' | 'category' | 'both';
}

const kinds = [
  ['plain', 'category'],
  ['name', 'both'],
] as const;

type Change = (base: Behaviour) => Partial<Behaviour>;

/**
 * How a run of one requirement, and of others, ends; the animals that it creates; and its reads of an animal: which, and
 * the types that they accept.
 */
async function asked(
  id: RequirementId,
  settings: Subject['settings'],
  change: Change = () => ({}),
  besides: readonly RequirementId[] = [],
) {
  const subject = { id: 'server', title: 'a server', server: () => ({ animals: [] }) };
  const { record, report } = await ask(
    { ...subject, change, settings: { grace: 0.5, ...settings } },
    { seed: 1, only: [id, ...besides] },
  );
  expect(record.defects).toEqual([]);
  const made = record.exchanges.flatMap(({ operation, request, response }): Made[] => {
    if (operation !== 'createPet') return [];
    const [, id = ''] = /"id":(\d+)/.exec(response?.body ?? '') ?? [];
    const { name, categoryId } = JSON.parse(request.body ?? '');
    const isOdd = !/^[a-z]{1,8}$/i.test(name);
    return [{ id, kind: kinds[isOdd ? 1 : 0][categoryId === 1 ? 0 : 1] }];
  });
  const reads = record.exchanges
    .filter(({ operation }) => operation === 'getPet')
    .map(({ request }) => ({
      id: request.url.replace(/.*\//, ''),
      accept: request.headers.find(([name]) => /^accept$/i.test(name))?.[1],
    }));
  return {
    made,
    reads,
    outcome: report.requirements.find((one) => one.id === id)?.outcome,
    /** Of the first check alone. */
    first: record.checks.get(id)?.[0]?.outcome,
    kindOf: (id: string) => made.find((one) => one.id === id)?.kind,
  };
}

/** The animals that a run of get.found alone creates, and the ids that it reads, each once, in the order of asking. */
async function looked(settings: Subject['settings'], change?: Change) {
  const { reads, ...told } = await asked('get.found', settings, change);
  return { ...told, read: [...new Set(reads.map(({ id }) => id))] };
}

describe('of the animals that a run created', () => {
  test('one is read before all others that no list shows, though lists show others', async () => {
    const { read } = await looked({ profile: 'core' }, ({ list }) => ({
      list: (...asked) => list(...asked).filter(({ id }) => id !== 20n),
    }));
    expect(read[0]).toBe('20');
  });
});

const core = { profile: 'core' } as const;

describe('a read of a created animal', () => {
  const readsOf = ({ reads }: Awaited<ReturnType<typeof asked>>, id: string) =>
    reads.filter((one) => one.id === id).length;

  test('is asked again within the grace if the animal is not there at first', async () => {
    const seen = new Set<string>();
    const told = await asked('get.found', core, ({ find }) => ({
      find(store, call) {
        const found = seen.has(call.petId) ? find(store, call) : undefined;
        seen.add(call.petId);
        return found;
      },
    }));
    expect(told.outcome).toBe('passed');
    expect(readsOf(told, '1')).toBe(2);
  });

  test.each<[string, string, Change]>([
    [
      'failed',
      'another id',
      ({ show }) => ({
        show: (animal, call) =>
          show(call.operation === 'getPet' ? { ...animal, id: 77n } : animal, call),
      }),
    ],
    [
      'passed',
      'no id, which pet.id judges',
      ({ show }) => ({
        show: (animal, call) =>
          call.operation === 'getPet'
            ? { ...Object(show(animal, call)), id: undefined }
            : show(animal, call),
      }),
    ],
  ])('is %s if it shows %s', async (outcome, _, change) => {
    expect((await asked('get.found', core, change)).first).toBe(outcome);
  });

  /** Gives no answer to these operations from the first read on, for so many milliseconds. */
  const silent =
    (operations: readonly Call['operation'][], ms: number): Change =>
    () => {
      let since = Number.POSITIVE_INFINITY;
      return {
        finish(reply, { operation, at }) {
          if (operation === 'getPet') since = Math.min(since, at);
          const isSilent = operations.includes(operation) && at >= since && at < since + ms;
          return isSilent ? { ...reply, heldMs: 60_000 } : reply;
        },
      };
    };

  test('is not asked for again once its silence is certain', async () => {
    const told = await asked('get.found', core, silent(['getPet'], Number.POSITIVE_INFINITY));
    expect(told.outcome).toBe('failed');
    // Twice in the ordinary way, then three times alone.
    expect(readsOf(told, '1')).toBe(5);
  });
});
