import { expect, test } from 'vitest';
import type { Exchange } from '../http/exchange.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { findingsTitle } from '../judge/verdict.ts';
import { failedChecks, groupFailures, usualCauseOf } from './groups.ts';
import { conformantRecord, exchange, failedCheck, reportOf, response } from './testing/sample.ts';

type Failures = Readonly<Record<string, readonly CheckResult[]>>;

/** The groups of a run with these failures, by the ids of their requirements. */
function grouped(failures: Failures, ...exchanges: readonly Exchange[]) {
  const record = conformantRecord('core');
  const requirements = reportOf(record).requirements.map((one) => {
    const checks = failures[one.id];
    return checks === undefined ? one : { ...one, checks, outcome: 'failed' as const };
  });
  return groupFailures(requirements, exchanges);
}

const idsOf = (failures: Failures, ...exchanges: readonly Exchange[]) =>
  grouped(failures, ...exchanges).map(({ requirements }) => requirements.map(({ id }) => id));

const said = (message: string, ...exchanges: number[]) => [failedCheck({ message, exchanges })];
const found = (message: string, ...exchanges: number[]) => [
  failedCheck({ title: findingsTitle, message, exchanges }),
];

const page = response({ status: 400, headers: [['content-type', 'text/html']], body: '<h1>No' });

test('one wrong answer is one cause, whatever it breaks and whichever numbers it holds', () => {
  const failures = {
    'create.invalid-body': said('expected: status 400\nreceived: 500', 0),
    'error.fields': found('createPet 400: the body is not JSON', 1),
    'media.json': found('createPet 400: Content-Type is "text/html"', 2, 1),
    'get.found': said('expected: status 200\nreceived: status 404', 3),
  };
  const of = (body: string) => ({ response: { ...page, body } });
  const exchanges = [
    exchange(0, of('<h1>No 17')),
    exchange(1, of('<h1>No 4')),
    exchange(2, of('')),
    exchange(3),
  ];
  expect(idsOf(failures, ...exchanges)).toEqual([
    ['create.invalid-body', 'error.fields', 'media.json'],
    ['get.found'],
  ]);
});

test.each<[string, Failures, string[][]]>([
  [
    'one exchange that shows both',
    { 'create.created': said('a', 0), 'pet.id': found('b', 0), 'pet.name': found('c', 1) },
    [['create.created', 'pet.id'], ['pet.name']],
  ],
  [
    'the same header missing in the same answers',
    {
      'rate.limit-header': found('listPets 200: no X-RateLimit-Limit header (2 of 2 answers)', 0),
      'rate.reset-header': found('listPets 200: no X-RateLimit-Reset header (2 of 2 answers)', 1),
      'rate.remaining-header': found('getPet 404: no X-RateLimit-Remaining header', 0),
    },
    [['rate.limit-header', 'rate.reset-header'], ['rate.remaining-header']],
  ],
  [
    'one member of an animal',
    {
      'create.invalid-name': said('expected: status 400\nreceived: 201 {"name":1}', 0),
      'pet.name': found('createPet 201: /name must be string', 1),
      'pet.status': found('createPet 201: /status must be', 2),
    },
    [['create.invalid-name', 'pet.name'], ['pet.status']],
  ],
  [
    'the same said with other numbers',
    {
      'list.default-limit': said('expected: at most 20 animals\nreceived: 21 animals', 0),
      'list.limit': said('expected: at most 1 animal\nreceived: 2 animals', 1),
      'list.status-filter': said('expected: status 200\nreceived: 500', 2),
    },
    [['list.default-limit', 'list.limit'], ['list.status-filter']],
  ],
])('of %s, one cause is made', (_, failures, groups) => {
  expect(idsOf(failures, exchange(0), exchange(1), exchange(2))).toEqual(groups);
});

test('a cause that joins two others makes one of them, in the order of the report', () => {
  const failures = {
    'create.created': said('a', 0),
    'create.server-id': said('b', 1),
    'pet.id': [failedCheck({ exchanges: [0] }), failedCheck({ exchanges: [1] })],
  };
  expect(idsOf(failures, exchange(0), exchange(1))).toEqual([
    ['create.created', 'create.server-id', 'pet.id'],
  ]);
});

test('what breaks most comes first, warnings last; a warning of the same cause goes with its failure', () => {
  const failures = {
    'auth.missing-key': said('expected: status 401\nreceived: status 403', 0),
    'list.default-limit': said('a', 1),
    'list.limit': said('a', 1),
    'auth.challenge': said('other', 2),
    'error.not-empty': found('createPet 400: /message is empty', 0),
  };
  const groups = grouped(failures, exchange(0), exchange(1), exchange(2));
  expect(
    groups.map(({ kind, requirements }) => [kind, ...requirements.map(({ id }) => id)]),
  ).toEqual([
    ['failed', 'list.default-limit', 'list.limit'],
    ['failed', 'auth.missing-key', 'error.not-empty'],
    ['warning', 'auth.challenge'],
  ]);
});

test('what every answer shows is not told beside a check that failed for it', () => {
  const own = failedCheck();
  const all = failedCheck({ title: findingsTitle });
  expect(failedChecks({ checks: [all, own] })).toEqual([own]);
  expect(failedChecks({ checks: [all] })).toEqual([all]);
});

const header = 'listPets 200: no X-RateLimit-Limit header (1 of 1 answer)';
const draft = response({ headers: [['RateLimit-Limit', '60']] });

test.each([
  ['create.missing-name', 'came 201', response(), /^A default for the name/],
  ['create.missing-name', 'came 500', response({ status: 500 }), /within the service \(500\)/],
  ['rate.limit-header', header, draft, /sends RateLimit-Limit in place of X-RateLimit-\*/],
  ['rate.limit-header', header, response({ status: 429, headers: [] }), /^Only answers 429/],
])('the usual cause of %s reads the evidence: %s', (id, message, answer, cause) => {
  const checks = [failedCheck({ message })];
  const exchanges = [exchange(0, { response: answer })];
  expect(usualCauseOf({ id, outcome: 'failed', checks }, exchanges)).toMatch(cause);
  expect(usualCauseOf({ id, outcome: 'passed', checks }, exchanges)).toBeUndefined();
});
