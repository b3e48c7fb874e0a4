import { expect, test } from 'vitest';
import { animals, onReply, selecting } from '../src/reference/changes.ts';
import { petStatuses } from '../src/spec/animal.ts';
import { type Change, judged } from './testing/judged.ts';

const title = 'beside a parameter that nobody has described';

/** How the check ends, and its evidence, if lists with that parameter are answered so. */
async function besideAnother(change: Change = () => ({})) {
  // All that a run may ask which creates nothing.
  const settings = { profile: 'read-only', budget: 500 } as const;
  const server = { settings, animals: animals(10 * petStatuses.length), change };
  const {
    outcome,
    message = '',
    exchanges,
  } = (await judged('list.filter-with-limit', server)).check(title);
  return { ended: [outcome, message], exchanges };
}

const answering = (status: number, body: unknown) =>
  onReply((reply, { query }) => (query.has('sort') ? { ...reply, status, body } : reply));

test.each<[number, string, unknown]>([
  [400, 'an Error', { code: 'unknown', message: 'No such parameter.', status: 400 }],
  [400, 'a list', []],
  [200, 'something else than a list', { pets: [] }],
])('it may be answered %i with %s', async (status, _, body) => {
  const { ended } = await besideAnother(answering(status, body));
  expect(ended).toEqual(['not-applicable', `it is answered ${status}`]);
});

test.each<[string, { readonly limit?: number; readonly status?: undefined }]>([
  ['limit', { limit: 100 }],
  ['status', { status: undefined }],
])('it fails if the %s is not heeded there', async (_, other) => {
  const change = selecting((selection, { query }) => {
    if (!query.has('sort')) return selection;
    const { limit, status } = { ...selection, ...other };
    return { limit, ...(status === undefined ? {} : { status }) };
  });
  const [outcome] = (await besideAnother(change)).ended;
  expect(outcome).toBe('failed');
});
