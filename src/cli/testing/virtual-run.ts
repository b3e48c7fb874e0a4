/** For tests: a whole run in virtual time, against the reference server without a network. */

import { virtualTime } from '../../http/clock.ts';
import type { Exchange } from '../../http/exchange.ts';
import { factsOf, runSuites } from '../../library/run-suites.ts';
import { headersOf, payloadOf } from '../../reference/behaviour.ts';
import { serviceHandler } from '../../reference/service.ts';
import { assembleReport } from '../../report/assemble.ts';
import type { Saved } from '../../report/read.ts';
import { readSettings } from '../../settings/read-settings.ts';

const apiKey = 'Virtual-Run-Key-0123456789';

/** The report and the traffic of a run with these flags; two minutes of it take a fraction of a second. */
export async function virtualRun(flags: Readonly<Record<string, string>>): Promise<Saved> {
  const { settings, given } = readSettings({
    flags: { '--base-url': 'http://shop.invalid/v1', '--plan': 'free', ...flags },
    env: { PETSTORE_API_KEY: apiKey },
    dotenv: {},
  });
  const time = virtualTime(Date.parse('2026-06-01T11:58:00Z'));
  // The clock of a machine has no fractions.
  const clock = { ...time, now: () => Math.round(time.now()) };
  const service = serviceHandler({ plan: 'free', now: clock.now }, apiKey, '/v1');
  const connection = {};
  const record = await runSuites(settings, {
    clock,
    random: () => 0.5,
    signal: new AbortController().signal,
    open: () => ({
      close: async () => {},
      async send({ method, url, headers, body = '' }, signal) {
        await clock.until(clock.now() + 20);
        signal.throwIfAborted();
        const { reply } = service.handle(
          {
            method,
            url: url.pathname + url.search,
            headers: Object.fromEntries(
              headers.map(([name, value]) => [name.toLowerCase(), value]),
            ),
            rawHeaders: headers.flat(),
            body,
            connection,
          },
          service.arrive(),
        );
        const payload = payloadOf(reply);
        const fields = { Date: new Date(clock.now()).toUTCString(), ...headersOf(reply, payload) };
        const answer = { statusText: '', body: payload.toString(), truncated: false };
        return {
          waitMs: 20,
          response: { status: reply.status, headers: Object.entries(fields), ...answer },
        };
      },
    }),
  });
  const exchanges: readonly Exchange[] = record.exchanges;
  return { report: assembleReport(record, settings, factsOf({ settings, given })), exchanges };
}
