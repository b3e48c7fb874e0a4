import { describe, expect, test } from 'vitest';
import { Refusal } from '../src/reference/behaviour.ts';
import type { Call } from '../src/reference/call.ts';
import { inAnswers, membersOf, withStatus } from '../src/reference/changes.ts';
import type { RequirementId } from '../src/spec/catalogue.ts';
import { type Change, type Judged, judged } from './testing/judged.ts';

const core = { profile: 'core' } as const;
const quick = { profile: 'quick' } as const;
const full = { profile: 'full' } as const;

/** Whether a body has a member that the schema of a creation does not name. */
const hasUnknown = ({ body }: Call): boolean =>
  Object.keys(membersOf(body) ?? {}).some(
    (name) => !['name', 'categoryId', 'status'].includes(name),
  );

/** Answers some creations otherwise. */
const refusing =
  (refused: (call: Call) => boolean, status: number): Change =>
  ({ newAnimal }) => ({
    newAnimal: (call) => (refused(call) ? new Refusal(status, 'refused', 'No.') : newAnimal(call)),
  });

/** The checks of a requirement that end so. */
async function ending(outcome: string, id: RequirementId, server: Judged) {
  const { checks } = await judged(id, server);
  return checks.filter((one) => one.outcome === outcome).map(({ title }) => title);
}

describe('a body that must be refused', () => {
  /** Something before the service stops what the service would refuse. */
  const stopped: Change = () => ({
    finish: (reply) => (reply.status === 400 ? { status: 406, headers: {}, text: 'No.' } : reply),
  });

  test.each<[RequirementId, readonly string[]]>([
    ['create.missing-name', ['without name']],
    ['create.invalid-name', ['name is a number']],
    ['create.missing-category-id', ['without categoryId']],
    ['create.invalid-category-id', ['categoryId is a string of digits']],
    ['create.invalid-status', ['status is an unknown word']],
    ['create.null-status', ['status is null']],
    ['create.invalid-body', ['the body is an array']],
    ['create.strict-json', []],
  ])(
    'leaves %s open by its main check alone if something before the service stops all',
    async (id, open) => {
      expect(await ending('inconclusive', id, { settings: full, change: stopped })).toEqual(open);
    },
  );

  test('proves nothing if every creation gets 400', async () => {
    const change = refusing(() => true, 400);
    expect(await ending('passed', 'create.invalid-name', { settings: quick, change })).toEqual([]);
  });

  test.each<[RequirementId, NonNullable<Judged['settings']>]>([
    ['create.invalid-name', quick],
    ['create.invalid-category-id', core],
    ['create.invalid-status', core],
    ['create.missing-name', full],
    ['create.missing-category-id', full],
  ])(
    'is judged by %s without members that the service refuses in its own way, %o',
    async (id, settings) => {
      const change = refusing(hasUnknown, 422);
      expect(await ending('failed', id, { settings, change })).toEqual([]);
    },
  );

  test.each<[RequirementId, string, string]>([
    ['create.invalid-name', 'name is null', 'name null'],
    ['create.invalid-name', 'name is an object', 'name {"name":"'],
    [
      'create.invalid-category-id',
      'categoryId is 2^63, one above int64',
      'categoryId "9223372036854775808"',
    ],
  ])('%s names the value that is accepted', async (id, title, words) => {
    const change: Change = ({ newAnimal }) => ({
      newAnimal(call) {
        const animal = newAnimal(call);
        return animal instanceof Refusal ? { name: 'Rex', categoryId: 1n } : animal;
      },
    });
    const { check } = await judged(id, { settings: full, change });
    expect([check(title).outcome, check(title).message]).toEqual([
      'failed',
      expect.stringContaining(words),
    ]);
  });
});

/** Answers what nests a thousand times so. */
const nestedGets = (status: number): Change =>
  inAnswers('createPet', 400, (reply, { body }) =>
    body.includes('['.repeat(1000)) ? withStatus(reply, status) : reply,
  );

describe('a body that nests a thousand times', () => {
  test.each<[string, number]>([
    ['passed', 400],
    ['failed', 500],
    ['not-applicable', 413],
  ])('%s if it is answered %i', async (outcome, status) => {
    const server = { settings: { profile: 'full' }, change: nestedGets(status) } as const;
    const { check } = await judged('create.invalid-body', server);
    expect(check('the body is nested a thousand times').outcome).toBe(outcome);
  });
});
