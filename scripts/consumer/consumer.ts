/** What a user of the types may write: compiled, never run. */
import {
  type Progress,
  type Report,
  type RunSettings,
  run,
  SettingsError,
} from 'petstore-conformance';
import { conformance, type StartedServer } from 'petstore-conformance/vitest';

const settings: RunSettings = {
  baseUrl: 'https://staging.example.com/v1',
  apiKey: 'a-key',
  profile: 'read-only',
  plan: 'pro',
  categoryId: 9_007_199_254_740_993n,
  only: ['auth.*'],
};

export async function judge(signal: AbortSignal): Promise<readonly string[]> {
  const onProgress = (progress: Progress) => {
    if (progress.type === 'waiting') console.log(progress.reason, progress.seconds.toFixed());
  };
  try {
    const report: Report = await run(settings, { onProgress, signal });
    if (report.verdict === 'conformant') return [];
    return report.requirements
      .filter((requirement) => requirement.outcome === 'failed')
      .map(({ id }) => id);
  } catch (error) {
    if (error instanceof SettingsError) return [error.message];
    throw error;
  }
}

conformance({ baseUrl: 'http://127.0.0.1:8080/v1', apiKey: 'a-key' });
conformance({
  start: async (): Promise<StartedServer> => ({ baseUrl: 'http://127.0.0.1/v1', apiKey: 'a-key' }),
  skip: ['rate.*'],
});

// @ts-expect-error: neither an address nor a way to one
conformance({ apiKey: 'a-key' });
// @ts-expect-error: no such profile
run({ ...settings, profile: 'everything' });
// @ts-expect-error: no such setting
run({ ...settings, maxRequest: 5 });
