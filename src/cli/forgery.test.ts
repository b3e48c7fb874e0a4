/** Certificates that somebody has made who would have none: each is refused, and the reason named. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGiven } from '../disk/read-given.ts';
import { namesOf } from '../engine/data/names.ts';
import type { Exchange, HeaderPair, RecordedResponse } from '../http/exchange.ts';
import { changeOf } from '../reference/testing/change-of.ts';
import { issueCertificate } from '../report/certificate/issue.ts';
import { verifyCertificate } from '../report/certificate/verify.ts';
import { runArguments, shellLine } from '../report/command-line.ts';
import { readReports, type Saved } from '../report/read.ts';
import { formats, writeReports } from '../report/write.ts';
import { seedOfChallenge } from '../settings/read-settings.ts';
import { certify } from './certify.ts';
import { rejudgeReport } from './rejudging.ts';
import { callIn, changedProgram, verify } from './testing/calls.ts';
import { startShop } from './testing/shop.ts';

const home = mkdtempSync(join(tmpdir(), 'forgery-'));
const named = [
  ...['--implementation', 'Corner Pet Shop', '--implementation-version', '2.1'],
  ...['--contact', 'qa@shop.example', '--profile', 'full', '--plan', 'pro'],
];
const token = 'given-by-the-certifier-1';

/** A run as its user makes one, in a folder of its own; the exit status. */
async function run(out: string, ...flags: readonly string[]) {
  const { baseUrl, apiKey, spareKey, close } = await startShop();
  const argv = ['run', '--base-url', baseUrl, ...named, '--out', join(home, out)];
  const env = { PETSTORE_API_KEY: apiKey, PETSTORE_RATE_LIMIT_API_KEY: spareKey };
  const { status } = await callIn(home, [...argv, ...flags], env);
  await close();
  return status;
}

let honest: Saved;

beforeAll(async () => {
  const statuses = await Promise.all([
    run('honest', '--seed', '7'),
    run('challenged', '--challenge', token, '--grace', '6'),
  ]);
  expect(statuses).toEqual([0, 0]);
  honest = await readReports(join(home, 'honest'));
}, 120_000);

afterAll(() => rmSync(home, { recursive: true }));

let folders = 0;

/** A folder with a changed report and traffic, and an unsigned certificate that fits it to the byte. */
async function forged(change: (saved: Saved) => Saved, spoil: (folder: string) => void = () => {}) {
  folders += 1;
  const folder = join(home, `${folders}`);
  const { report, exchanges } = change(honest);
  await writeReports(report, exchanges, folder);
  spoil(folder);
  const written = formats.map(({ name }) => join(folder, name));
  await issueCertificate({ report, written, folder });
  return folder;
}

/** What a verifier with the suite that judged finds wrong, a line each. */
async function faultsOf(folder: string, challenge?: string): Promise<string[]> {
  const { problems } = await verifyCertificate({
    name: 'certificate.json',
    certificate: readGiven(join(folder, 'certificate.json')) ?? new Uint8Array(),
    read: (name) => readGiven(join(folder, name)),
    suite: honest.report.suite,
    rejudge: rejudgeReport,
    ...(challenge === undefined ? {} : { challenge }),
  });
  return problems.map(({ file, message }) => `${file}: ${message}`);
}

test('what is as the suite wrote it holds', async () => {
  expect(await faultsOf(await forged((saved) => saved))).toEqual([]);
});

type Report = Saved['report'];
const withReport =
  (changes: (report: Report) => Partial<Report>) =>
  ({ report, exchanges }: Saved): Saved => ({
    report: { ...report, ...changes(report) },
    exchanges,
  });

type Run = Report['run'];
const withRun = (changes: (run: Run) => Partial<Run>) =>
  withReport(({ run }) => ({ run: { ...run, ...changes(run) } }));

/** As if a suite had judged that nobody here knows. */
const ofAnotherSuite = withReport(({ suite }) => ({
  suite: { ...suite, version: '0.0.1', digest: 'a'.repeat(64) },
}));

