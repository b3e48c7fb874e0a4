import { expect, test } from 'vitest';
import { conformant } from '../../lab/conformant.ts';
import { ask } from '../../lab/trial.ts';
import type { Exchange } from '../http/exchange.ts';
import { answer } from '../judge/testing/answer.ts';
import type { Reply } from '../reference/call.ts';
import { onReply } from '../reference/changes.ts';
import type { Subject } from '../reference/subject.ts';
import { annotations } from './annotations.ts';
import { causeOf, foldedUnder } from './cause.ts';
import { renderOutcome } from './console.ts';
import type { Report } from './report.ts';
import { conformantRecord, passed, reportOf, unanswered } from './testing/sample.ts';

const look = { color: false, width: 200, written: [] };

/** A whole run against a server, and what its console says. */
async function runOn(subject: Subject) {
  const { report, record } = await ask(subject, { seed: 1 });
  const { exchanges } = record;
  const console = renderOutcome(report, exchanges, look).split('\n');
  return { report, exchanges, cause: causeOf(report, exchanges), console };
}

const always = (status: number, body: Pick<Reply, 'body' | 'text'>): Subject => ({
  id: `always-${status}`,
  title: `answers ${status} to everything`,
  change: onReply(({ headers }) => ({ status, headers, ...body })),
});

const welcome: Subject = {
  id: 'welcome',
  title: 'answers everything with a page',
  change: onReply(() => ({ status: 200, headers: {}, text: '<!doctype html><h1>Sign in</h1>' })),
};

const variant = (id: string): Subject => {
  const found = conformant.find((one) => one.id === id);
  if (found === undefined) throw new Error(`the lab has no ${id}`);
  return found;
};

const causes: readonly (readonly [Subject, RegExp, RegExp])[] = [
  [variant('key.may-not-create'), /403 to every valid creation/, /a key that may create/],
  [variant('create.every-category-closed'), /400 to every valid creation/, /--category-id/],
  [variant('create.full-after-0-507'), /507 to every valid creation/, /room for more animals/],
  [always(500, { body: {} }), /every answer .* is 500/, /log/],
  [always(502, { text: '<p>' }), /every answer is 502, which a gateway gives/, /service runs/],
  [always(401, { body: {} }), /401 to the configured key/, /a key that is valid/],
  [always(301, { text: '' }), /redirects \(301\) to nowhere/, /address of the service itself/],
  [always(403, { body: {} }), /every answer .* is 403$/, /a key that may list and create/],
  [always(404, { body: {} }), /nothing is at .*: all is answered 404/, /\/pets must follow it/],
  [always(400, { body: {} }), /every answer .* is 400$/, /address and the key are right/],
  [
    welcome,
    /something else than the service answers at .*without a rate limit$/,
    /the address is right/,
  ],
  [always(403, { text: '<p>' }), /403 and not JSON/, /address of the service itself/],
];

test('of a service that ends in the middle of the run the first line says so, and what follows is folded', () => {
  const record = conformantRecord('core');
  const request = {
    method: 'POST',
    url: 'http://127.0.0.1:8080/v1/pets',
    headers: [],
    body: 'null',
  };
  record.exchanges.push({ ...unanswered(1), operation: 'createPet', request });
  for (let index = 2; index <= 15; index += 1) record.exchanges.push(unanswered(index));
  const open = (message: string) => [{ ...passed, outcome: 'inconclusive' as const, message }];
  record.checks.set('get.stays', open('no answer to GET /v1/pets, asked twice'));
  record.checks.set('create.invalid-body', open('the allowance is spent (--max-creations)'));
  record.checks.set('list.default-limit', open('the store is known to hold 3 animals'));
  const report = reportOf(record);
  const cause = causeOf(report, record.exchanges);
  expect(cause?.seen).toBe(
    'the service stopped answering: none of the last 15 requests was answered, the first of them #1 POST /v1/pets, body null (ECONNRESET)',
  );
  expect(cause?.requirements).toEqual(['create.invalid-body', 'get.stays']);
  const console = renderOutcome(report, record.exchanges, look).split('\n');
  expect(console[0]).toBe(`CAUSE ${cause?.seen}`);
  expectFolded(report, record.exchanges, console);
  expect(causeOf(report, record.exchanges.slice(0, 9))).toBeUndefined();
});

test.each(causes.map(([subject, seen, remedy]) => [subject.title, subject, seen, remedy] as const))(
  'of a server that %s the first line says why',
  async (_, subject, seen, remedy) => {
    const { report, exchanges, cause, console } = await runOn(subject);
    expect(cause?.seen).toMatch(seen);
    expect(cause?.remedy).toMatch(remedy);
    expect(console[0]).toBe(`CAUSE ${cause?.seen}`);
    expect(console[1]).toBe(`  what to do: ${cause?.remedy}`);
    expectFolded(report, exchanges, console);
  },
);

