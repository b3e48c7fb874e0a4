import { describe, expect, test } from 'vitest';
import { ask } from '../src/lab/trial.ts';
import type { Behaviour } from '../src/reference/behaviour.ts';
import type { Subject } from '../src/reference/subject.ts';

/** An animal that a run created, by what was sent: whether its name and its category are ordinary. */
interface Made {
  readonly id: string;
  readonly kind: 'plain' | 'name' | 'category' | 'both';
}

const kinds = [
  ['plain', 'category'],
  ['name', 'both'],
] as const;

/** The animals that a run of get.found alone creates, and the ids that it reads, each once, in the order of asking. */
async function looked(
  settings: Subject['settings'],
  change: (base: Behaviour) => Partial<Behaviour> = () => ({}),
) {
  const subject = { id: 'server', title: 'a server', server: () => ({ animals: [] }) };
  const { record } = await ask(
    { ...subject, change, settings: { grace: 0.5, ...settings } },
    { seed: 1, only: ['get.found'] },
  );
  const made = record.exchanges.flatMap(({ operation, request, response }): Made[] => {
    if (operation !== 'createPet') return [];
    const [, id = ''] = /"id":(\d+)/.exec(response?.body ?? '') ?? [];
    const { name, categoryId } = JSON.parse(request.body ?? '');
    const isOdd = !/^[a-z]{1,8}$/i.test(name);
    return [{ id, kind: kinds[isOdd ? 1 : 0][categoryId === 1 ? 0 : 1] }];
  });
  const read = record.exchanges.flatMap(({ operation, request }) =>
    operation === 'getPet' ? [request.url.replace(/.*\//, '')] : [],
  );
  const kindOf = (id: string) => made.find((one) => one.id === id)?.kind;
  return { made, read: [...new Set(read)], kindOf };
}

describe('of the animals that a run created', () => {
  test('those are read first that may be stored differently from their answer, after the very first', async () => {
    const { made, read, kindOf } = await looked({ profile: 'core' });
    expect(read[0]).toBe(made[0]?.id);
    expect(read.slice(0, 6).map(kindOf)).toEqual(['plain', 'both', 'both', 'both', 'name', 'name']);
    expect(read).toHaveLength(8);
  });

  test('fewer are read by a quick run, and all by a full one', async () => {
    const quick = await looked({ profile: 'quick' });
    expect(quick.read.slice(0, 5).map(quick.kindOf)).toEqual([
      'plain',
      'both',
      'both',
      'name',
      'name',
    ]);
    expect(quick.read).toHaveLength(6);
    const full = await looked({ profile: 'full' });
    expect(new Set(full.read)).toEqual(new Set(full.made.map(({ id }) => id)));
  });

  test('one is read before all others that no list shows, though lists show others', async () => {
    const { read } = await looked({ profile: 'core' }, ({ list }) => ({
      list: (...asked) => list(...asked).filter(({ id }) => id !== 20n),
    }));
    expect(read[0]).toBe('20');
  });

  test('one more is read if no list shows any', async () => {
    const { made, read } = await looked({ profile: 'core' }, () => ({ list: () => [] }));
    expect(read[0]).toBe(made[0]?.id);
    // Of two of the same name one may not have been stored.
    expect(read).toContain('6');
    expect(read).toHaveLength(8);
  });
});