/** The change, with the command that such a run has. */
const withItsCommand =
  (change: (saved: Saved) => Saved) =>
  (saved: Saved): Saved => {
    const { report, exchanges } = change(saved);
    const { run, profile, implementation } = report;
    const asked = { baseUrl: implementation.baseUrl, profile, seed: run.seed };
    const argv = runArguments(asked, run.settings, false);
    return { report: { ...report, run: { ...run, argv, command: shellLine(argv) } }, exchanges };
  };

const withExchanges =
  (change: (exchange: Exchange) => Exchange) =>
  ({ report, exchanges }: Saved): Saved => ({ report, exchanges: exchanges.map(change) });

/** A change of the exchange of that index, in the middle of the run. */
const withExchange = (index: number, changes: (exchange: Exchange) => Partial<Exchange>) =>
  withExchanges((one) => (one.index === index ? { ...one, ...changes(one) } : one));

/** An answer of another body, with its length. */
function withLength({ headers }: RecordedResponse, body: string) {
  const length = `${Buffer.byteLength(body)}`;
  const other = headers.map(
    ([name, value]): HeaderPair => [name, /^content-length$/i.test(name) ? length : value],
  );
  return { body, headers: other };
}

/** The change of the last answer that lists animals: one of those that spent the limit. */
const withLastAnswer =
  (change: (response: RecordedResponse) => RecordedResponse) =>
  ({ report, exchanges }: Saved): Saved => {
    const last = exchanges.findLastIndex(({ response }) => response?.status === 200);
    const changed = ({ response, ...one }: Exchange): Exchange =>
      response === undefined ? one : { ...one, response: change(response) };
    return { report, exchanges: exchanges.map((one, at) => (at === last ? changed(one) : one)) };
  };

