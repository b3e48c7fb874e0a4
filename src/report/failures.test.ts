import { expect, test } from 'vitest';
import type { Exchange } from '../http/exchange.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { findingsTitle } from '../judge/verdict.ts';
import { failedChecks, groupFailures, usualCauseOf } from './failures.ts';
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
    'media.json': found('createPet 400: Content-Type is "text/html"', 2),
    'get.found': said('expected: status 200\nreceived: status 404', 3),
  };
  const of = (body: string) => ({ response: { ...page, body } });
  const exchanges = [
    exchange(0, of('<h1>No 17')),
    exchange(1, of('<h1>No 4')),
    exchange(2, of('<h1>No 5')),
    exchange(3),
  ];
  expect(idsOf(failures, ...exchanges)).toEqual([
    // In the order of the catalogue: the first is shown.
    ['create.invalid-body', 'error.fields', 'media.json'],
    ['get.found'],
  ]);
});

test.each<[string, Failures, string[][]]>([
  [
    'mistakes of their own that one exchange shows, none',
    { 'create.created': said('a', 0), 'pet.id': found('b', 0), 'error.fields': found('c', 0) },
    [['create.created'], ['pet.id'], ['error.fields']],
  ],
  [
    'refusals with the same other status',
    {
      'create.missing-name': said('expected: status 400\nreceived: 422 {"a":1}', 3),
      'create.invalid-status': said('expected: status 400\nreceived: 422 {"b":2}', 3),
      'create.invalid-body': said('expected: status 400\nreceived: 500', 0),
    },
    [['create.missing-name', 'create.invalid-status'], ['create.invalid-body']],
  ],
  [
    'an int64 that was rounded, on creation and in lists',
    {
      'create.keeps-values': said('received: categoryId is 9007199254740992, but …993', 0),
      'create.invalid-category-id': said(
        'expected: status 400\nreceived: 201 {"categoryId":9223372036854776000}',
        0,
      ),
      'pet.category-id': found('listPets 200: categoryId is 9223372036854776000', 1),
      'pet.status': found('listPets 200: status is 9223372036854775808', 1),
    },
    [['create.keeps-values', 'create.invalid-category-id', 'pet.category-id'], ['pet.status']],
  ],
  [
    'the same header missing in the same answers',
    {
      'rate.limit-header': found('listPets 200: no X-RateLimit-Limit header (2 of 2 responses)', 0),
      'rate.reset-header': found('listPets 200: no X-RateLimit-Reset header (2 of 2 responses)', 1),
      'rate.remaining-header': found('getPet 404: no X-RateLimit-Remaining header', 0),
    },
    [['rate.limit-header', 'rate.reset-header'], ['rate.remaining-header']],
  ],
  [
    'two mistakes that break one requirement together: it stands with the first',
    {
      'list.limit': said('expected: at most 1 animal\nreceived: 2 animals', 0),
      'list.status-filter': said('expected: only sold\nreceived: pending', 1),
      'list.filter-with-limit': said('expected: at most 2 animals\nreceived: 3 animals', 1),
    },
    [['list.limit', 'list.filter-with-limit'], ['list.status-filter']],
  ],
  [
    'a wrong member that is stored',
    {
      'create.invalid-name': said('expected: status 400\nreceived: 201 {"name":1}', 4),
      'pet.name': found('createPet 201: /name must be string', 4),
      'pet.status': found('createPet 201: /status must be', 2),
    },
    [['create.invalid-name', 'pet.name'], ['pet.status']],
  ],
  [
    'a wrong member that only lists show, as the creation was answered with another status',
    {
      'create.created': said('expected: 201 with the animal\nreceived: 200', 0),
      'create.invalid-name': said('expected: status 400\nreceived: 200 {"name":1}', 4),
      'pet.name': found('listPets 200: /3/name is missing', 1),
    },
    [['create.invalid-name', 'pet.name'], ['create.created']],
  ],
  [
    'a filter that takes nothing out, an id given twice: what lists show of it follows',
    {
      'list.filter-with-limit': said('expected: only sold\nreceived: pending', 1),
      'list.unique-ids': found('the id 12 appears in it twice', 2),
      'create.server-id': found('the id 12 was given to a new animal', 0),
      'list.complete': found('not the animal 7, which is in the filter of GET /pets', 0),
    },
    [
      ['create.server-id', 'list.unique-ids'],
      ['list.filter-with-limit', 'list.complete'],
    ],
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
  const refused = response({ status: 422, body: '{}' });
  const request = { ...exchange(4).request, body: '{"name":1,"categoryId":1}' };
  const exchanges = [0, 1, 2].map((index) => exchange(index));
  const others = [exchange(3, { response: refused }), exchange(4, { request })];
  expect(idsOf(failures, ...exchanges, ...others)).toEqual(groups);
});

test.each([
  ['name', 'name'],
  ['category-id', 'categoryId'],
])('a member that nothing checks is one cause: %s', (id, member) => {
  const created = 'expected: status 400\nreceived: 201';
  const failures = {
    [`create.missing-${id}`]: said(`${created} {"id":1}`, 0),
    [`create.invalid-${id}`]: said(created, 1),
    [`pet.${id}`]: found('createPet 201: another', 1),
  };
  const sent = (index: number, body: string) =>
    exchange(index, { request: { ...exchange(index).request, body } });
  const groups = grouped(failures, sent(0, '{}'), sent(1, '{"name":1,"categoryId":"1"}'));
  expect(groups.map(({ requirements }) => requirements.length)).toEqual([3]);
  expect(groups[0]?.usualCause).toContain(`Nothing checks \`${member}\` of a new animal`);
  const alone = grouped({ [`create.missing-${id}`]: said(created, 0) }, sent(0, '{}'));
  expect(alone[0]?.usualCause).not.toContain('neither');
});

test('what breaks most comes first, warnings last; a warning of the same cause goes with its failure', () => {
  const failures = {
    'auth.missing-key': said('expected: status 401\nreceived: status 403', 0),
    'list.default-limit': said('a', 1),
    'list.limit': said('a', 1),
    'auth.challenge': said('other', 2),
    'auth.comes-first': said('expected: status 401\nreceived: status 403', 0),
  };
  const groups = grouped(failures, exchange(0), exchange(1), exchange(2));
  expect(
    groups.map(({ kind, requirements }) => [kind, ...requirements.map(({ id }) => id)]),
  ).toEqual([
    ['failed', 'list.default-limit', 'list.limit'],
    ['failed', 'auth.missing-key', 'auth.comes-first'],
    ['warning', 'auth.challenge'],
  ]);
});

test('what every answer shows is not told beside a check that failed for it', () => {
  const own = failedCheck();
  const all = failedCheck({ title: findingsTitle });
  expect(failedChecks({ checks: [all, own] })).toEqual([own]);
  expect(failedChecks({ checks: [all] })).toEqual([all]);
});

const header = 'listPets 200: no X-RateLimit-Limit header (1 of 1 response)';
const draft = response({ headers: [['RateLimit-Limit', '60']] });

test.each([
  ['create.missing-name', 'came 201', response(), /^Nothing checks that `name` is there/],
  ['create.missing-name', 'came 500', response({ status: 500 }), /inside the service \(500\)/],
  ['rate.limit-header', header, draft, /sends RateLimit-Limit in place of X-RateLimit-\*/],
  ['rate.limit-header', header, response({ headers: [] }), /^No response of this kind/],
  ['create.missing-name', 'expected: status 400', response({ status: 422 }), /422 in place of 400/],
  ['create.missing-name', 'expected: status 400', response({ status: 400 }), /^Nothing checks/],
  ['rate.limit-header', header, response({ status: 429, headers: [] }), /^Only 429 responses/],
])('the usual cause of %s reads the evidence: %s', (id, message, answer, cause) => {
  const checks = [failedCheck({ message })];
  const exchanges = [exchange(0, { response: answer })];
  expect(usualCauseOf({ id, outcome: 'failed', checks }, exchanges)).toMatch(cause);
  expect(usualCauseOf({ id, outcome: 'passed', checks }, exchanges)).toBeUndefined();
});
