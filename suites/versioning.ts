/** Section 9 (and 1): the version is a path segment. */
import { fail } from '../src/engine/asking/outcomes.ts';
import { check, requirement } from '../src/engine/checks/requirement.ts';

requirement('version.base-path', () => {
  check('the configured address', async ({ settings }) => {
    const last = new URL(settings.baseUrl).pathname.split('/').at(-1);
    if (last !== 'v1') {
      fail(`expected: a base address that ends with /v1\nreceived: ${settings.baseUrl}`);
    }
  });
});