const attacks: readonly [string, (saved: Saved) => Saved, RegExp][] = [
  [
    'an empty recording',
    ({ report }) => ({ report: { ...report, run: { ...report.run, requests: 0 } }, exchanges: [] }),
    /^conformance\.json: nothing was asked$/m,
  ],
  [
    'all requirements but one skipped',
    withReport(({ requirements: [first, ...others] }) => {
      const left = { outcome: 'skipped', checks: [], reason: 'left out' } as const;
      return {
        requirements: [...(first ? [first] : []), ...others.map((one) => ({ ...one, ...left }))],
      };
    }),
    /^conformance\.json: \d+ required were not decided, the first \S+: skipped$/m,
  ],
  [
    'a passed check that the traffic does not show',
    withExchanges((one) => {
      const { request, response } = one;
      if (!request.url.endsWith('?limit=1') || response === undefined) return one;
      const twice = response.body.replace(/^\[(.*)\]$/s, '[$1,$1]');
      return { ...one, response: { ...response, ...withLength(response, twice) } };
    }),
    /^conformance\.json: list\.\S+ is passed; its traffic, judged again, makes it failed: /m,
  ],
  [
    'a specification of a name of its own',
    withReport(() => ({ specification: { title: 'Gold Standard', version: '1.0.0' } })),
    /^conformance\.json: it was judged by the Gold Standard 1\.0\.0, which is not the Pet Store/m,
  ],
  [
    "another suite's version under this digest",
    withReport(({ suite }) => ({ suite: { ...suite, version: '9.9.9' } })),
    /^conformance\.json: \/suite\/version is "9\.9\.9"/m,
  ],
  [
    'this version with another digest',
    withReport(({ suite }) => ({ suite: { ...suite, digest: 'a'.repeat(64) } })),
    /^conformance\.json: it was judged by a suite that calls itself \S+ and was changed: /m,
  ],
  ...['--only list.limit', '--reference', '--skip=auth.*'].map(
    (words): [string, (saved: Saved) => Saved, RegExp] => [
      `${words} in the command`,
      withRun(({ argv }) => {
        const more = [...argv, ...words.split(' ')];
        return { argv: more, command: shellLine(more) };
      }),
      /^conformance\.json: its run was narrowed: --\w+ is in its command$/m,
    ],
  ),
  [
    'a command that is not that of its words',
    withRun(({ command }) => ({ command: `${command} --only list.limit` })),
    /^conformance\.json: its command is not that of its own words \(argv\)$/m,
  ],
  [
    'a selection among the settings',
    withRun(({ settings }) => ({ settings: { ...settings, '--only': 'list.*' } })),
    /^conformance\.json: its run was narrowed: --only is in its command$/m,
  ],
  [
    'a finish before the start',
    withRun(({ startedAt }) => ({
      finishedAt: new Date(Date.parse(startedAt) - 1000).toISOString(),
    })),
    /^traffic\.har: the run finished at \S+, before it started$/m,
  ],
  [
    'a finish long after all that was asked',
    withRun(({ finishedAt }) => ({
      finishedAt: new Date(Date.parse(finishedAt) + 6 * 60_000).toISOString(),
    })),
    /^traffic\.har: the run finished at \S+, 6 minutes after its last exchange$/m,
  ],
  [
    'a run in the future',
    withRun(() => ({ finishedAt: '2100-01-01T00:00:00.000Z' })),
    /^traffic\.har: the run finished at 2100\S+, which is in the future$/m,
  ],
  [
    'a report of a recording that was judged again',
    withRun(({ startedAt }) => ({
      rejudged: { startedAt, suite: { version: '1', digest: 'a'.repeat(64) } },
    })),
    /^conformance\.json: it is of recorded traffic that was judged again, and not of a run$/m,
  ],
  [
    'traffic with another service',
    withExchange(40, ({ request }) => ({
      request: { ...request, url: 'http://other.example/v1/pets' },
    })),
    /^traffic\.har: a request to another address than http\S+: exchange 40$/m,
  ],
  [
    'a setting that no full run can have',
    withItsCommand(withRun(({ settings }) => ({ settings: { ...settings, '--budget': '20' } }))),
    /^conformance\.json: the recorded run cannot be judged again: --budget is for the profile core/m,
  ],
  ...['4', '1000000', 'many'].map((concurrency): [string, (saved: Saved) => Saved, RegExp] => [
    `${concurrency} requests at once, all of them open for as long as the run lasts`,
    ({ report, exchanges }) => {
      const { settings, finishedAt } = report.run;
      const run = { ...report.run, settings: { ...settings, '--concurrency': concurrency } };
      const open = exchanges.map((one) => ({ ...one, finishedAt: Date.parse(finishedAt) }));
      return { report: { ...report, run }, exchanges: open };
    },
    /^traffic\.har: more requests at once than the 4 that the run may send: /m,
  ]),
  [
    'times that run backwards',
    withExchange(40, (one) => ({
      startedAt: one.startedAt - 60_000,
      finishedAt: one.finishedAt - 60_000,
    })),
    /^traffic\.har: a request before the one that was asked before it: exchange 40$/m,
  ],
  [
    'an answer before its request',
    withExchange(40, () => ({ waitMs: -1 })),
    /^traffic\.har: an answer before its request: exchange 40$/m,
  ],
  [
    'traffic of another day',
    (saved) => {
      const day = 3 * 24 * 3_600_000;
      const earlier = (iso: string) => new Date(Date.parse(iso) - day).toISOString();
      const moved = withRun(({ startedAt, finishedAt, timeline }) => ({
        startedAt: earlier(startedAt),
        finishedAt: earlier(finishedAt),
        timeline: timeline.map((point) => ({ ...point, at: point.at - day })),
      }));
      const asked = withExchanges((one) => ({
        ...one,
        startedAt: one.startedAt - day,
        finishedAt: one.finishedAt - day,
      }));
      return moved(asked(saved));
    },
    /^traffic\.har: the Date of \d+ answers is more than a day from the clock of the run$/m,
  ],
  [
    'limits that were not recorded',
    withRun(({ timeline }) => ({
      timeline: timeline.map((point) => ({ ...point, remaining: 999 })),
    })),
    /^traffic\.har: the rate limits that the report tells of are not those recorded$/m,
  ],
  [
    'an exchange that is missing',
    ({ report, exchanges }) => ({
      report: { ...report, run: { ...report.run, requests: report.run.requests - 1 } },
      exchanges: exchanges.filter(({ index }) => index !== 1),
    }),
    /^traffic\.har: /m,
  ],
  [
    'a challenge that came after the traffic',
    withItsCommand(
      withRun(({ settings }) => ({
        seed: seedOfChallenge(token),
        settings: { ...settings, '--challenge': token },
      })),
    ),
    /^conformance\.json: \S+ is passed; its traffic, judged again, makes it inconclusive: .*recording holds no answer/m,
  ],
  [
    'a command of another program, for its reader to copy',
    withRun(() => ({ argv: ['rm', '-rf', '/home'], command: 'rm -rf /home' })),
    /^conformance\.json: its command \(argv\) is not that of a run with its settings$/m,
  ],
  [
    'a setting that there is not',
    withRun(({ settings }) => ({ settings: { ...settings, '--award': 'gold' } })),
    /^conformance\.json: --award among its settings is not a setting of this suite$/m,
  ],
  [
    'a command of another program at an exchange',
    withExchange(10, () => ({ curl: 'rm -rf /home' })),
    /^traffic\.har: the command, purpose or caller of 1 exchanges is not .*exchange 10$/m,
  ],
  [
    'questions that were asked for another purpose',
    withExchanges((one) => ({ ...one, purpose: 'gap' })),
    /^traffic\.har: the command, purpose or caller of \d+ exchanges is not /m,
  ],
  [
    'a silence that there was not',
    withRun(({ silence }) => ({ silence: { ...silence, seconds: 77 } })),
    /^conformance\.json: it says that 77 s were silent, and its traffic makes it \S+ s$/m,
  ],
  [
    'a wait for a reason of his own',
    withRun(({ waits }) => ({
      waits: waits.map((wait) => ({ ...wait, reason: 'ordered by the auditor' })),
    })),
    /^conformance\.json: it says that it waited for "ordered by the auditor"; judged again, it does not$/m,
  ],
  [
    'answers in another order',
    withExchanges((one) => ({ ...one, arrival: 0 })),
    /^traffic\.har: answers in an order that their times do not have: \d+, the first is exchange 1$/m,
  ],
  [
    'a start years before all that was asked',
    withRun(({ startedAt }) => ({
      startedAt: new Date(Date.parse(startedAt) - 3 * 365 * 86_400_000).toISOString(),
    })),
    /^traffic\.har: the run started at \S+, \d+ minutes before its first exchange$/m,
  ],
  [
    'a plan of other questions',
    withRun(({ questions = [] }) => ({ questions: questions.slice(1) })),
    /^conformance\.json: \/run\/questions\/0\/name is "[^"]+"; its traffic, judged again, gives "/m,
  ],
  [
    'a broken answer that is marked as cut off, so that it is not judged',
    withLastAnswer((response) => ({ ...response, body: '<html>', truncated: true })),
    /^traffic\.har: answers that are told to be cut off or unreadable, and are neither: 1, /m,
  ],
  [
    'a broken answer that is marked as unreadable',
    withLastAnswer((response) => ({ ...response, truncated: true, unread: 'it is in zstd' })),
    /^traffic\.har: answers that are told to be cut off or unreadable, and are neither: 1, /m,
  ],
  [
    'an answer that was edited, and its length was not',
    withExchanges((one) => {
      const { response } = one;
      if (response === undefined || response.status < 400) return one;
      return {
        ...one,
        response: { ...response, body: response.body.replace('"message":"', '$&so ') },
      };
    }),
    /^traffic\.har: an answer of another length than its Content-Length: exchange \d+/m,
  ],
  [
    'a challenge with a seed of his own choice',
    withRun(({ settings }) => ({ settings: { ...settings, '--challenge': token } })),
    /^conformance\.json: its seed is 7, and that of its challenge is -?\d+$/m,
  ],
];

