/**
 * The suite against servers that nobody here wrote. They keep little of the specification, so each fails.
 * The tables hold what fails and what stays open, each requirement with why that is just, checked by hand against
 * the exchanges and the specification. A requirement that comes or goes is to be looked into: a wrong accusation is
 * a defect of the suite.
 */
import { afterEach, expect, test } from 'vitest';
import type { RequiredId } from '../src/spec/catalogue.ts';
import { descriptionFile, jsonFile, judge, program, serverOf, stopServers } from './processes.ts';

afterEach(stopServers);

type Reasons = Readonly<Partial<Record<RequiredId, string>>>;

async function expectJudged(baseUrl: string, failed: Reasons, inconclusive: Reasons) {
  const { traffic: _, ...judged } = await judge(baseUrl);
  expect(judged).toEqual({
    verdict: 'non-conformant',
    failed: Object.keys(failed),
    inconclusive: Object.keys(inconclusive),
  });
}

/** A mock that answers each operation with one and the same example. */
const oneExample: Reasons = {
  'list.default-limit': 'one animal is ever listed: a page of 20 cannot be seen to be kept',
  'list.limit': 'likewise, even for limit=1',
  'list.unique-ids': 'no list holds two animals',
};

const statelessMock: Reasons = {
  'auth.invalid-key': '5.3: takes any bearer token',
  'list.status-filter': '4.1 r3: status=pending lists the available example',
  'list.filter-with-limit': '4.1 r3: likewise with limit=50',
  'create.server-id': '4.2 r2: the new animal has the id that a list showed before',
  'create.keeps-values': '4.2: the example comes back, not the values that were sent',
};

test('a mock by Stoplight Prism', async () => {
  const description = descriptionFile();
  const prism = program('@stoplight/prism-cli/dist/index.js');
  const baseUrl = await serverOf((port) => [prism, 'mock', description, '--port', port]);
  await expectJudged(
    baseUrl,
    {
      ...statelessMock,
      'get.not-found': '4.3: every id is answered with the example, or 422 beyond 2^53',
      'error.fields': '7: {"error":{…}} for JSON that breaks off',
      'error.status': '2: the example of an Error says status 0 under 400 and 401',
      'rate.limit-header': '8: missing in its own 400 for JSON that breaks off',
      'rate.remaining-header': '8: likewise',
      'rate.reset-header': '8: likewise',
      'rate.reset-value': '8: 0 is a timestamp of 1970',
    },
    { ...oneExample, 'rate.remaining-falls': '0 in every answer: from 0 nothing falls' },
  );
});

test('json-server', async () => {
  const json = program('json-server/lib/cli/bin.js');
  const routes = jsonFile('routes.json', { '/v1/*': '/$1' });
  const store = jsonFile('store.json', { pets: [] });
  await expectJudged(
    await serverOf((port) => [json, store, '--routes', routes, '--port', port]),
    {
      'auth.missing-key': '5.3: knows no keys',
      'auth.invalid-key': '5.3: likewise',
      'auth.bearer-only': '5.1: likewise',
      'list.returns-pets': '4.1: its lists hold the array that it took for an animal',
      'list.default-limit': '4.1 r1: 26 animals without limit',
      'list.limit': '4.1: 26 animals with limit=1; its own parameter is _limit',
      'list.filter-with-limit': '4.1: keeps to the status, not to the limit',
      'create.keeps-values': '4.2: 3134171686525003637 comes back as 3134171686525004000',
      'create.missing-name': '4.2 r1: 201; no field is looked at',
      'create.missing-category-id': '4.2 r1: likewise',
      'create.invalid-name': '4.2: likewise',
      'create.invalid-category-id': '4.2: likewise',
      'create.invalid-status': '4.2: likewise',
      'create.invalid-body': '4.2: 201 for an array, and for an empty body',
      'pet.name': '2: animals without a name, in its 201 and its lists',
      'pet.category-id': '2: 9223372036854776000 is beyond int64; others have none',
      'pet.status': '2: words that are none of the three',
      'error.fields': '7: {} for a 404, an HTML page for a 400',
      'media.json': '4: the page for a 400 is text/html',
      'rate.limit-header': '8: none anywhere',
      'rate.remaining-header': '8: likewise',
      'rate.reset-header': '8: likewise',
    },
    {
      'error.status': 'no error of it carries a status',
      'rate.remaining-falls': 'no answer says what remains',
    },
  );
});
