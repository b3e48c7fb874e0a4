import { expect, test } from 'vitest';
import { type Exchange, isAnswered } from '../http/exchange.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { findingsTitle } from '../judge/verdict.ts';
import { elsewhereWords, foreignAt, nothingAt } from '../run/animals/address.ts';
import { causeOf, failedChecks, foldedUnder, groupFailures, usualCauseOf } from './causes.ts';
import { renderOutcome } from './console.ts';
import {
  conformantRecord,
  exchange,
  failedCheck,
  reportOf,
  response,
  settingsFor,
  unanswered,
} from './testing/sample.ts';

const look = { color: false, width: 200, written: [] };
const settings = settingsFor('core');
const open = {
  title: 'a case',
  outcome: 'inconclusive',
  message: 'no answer',
  exchanges: [],
} as const;

/** What is said of a run with this traffic, in which something failed and something is open. */
function told(
  exchanges: readonly Exchange[],
  { endedEarly = '', baseUrl = settings.baseUrl } = {},
) {
  const record = conformantRecord('core');
  record.exchanges.splice(0, Infinity, ...exchanges);
  record.checks.set('error.status', [failedCheck()]);
  for (const id of ['get.stays', 'pet.name'] as const) record.checks.set(id, [open]);
  if (endedEarly !== '') record.endedEarly = endedEarly;
  const report = reportOf(record, { ...settings, baseUrl });
  const console = renderOutcome(report, record.exchanges, look).split('\n');
  return { report, cause: causeOf(report, record.exchanges), console };
}

const answer = (status: number, changes: Partial<Exchange> = {}, text = '{}') => {
  const response = { status, statusText: '', headers: [], body: text, truncated: false };
  return [0, 1, 2].map((index) =>
    exchange(index, { ...changes, response, ...(index === 0 && { operation: 'listPets' }) }),
  );
};
const failure = (code: string, message = '') => [{ ...unanswered(0), failure: { code, message } }];
const answered = answer(200, {}, '<p>').filter(isAnswered);
const elsewhere = elsewhereWords(foreignAt(settings.baseUrl, answered[0] ?? never()));
const nothing = elsewhereWords(nothingAt(settings.baseUrl));
const noVersion = 'addresses of the service end in /v1: give http://127.0.0.1:8080/v1';

function never(): never {
  throw new Error('there is no answer');
}

