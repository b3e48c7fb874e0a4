import type { Report } from '../report.ts';
import type { Differences, NamedChange, ServerState } from './comparison.ts';

/** Flags that say who is judged, or are told apart from the other settings. */
const ofNoEffect = new Set([
  '--implementation',
  '--implementation-version',
  '--contact',
  '--plan',
  '--seed',
]);

/** What differs between two reports of one implementation. `otherwise`: some outcome or answer differs. */
export function differencesOf(before: Report, after: Report, otherwise: boolean): Differences {
  const suite = suiteOf(before, after);
  const settings = settingsOf(before, after);
  const server = serverOf(before, after);
  const explained =
    suite.changed || settings.changed || server.state === 'changed' || server.state === 'recorded';
  return {
    server: otherwise && !explained ? { ...server, state: 'inferred' } : server,
    suite,
    settings,
    seed: {
      changed: before.run.seed !== after.run.seed,
      before: before.run.seed,
      after: after.run.seed,
    },
  };
}

function serverOf(before: Report, after: Report): Differences['server'] {
  if (ofOneRecording(before, after)) return { state: 'recorded', differences: [] };
  const [was, is] = [before.implementation, after.implementation];
  const differences = [
    ...changed('version', was.version, is.version),
    ...(samePlace(was.baseUrl, is.baseUrl) ? [] : changed('address', was.baseUrl, is.baseUrl)),
  ];
  const named = was.version !== null && is.version !== null;
  const state: ServerState = differences.length > 0 ? 'changed' : named ? 'unchanged' : 'unknown';
  return { state, differences };
}

/** A report that was judged again has the times of the run that was recorded. */
function ofOneRecording({ run: before }: Report, { run: after }: Report): boolean {
  const again = before.rejudged !== null || after.rejudged !== null;
  return again && before.startedAt === after.startedAt && before.seed === after.seed;
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The port of a server on this machine is often another one at each start, and says nothing. */
function samePlace(before: string, after: string): boolean {
  return place(before) === place(after);
}

function place(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !loopback.test(url.hostname)) return address;
  return `${url.protocol}//loopback${url.pathname}`;
}

function suiteOf(before: Report, after: Report): Differences['suite'] {
  const differences = [
    ...changed('version', before.suite.version, after.suite.version),
    ...changed('digest', before.suite.digest, after.suite.digest),
  ];
  const older = new Map(before.requirements.map((row) => [row.id, row]));
  const reworded = after.requirements.flatMap((row) => {
    const was = older.get(row.id);
    if (was === undefined) return [];
    return (['statement', 'section', 'level'] as const)
      .flatMap((name) => changed(name, was[name], row[name]))
      .map((change) => ({ id: row.id, ...change }));
  });
  return { changed: differences.length > 0 || reworded.length > 0, differences, reworded };
}

function settingsOf(before: Report, after: Report): Differences['settings'] {
  const [was, is] = [effective(before), effective(after)];
  const flags = [...new Set([...was.keys(), ...is.keys()])];
  const differences = flags.flatMap((flag) =>
    changed(flag, was.get(flag) ?? null, is.get(flag) ?? null),
  );
  return { changed: differences.length > 0, differences };
}

/** What bears on the outcome, by flag; the plan may be in force without having been given. */
function effective({ profile, run }: Report): Map<string, string> {
  const given = Object.entries(run.settings).filter(([flag]) => !ofNoEffect.has(flag));
  return new Map([
    ['--profile', profile],
    ...(run.plan === null ? [] : [['--plan', run.plan] as const]),
    ...given,
  ]);
}

function changed(name: string, before: string | null, after: string | null): NamedChange[] {
  return before === after ? [] : [{ name, before, after }];
}
