import { expect, test } from 'vitest';
import { costText } from './cost.ts';

const limits = { maxCreations: 60, partial: false };

test.each([
  [{ profile: 'core' }, 'about 108 requests and up to 30 new animals'],
  [
    { profile: 'core', plan: 'pro', maxCreations: 20, partial: true },
    'at most about 108 requests and up to 20 new animals; about 5 s at 300 requests a minute',
  ],
  [{ profile: 'core', budget: 500 }, 'about 500 requests and up to 60 new animals'],
  [
    { profile: 'full' },
    'about 467 requests and up to 60 new animals; one whole rate limit of the key (--plan says how many requests that is); up to two windows of waiting for the limit',
  ],
  [
    { profile: 'full', plan: 'business' },
    'about 1,467 requests and up to 60 new animals; about 35 s at 1,000 requests a minute; up to two windows of waiting for the limit',
  ],
] as const)('the cost of %j in words', (settings, words) => {
  expect(costText({ ...limits, ...settings })).toBe(words);
});
