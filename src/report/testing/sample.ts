import type { Exchange, RecordedResponse } from '../../http/exchange.ts';
import type { CheckResult } from '../../judge/outcome.ts';
import { newRecord, type RunRecord } from '../../run/record.ts';
import type { Settings } from '../../settings/settings.ts';
import { inProfile, requirements } from '../../spec/catalogue.ts';
import type { Profile } from '../../spec/plans.ts';
import { assembleReport, type Facts } from '../assemble.ts';
import type { Baseline } from '../baseline.ts';
import type { Report } from '../report.ts';

/** Samples for the tests of this folder. */

export const start = Date.UTC(2026, 0, 2, 3, 4, 5);

export const facts = {
  suite: {
    name: 'petstore-conformance',
    version: '0.1.0',
    digest: 'd'.repeat(64),
    lab: { faultsFound: 9, faults: 9, variantsWronged: 0, variants: 8 },
  },
  argv: [
    'petstore-conformance',
    ...['run', '--base-url', 'http://127.0.0.1:8080/v1', '--seed', '7'],
  ],
  /** What `argv` is for a shell. */
  command: 'petstore-conformance run --base-url http://127.0.0.1:8080/v1 --seed 7',
  settings: {},
} as const;

/** Known failures in date on the day of `start`, but for the second. */
export const baseline: Baseline = {
  file: 'known/baseline.yaml',
  entries: [
    {
      requirement: 'create.missing-name',
      reason: 'a default <b>name</b>; PET-123',
      owner: 'team@example.org',
      expires: '2026-01-31',
    },
    { requirement: 'list.limit', reason: 'PET-7', owner: 'Zoë', expires: '2026-01-01' },
    { requirement: 'list.returns-pets', reason: 'PET-8', owner: 'Zoë', expires: '2026-12-31' },
    { requirement: 'rate.enforced', reason: 'PET-9', owner: 'Zoë', expires: '2026-12-31' },
  ],
};

/** The requirements that a profile decides. */
export function requiredRows(profile: Profile) {
  return requirements.filter(
    (requirement) => requirement.level === 'required' && inProfile(requirement, profile),
  );
}

export function settingsFor(profile: Profile, changes: Partial<Settings> = {}): Settings {
  return {
    baseUrl: 'http://127.0.0.1:8080/v1',
    apiKey: 'unused',
    rateLimitKey: 'unused',
    profile,
    out: 'reports',
    seed: 7,
    selected: requirements
      .filter((requirement) => inProfile(requirement, profile))
      .map((requirement) => requirement.id),
    partial: false,
    maxRequests: 2000,
    maxCreations: 60,
    maxWait: 120,
    wait: 0,
    timeout: 10,
    grace: 5,
    concurrency: 4,
    implementation: {},
    ...changes,
  };
}

export const passed: CheckResult = {
  title: 'an ordinary request',
  outcome: 'passed',
  message: '',
  exchanges: [0],
};

export function failedCheck(changes: Partial<CheckResult> = {}): CheckResult {
  const message = 'expected 400\ncame 201';
  return { title: 'an empty object', outcome: 'failed', message, exchanges: [0], ...changes };
}

/** A run of two seconds in which every requirement of the profile passed. */
export function conformantRecord(profile: Profile): RunRecord {
  const record = newRecord(start);
  record.finishedAt = start + 2000;
  record.exchanges.push(exchange(0));
  for (const requirement of requirements) {
    if (requirement.level !== 'gap' && inProfile(requirement, profile))
      record.checks.set(requirement.id, [passed]);
  }
  return record;
}

/** The report of a run, of a conformant one for the core profile if nothing else is said. */
export function reportOf(
  record: RunRecord = conformantRecord('core'),
  settings: Settings = settingsFor('core'),
  said: Facts = facts,
): Report {
  return assembleReport(record, settings, said);
}

export function response(changes: Partial<RecordedResponse> = {}): RecordedResponse {
  return {
    status: 201,
    statusText: 'Created',
    headers: [
      ['content-type', 'application/json'],
      ['x-ratelimit-limit', '60'],
    ],
    body: '{"id":1,"name":"Zoë","categoryId":1}',
    truncated: false,
    ...changes,
  };
}

/** A creation that was answered 201. */
export function exchange(index: number, changes: Partial<Exchange> = {}): Exchange {
  const url = 'http://127.0.0.1:8080/v1/pets';
  return {
    index,
    operation: 'createPet',
    purpose: 'clause',
    caller: 'authenticated',
    request: {
      method: 'POST',
      url,
      headers: [
        ['authorization', 'Bearer [API key]'],
        ['content-type', 'application/json'],
      ],
      body: '{"name":"Zoë","categoryId":1}',
    },
    response: response(),
    startedAt: start + index * 100,
    finishedAt: start + index * 100 + 30,
    waitMs: 20,
    curl: `curl -H "Authorization: Bearer $PETSTORE_API_KEY" -d '{}' ${url}`,
    ...changes,
  };
}

/** A listing that got no response. */
export function unanswered(index: number): Exchange {
  const { response: _none, ...rest } = exchange(index);
  return {
    ...rest,
    operation: 'listPets',
    request: {
      method: 'GET',
      url: 'http://127.0.0.1:8080/v1/pets?limit=5&status=sold',
      headers: [],
    },
    failure: { code: 'ECONNRESET', message: 'the connection was closed' },
  };
}
