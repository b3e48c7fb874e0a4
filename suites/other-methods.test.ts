import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../src/reference/behaviour.ts';
import { type Animal, petStatuses } from '../src/spec/animal.ts';
import type { RequirementId } from '../src/spec/catalogue.ts';
import { otherMethods } from '../src/spec/operations.ts';
import { recorded } from './testing/recorded.ts';

/** What is recorded of methods that are not described, which were tried on what, and how often an animal was read. */
async function tried(
  change: (base: Behaviour) => Partial<Behaviour> = () => ({}),
  besides: readonly RequirementId[] = [],
) {
  const settings = { profile: 'full' } as const;
  const { exchanges, ...told } = await recorded('gap.other-methods', { settings, change }, besides);
  const asked = exchanges.map(({ request }) => ({
    what: `${request.method} ${request.url.replace(/.*\/v1/, '')}`,
    body: request.body,
  }));
  return {
    ...told,
    bodies: new Map(asked.map(({ what, body }) => [what, body])),
    tried: asked
      .map(({ what }) => what)
      .filter((what) => otherMethods.some((one) => what.startsWith(one))),
    asked: (what: string) => asked.filter((one) => one.what === what).length,
  };
}

/** The animal that a run creates last in an empty store: one of each status judges creation. */
const last = 29 + petStatuses.length;

/** The methods in the order of trying. */
const onAnimal = (id: number) => otherMethods.map((method) => `${method} /pets/${id}`);

/** Reads show animals from this id on otherwise than they were created. */
const from =
  (id: bigint, shown: (animal: Animal) => Animal | undefined) =>
  ({ find }: Behaviour): Partial<Behaviour> => ({
    find(...asked) {
      const found = find(...asked);
      return found !== undefined && found.id >= id ? shown(found) : found;
    },
  });

const nothing = () => undefined;
const another = (animal: Animal) => ({ ...animal, name: 'Rex' });

describe('methods that are not described', () => {
  test('are tried on the animal that was created last, once a read has shown it', async () => {
    const { said, tried: methods, asked, bodies } = await tried();
    expect(said).toBe(otherMethods.map((method) => `${method}: 404 not_found`).join('; '));
    expect(methods).toEqual(onAnimal(last));
    expect(asked(`GET /pets/${last}`)).toBe(1);
    const sent = JSON.parse(bodies.get('POST /pets') ?? '');
    expect(JSON.parse(bodies.get(`PUT /pets/${last}`) ?? '')).toEqual(sent);
    expect(JSON.parse(bodies.get(`PATCH /pets/${last}`) ?? '')).toEqual(sent);
    expect(bodies.get(`DELETE /pets/${last}`)).toBeUndefined();
  });

  test.each([
    ['not at all', nothing],
    ['by another name', another],
  ])('are tried on none that reads show %s', async (_, shown) => {
    expect((await tried(from(BigInt(last), shown), ['get.found'])).tried).toEqual(
      onAnimal(last - 2),
    );
    const { outcome, tried: methods } = await tried(from(0n, shown));
    expect([outcome, methods]).toEqual(['inconclusive', []]);
  });
});