test('a certificate that would be refused is not issued, and the run says why', async () => {
  const folder = join(home, 'not-issued');
  const { report, exchanges } = honest;
  const settings = { out: folder };
  const written = await writeReports(report, exchanges, folder);
  expect(await certify(report, written, { settings }, false)).toMatch(/^Certificate: /);
  rmSync(join(folder, 'certificate.json'));
  const silence = { ...report.run.silence, seconds: 77 };
  const wrong = { ...report, run: { ...report.run, silence } };
  const line = await certify(
    wrong,
    await writeReports(wrong, exchanges, folder),
    { settings },
    false,
  );
  expect(line).toMatch(
    /^No certificate: verify would refuse it, .*: conformance\.json: it says that 77 s were silent/,
  );
  expect(existsSync(join(folder, 'certificate.json'))).toBe(false);
});

test.each(attacks)('%s is refused', async (_, change, reason) => {
  expect((await faultsOf(await forged(change))).join('\n')).toMatch(reason);
});

function arbitraryPage(folder: string): void {
  writeFileSync(join(folder, 'conformance.html'), '<h1>Certified by us</h1>');
}

function memberTwice(folder: string): void {
  const path = join(folder, 'conformance.json');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('{', '{"verdict":"non-conformant",'));
}

const spoilt: readonly [string, (folder: string) => void, RegExp][] = [
  [
    'an arbitrary page among the files',
    arbitraryPage,
    /^conformance\.html: it is not what this same suite writes of the report and its traffic$/m,
  ],
  [
    'a member that stands twice',
    memberTwice,
    /^conformance\.json: it is not what this same suite writes/m,
  ],
];

