import { defaultSettings } from '../../settings/read-settings.ts';
import type { Settings } from '../../settings/settings.ts';

/** Settings of a core run for tests: short waits, one request at a time. */
export const sessionSettings: Omit<Settings, 'baseUrl' | 'apiKey' | 'rateLimitKey'> = {
  ...defaultSettings(),
  plan: 'business',
  seed: 1,
  out: '',
  maxWait: 3,
  wait: 0,
  timeout: 5,
  grace: 0.5,
  concurrency: 1,
};
