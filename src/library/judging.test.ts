import { expect, onTestFinished, test } from 'vitest';
import { changeOf } from '../reference/faults.ts';
import { startReference } from '../reference/server.ts';
import { readPlainSettings } from '../settings/read-settings.ts';
import { requirementOf, requirements } from '../spec/catalogue.ts';
import { openJudging } from './judging.ts';

/** A service that lists one animal too many, and what its failure is usually caused by. */
async function faulty() {
  const apiKey = 'A-key-of-the-tests-0123';
  const server = await startReference({ apiKey, change: changeOf('list.limit-one-too-many') });
  const { settings } = readPlainSettings({ baseUrl: server.baseUrl, apiKey, seed: 7 });
  const judging = openJudging(settings, new AbortController().signal);
  onTestFinished(async () => {
    await judging.close();
    await server.close();
  });
  return judging;
}

const cause = `usual cause: ${requirementOf('list.limit').cause}`;

test('a requirement that fails says what usually causes it, before how to ask it again', async () => {
  const judging = await faulty();
  const [limit] = requirements.filter(({ id }) => id === 'list.limit');
  if (limit === undefined) throw new Error('the catalogue has no such requirement');
  const failed = await judging.decide(limit);
  expect(failed).toMatchObject({ type: 'failed', name: 'Failed' });
  expect(failed).toMatchObject({
    message: expect.stringContaining(`\n${cause}\nthe same data again: seed: 7`),
  });
});

/** A judging of an address at which nothing listens. */
function nowhere() {
  const { settings } = readPlainSettings({
    baseUrl: 'http://127.0.0.1:9/v1',
    apiKey: 'A-key-of-the-tests-0123',
    seed: 7,
  });
  const judging = openJudging(settings, new AbortController().signal);
  onTestFinished(() => judging.close());
  return judging;
}

const refused = expect.stringMatching(/the connection was refused.*\(ECONNREFUSED\)/);
const toldOnce = [
  { type: 'failed', name: 'Inconclusive', message: refused },
  { type: 'skipped', note: refused },
  { type: 'skipped', note: refused },
];

test('an address at which nothing listens fails one requirement, and the others are skipped with it', async () => {
  const judging = nowhere();
  const outcomes = [];
  for (const id of ['create.created', 'list.limit', 'rate.limit-header']) {
    for (const one of requirements.filter((one) => one.id === id)) {
      outcomes.push(await judging.decide(one));
    }
  }
  expect(outcomes).toMatchObject(toldOnce);
});
