/** How a run judges what spending the limit of a key has shown, without a service to ask. */

import type { Exchange } from '../../src/http/exchange.ts';
import type { CheckResult } from '../../src/judge/outcome.ts';
import type { CheckContext } from '../../src/run/checks/check-context.ts';
import { checks } from '../../src/run/checks/registration.ts';
import { MadeOnce } from '../../src/run/contexts.ts';
import type { Spending } from '../../src/run/limit/spent-responses.ts';
import { alone } from '../../src/run/requests/side-by-side.ts';
import { Session } from '../../src/run/session.ts';
import { sessionSettings } from '../../src/run/testing/session-settings.ts';
import type { RequirementId } from '../../src/spec/catalogue.ts';
import '../index.ts';

/** What a run has seen. */
export interface Shown {
  /** What spending the limit has shown; an error if it could not be spent. */
  readonly spending: Spending | Error;
  /** The exchanges before the limit was to be spent, and those since. */
  readonly before?: readonly Exchange[];
  readonly since?: readonly Exchange[];
}

/** How checks end that see only this, what they say of gaps, and how often they had the limit spent. */
export async function endsOf(
  ids: readonly RequirementId[],
  { spending, before = [], since = [] }: Shown,
) {
  const exchanges = [...before];
  const made = new MadeOnce();
  const said: string[] = [];
  let timesSpent = 0;
  const shownTo = (context: CheckContext): CheckContext => {
    const own: CheckContext = {
      ...context,
      exchanges,
      spendLimit: async () => {
        timesSpent += 1;
        exchanges.push(...since);
        if (spending instanceof Error) throw spending;
        return spending;
      },
      once: (name, make) => made.get(name, alone, () => make(own)),
    };
    return own;
  };
  const session = sessionWith((answer) => said.push(answer));
  const ends: CheckResult[] = [];
  for (const check of checks.filter(({ id }) => ids.includes(id))) {
    const end = await session.execute({ ...check, ask: (context) => check.ask(shownTo(context)) });
    if (end === undefined) throw new Error(`${check.id} does not end`);
    ends.push(end);
  }
  await session.close();
  return { ends, said, timesSpent };
}

/** A run that can ask nothing. */
function sessionWith(observe: (answer: string) => void): Session {
  const [baseUrl, apiKey] = ['http://service.invalid/v1', 'A-Key-41c'];
  return new Session(
    { ...sessionSettings, profile: 'full', baseUrl, apiKey, rateLimitKey: apiKey },
    {
      emit(event) {
        if (event.type === 'defect') throw new Error(event.message);
        if (event.type === 'observed') observe(event.observation.answer);
      },
      signal: new AbortController().signal,
      open: () => ({
        send: () => Promise.reject(new Error('nothing can be asked')),
        close: async () => {},
      }),
    },
  );
}
