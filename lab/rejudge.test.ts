/** What a run found out is found out again from its recording, requirement for requirement, without the server. */
import { expect, test } from 'vitest';
import type { Exchange } from '../src/http/exchange.ts';
import type { Outcome } from '../src/judge/outcome.ts';
import { animals } from '../src/reference/changes.ts';
import type { Subject } from '../src/reference/variant.ts';
import { toHar } from '../src/report/har.ts';
import { exchangesOf } from '../src/report/read-har.ts';
import type { Report } from '../src/report/report.ts';
import { checks } from '../src/run/checks/registration.ts';
import { addEvent, newRecord } from '../src/run/record.ts';
import { Session } from '../src/run/session.ts';
import { standInKey, standInLimitKey } from '../src/run/values/stand-in-key.ts';
import type { Settings } from '../src/settings/settings.ts';
import { conformant } from './generated-conformant.ts';
import { faults } from './generated-faults.ts';
import { ask, reportOf } from './trial.ts';

/** A run against a subject, and the same again from what its traffic.har would hold, perhaps by another seed. */
async function judgeTwice(subject: Subject, seed = 3): Promise<{ live: Report; again: Report }> {
  const { record, report: live, settings } = await ask(subject, { seed: 3 });
  const archive = Buffer.from(JSON.stringify(toHar(record.exchanges, live.suite)));
  const exchanges = exchangesOf(archive).filter(() => true);
  return { live, again: await rejudge(exchanges, live, { ...settings, seed }) };
}

async function rejudge(exchanges: readonly Exchange[], live: Report, settings: Settings) {
  const [startedAt, finishedAt] = [Date.parse(live.run.startedAt), Date.parse(live.run.finishedAt)];
  const record = newRecord(startedAt);
  const apiKey = standInKey(exchanges);
  const own = settings.rateLimitKey === settings.apiKey;
  const session = new Session(
    { ...settings, apiKey, rateLimitKey: own ? apiKey : standInLimitKey },
    {
      emit: (event) => addEvent(record, event),
      signal: new AbortController().signal,
      recording: { startedAt, finishedAt, exchanges },
    },
  );
  await session.executeAll(checks);
  await session.conclude();
  await session.close();
  expect(record.defects).toEqual([]);
  record.finishedAt = finishedAt;
  return reportOf(record, settings);
}

/** What must not differ: each requirement with its reason and its checks, each gap, and the verdict. */
const essence = ({ requirements, observations, summary, run }: Report) => ({
  requirements,
  observations,
  summary,
  requests: run.requests,
  animalsCreated: run.animalsCreated,
  endedEarly: run.endedEarly,
});

const rehearsed: readonly Subject[] = [
  { id: 'core' },
  {
    id: 'read-only',
    settings: { profile: 'read-only' },
    server: () => ({ animals: animals(63) }),
  },
  {
    id: 'unreachable',
    change: () => ({ transmit: (_, response) => void response.destroy() }),
  },
  {
    id: 'other-limit-key',
    settings: { profile: 'full', plan: 'free', rateLimitKey: 'Another-Key-5' },
    server: () => ({ plan: 'free', windowMs: 1500 }),
  },
];

const ofTheLab = [
  // Time, pauses, retries, answers out of order, polls; then a fault of each chapter.
  'limit.minute-and-day',
  'front.slow',
  'limit.undated',
  'limit.retry-after-date',
  'front.idle-408',
  'lag.all-three-seconds',
  'removal.gone-for-good',
  'list.limit-one-too-many',
  'auth.key-compared-by-prefix',
  'create.name-misread',
  'media.problem-for-bad-requests',
  // Questions that follow from contradictions.
  'list.names-cut-at-20',
  'get.read-once',
  'others.two-taken',
  'lag.replicas-by-turns',
];
const known: readonly Subject[] = [...faults, ...conformant];
const subjects = [...rehearsed, ...known.filter(({ id }) => ofTheLab.includes(id))];

test('the subjects are there', () => {
  expect(subjects.length).toBe(rehearsed.length + ofTheLab.length);
});

test.concurrent.each(subjects)('$id', { timeout: 120_000 }, async (subject) => {
  const { live, again } = await judgeTwice(subject);
  expect(essence(again)).toEqual(essence(live));
});

test.concurrent.each(['60', 'sold', 'code', 'test', 'Requ', 'petfsavcl', 'k3y'])(
  'a recording redacted for a key like %j shows all that the run saw',
  { timeout: 120_000 },
  async (apiKey) => {
    const odd: Subject = { id: 'odd', server: () => ({ apiKey }) };
    const { live, again } = await judgeTwice(odd);
    expect(live.verdict).toBe('conformant');
    const outcomes = ({ requirements }: Report) =>
      requirements.map(({ id, outcome }) => `${id}: ${outcome}`);
    expect(outcomes(again)).toEqual(outcomes(live));
    expect(again.run.endedEarly).toBeNull();
  },
);

const levelled = ({ requirements }: Report, wanted: Outcome) =>
  requirements.flatMap(({ id, level, outcome }) =>
    level === 'required' && outcome === wanted ? [id] : [],
  );

// Another seed stands for another suite: most of its questions are not those that were recorded.
const outlasting = [
  'list.names-cut-at-20',
  'create.stored-before-checked',
  'get.read-once',
  'others.two-taken',
  'lag.all-three-seconds',
];

test.concurrent.each(known.filter(({ id }) => outlasting.includes(id)))(
  'what nobody asks for again is judged all the same: $id',
  { timeout: 120_000 },
  async (subject) => {
    const { live, again } = await judgeTwice(subject, 4);
    expect(levelled(again, 'failed')).toEqual('breaks' in subject ? subject.breaks : []);
    expect(again.run.requests).toBe(live.run.requests);
  },
);

test('a contradiction in a recording that holds no more answers leaves its requirement open', async () => {
  const subject = known.find(({ id }) => id === 'list.names-cut-at-20');
  if (subject === undefined) throw new Error('the lab lacks the fault');
  const { record, report, settings } = await ask(subject, { seed: 3 });
  // What asked again comes last: the record of a suite that did not ask.
  const last = record.exchanges.findLastIndex(({ operation }) => operation === 'createPet');
  const again = await rejudge(record.exchanges.slice(0, last + 1), report, {
    ...settings,
    seed: 4,
  });
  const { outcome, reason } = again.requirements.find(({ id }) => id === 'list.same-animal') ?? {};
  expect(outcome).toBe('inconclusive');
  expect(reason).toMatch(/contradict one another: .*something else edits this store/s);
});