/** What follows from the cause is told in its one line alone, but for the first failure. */
function expectFolded(report: Report, exchanges: readonly Exchange[], console: readonly string[]) {
  const cause = causeOf(report, exchanges);
  const { folded } = foldedUnder(cause, report.requirements);
  expect(folded.length).toBeGreaterThan(0);
  for (const { id } of folded) {
    const lines = console.filter((line) =>
      new RegExp(`^ *(FAILED|INCONCLUSIVE).* ${id}\\b`).test(line),
    );
    expect(lines).toEqual([]);
  }
}

/** What is said of a run whose first request failed so. */
function causeOfFailure(failure: NonNullable<Exchange['failure']>) {
  const record = conformantRecord('core');
  record.exchanges.splice(0, Infinity, { ...unanswered(0), failure });
  record.checks.set('get.stays', [{ ...passed, outcome: 'inconclusive', message: 'no answer' }]);
  return causeOf(reportOf(record), record.exchanges);
}

test('where TLS fails at the first request the first line says so', () => {
  const code = 'ERR_SSL_WRONG_VERSION_NUMBER';
  expect(causeOfFailure({ code, message: 'wrong version number' })?.seen).toBe(
    'no request was answered: TLS failed; does the service speak https there, in a version of today? (ERR_SSL_WRONG_VERSION_NUMBER)',
  );
});

test('where no answer comes in time the first line does not doubt the address', () => {
  const cause = causeOfFailure({ code: 'timeout', message: 'no complete answer within 1 s' });
  expect(cause?.seen).toBe('no request was answered: no complete answer within 1 s');
  expect(cause?.remedy).toMatch(/hangs, .*--timeout/);
});

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /--ca/],
  ['UND_ERR_SOCKET', 'other side closed', /https/],
  ['EPROTO', 'wrong version number', /http:\/\//],
  ['ECONNREFUSED', 'the proxy could not be reached', /NO_PROXY/],
  ['ECONNREFUSED', 'connect ECONNREFUSED', /check the address/],
])('what to do follows from how the first request failed: %s, %s', (code, message, remedy) => {
  expect(causeOfFailure({ code, message })?.remedy).toMatch(remedy);
});

test('of an address without /v1 the first line says so, with the address that was meant, and once', async () => {
  const { report, record } = await ask(always(404, { body: {} }), { seed: 1 });
  const asked = record.exchanges.slice(0, 1);
  const { implementation, run } = report;
  const baseUrl = 'http://127.0.0.1:8080';
  const seen = `nothing is at ${baseUrl}/pets (404)`;
  const remedy = `addresses of the service end in /v1: give ${baseUrl}/v1`;
  const of: Report = {
    ...report,
    implementation: { ...implementation, baseUrl },
    run: { ...run, endedEarly: `${seen}; ${remedy}` },
    requirements: report.requirements.map((one) => ({
      ...one,
      outcome: one.id === 'version.base-path' ? 'failed' : 'inconclusive',
    })),
  };
  expect(causeOf(of, asked)).toMatchObject({ seen, remedy });
  const console = renderOutcome(of, asked, look);
  expect(console.split(seen)).toHaveLength(2);
  expect(console).toContain('FAILED version.base-path');
  expect(annotations(of, asked).match(/^::/gm)).toHaveLength(2);
});

test('refusals that are all alike are not a cause if nothing but refusals was asked for', () => {
  const refused = (operation: 'createPet' | 'listPets') =>
    [0, 1, 2].map((index) => answer({ index, operation, status: 422, body: '{}' }));
  const record = conformantRecord('core');
  record.checks.set('create.missing-name', [{ ...passed, outcome: 'failed', message: '422' }]);
  const report = reportOf(record);
  expect(causeOf(report, refused('createPet'))?.seen).toBeUndefined();
  expect(causeOf(report, refused('listPets'))?.seen).toMatch(/is 422$/);
});

test('many requirements that follow are counted, and a few named', async () => {
  const { console } = await runOn(always(401, { body: {} }));
  expect(console[2]).toMatch(
    /^ {2}\d+ requirements follow from it: auth\.missing-key, (\S+, ){6}\S+ and \d+ more$/,
  );
});

test('of a conformant server nothing is said', async () => {
  const { cause, console } = await runOn({ id: 'conformant', title: 'the reference server' });
  expect(cause).toBeUndefined();
  expect(console.filter((line) => line.startsWith('CAUSE'))).toEqual([]);
});

test('a requirement that fails for a reason of its own is not folded', async () => {
  const { report, cause } = await runOn({
    ...variant('create.full-after-0-507'),
    settings: { plan: 'pro' },
  });
  const { told } = foldedUnder(cause, report.requirements);
  expect(told.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)).toEqual([
    'rate.plan-limit',
  ]);
});
