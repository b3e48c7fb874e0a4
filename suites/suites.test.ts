/**
 * `npx vitest run --project suites`: the suites themselves, one test for each check, against the implementation in the
 * environment or `.env`. `-t list.limit` asks the checks of one requirement.
 */
import { afterAll, describe, test } from 'vitest';
import { chaptersOf } from '../src/library/conformance.ts';
import { openJudging, settle } from '../src/library/judging.ts';
import { checks } from '../src/run/checks/registration.ts';
import { readDotenv } from '../src/settings/files.ts';
import { readSettings } from '../src/settings/read-settings.ts';

const { settings } = readSettings({ flags: {}, env: process.env, dotenv: readDotenv('.') });
const judging = openJudging(settings, new AbortController().signal);
afterAll(() => judging.close());

for (const { title, requirements } of chaptersOf(settings)) {
  describe(title, () => {
    for (const requirement of requirements) {
      const own = checks.filter(({ id }) => id === requirement.id);
      describe(requirement.id, () => {
        for (const check of own) {
          test(check.title, async ({ skip }) => settle(await judging.perform(check), skip));
        }
        if (own.length === 0) {
          test('every answer of this run', async ({ skip }) =>
            settle(await judging.decide(requirement), skip));
        }
      });
    }
  });
}