test.each(spoilt)('%s is refused', async (_, spoil, reason) => {
  expect((await faultsOf(await forged((saved) => saved, spoil))).join('\n')).toMatch(reason);
});

test('a further file, or one twice, is refused, and none but the known ones is opened', async () => {
  const folder = await forged((saved) => saved);
  const path = join(folder, 'certificate.json');
  const statement = JSON.parse(readFileSync(path, 'utf8'));
  const [first] = statement.subject;
  const opened: string[] = [];
  for (const extra of [{ ...first, name: 'award.pdf' }, first]) {
    const more = { ...statement, subject: [...statement.subject, extra] };
    const { problems } = await verifyCertificate({
      name: 'certificate.json',
      certificate: Buffer.from(`${JSON.stringify(more, null, 2)}\n`),
      read: (name) => {
        opened.push(name);
        return readGiven(join(folder, name));
      },
      suite: honest.report.suite,
      rejudge: rejudgeReport,
    });
    expect(problems).toContainEqual({
      file: extra.name,
      message: 'certificate.json names it, and no run writes it',
    });
  }
  expect(opened).not.toContain('award.pdf');
});

test('of another suite it is said that its pages are not known to say what report and traffic say', async () => {
  const folder = await forged(ofAnotherSuite, arbitraryPage);
  const { status, out } = await verify(folder);
  expect(status).toBe(0);
  expect(out).toMatch(/^not known: what the pages beside report and traffic say, /m);
});

const unreadWords =
  /^not known: what 1 answer holds that, by the word of the recording, could not be read .*: exchange \d+$/m;

test('of another suite it is said what its recording tells to be unread', async () => {
  const cut = withLastAnswer((one) => ({ ...one, body: '<html>', truncated: true }));
  const { status, out } = await verify(await forged((saved) => ofAnotherSuite(cut(saved))));
  expect(status).toBe(0);
  expect(out).toMatch(unreadWords);
});

test('names and a plan of another run are refused, also where another suite judged', async () => {
  const renamed = await forged((saved) => {
    const { report, exchanges } = ofAnotherSuite(saved);
    const implementation = { ...report.implementation, name: 'Gold Pet Shop', contact: 'a@gold' };
    return { report: { ...report, implementation, run: { ...report.run, plan: null } }, exchanges };
  });
  expect(await faultsOf(renamed)).toEqual([
    "conformance.json: the implementation's name is not that of its settings",
    "conformance.json: the implementation's contact is not that of its settings",
    'conformance.json: its plan is not that of its settings',
  ]);
});

