import { requirements } from '../../catalogue/catalogue.ts';
import type { Settings } from '../../settings/settings.ts';

/** Settings of a core run for tests: short waits, one request at a time. */
export const sessionSettings: Omit<Settings, 'baseUrl' | 'apiKey' | 'rateLimitKey'> = {
  profile: 'core',
  plan: 'business',
  seed: 1,
  selected: requirements.map(({ id }) => id),
  partial: false,
  out: '',
  maxRequests: 2000,
  maxBody: 2,
  maxCreations: 60,
  maxWait: 3,
  timeout: 5,
  grace: 0.5,
  concurrency: 1,
  implementation: {},
};
