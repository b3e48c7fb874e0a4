import { afterAll, beforeAll, describe, test } from 'vitest';
import { groupedBy } from '../judge/grouped.ts';
import { readPlainSettings } from '../settings/read-settings.ts';
import { present, type Settings } from '../settings/settings.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { PlainSettings } from '../settings/sources.ts';
import { type CatalogueRequirement, inProfile, requirements } from '../spec/catalogue.ts';
import { type Judging, openJudging, settle } from './judging.ts';

/** A server that was started to be judged. */
export interface StartedServer {
  /** With the version segment, as `http://127.0.0.1:8080/v1`. */
  readonly baseUrl: string;
  /** Needed if it is not known before the server starts. */
  readonly apiKey?: string | undefined;
  /** Called once, after the last test. */
  readonly stop?: (() => unknown) | undefined;
}

/** The settings of `run()`, but for `out`: what the tests say, vitest's reporters write. */
export type ConformanceSettings = Omit<PlainSettings, 'baseUrl' | 'apiKey' | 'out'> &
  (
    | { readonly baseUrl: string; readonly apiKey: string; readonly start?: undefined }
    | {
        /** Starts the server under test, before the first test. Its time is bounded by `hookTimeout`. */
        readonly start: () => StartedServer | Promise<StartedServer>;
        readonly apiKey?: string | undefined;
        readonly baseUrl?: undefined;
      }
  );

// Every request and every wait has a bound of its own; a wait for a rate limit takes what it takes. Asking
// again or in another order would judge another run.
const manner = { timeout: 0, retry: 0, repeats: 0, concurrent: false, shuffle: false };

/**
 * Puts every requirement of the profile as a test of its own into the vitest run that calls it: at the top of
 * a test file, or in a `describe`. A requirement that fails, or that could not be decided, fails its test; of those that
 * an end of the run leaves inconclusive the first fails, and the others are skipped with it.
 * What does not apply, advice and what the specification leaves open never fail: they are skipped, with a
 * note. Throws `SettingsError` for settings that no run can start with.
 */
export function conformance(settings: ConformanceSettings): void {
  const planned = planOf(settings);
  const abort = new AbortController();
  let judging: Judging | undefined;
  let stop: StartedServer['stop'];

  describe('Pet Store conformance', manner, () => {
    beforeAll(async () => {
      const started = await settings.start?.();
      stop = started?.stop;
      // The address that was planned with is nobody's.
      const read = settings.start ? readStarted(started, settings, planned) : planned;
      judging = openJudging(read, abort.signal);
    });
    afterAll(async () => {
      await judging?.close();
      await stop?.();
    });
    for (const { title, requirements } of chaptersOf(planned)) {
      describe(title, manner, () => {
        for (const requirement of requirements) {
          test(
            `${requirement.id}: ${requirement.statement}`,
            manner,
            async ({ expect, signal, skip }) => {
              const cancel = () => abort.abort();
              signal.addEventListener('abort', cancel, { once: true });
              const outcome = await judging?.decide(requirement);
              signal.removeEventListener('abort', cancel);
              settle(outcome, skip);
              // For users whose configuration asks of each test that it expects something.
              expect(outcome?.type).toBe('passed');
            },
          );
        }
      });
    }
  });
}

/** What is known before the server starts; its address and key may come with it. */
function planOf({ start, ...given }: ConformanceSettings): Settings {
  if (start === undefined) return readGiven(given);
  return readGiven({ apiKey: 'not-known-yet', ...present(given), baseUrl: 'http://127.0.0.1/v1' });
}

function readStarted(
  started: StartedServer | undefined,
  { start: _, ...given }: ConformanceSettings,
  { seed }: Settings,
): Settings {
  if (typeof started !== 'object' || started === null) {
    throw new SettingsError('start: must give { baseUrl, apiKey, stop }; it gave no object');
  }
  const { baseUrl, apiKey = given.apiKey } = started;
  return readGiven({ ...given, baseUrl, apiKey, seed });
}

function readGiven(given: Parameters<typeof readPlainSettings>[0]): Settings {
  return readPlainSettings(given, ['out']).settings;
}

/** Requirements that stand together in a list of tests. */
interface Chapter {
  readonly title: string;
  readonly requirements: readonly CatalogueRequirement[];
}

/**
 * The requirements that the settings select, by chapter: those that spend the rate limit late, and those that are judged
 * on every answer last.
 */
export function chaptersOf({
  profile,
  selected,
}: Pick<Settings, 'profile' | 'selected'>): Chapter[] {
  const wanted = requirements.filter(
    (requirement) => inProfile(requirement, profile) && selected.includes(requirement.id),
  );
  return [...groupedBy(wanted, titleOf)]
    .map(([title, found]) => ({ title, requirements: found }))
    .toSorted((a, b) => order.indexOf(a.title) - order.indexOf(b.title));
}

/** Calls without the key come late, as a service may lock out who makes them. */
const order = [
  ...['list', 'create', 'get', 'gap', 'auth', 'version', 'beyond the rate limit', 'every answer'],
];

function titleOf(requirement: CatalogueRequirement): string {
  if (onEveryAnswer(requirement)) return 'every answer';
  if (requirement.profile === 'full') return 'beyond the rate limit';
  return requirement.id.split('.', 1)[0] ?? requirement.id;
}

/** Whether a requirement is decided only when all answers are there. */
function onEveryAnswer({ decidedBy }: CatalogueRequirement): boolean {
  return decidedBy !== 'checks';
}