test('a member that stands twice in the report of another suite is refused', async () => {
  const folder = await forged(ofAnotherSuite, memberTwice);
  expect(await faultsOf(folder)).toContain(
    'conformance.json: its member "verdict" stands there twice',
  );
});

test('a run that was given a challenge is bound to it, and to no other', async () => {
  const challenged = join(home, 'challenged');
  expect(await faultsOf(challenged, token)).toEqual([]);
  expect(await faultsOf(challenged, 'another-challenge')).toEqual([
    `conformance.json: its run was given another challenge, ${token}`,
  ]);
  expect(await faultsOf(join(home, 'honest'), token)).toEqual([
    'conformance.json: its run was given no challenge',
  ]);
  const { status, out } = await verify(challenged, '--challenge', token);
  const plain = await verify(join(home, 'honest'));
  expect(status).toBe(0);
  expect(out).toContain(
    `checked: the run was given the challenge ${token}, and its seed follows from that\n`,
  );
  expect(out).toMatch(/^chosen by the signer: --grace 6$/m);
  expect(plain.out).not.toContain('chosen by the signer');
  expect(readFileSync(join(challenged, 'certificate.json'), 'utf8')).toContain(token);
});

test('nobody chooses a seed under a challenge, and a report that says so is refused', async () => {
  const { report, exchanges } = await readReports(join(home, 'challenged'));
  expect(report.run.seed).toBe(seedOfChallenge(token));
  const chosen = await forged(() => ({
    report: { ...report, run: { ...report.run, seed: 7 } },
    exchanges,
  }));
  expect(await faultsOf(chosen, token)).toContain(
    `conformance.json: its seed is 7, and that of its challenge is ${seedOfChallenge(token)}`,
  );
  const { status, err } = await callIn(
    home,
    ['run', '--base-url', 'http://127.0.0.1:9/v1', '--challenge', token, '--seed', '7'],
    { PETSTORE_API_KEY: 'a-key' },
  );
  expect(status).toBe(2);
  expect(err).toMatch(/^error: --seed "7": under a challenge the seed follows from it, and is/m);
});

test('the names that are asked with are derived from the challenge', async () => {
  const names = async (folder: string) => {
    const { exchanges } = await readReports(join(home, folder));
    return exchanges.flatMap(
      ({ request }) => /"name":"(Pet[a-z]{5})"/.exec(request.body ?? '')?.[1] ?? [],
    );
  };
  const [plain, bound] = [await names('honest'), await names('challenged')];
  expect(bound.length).toBeGreaterThan(15);
  const due = namesOf({ seed: seedOfChallenge(token), challenge: token }, 0)('animal 1');
  expect(bound).toContain(due);
  expect(plain).not.toContain(due);
});

test('a suite with one line changed certifies a faulty server, and an untouched one refuses it by name', async () => {
  const tampered = changedProgram(join(home, 'tampered'), [
    [/(async function expectRefusedBody\(.*\) \{)/, '$1 return;'],
  ]);
  const server = await startShop(changeOf('refuse.name-defaulted'));
  const out = join(home, 'tampered-run');
  const { status } = await callIn(
    home,
    ['run', '--base-url', server.baseUrl, ...named, '--seed', '7', '--out', out],
    { PETSTORE_API_KEY: server.apiKey, PETSTORE_RATE_LIMIT_API_KEY: server.spareKey },
    tampered,
  );
  await server.close();
  expect(status).toBe(0);
  const refused = await verify(out);
  expect(refused.status).toBe(1);
  expect(refused.out).toMatch(
    /^conformance\.json: it was judged by a suite that .* was changed: /m,
  );
  // Nor does it help to name the right suite.
  const saved = await readReports(out);
  const renamed = await forged(() => ({
    ...saved,
    report: { ...saved.report, suite: honest.report.suite },
  }));
  const named2 = await verify(renamed);
  expect(named2.status).toBe(1);
  expect(named2.out).toMatch(
    /^conformance\.json: create\.missing-name is passed; its traffic, judged again, makes it failed: /m,
  );
}, 120_000);
