import { describe, expect, test } from 'vitest';
import type { Exchange } from '../src/http/exchange.ts';
import type { RequirementId } from '../src/spec/catalogue.ts';
import { type Judged, judged } from './testing/judged.ts';

const core = { profile: 'core' } as const;
const full = { profile: 'full' } as const;

const last = 'an animal created at the end';

/** How a check ends, and the creations and reads since the created animals were read. */
async function looked(id: RequirementId, server: Judged, title = last) {
  const besides: readonly RequirementId[] = ['create.created', 'create.server-id', 'get.found'];
  const { check, exchanges } = await judged(id, server, besides);
  const { outcome } = check(title);
  const first = exchanges.findIndex(({ operation }) => operation === 'getPet');
  const since = exchanges.slice(first);
  const after = since.slice(since.findIndex(({ operation }) => operation === 'createPet'));
  return { outcome, created: after.filter(isCreation), after };
}

const isCreation = ({ operation }: Exchange) => operation === 'createPet';
const bodyOf = ({ request }: Exchange): unknown => JSON.parse(request.body ?? '');

const isEscaped = ({ request }: Exchange) => request.body?.includes('\\u') === true;

describe('an animal created at the end', () => {
  test.each<[string, Judged]>([
    ['core', { settings: core }],
    // Here the last ordinary animal has no status.
    ['full', { settings: full }],
  ])('is one like the ordinary ones before that have a status: %s', async (_, server) => {
    const { outcome, created } = await looked('create.created', server);
    expect(outcome).toBe('passed');
    expect(created.map(bodyOf)).toEqual([
      { name: expect.any(String), categoryId: 1, status: 'available' },
    ]);
    expect(created.map(isEscaped)).toEqual([false]);
  });
});