test.each<[string, readonly Exchange[], Parameters<typeof told>[1], RegExp]>([
  ['wrong key', answer(401).slice(0, 1), {}, /401 to the configured key; use a key/],
  ['wrong key', answer(403), {}, /403 to the configured key; .* or allow this machine/],
  ['wrong address', answer(200, {}, '<p>'), { endedEarly: elsewhere }, /something else than the/],
  ['wrong address', answer(404), { endedEarly: nothing }, /all is answered 404.*must follow it/],
  [
    'wrong address',
    answer(404),
    {
      baseUrl: 'http://127.0.0.1:8080',
      endedEarly: `nothing is at http://127.0.0.1:8080/pets (404); ${noVersion}`,
    },
    /end in \/v1: give http/,
  ],
  ['no answer', failure('ERR_SSL_WRONG_VERSION_NUMBER'), {}, /speak https there\?.*http:\/\//],
  ['no answer', failure('timeout', 'no complete answer within 1 s'), {}, /hangs, .*--timeout/],
  ['no answer', failure('DEPTH_ZERO_SELF_SIGNED_CERT'), {}, /--ca/],
  ['no answer', failure('ECONNREFUSED', 'the proxy could not be reached'), {}, /NO_PROXY/],
])('%s: nothing is decided, and the last line says why: %#', (label, exchanges, how, line) => {
  const { report, console } = told(exchanges, how);
  expect(report.run.misdirected?.label).toBe(label);
  expect(report.verdict).toBe('incomplete');
  const outcomes = new Set(report.requirements.map(({ outcome }) => outcome));
  expect([...outcomes].sort()).toEqual(['inconclusive', 'skipped']);
  expect(console.at(-2)).toMatch(line);
  expect(console.join('\n')).not.toMatch(/CAUSE|FAILED|INCONCLUSIVE/);
});

test.each<[readonly Exchange[], RegExp, RegExp]>([
  [answer(500), /every answer .* is 500/, /log/],
  [answer(502), /every answer is 502, which a gateway gives/, /service is running/],
  [answer(400), /every answer .* is 400$/, /check address and key/],
  [answer(406, {}, '<p>'), /406 and not JSON/, /address of the service itself/],
  [
    [...answer(507).slice(1), ...answer(200).slice(0, 1)],
    /507 to every valid creation/,
    /store is full/,
  ],
])(
  'a cause of all that is open is told first, and what follows from it is folded: %#',
  (exchanges, seen, remedy) => {
    const { report, cause, console } = told(exchanges);
    expect(cause?.seen).toMatch(seen);
    expect(cause?.remedy).toMatch(remedy);
    expect(console[0]).toBe(`CAUSE ${cause?.seen}`);
    expect(console[1]).toBe(`  what to do: ${cause?.remedy}`);
    const { folded } = foldedUnder(cause, report.requirements);
    expect(folded.length).toBeGreaterThan(0);
    for (const { id } of folded) expect(console.join('\n')).not.toContain(`INCONCLUSIVE ${id}`);
  },
);

test('of a service that ends in the middle of the run the first line says so', () => {
  const record = conformantRecord('core');
  const request = { method: 'POST', url: `${settings.baseUrl}/pets`, headers: [], body: 'null' };
  record.exchanges.push({ ...unanswered(1), operation: 'createPet', request });
  for (let index = 2; index <= 15; index += 1) record.exchanges.push(unanswered(index));
  record.checks.set('get.stays', [{ ...open, message: 'no answer to GET /v1/pets, sent twice' }]);
  record.checks.set('list.default-limit', [{ ...open, message: 'the store holds 3 animals' }]);
  const report = reportOf(record);
  const cause = causeOf(report, record.exchanges);
  expect(cause?.seen).toBe(
    'the service stopped answering: none of the last 15 requests was answered, the first of them #1 POST /v1/pets, body null (ECONNRESET)',
  );
  expect(cause?.requirements).toEqual(['get.stays']);
  expect(causeOf(report, record.exchanges.slice(0, 9))).toBeUndefined();
});

test('refusals that are all alike are no cause if nothing but refusals was asked for', () => {
  const refused = answer(422).map((one) => ({ ...one, operation: 'createPet' as const }));
  const { cause } = told(
    refused.map((one) => ({ ...one, request: { ...one.request, body: '{}' } })),
  );
  expect(cause).toBeUndefined();
});

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
    'two mistakes that break one requirement together: it stands with the first',
    {
      'list.limit': said('expected: at most 1 animal\nreceived: 2 animals', 0),
      'list.status-filter': said('expected: only sold\nreceived: pending', 1),
      'list.filter-with-limit': said('expected: at most 2 animals\nreceived: 3 animals', 1),
    },
    [['list.limit', 'list.filter-with-limit'], ['list.status-filter']],
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
  ['create.missing-name', 'came 201', response(), /^Nothing checks that `name` is there/],
  ['create.missing-name', 'came 500', response({ status: 500 }), /inside the service \(500\)/],
  ['rate.limit-header', header, draft, /sends RateLimit-Limit in place of X-RateLimit-\*/],
  ['rate.limit-header', header, response({ status: 429, headers: [] }), /^Only answers 429/],
])('the usual cause of %s reads the evidence: %s', (id, message, answer, cause) => {
  const checks = [failedCheck({ message })];
  const exchanges = [exchange(0, { response: answer })];
  expect(usualCauseOf({ id, outcome: 'failed', checks }, exchanges)).toMatch(cause);
  expect(usualCauseOf({ id, outcome: 'passed', checks }, exchanges)).toBeUndefined();
});
