import { expect, test } from 'vitest';
import { type Exchange, isAnswered } from '../http/exchange.ts';
import { ofProxy } from '../http/transport.ts';
import { elsewhereWords, foreignAt, nothingAt } from '../run/animals/address.ts';
import { causeOf } from './causes.ts';
import { renderOutcome } from './console.ts';
import {
  conformantRecord,
  exchange,
  failedCheck,
  reportOf,
  settingsFor,
  unanswered,
} from './testing/sample.ts';

const look = { color: false, written: [], exit: 0 };
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
  ['no answer', failure('ECONNREFUSED', `${ofProxy}refused`), {}, /NO_PROXY/],
])('%s: nothing is decided, and the last line says why: %#', (label, exchanges, how, line) => {
  const { report, console } = told(exchanges, how);
  expect(report.run.misdirected?.label).toBe(label);
  expect(report.verdict).toBe('incomplete');
  const outcomes = new Set(report.requirements.map(({ outcome }) => outcome));
  expect([...outcomes].sort()).toEqual(['inconclusive', 'skipped']);
  expect(console.at(-2)).toMatch(line);
  expect(console.join('\n')).not.toMatch(/Cause|FAILED|^Inconclusive/m);
});

test.each<[readonly Exchange[], RegExp, RegExp]>([
  [answer(500), /every response .* is 500/, /log/],
  [answer(502), /every response is 502, which a gateway gives/, /service is running/],
  [answer(400), /every response .* is 400$/, /check address and key/],
  [answer(406, {}, '<p>'), /every response .* is 406$/, /check address and key/],
  [
    [...answer(507).slice(1), ...answer(200).slice(0, 1)],
    /507 to every valid creation/,
    /store is full/,
  ],
])(
  'a cause of all that is open is told first, and what follows from it is folded: %#',
  (exchanges, seen, remedy) => {
    const { cause, console } = told(exchanges);
    expect(cause?.seen).toMatch(seen);
    expect(cause?.remedy).toMatch(remedy);
    expect(console.slice(0, 2)).toEqual([
      `Cause: ${cause?.seen}`,
      `  What to do: ${cause?.remedy}`,
    ]);
    expect(console[2]).toMatch(/^ {2}POST \S+ -> \d+, #\d in traffic\.har$/);
    expect(cause?.follows.length).toBeGreaterThan(0);
    expect(console).not.toContain('Inconclusive');
  },
);

test('of a service that ends in the middle of the run the first line says so', () => {
  const record = conformantRecord('core');
  const request = { method: 'POST', url: `${settings.baseUrl}/pets`, headers: [], body: 'null' };
  record.exchanges.push({ ...unanswered(1), operation: 'createPet', request });
  for (let index = 2; index <= 15; index += 1) record.exchanges.push(unanswered(index));
  record.checks.set('get.stays', [{ ...open, message: 'no answer to GET /v1/pets, sent twice' }]);
  record.checks.set('list.default-limit', [{ ...open, message: 'the store holds 3 animals' }]);
  record.checks.set('auth.bearer-only', [{ ...open, message: 'the budget of 15 refused log-ins' }]);
  const report = reportOf(record);
  const cause = causeOf(report, record.exchanges);
  expect(cause?.seen).toBe(
    'the service stopped answering: none of the last 15 requests was answered, the first of them #1 POST /v1/pets, body null (ECONNRESET)',
  );
  expect(cause?.follows.map(({ id }) => id)).toEqual(['auth.bearer-only', 'get.stays']);
  expect(causeOf(report, record.exchanges.slice(0, 9))).toBeUndefined();
});

test('refusals that are all alike are no cause if nothing but refusals was asked for', () => {
  const refused = answer(422).map((one) => ({ ...one, operation: 'createPet' as const }));
  const { cause } = told(
    refused.map((one) => ({ ...one, request: { ...one.request, body: '{}' } })),
  );
  expect(cause).toBeUndefined();
});

test('a failure whose animals used up the allowance is to be fixed first', () => {
  const record = conformantRecord('core');
  record.exchanges[0] = exchange(0, { request: { ...exchange(0).request, body: '{}' } });
  record.exchanges.push(exchange(1));
  record.checks.set('create.created', [failedCheck({ exchanges: [1], message: 'another' })]);
  record.checks.set('create.missing-name', [failedCheck({ exchanges: [0] })]);
  const reason = 'the allowance of 60 creations is spent (--max-creations)';
  record.checks.set('auth.missing-key', [{ ...open, message: reason }]);
  const said = renderOutcome(reportOf(record), record.exchanges, look);
  expect(said).toMatch(/\n {2}Fix create\.missing-name first, .*\n {2}auth\.missing-key: /);
});
